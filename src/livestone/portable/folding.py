"""Tables that a module makes of fewer numbers when a search first asks, not carrying them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir

from livestone.compiler.arrays import INT64, array_at, call
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


def unfoldings(forms: Iterable[Game]) -> list[Unfolding]:
    """Return those of a game's forms, each table once."""
    found: dict[bytes, Unfolding] = {}
    for form in forms:
        for folded in form.folded:
            found.setdefault(folded.table.tobytes(), Unfolding(folded, _kernel(form, folded)))
    return [*found.values()]


def _kernel(form: Game, folded: Folded) -> Kernel:
    def unfolding(context: KernelContext) -> Callable[..., Any]:
        return folded.unfolding(context.jit)

    kind = numba.types.Array(numba.from_dtype(folded.table.dtype), 1, "C")
    made: Any = PortableKernels(form).build(unfolding, kind, kind)
    assert isinstance(made, Kernel)
    return made


def without_tables(module: Any, found: Sequence[Unfolding]) -> tuple[Any, list[str]]:
    """Return a linked module with empty places for its folded tables, and the places' names.

    A table that the module does not hold has no name.
    """
    text = str(module)
    names = []
    for unfolding in found:
        octets = unfolding.folded.table.tobytes()
        kind = f"[{len(octets)} x i8]"
        at = text.find(f' constant {kind} c"{_written(octets)}"')
        begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        name = text[begin:end].partition(" = ")[0] if at >= 0 else ""
        if name:
            text = f"{text[:begin]}{name} = global {kind} zeroinitializer, align 16{text[end:]}"
        names.append(name)
    return llvm.parse_assembly(text), names


def _written(octets: bytes) -> str:
    """Bytes as LLVM writes them in a string."""
    signs = [chr(octet) if 32 <= octet < 127 else f"\\{octet:02X}" for octet in range(256)]
    signs[ord('"')], signs[ord("\\")] = "\\22", "\\\\"
    return "".join(map(signs.__getitem__, octets))


def preparation(context: Any, found: Sequence[tuple[Unfolding, str]]) -> str:
    """Return a module with the function that unfolds the tables in these places."""
    module = context.create_module(PREPARE)
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), ()), PREPARE)
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    for number, (unfolding, name) in enumerate(found):
        table, few = unfolding.folded.table, unfolding.folded.few
        place = ir.GlobalVariable(module, _octets(table), name.removeprefix("@").strip('"'))
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
