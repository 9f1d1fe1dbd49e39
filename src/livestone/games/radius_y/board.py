"""The board of Radius Y: its coloured rim, and where a stone on it goes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Zone
from livestone.boards.connection import touches
from livestone.boards.hexagonal import rimmed

SIDE = 5
# The rim's colours, clockwise from the upper left corner, each along two sides.
COLOURS = ("red", "blue", "green")


def radius_board() -> Board:
    """A hexagon with five cells a side and a rim of three colours, each along two of them.

    Its centre, from which moves are measured, is marked.
    """
    parts = enumerate(COLOURS)
    board = rimmed(SIDE, tuple((f"{name}_rim", name, 2 * n, 2 * n + 1) for n, name in parts))
    return replace(board, zones=board.zones | {"centre": Zone((len(board) // 2,), "start")})


def colours(board: Board) -> Any:
    """The colours of the rim that each cell (and the wall) touches, as bits."""
    return touches(board, tuple(board.zones[f"{name}_rim"].sites for name in COLOURS))


def distance(board: Board, site: int) -> int:
    """How far a cell is from the centre."""
    middle = (len(board.rows[0]) * 2 - 2, len(board.rows) // 2)
    column, row = ord(board.names[site][0]) - ord("a"), int(board.names[site][1:]) - 1
    across, down = abs(column - middle[0]), abs(row - middle[1])
    return max(down, (across + down) // 2)


@lru_cache
def targets(board: Board) -> Any:
    """Where a stone on each site goes in each direction, the wall where that leaves the board."""
    table = np.full_like(board.neighbours, board.wall)
    for site in range(len(board)):
        far = distance(board, site)
        for direction in range(board.directions):
            line = board.line(site, direction)
            if 0 < far < len(line):
                table[site, direction] = line[far]
    return table
