"""Loops that end, whatever a position or a move is: functions with checks count their turns.

Array bounds are checked already; what is left to a wrong position is a loop that never comes to
an end. A call that has had too many turns fails, as for any other error.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import ir as numba_ir
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering

from livestone.compiler.native import HelperCompiler
from livestone.compiler.parameters import EveryNumberPass

INT64 = ir.IntType(64)
# The turns that all loops of a call may have together, far more than any rule needs. The number
# left is a global variable of the module.
MAX_TURNS, LEFT = 1 << 26, "turns_left"
# The same for what counts for as long as it takes.
NO_LIMIT = (1 << 63) - 1


def turns_left(module: Any) -> Any:
    """Return the variable that holds how many turns are left, as a module's IR refers to it."""
    return module.globals.get(LEFT) or ir.GlobalVariable(module, INT64, LEFT)


class _Lower(Lower):
    """Counts whenever a function with checks goes back to an earlier block, or stays in one."""

    def lower_block(self, block: Any) -> None:
        """Note where the block is."""
        (self._label,) = (label for label, found in self.blocks.items() if found is block)
        super().lower_block(block)

    def lower_inst(self, inst: Any) -> None:
        """Count before a jump back."""
        if self.flags.boundscheck and any(target <= self._label for target in _targets(inst)):
            self._count()
        super().lower_inst(inst)

    def _count(self) -> None:
        builder, place = self.builder, turns_left(self.builder.module)
        left = builder.sub(builder.load(place), INT64(1))
        builder.store(left, place)
        with builder.if_then(builder.icmp_signed("<", left, INT64(0)), likely=False):
            self.call_conv.return_user_exc(builder, RuntimeError)


def _targets(inst: Any) -> tuple[int, ...]:
    """Where an instruction goes on, by the labels of blocks; empty for the next one."""
    if isinstance(inst, numba_ir.Jump):
        return (inst.target,)
    return (inst.truebr, inst.falsebr) if isinstance(inst, numba_ir.Branch) else ()


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(BaseNativeLowering):
    """Numba's last step, with that class."""

    _name = "livestone_portable_lowering"  # type: ignore[assignment]

    @property
    def lowering_class(self) -> Any:
        """What lowers a function."""
        return _Lower


class PortableCompiler(HelperCompiler):
    """The compiler of helpers, with that step."""

    def define_pipelines(self) -> Any:
        """Put the step in the place of Numba's."""
        pipelines = super().define_pipelines()
        for made in pipelines:
            made.passes = [
                (_Lowering if step is NativeLowering else step, words)
                for step, words in made.passes
            ]
            made.finalize()
        return pipelines


class SharedCompiler(PortableCompiler):
    """The same, with every number and flag a parameter."""

    reading = EveryNumberPass
