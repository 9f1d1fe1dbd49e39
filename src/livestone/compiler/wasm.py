"""WebAssembly as a target of Numba: 32-bit pointers, no Python, error codes without messages.

Numba lowers a function to LLVM IR for one target. IR that was optimised for the host has its
64-bit pointers baked in, so everything here is lowered for wasm32 from the start. ``intp`` stays
64 bits wide, as in Numba's types; LLVM truncates addresses.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import cgutils
from numba.core.callconv import CPUCallConv
from numba.core.codegen import CPUCodegen
from numba.core.compiler import Compiler
from numba.core.cpu import CPUContext
from numba.core.registry import CPUDispatcher, CPUTarget, cpu_target
from numba.core.target_extension import (
    CPU,
    dispatcher_registry,
    jit_registry,
    target_override,
    target_registry,
)
from numba.core.utils import threadsafe_cached_property

from livestone.compiler.loops import PortableCompiler, SharedCompiler
from livestone.compiler.native import Helper, HelperLibrary, uncollected, wide

NAME = "wasm32"
TRIPLE = "wasm32-unknown-unknown"
# What every browser has had since 2021; without bulk memory, whose short copies are slow in V8.
FEATURES = "+sign-ext,+nontrapping-fptoint,+mutable-globals"
# What a compiled function returns in place of an exception; 0 is success, see ``CPUCallConv``.
OUT_OF_MEMORY, OUT_OF_BOUNDS, FAILED = 1, 2, 3


def compile_portably(made: Any, types: Any) -> Any:
    """Compile a :class:`PortableHelper` for arguments of these types; return Numba's result."""
    taken = tuple(map(wide, types))
    with target_override(NAME), uncollected():
        made.compile(taken)
    return made.overloads[taken]


def target_machine() -> Any:
    """Return LLVM's code generator for WebAssembly."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(opt=3, features=FEATURES, reloc="static")


class _Wasm(CPU):
    """The target as Numba's registry knows it: whatever is written for a CPU serves it too."""


class _Codegen(CPUCodegen):
    """Makes modules for WebAssembly, optimises them, and runs nothing."""

    _library_class = HelperLibrary

    def _init(self, llvm_module: Any) -> None:
        self._tm = target_machine()
        self._tm_features = FEATURES
        self._data_layout = str(self._tm.target_data)
        self._loopvect, self._opt_level = False, 0

    @property
    def target_data(self) -> Any:
        """The layout of types in memory."""
        return self._tm.target_data

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple, module.data_layout = TRIPLE, str(target_machine().target_data)
        return module

    def _customize_tm_features(self) -> str:
        return FEATURES

    def _customize_tm_options(self, options: Any) -> None:
        """Nothing to add: ``_init`` makes the code generator."""

    def _add_module(self, module: Any) -> None:
        """Nothing runs here."""


class _CallConvention(CPUCallConv):
    """Functions return a status; an exception is no more than its number."""

    def set_static_user_exc(
        self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None
    ) -> None:
        """Mark the block as one that raises, for the pruning of reference counts."""
        place = self._get_excinfo_argument(builder.function)
        store = builder.store(ir.Constant(place.type.pointee, None), place)
        mark = builder.module.add_metadata([ir.IntType(1)(1)])
        store.set_metadata("numba_exception_output", mark)

    def return_user_exc(
        self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None
    ) -> None:
        """Return what stands for the exception."""
        code = FAILED
        if exc is not None and issubclass(exc, MemoryError):
            code = OUT_OF_MEMORY
        elif exc is not None and issubclass(exc, IndexError):
            code = OUT_OF_BOUNDS
        self.set_static_user_exc(builder, exc)
        self._return_errcode_raw(builder, ir.Constant(ir.IntType(32), code))

    def return_dynamic_user_exc(
        self, builder: Any, exc: Any, exc_args: Any, nb_types: Any, loc: Any = None,
        func_name: Any = None,
    ) -> None:  # fmt: skip
        """Return what stands for the exception, whatever it says."""
        self.return_user_exc(builder, exc)


class _Context(CPUContext):
    """Lowers types and operations; nothing may refer to an address of this process."""

    allow_dynamic_globals = False
    _registered = False

    def init(self) -> None:
        """Set up the code generator."""
        self.is32bit = False  # of Numba's own integers
        self._internal_codegen: Any = _Codegen("livestone.portable")

    def load_additional_registries(self) -> None:
        """Load what Numba can lower, after the host's runtime: it belongs to the first to ask."""
        if not self._registered:
            self._registered = True
            cpu_target.target_context.refresh()
        super().load_additional_registries()

    @property
    def call_conv(self) -> Any:
        """How functions are called."""
        return _CallConvention(self)

    def add_dynamic_addr(self, builder: Any, intaddr: int, info: str) -> Any:
        """Return nothing: Numba asks for the addresses of functions and never uses them."""
        return ir.Constant(cgutils.voidptr_t, None)

    def post_lowering(self, mod: Any, library: Any) -> None:
        """Let equal tables be one; leave the runtime to the linker."""
        for value in mod.global_values:
            if getattr(value, "global_constant", False):
                value.unnamed_addr = True

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """Return something that Numba can tell from any other function; nothing runs here."""
        name = fndesc.qualname.rpartition(".")[2]
        return _dynfunc.make_function(fndesc.lookup_module(), name, "", 0, env, (library,))


class _Target(CPUTarget):
    """What a dispatcher compiles for."""

    @threadsafe_cached_property
    def _toplevel_target_context(self) -> Any:
        return _Context(self.typing_context, NAME)


target_registry[NAME] = _Wasm
wasm_target = _Target(NAME)


class _Dispatcher(CPUDispatcher):
    """A function of Numba's own, such as what implements ``np.zeros``."""

    targetdescr = wasm_target


class PortableHelper(Helper):
    """A function of ours, compiled for WebAssembly to be linked into a module."""

    targetdescr = wasm_target

    @staticmethod
    def pipeline() -> type[Compiler]:
        """What compiles it."""
        return PortableCompiler


class SharedHelper(PortableHelper):
    """The same, compiled for any values of the numbers and flags that it closes over."""

    @staticmethod
    def pipeline() -> type[Compiler]:
        """What compiles it."""
        return SharedCompiler


def _jit(function: Any = None, **options: Any) -> Any:
    """The decorator that Numba puts on its own functions."""
    if function is None:
        return lambda function: _jit(function, **options)
    options |= {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return _Dispatcher(function, targetoptions=options)


dispatcher_registry[_Wasm] = _Dispatcher
jit_registry[_Wasm] = _jit
