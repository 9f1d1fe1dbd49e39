"""How the pieces of Trangalla step and jump, and are put elsewhere or taken off the board."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.core.game import Jit, Position
from livestone.games.trangalla.board import SITES, TARGETS, WALL, tip_to_tip

EMPTY, EDGE = 0, 9  # in ``cells`` a piece is its player's index + 1, King or not
# A move is origin * SITES + target; then the named moves, then the choice of a King's place.
STOP = SITES * SITES
PASS = STOP + 1
CHOICE = PASS + 1
# The directions, counter-clockwise from east, so that three apart are opposite.
DIRECTIONS = 6
# Whether each player's pieces step that way: forward or sideways.
STEPS = ((1, 1, 1, 1, 0, 0), (1, 0, 0, 1, 1, 1))


def first_moves(jit: Jit, *, closed: bool) -> Any:
    """``begin(s, out) -> n``: the steps and first jumps of all the mover's pieces.

    ``closed``: no jump into the tip behind the player's own places.
    """
    near, far, steps = tip_to_tip().neighbours, _landings(closed=closed), np.array(STEPS) == 1

    @jit
    def begin(s: Position, out: Any) -> int:
        n = 0
        cells, mover = s.cells, s.mover
        for origin in range(SITES):
            if cells[origin] == mover + 1:
                for direction in range(DIRECTIONS):
                    step, jump = near[origin, direction], far[mover, origin, direction]
                    free = cells[step] == EMPTY
                    out[n] = origin * SITES + (step if free else jump)
                    n += (free & steps[mover, direction]) | ((not free) & (cells[jump] == EMPTY))
        return n

    return begin


def further_jumps(jit: Jit, *, closed: bool) -> tuple[Any, Any]:
    """How a piece that has jumped can jump on: where to, and whether at all.

    ``jump_on(s, origin, out) -> n`` and ``can_jump(s, origin) -> bool``.
    """
    near, far = tip_to_tip().neighbours, _landings(closed=closed)

    @jit
    def jumps(s: Position, origin: int, direction: int) -> Any:
        target = far[s.mover, origin, direction]
        over = s.cells[near[origin, direction]]
        return (over != EMPTY) & (s.cells[target] == EMPTY) & (s.been >> target & 1 == 0)

    @jit
    def jump_on(s: Position, origin: int, out: Any) -> int:
        n = 0
        for direction in range(DIRECTIONS):
            out[n] = origin * SITES + far[s.mover, origin, direction]
            n += jumps(s, origin, direction)
        return n

    @jit
    def can_jump(s: Position, origin: int) -> Any:
        found = False
        for direction in range(DIRECTIONS):
            found |= jumps(s, origin, direction)
        return found

    return jump_on, can_jump


def handling(jit: Jit) -> tuple[Any, Any]:
    """How a piece leaves its place, with what is known of it (whether it was ever turned over).

    ``shift(s, origin, target)`` puts a piece of the mover on an empty place, ``take_off(s, site)``
    removes a piece from the board or, with another put there, turns it over.
    """

    @jit
    def shift(s: Position, origin: int, target: int) -> None:
        s.cells[target] = s.cells[origin]
        s.cells[origin] = EMPTY
        s.unturned |= (s.unturned >> origin & 1) << target
        s.unturned &= ~(1 << origin)
        if s.kings[s.mover] == origin:
            s.kings[s.mover] = target

    @jit
    def take_off(s: Position, site: int) -> None:
        s.cells[site] = EMPTY
        s.fresh -= s.unturned >> site & 1
        s.unturned &= ~(1 << site)

    return shift, take_off


def _landings(*, closed: bool) -> Any:
    """``[player, site, direction]``: where a jump lands; the wall where it cannot."""
    board = tip_to_tip()
    found = np.stack([board.leap, board.leap])
    if closed:
        for player in range(2):
            found[player][found[player] == board.site[TARGETS[1 - player]]] = WALL
    return found
