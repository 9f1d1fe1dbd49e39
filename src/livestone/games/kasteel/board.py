"""The board of Kasteel: 6x6 squares, six of them the castle; its pieces, and their start."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from livestone.boards import Board, Zone, square
from livestone.boards.zones import marked

SIDE, SITES = 6, 36
WALL = SITES
# What stands on a square, in ``cells``.
EMPTY, PAWN, DEFENDER, KING, EDGE = 0, 1, 2, 3, 9
CASTLE = ("a6", "b6", "c6", "a5", "b5", "a4")
ATTACKERS = (
    *("f5", "e4", "f4", "d3", "e3", "f3", "c2", "d2", "e2", "f2"),
    *("b1", "c1", "d1", "e1", "f1"),
)
DEFENDERS = 3


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
    return marked(castle_board(), castle_board().zones["castle"].sites)


def mirrors() -> tuple[tuple[int, ...], ...]:
    """The identity, and the mirror that exchanges left and up."""
    turned = range(SIDE - 1, -1, -1)
    return tuple(range(SITES)), tuple(SIDE * row + column for column in turned for row in turned)


def opening(defenders: str, king: str) -> Any:
    """The cells at the start, with Black's pawns and King, if any, on these squares."""
    found = np.zeros(SITES, np.int8)
    for names, piece in ((ATTACKERS, PAWN), (defenders.split(), DEFENDER), (king.split(), KING)):
        for name in names:
            found[castle_board().site[name]] = piece
    return found
