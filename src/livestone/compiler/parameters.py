"""Numbers and tables that compiled code reads at a symbol, so that it serves other ones too.

What a game's rules close over differs between its options; their text does not. Here each such
value is an external constant, named after what it is. Code that was compiled for one option serves
another with the other's names, which are as long.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba.core import ir as numba_ir
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.untyped_passes import IRProcessing
from numba.extending import intrinsic

from livestone.compiler.arrays import INT64, array_at

# What the symbols of values begin with, and of the first lengths of arrays; then come these digits.
VALUE, LENGTH, DIGITS = "livestone.value.", "livestone.length.", 24
# Values are aligned so.
ALIGNED = 64
# Numbers are parameters where the package of the function says so by a variable of this name: code
# that knows them is up to a tenth quicker in some games. The most moves that a position can have
# are one wherever they are called so.
VARY, MOST = "NUMBERS_VARY", "most"
# Where an object lies differs from process to process.
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class Parameter(NamedTuple):
    """A value: the mark that its symbols end with, its bytes, its compiled type, its shape."""

    mark: str
    octets: bytes
    type_: Any
    shape: tuple[int, ...]


def parameter(function: Any, name: str, value: Any, every_number: bool = False) -> Parameter | None:
    """Return what a function closes over as a parameter; None for what is a constant in it.

    With ``every_number`` all numbers and flags are, whatever the function's package says.
    """
    if isinstance(value, np.ndarray):
        plain = value.flags.c_contiguous and not value.dtype.hasobject
        if not plain or not value.ndim or not value.size:
            return None
        type_ = numba.typeof(value).copy(readonly=True)
    elif isinstance(value, int | float | np.number | np.bool_):
        if not every_number and not _varies(function, name, value):
            return None
        type_ = numba.typeof(value)
    else:
        return None
    octets, shape = np.asarray(value).tobytes(), np.shape(value)
    digest = hashlib.sha256(repr((name, str(type_), shape)).encode() + octets).hexdigest()
    return Parameter(digest[:DIGITS], octets, type_, shape)


def _varies(function: Any, name: str, value: Any) -> bool:
    """Whether a number is a parameter. A flag is none: what it forbids may not even compile."""
    package = sys.modules.get(function.__module__.rpartition(".")[0])
    varies = name == MOST or getattr(package, VARY, False)
    return varies and not isinstance(value, bool | np.bool_)


def linked(*functions: Any) -> list[Any]:
    """Return these functions and all that they close over, as plain functions."""
    todo, seen = [*functions], dict[Any, None]()
    while todo:
        function = todo.pop()
        function = getattr(function, "py_func", function)
        if isinstance(function, FunctionType) and function not in seen:
            seen[function] = None
            todo += [cell.cell_contents for cell in function.__closure__ or ()]
    return list(seen)


class Shape:
    """What functions are besides the values of their parameters, as a digest, and those."""

    def __init__(self, *functions: Any, every_number: bool = False) -> None:
        self._parameters: dict[str, Parameter] = {}
        self._every_number = every_number
        found = linked(*functions)
        self._numbers = {each: number for number, each in enumerate(found)}
        roots = [self._numbers[getattr(each, "py_func", each)] for each in functions]
        said = repr((roots, [[*self._parts(each)] for each in found]))
        self.digest = hashlib.sha256(said.encode()).hexdigest()[:24]

    @property
    def marks(self) -> list[str]:
        """The marks of all parameters, in the order of their first use."""
        return [*self._parameters]

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters, in that order."""
        return [*self._parameters.values()]

    def publish(self) -> None:
        """Let code find the values."""
        for each in self._parameters.values():
            publish(each)

    def _parts(self, function: Any) -> Iterator[object]:
        code = function.__code__
        yield function.__module__, function.__qualname__, code.co_firstlineno, code.co_code
        yield function.__defaults__, function.__kwdefaults__
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            yield self._part(function, name, cell.cell_contents)

    def _part(self, function: Any, name: str, value: Any) -> object:
        made = parameter(function, name, value, self._every_number)
        if made is not None:
            self._parameters.setdefault(made.mark, made)
            place = [*self._parameters].index(made.mark)
            return name, place, str(made.type_), made.shape[1:]
        value = getattr(value, "py_func", value)
        if value in self._numbers if isinstance(value, FunctionType) else False:
            return name, "function", self._numbers[value]
        return name, _constant(value)


