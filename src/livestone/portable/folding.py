"""Tables that a module makes of fewer numbers when a search first asks, not carrying them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numba
from llvmlite import ir

from livestone.compiler.arrays import INT64, array_at, call
from livestone.compiler.parameters import LENGTH, VALUE, Parameter
from livestone.core.folding import Folded
from livestone.core.game import Game
from livestone.core.kernels import KernelContext
from livestone.portable.kernels import Kernel, PortableKernels

# What the runtime calls before the first function that reads such tables.
PREPARE = "prepare"


@dataclass(frozen=True)
class Unfolding:
    """A folded table, and the kernel that unfolds it."""

    folded: Folded
    kernel: Kernel


def unfoldings(forms: Iterable[Game], kind: type[PortableKernels]) -> list[Unfolding]:
    """Return those of a game's forms, each table once."""
    found: dict[bytes, Unfolding] = {}
    for form in forms:
        for folded in form.folded:
            found.setdefault(folded.table.tobytes(), Unfolding(folded, _kernel(kind(form), folded)))
    return [*found.values()]


def _kernel(form: PortableKernels, folded: Folded) -> Kernel:
    def unfolding(context: KernelContext) -> Callable[..., Any]:
        return folded.unfolding(context.jit)

    kind = numba.types.Array(numba.from_dtype(folded.table.dtype), 1, "C")
    made: Any = form.build(unfolding, kind, kind)
    assert isinstance(made, Kernel)
    return made


def values(
    module: Any, parameters: Sequence[Parameter], found: Sequence[Unfolding]
) -> tuple[str, list[str]]:
    """Return the values that a module reads, as another module; and where the folded tables are.

    Those are empty places. A table that the module does not read has no name.
    """
    tables = [unfolding.folded.table.tobytes() for unfolding in found]
    lines, names = [], [""] * len(tables)
    for variable in module.global_variables:
        symbol = str(variable.name)
        if symbol.startswith(LENGTH):
            (length, *_) = parameters[int(symbol.removeprefix(LENGTH))].shape
            lines.append(f'@"{symbol}" = unnamed_addr constant i64 {length}')
        if symbol.startswith(VALUE):
            octets = parameters[int(symbol.removeprefix(VALUE))].octets
            kind = f"[{len(octets)} x i8]"
            if octets in tables:
                names[tables.index(octets)] = symbol
                lines.append(f'@"{symbol}" = global {kind} zeroinitializer, align 16')
            else:
                written = _written(octets)
                lines.append(f'@"{symbol}" = unnamed_addr constant {kind} c"{written}", align 16')
    return "\n".join(lines), names


def _written(octets: bytes) -> str:
    """Bytes as LLVM writes them in a string."""
    signs = [chr(octet) if 32 <= octet < 127 else f"\\{octet:02X}" for octet in range(256)]
    signs[ord('"')], signs[ord("\\")] = "\\22", "\\5C"
    return "".join(map(signs.__getitem__, octets))


def preparation(context: Any, found: Sequence[tuple[Unfolding, str]]) -> str:
    """Return a module with the function that unfolds the tables in these places."""
    module = context.create_module(PREPARE)
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), ()), PREPARE)
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    for number, (unfolding, name) in enumerate(found):
        table, few = unfolding.folded.table, unfolding.folded.few
        place = ir.GlobalVariable(module, _octets(table), name)
        small = ir.GlobalVariable(module, _octets(few), f"few.{number}")
        small.global_constant, small.linkage = True, "internal"
        small.align = place.align = 16
        small.initializer = _octets(few)(bytearray(few.tobytes()))
        kind = unfolding.kernel.types[0]
        arrays = [
            array_at(context, builder, kind, place, [INT64(len(table))]),
            array_at(context, builder, kind, small, [INT64(len(few))]),
        ]
        call(context, builder, unfolding.kernel.result, arrays)
    builder.ret_void()
    return str(module)


def _octets(array: Any) -> Any:
    return ir.ArrayType(ir.IntType(8), array.nbytes)
