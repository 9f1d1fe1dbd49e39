"""Where the pieces of Kasteel go, and what Black's pawns capture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from livestone.boards.sight import sights
from livestone.core.game import Jit, Position
from livestone.core.options import Value
from livestone.games.kasteel.board import (
    DEFENDERS,
    EMPTY,
    PAWN,
    SITES,
    castle_board,
    castle_squares,
)

if TYPE_CHECKING:
    from livestone.games.kasteel.rules import Kasteel

# The most squares on a square's lines.
LONGEST = 19
# A move is origin * SITES + target; captures come after all plain moves, to stop after both.
CAPTURE = SITES * SITES
STOP = 2 * CAPTURE
LEFT, UP = 4, 2  # White's two directions
# The values of the option ``capture``.
CAPTURES: Mapping[Value, str] = {
    "fly_any": "from afar, landing anywhere behind",
    "fly_next": "from afar, landing directly behind",
    "adjacent": "only the pawn beside it, landing directly behind",
}


class Ways(NamedTuple):
    """How the pieces go.

    - ``attack(cells, out) -> n``: White's moves.
    - ``defend(s, out, plain) -> n``: Black's captures, and if ``plain`` the other moves.
    - ``capture_on(cells, origin, out) -> n``: the captures of the pawn on ``origin``.
    - ``can_capture(cells, origin)``: whether there are any.
    - ``besieged(cells, throne)``: whether the King has no step and a white pawn has a part in it.
    """

    attack: Any
    defend: Any
    capture_on: Any
    can_capture: Any
    besieged: Any


def piece_ways(game: Kasteel, jit: Jit) -> Ways:
    """The ways of both sides' pieces."""
    (reach, can_capture), (king_steps, besieged) = _pawn_ways(game, jit), _king_ways(jit)
    has_king = bool(game.king)

    @jit
    def defend(s: Position, out: Any, plain: int) -> Any:
        n = 0
        for pawn in range(DEFENDERS):
            n = reach(s.cells, s.posts[pawn], out, n, plain)
        return king_steps(s.cells, s.throne, out, n) if has_king and plain else n

    @jit
    def capture_on(cells: Any, origin: int, out: Any) -> Any:
        return reach(cells, origin, out, 0, 0)

    return Ways(_crowd_ways(jit), defend, capture_on, can_capture, besieged)


def _crowd_ways(jit: Jit) -> Any:
    """``attack(cells, out) -> n``: White's moves, one square to the left or up."""
    neighbours = castle_board().neighbours

    @jit
    def attack(cells: Any, out: Any) -> Any:
        n = 0
        for site in range(SITES):
            ours = cells[site] == PAWN
            for direction in (LEFT, UP):
                target = neighbours[site, direction]
                out[n] = site * SITES + target
                n += ours & (cells[target] == EMPTY)
        return n

    return attack


def _king_ways(jit: Jit) -> tuple[Any, Any]:
    """``king_steps(cells, throne, out, n) -> n`` and ``besieged(cells, throne)``."""
    neighbours, castle = castle_board().neighbours, castle_squares()

    @jit
    def king_steps(cells: Any, throne: int, out: Any, n: int) -> Any:
        """Add the King's steps inside the castle."""
        first = int(throne) * SITES
        for direction in range(8):
            site = neighbours[throne, direction]
            out[n] = first + site
            n += castle[site] & (cells[site] == EMPTY)
        return n

    @jit
    def besieged(cells: Any, throne: int) -> bool:
        """Whether the King has no step and a white pawn has a part in it."""
        attacked = 0
        for direction in range(8):
            site = neighbours[throne, direction]
            if castle[site]:
                if cells[site] == EMPTY:
                    return False
                attacked += cells[site] == PAWN
        return attacked > 0

    return king_steps, besieged


def _pawn_ways(game: Kasteel, jit: Jit) -> tuple[Any, Any]:
    """``reach(cells, origin, out, n, plain) -> n`` and ``can_capture(cells, origin)``."""
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
    def can_capture(cells: Any, origin: int) -> Any:
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

    return reach, can_capture
