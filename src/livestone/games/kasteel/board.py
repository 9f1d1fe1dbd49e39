"""The board of Kasteel: 6x6 squares, six of them the castle."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from livestone.boards import Board, Zone, square

SIDE, SITES = 6, 36
CASTLE = ("a6", "b6", "c6", "a5", "b5", "a4")


@cache
def castle_board() -> Board:
    """6x6 with the castle in the upper left corner as a zone."""
    board = square(SIDE)
    return replace(
        board, zones={"castle": Zone(tuple(board.site[name] for name in CASTLE), "wall")}
    )


@cache
def castle_squares() -> Any:
    """1 for the squares of the castle, else 0; the wall too."""
    found = np.zeros(SITES + 1, np.int8)
    found[list(castle_board().zones["castle"].sites)] = 1
    return found
