"""The board of Crunching Quax: its six sides, and which cells are on one line."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.boards.hexagonal import rimmed

SIDE = 6
AXES = 3  # directions 0 to 2 and back, 3 to 5
LONGEST = 2 * SIDE - 1
PLACES = ("upper", "upper_right", "lower_right", "lower", "lower_left", "upper_left")
# Three sides of which no two are neighbours, clockwise from the upper one and from the next.
TRIPLES = ((0, 2, 4), (1, 3, 5))


def quax_board() -> Board:
    """A hexagon with six cells a side, every second side alike."""
    looks = ("red", "blue") * 3
    parts = zip(PLACES, looks, range(6), strict=True)
    return rimmed(SIDE, tuple((f"{name}_side", look, n, n) for name, look, n in parts))


@lru_cache
def axes(board: Board) -> Any:
    """For each two sites the axis of the line that they share, counted from 1, or 0 for none."""
    table = np.zeros((len(board) + 1, len(board) + 1), np.int8)
    for site in range(len(board)):
        for direction in range(board.directions):
            table[site, list(board.line(site, direction)[1:])] = direction % AXES + 1
    return table
