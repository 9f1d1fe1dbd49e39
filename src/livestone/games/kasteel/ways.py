"""Where Black's pawns go in Kasteel, and what they capture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from livestone.boards.sight import sights
from livestone.core.game import Jit
from livestone.games.kasteel.board import SITES

if TYPE_CHECKING:
    from livestone.games.kasteel.rules import Kasteel

# What stands on a square, in ``cells``.
EMPTY, PAWN, DEFENDER, KING, EDGE = 0, 1, 2, 3, 9
# The most squares on a square's lines.
LONGEST = 19
# A move is origin * SITES + target; captures come after all plain moves.
CAPTURE = SITES * SITES


def pawn_ways(game: Kasteel, jit: Jit) -> tuple[Any, Any]:
    """``reach(cells, origin, out, n, plain) -> n`` and ``captures_on(cells, origin)``."""
    in_line = sights(game.board)
    anywhere = game.option["capture"] == "fly_any"
    beside = game.option["capture"] == "adjacent"

    @jit
    def reach(cells: Any, origin: int, out: Any, n: int, plain: int) -> int:
        """Add the captures of the pawn on ``origin``, and if ``plain`` its other moves.

        Going along all lines at once, ``met`` adds up the pieces met on the line: 1 is exactly
        one white pawn.
        """
        met, last = 0, EMPTY
        first = int(origin) * SITES
        for at in range(LONGEST):
            target, inward, second = in_line[origin, at]
            met &= inward
            here = cells[target]
            lands = (met == 1) & (anywhere | (last == PAWN)) & (second | (not beside))
            out[n] = first + target + CAPTURE * met
            n += (here == EMPTY) & (lands | (plain & (met == 0)))
            met += here
            last = here
        return n

    @jit
    def captures_on(cells: Any, origin: int) -> Any:
        """Whether the pawn on ``origin`` can capture."""
        met, last, found = 0, EMPTY, False
        for at in range(LONGEST):
            target, inward, second = in_line[origin, at]
            met &= inward
            here = cells[target]
            lands = (met == 1) & (anywhere | (last == PAWN)) & (second | (not beside))
            found |= (here == EMPTY) & lands
            met += here
            last = here
        return found

    return reach, captures_on
