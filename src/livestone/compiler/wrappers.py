"""Exported functions with plain arguments, around kernels that take Numba's.

A record is passed as a pointer; an array as a pointer and a length for each dimension; integers are
32 bits wide, but unsigned ones 64. What a kernel returns is returned, ``-1`` where it failed; a
tuple is written to a last array. A pointer outside the blocks that ``alloc`` has given, and an
array that is shorter than the kernel needs, are refused before the kernel runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from livestone.compiler.arrays import array_at, call, dtype_of
from livestone.compiler.loops import MAX_TURNS, NO_LIMIT, turns_left

INT1, INT8, INT32, INT64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))
POINTER = INT8.as_pointer()
# The status of a call that was refused; those of kernels that failed are below it.
REFUSED = 4
# The bytes of each number of a tuple.
RESULT_BYTES = 4
# No array may have more bytes: what 32-bit pointers reach.
MAX_BYTES = 1 << 32


@dataclass(frozen=True)
class Export:
    """A :class:`~livestone.portable.kernels.Kernel` under the name by which the host finds it.

    ``sizes`` are the lengths that its arrays need: the first dimension at least, the others
    exactly. ``within`` says of a number that, with so much added, it lies within an array's length.
    ``wide`` has an integer result in 64 bits; ``endless`` loops for as long as it takes.
    """

    name: str
    kernel: Any  # a Kernel; what builds one promises something to call
    sizes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    within: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    wide: bool = False
    endless: bool = False

    @property
    def returns(self) -> Any:
        """The type that the kernel returns."""
        return self.kernel.result.signature.return_type


def item_size(type_: Any) -> int:
    """The bytes of a record, or of one item of an array."""
    return int(dtype_of(type_).itemsize)


def is_signed(type_: Any) -> bool:
    """Whether a type is a signed integer."""
    return bool(getattr(type_, "signed", False))


def wrapper(context: Any, export: Export) -> Any:
    """Return a module with the exported function, which calls the kernel by its name."""
    module = context.create_module(f"export.{export.name}")
    return _Wrapper(context, module, export).build()


class _Wrapper:
    """Writes one exported function."""

    def __init__(self, context: Any, module: Any, export: Export) -> None:
        self._context, self._module, self._export = context, module, export
        self._lengths: dict[str, Any] = {}
        kinds = [kind for type_ in export.kernel.types for kind in plain_types(type_)]
        if isinstance(export.returns, types.BaseTuple):
            kinds += [POINTER, INT32]
        self._result = result_type(export)
        made = ir.FunctionType(self._result, kinds)
        self._function = ir.Function(module, made, export.name)
        self._builder = ir.IRBuilder(self._function.append_basic_block("entry"))
        self._refuse = self._function.append_basic_block("refuse")

    def build(self) -> Any:
        """Return the module with the whole function."""
        builder, kernel = self._builder, self._export.kernel
        given = iter(self._function.args)
        values = [
            self._argument(name, type_, [next(given) for _ in plain_types(type_)])
            for name, type_ in zip(kernel.arguments, kernel.types, strict=True)
        ]
        if isinstance(self._export.returns, types.BaseTuple):
            self._require_result(*given)
        self._require_within(dict(zip(kernel.arguments, values, strict=True)))
        if kernel.unfolds:
            builder.call(self._declared("ready", ir.VoidType()), [])
        turns = NO_LIMIT if self._export.endless else MAX_TURNS
        builder.store(INT64(turns), turns_left(self._module))
        status, out = call(self._context, builder, kernel.result, values, ("noinline",))
        with builder.if_then(status.is_error, likely=False):
            self._fail(status.code)
        self._return(out)
        builder.position_at_end(self._refuse)
        self._fail(INT32(REFUSED))
        return self._module

    def _argument(self, name: str, type_: Any, given: list[Any]) -> Any:
        """What the kernel takes for an argument."""
        builder = self._builder
        if isinstance(type_, types.Array):
            return self._array(name, type_, given)
        if isinstance(type_, types.Record):
            self._require_memory(given[0], INT64(item_size(type_)))
            return builder.bitcast(given[0], self._context.get_value_type(type_))
        if is_signed(type_):
            return builder.sext(given[0], INT64)
        return given[0]

    def _array(self, name: str, type_: Any, given: list[Any]) -> Any:
        """Numba's form of an array that the host gives as a pointer and its lengths."""
        builder = self._builder
        lengths = [builder.zext(length, INT64) for length in given[1:]]
        self._lengths[name] = lengths[0]
        bytes_ = INT64(item_size(type_.dtype))
        for axis, length in reversed([*enumerate(lengths)]):
            self._require_size(name, axis, length)
            bytes_ = builder.mul(bytes_, length)
            self._require(builder.icmp_unsigned("<", bytes_, INT64(MAX_BYTES)))
        self._require_memory(given[0], bytes_)
        return array_at(self._context, builder, type_, given[0], lengths)

    def _require(self, holds: Any) -> None:
        """Refuse the call unless this holds."""
        more = self._function.append_basic_block("more")
        self._builder.cbranch(holds, more, self._refuse)
        self._builder.position_at_end(more)

    def _require_size(self, name: str, axis: int, length: Any) -> None:
        if name in self._export.sizes:
            needed = INT64(self._export.sizes[name][axis])
            self._require(self._builder.icmp_unsigned("==" if axis else ">=", length, needed))

    def _require_memory(self, pointer: Any, bytes_: Any) -> None:
        lies = self._declared("lies", INT1, POINTER, INT64)
        self._require(self._builder.call(lies, [pointer, bytes_]))

    def _require_result(self, place: Any, length: Any) -> None:
        """Refuse the call unless there is room for the numbers of a tuple."""
        numbers = self._builder.zext(length, INT64)
        needed = INT64(len(self._export.returns))
        self._require(self._builder.icmp_unsigned(">=", numbers, needed))
        self._require_memory(place, self._builder.mul(numbers, INT64(RESULT_BYTES)))

    def _require_within(self, values: Mapping[str, Any]) -> None:
        for name, (array, more) in self._export.within.items():
            value = self._lengths.get(name, values[name])
            self._require(self._builder.icmp_signed(">=", value, INT64(0)))
            end = self._builder.add(value, INT64(more))
            self._require(self._builder.icmp_signed("<=", end, self._lengths[array]))

    def _declared(self, name: str, returns: Any, *takes: Any) -> Any:
        """A function of the runtime."""
        made = ir.FunctionType(returns, takes)
        return cgutils.get_or_insert_function(self._module, made, name)

    def _fail(self, code: Any) -> None:
        """Note why, and return what says so."""
        self._builder.call(self._declared("fail", ir.VoidType(), INT32), [code])
        self._builder.ret(self._result(-1))

    def _return(self, out: Any) -> None:
        builder, returns = self._builder, self._export.returns
        if isinstance(returns, types.BaseTuple):
            place = builder.bitcast(self._function.args[-2], INT32.as_pointer())
            for index in range(len(returns)):
                item = builder.trunc(builder.extract_value(out, index), INT32)
                builder.store(item, builder.gep(place, [INT32(index)]))
        if isinstance(returns, types.BaseTuple | types.NoneType):
            builder.ret(self._result(0))
        elif isinstance(returns, types.Boolean):
            builder.ret(builder.zext(out, INT32))
        elif isinstance(returns, types.Float) or self._result == out.type:
            builder.ret(out)
        elif self._result.width > out.type.width:
            builder.ret(builder.sext(out, self._result))
        else:
            builder.ret(builder.trunc(out, self._result))


def plain_types(type_: Any) -> list[Any]:
    """The types that an argument takes in WebAssembly. Raises TypeError for what has none."""
    if isinstance(type_, types.Array) and type_.layout == "C":
        return [POINTER] + [INT32] * type_.ndim
    if isinstance(type_, types.Record):
        return [POINTER]
    if isinstance(type_, types.Integer):
        return [INT32 if is_signed(type_) else INT64]
    if isinstance(type_, types.Float):
        return [ir.DoubleType()]
    raise TypeError(f"no exported function can take {type_}")


def result_type(export: Export) -> Any:
    """The type of what the exported function returns."""
    returns = export.returns
    if isinstance(returns, types.Float):
        return ir.DoubleType()
    unsigned = isinstance(returns, types.Integer) and not is_signed(returns)
    return INT64 if unsigned or export.wide else INT32
