"""Where the pieces of Sjekkers go, and what they capture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from livestone.boards.sight import sights
from livestone.core.game import Jit
from livestone.games.sjekkers.board import DISK, EMPTY, SITES, SJEK

if TYPE_CHECKING:
    from livestone.games.sjekkers.rules import Sjekkers

# The most crossings on a crossing's two lines.
LONGEST = 16


def capturing(game: Sjekkers, jit: Jit) -> Any:
    """``captures(cells, origin, out, n) -> n`` adds the captures of a piece."""
    checkers = game.checkers
    table, capture = sights(game.board), game.capture
    in_line, inwards = table[:, :, 0].astype(np.uint32), table[:, :, 1].copy()
    neighbours = game.board.neighbours.astype(np.uint32)
    leap = game.board.leap.astype(np.uint32)

    @jit
    def captures(cells: Any, origin: int, out: Any, n: int) -> Any:
        piece = cells[origin]
        mover = (piece - 1) >> 1
        first = int(origin) * SITES + capture
        own = mover + 1
        if piece == 2 * mover + SJEK and not checkers:
            # Along both lines at once: ``met`` is 1 behind exactly one enemy piece.
            met = 0
            for at in range(LONGEST):
                target = in_line[origin, at]
                met &= inwards[origin, at]
                side = (cells[target] + 1) >> 1
                out[n] = first + target
                n += (side == EMPTY) & (met == 1)
                met += (side == 3 - own) + LONGEST * (side == own)
            return n
        disk = checkers and piece == 2 * mover + DISK
        for at in range(2 if disk else 4):
            direction = (at + 2 * mover) & 3  # forward comes first
            over, target = neighbours[origin, direction], leap[origin, direction]
            out[n] = first + target
            n += ((cells[over] + 1) >> 1 == 3 - own) & (cells[target] == EMPTY)
        return n

    return captures


def going(game: Sjekkers, jit: Jit) -> Any:
    """``others(cells, origin, out, n) -> n`` adds a piece's moves that capture nothing."""
    checkers = game.checkers
    neighbours = game.board.neighbours.astype(np.uint32)
    leap = game.board.leap.astype(np.uint32)

    @jit
    def others(cells: Any, origin: int, out: Any, n: int) -> Any:
        piece = cells[origin]
        mover = (piece - 1) >> 1
        first = int(origin) * SITES
        sjek = piece == 2 * mover + SJEK
        for at in range(4 if sjek else 2):
            direction = (at + 2 * mover) & 3
            target = neighbours[origin, direction]
            while cells[target] == EMPTY:
                out[n] = first + target
                n += 1
                if checkers or not sjek:
                    break
                target = neighbours[target, direction]
        if not checkers:
            for at in range(2):
                direction = 2 * mover + at
                over, target = neighbours[origin, direction], leap[origin, direction]
                out[n] = first + target
                n += ((cells[over] + 1) >> 1 == mover + 1) & (cells[target] == EMPTY)
        return n

    return others
