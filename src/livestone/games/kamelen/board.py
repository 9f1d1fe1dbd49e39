"""The board of Kamelen, its pieces, and their start."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Piece, Zone, square

# What stands on a square, in ``cells``: the animals of player p are CAMEL + 2p and DROMEDARY + 2p.
EMPTY, CAMEL, DROMEDARY, ROCK, EDGE = 0, 1, 2, 5, 6
FILES = 11
# The two ranks of a side, its back rank first.
BACK, FRONT = "CCCC#H#CCCC", "DDDDD#DDDDD"
PIECES = (
    Piece("South Camel", "C", "camel", "white"),
    Piece("South Dromedary", "D", "dromedary", "white"),
    Piece("North Camel", "c", "camel", "black"),
    Piece("North Dromedary", "d", "dromedary", "black"),
    Piece("rock", "r", "rock", "grey"),
)


@lru_cache
def desert(ranks: int) -> Board:
    """The board with eleven files and so many ranks; each home-field is a zone."""
    board = square(FILES, ranks)
    south, north = homes(board)
    zones = {
        "South's_home-field": Zone((south,), "target", "white"),
        "North's_home-field": Zone((north,), "target", "black"),
    }
    return replace(board, zones=zones)


def homes(board: Board) -> tuple[int, int]:
    """South's home-field and North's."""
    middle = BACK.index("H")
    return board.rows[-1][middle], board.rows[0][middle]


def opening(board: Board) -> Any:
    """The code on each site at the start."""
    cells = np.zeros(len(board), np.int8)
    for player, rows in enumerate(((-1, -2), (0, 1))):
        codes = {"C": CAMEL + 2 * player, "D": DROMEDARY + 2 * player, "#": ROCK, "H": EMPTY}
        for row, line in zip(rows, (BACK, FRONT), strict=True):
            for site, letter in zip(board.rows[row], line, strict=True):
                cells[site] = codes[letter]
    return cells


def key_squares(board: Board) -> Any:
    """``[player, site]``: 1 on the squares of the enemy's home-field's colour, else 0."""
    colours = [(site // FILES + site % FILES) % 2 for site in range(len(board))]
    goals = homes(board)[::-1]
    return np.array([[colour == colours[goal] for colour in colours] for goal in goals], np.int8)