def _constant(value: Any) -> object:
    """What tells a constant from others of its type, in every process."""
    if isinstance(value, np.ndarray):
        return str(value.dtype), value.shape, value.tobytes()
    if isinstance(value, tuple):
        return type(value).__name__, [*map(_constant, value)]
    return type(value).__name__, ADDRESS.sub("", repr(value))


def shape_of(function: Any) -> Shape:
    """Return the shape of a function, plain or compiled."""
    return Shape(function)


_published: dict[str, Any] = {}  # kept, for as long as code may read it


def publish(made: Parameter) -> None:
    """Let compiled code of this process find a value, for as long as it runs."""
    if made.mark in _published:
        return
    room = np.zeros(len(made.octets) + ALIGNED, np.uint8)
    begin = -room.ctypes.data % ALIGNED
    room[begin : begin + len(made.octets)] = np.frombuffer(made.octets, np.uint8)
    length = np.array(made.shape[:1], np.int64)
    _published[made.mark] = room, length
    llvm.add_symbol(VALUE + made.mark, room.ctypes.data + begin)
    llvm.add_symbol(LENGTH + made.mark, length.ctypes.data)


@cache
def _reader(mark: str, type_: Any, inner: tuple[int, ...]) -> Any:
    """What compiled code calls for a value."""

    @intrinsic
    def read(typing_context: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if not isinstance(type_, numba.types.Array):
                place = _external(builder.module, VALUE + mark, context.get_data_type(type_))
                model = context.data_model_manager[type_]
                return model.from_data(builder, builder.load(place))
            items = _external(builder.module, VALUE + mark, ir.IntType(8))
            length = builder.load(_external(builder.module, LENGTH + mark, INT64))
            return array_at(context, builder, type_, items, [length, *map(INT64, inner)])

        return type_(), code

    return read


def _external(module: Any, symbol: str, kind: Any) -> Any:
    found = module.globals.get(symbol)
    if found is None:
        found = ir.GlobalVariable(module, kind, symbol)
        found.global_constant, found.linkage = True, "external"
    return found


@register_pass(mutates_CFG=False, analysis_only=False)
class _ParameterPass(FunctionPass):
    """Reads parameters where a function closes over them."""

    _name = "livestone_parameters"
    _every_number = False

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        found = False
        for block in state.func_ir.blocks.values():
            body = list(block.body)
            block.body = [each for old in body for each in self._read(state.func_id.func, old)]
            found |= len(block.body) > len(body)
        if found:
            state.func_ir._definitions = build_definitions(state.func_ir.blocks)
            state.typingctx.refresh()
            state.targetctx.refresh()
        return found

    def _read(self, function: Any, statement: Any) -> list[Any]:
        """A statement, or those that read a parameter in its place."""
        value = getattr(statement, "value", None)
        if not isinstance(statement, numba_ir.Assign) or not isinstance(value, numba_ir.FreeVar):
            return [statement]
        made = parameter(function, value.name, value.value, self._every_number)
        if made is None:
            return [statement]
        publish(made)
        target: Any = statement.target
        at = statement.loc
        name = target.scope.redefine("$read", at)
        reader = numba_ir.Global("read", _reader(made.mark, made.type_, made.shape[1:]), at)
        call = numba_ir.Expr.call(name, (), (), at)
        return [numba_ir.Assign(reader, name, at), numba_ir.Assign(call, target, at)]


@register_pass(mutates_CFG=False, analysis_only=False)
class EveryNumberPass(_ParameterPass):
    """The same, where every number and flag is a parameter."""

    _name = "livestone_every_number"
    _every_number = True


class ParameterCompiler(Compiler):
    """Numba's compiler with that pass."""

    reading: type[FunctionPass] = _ParameterPass

    def define_pipelines(self) -> Any:
        """Put the pass before whatever looks at values."""
        pipelines = super().define_pipelines()
        for passes in pipelines:
            passes.add_pass_after(self.reading, IRProcessing)
            passes.finalize()
        return pipelines
