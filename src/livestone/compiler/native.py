"""How functions are compiled: each helper once, and no machine code for what is only linked.

A helper, of the rules or of a search, is called from compiled code only. Numba would make machine
code of it all the same, and compile it anew for every closure. Here it is linked into the kernels
that call it and optimised there; and the same text over the same constants is the same helper,
whichever game, option or search asks for it. That halves the compiling.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from weakref import WeakValueDictionary

import numba
import numpy as np
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import AnnotateTypes

from livestone.compiler.parameters import ParameterCompiler

# The helpers of this process, by what they compute, as long as they are used.
_known: WeakValueDictionary[object, Any] = WeakValueDictionary()


def helper(
    function: Callable[..., Any], check_bounds: bool, kind: type[Helper] | None = None
) -> Any:
    """Return a function compiled for calls from compiled code; a compiled one stays as it is.

    ``kind`` is the class of what is returned, for another target than this machine.
    """
    if hasattr(function, "py_func") or (kind in (None, Helper) and runs_plain()):
        return function
    kind = kind or Helper
    try:
        key = kind, check_bounds, _meaning(function)
    except ValueError:  # it calls itself
        return _helper(function, check_bounds, kind)
    made = _known.get(key)
    if made is None:
        made = _known[key] = _helper(function, check_bounds, kind)
    return made


def runs_plain() -> bool:
    """Whether ``NUMBA_DISABLE_JIT`` asks that nothing be compiled for this machine."""
    return bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what runs in place of a compiled function: the same one, in Python."""
    _say_plain()

    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # as machine words do
            return function(*map(_with_attributes, arguments))

    return run


def _with_attributes(value: Any) -> Any:
    """An array of records whose fields are attributes too, as compiled code has them."""
    if isinstance(value, np.ndarray) and value.dtype.names and not isinstance(value, np.recarray):
        return value.view(np.recarray)
    return value


@cache
def _say_plain() -> None:
    logging.getLogger("livestone").warning(
        "livestone: NUMBA_DISABLE_JIT is set: all runs in Python, hundreds of times slower"
    )


def entry(function: Callable[..., Any], check_bounds: bool) -> Any:
    """Return a function to be compiled for calls from Python; see :func:`compile_entry`."""
    compile_ = numba.njit(**_options(check_bounds), pipeline_class=ParameterCompiler)
    return compile_(getattr(function, "py_func", function))


def compile_entry(dispatcher: Any, types: Any) -> None:
    """Compile an entry, or load it from its cache, with this one signature."""
    with uncollected():
        dispatcher.compile(types)
    dispatcher.disable_compile()
    for result in dispatcher.overloads.values():
        for environment in result._find_referenced_environments():
            result.codegen.set_env(environment.env_name, environment)


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect no garbage in the block: compiling makes little of it, and looking takes a tenth."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _helper(function: Any, check_bounds: bool, kind: type[Helper]) -> Any:
    options = {"nopython": True, "no_cpython_wrapper": True, **_options(check_bounds)}
    return kind(function, targetoptions=options, pipeline_class=kind.pipeline())


def _options(check_bounds: bool) -> dict[str, Any]:
    """How everything is compiled: without a wrapper for calls from C, which nothing needs."""
    flags = {"boundscheck": check_bounds, "no_cfunc_wrapper": True}
    return {"nogil": True, "error_model": "numpy", **flags}


def _meaning(function: Any) -> object:
    """What a function computes: its text, its module, and what it closes over.

    Raises ValueError for a function that closes over itself.
    """
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    given = (function.__defaults__, function.__kwdefaults__)
    return function.__code__, id(function.__globals__), _value((*cells, *given))


def _value(value: object) -> object:
    """A constant as something to compare by; anything unknown only equals itself."""
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tobytes()
    if type(value) is tuple:
        return tuple(map(_value, value))
    if value is None or isinstance(value, bool | int | float | str | np.generic):
        return type(value), repr(value)
    return id(value)


class Helper(CPUDispatcher):
    """A helper that takes any signed integer as the widest.

    Numba would compile it for ``s.mover``, which is narrow, for ``1 - s.mover``, and for a literal.
    """

    @staticmethod
    def pipeline() -> type[Compiler]:
        """What compiles it."""
        return HelperCompiler

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile for the widened types; Numba's callers then convert what they pass."""
        return super().get_call_template(
            tuple(map(wide, args)), {name: wide(type_) for name, type_ in kws.items()}
        )


def wide(type_: Any) -> Any:
    """A type as a helper takes it."""
    return numba.types.int64 if getattr(type_, "signed", False) else type_


class HelperLibrary(JITCodeLibrary):
    """The code of a helper, prepared for linking only."""

    class codegen:  # what Numba asks to place the environment in machine code
        @staticmethod
        def set_env(env_name: str, env: Any) -> None:
            """Nothing is there yet: :func:`compile_entry` does it for the whole kernel."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """Run few passes over each function, and prepare them once for all."""
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager(opt=1)
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        """Simplify; whole kernels are optimised in full."""
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        """Do all but the machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=False, analysis_only=True)
class _HelperPass(LoweringPass):
    """Chooses the library that the function's code goes into."""

    _name = "livestone_helper"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        state.library = HelperLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


class HelperCompiler(ParameterCompiler):
    """The compiler of entries with that pass before lowering."""

    def define_pipelines(self) -> Any:
        pipelines = super().define_pipelines()
        for passes in pipelines:
            passes.add_pass_after(_HelperPass, AnnotateTypes)
            passes.finalize()
        return pipelines
