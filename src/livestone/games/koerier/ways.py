"""Where the pieces of Koerier go, as tables over its board."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards.bent import DIAGONAL, ORTHOGONAL, bent
from livestone.boards.oneway import downstream, onward
from livestone.games.koerier.board import (
    CASTLES,
    CORNERS,
    EDGE,
    EMPTY,
    GUARD,
    HORSEMAN,
    KINDS,
    LINES,
    courier_board,
)

CODES = EDGE + 1
# A courier goes on to at most so many squares; a horseman has so many ways to go.
AHEAD, WAYS = 3, 8


@lru_cache
def courier_ways() -> tuple[Any, Any]:
    """``ahead[player, site]``: the next squares of a courier; ``gates``: those in its castle."""
    board = courier_board()
    rising = onward(board, LINES, lambda right, up: right >= 0 and up >= 0)
    falling = onward(board, LINES, lambda right, up: right >= 0 and up <= 0)
    ahead = np.array([rising, falling])
    castles = [board.site[name] for name in CASTLES[0] + CASTLES[1]]
    return ahead, np.where(np.isin(ahead, castles), ahead, board.wall)


@lru_cache
def courier_steps() -> Any:
    """``[player, site]``: the fewest steps of a courier from there to its goal."""
    ahead, _ = courier_ways()
    board = courier_board()
    table = np.zeros((2, len(board) + 1), np.int8)
    for player, corner in enumerate(CORNERS):
        for site in downstream(ahead[player], board.site[corner]):
            steps = [table[player, there] for there in ahead[player, site] if there != board.wall]
            table[player, site] = 1 + min(steps, default=-1)
    return table


@lru_cache
def piece_ways() -> Any:
    """``[code, origin, way]``: the square that a guard or horseman goes over, and where it ends."""
    board = courier_board()
    table = np.full((CODES, len(board), WAYS, 2), board.wall, np.uint32)
    for own in (0, KINDS):
        table[own + GUARD, :, : len(DIAGONAL), 0] = board.neighbours[:-1, DIAGONAL]
        table[own + GUARD, :, : len(DIAGONAL), 1] = board.leap[:-1, DIAGONAL]
        table[own + HORSEMAN] = bent(board, ORTHOGONAL, 1)
    return table


def open_ways() -> Any:
    """As :func:`piece_ways`, without those of horsemen through castles."""
    table = piece_ways().copy()
    castles = [courier_board().site[name] for name in CASTLES[0] + CASTLES[1]]
    for riders in (table[HORSEMAN], table[KINDS + HORSEMAN]):
        riders[np.isin(riders, castles).any(axis=2)] = len(courier_board())
    return table


def takes() -> Any:
    """``[code, there]``: whether a guard or horseman may go where that stands."""
    table = np.zeros((CODES, CODES), np.int8)
    for own, enemy in ((0, KINDS), (KINDS, 0)):
        table[own + GUARD, [EMPTY, enemy + GUARD]] = 1
        table[own + HORSEMAN, [EMPTY, enemy + GUARD, enemy + HORSEMAN]] = 1
    return table
