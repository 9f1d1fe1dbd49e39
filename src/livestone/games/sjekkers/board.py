"""The board of Sjekkers: a hexagon without horizontal lines, and where the disks begin."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Label, Zone, drawn, straight

ROWS, SITES = 9, 61
WALL = SITES
# What stands on a crossing, in ``cells``: White's disk 1 and Sjek 2, Black's 3 and 4.
EMPTY, DISK, SJEK, EDGE = 0, 1, 2, 9


@lru_cache
def crossings() -> Board:
    """The hexagon: two families of lines, about as high as wide, each row named at its ends."""
    sizes = {row: ROWS - abs(ROWS // 2 + 1 - row) for row in range(1, ROWS + 1)}
    places = {
        f"{row}{'abcdefghi'[at]}": (at - (sizes[row] - 1) / 2, float(row))
        for row in sizes
        for at in range(sizes[row])
    }
    board = drawn(places, straight(places, [(0.5, 1.0), (-0.5, 1.0)]))
    labels = [
        Label(
            board.names[row[end]], board.centres[row[end]][0] + beside, board.centres[row[end]][1]
        )
        for row in board.rows
        for end, beside in ((0, -1.1), (-1, 1.1))
    ]
    zones = {"Black's_edge": Zone(board.rows[0]), "White's_edge": Zone(board.rows[-1])}
    return replace(board, labels=tuple(labels), zones=zones, point=0.1)


def opening() -> Any:
    """The cells at the start: each player's disks on their three rows."""
    board, found = crossings(), np.zeros(SITES + 1, np.int8)
    found[WALL] = EDGE
    for row in range(3):
        found[list(board.rows[-1 - row])] = DISK
        found[list(board.rows[row])] = DISK + 2
    return found


def far_rows() -> Any:
    """``[player, site]``: 1 on the row where a player's disks are doubled."""
    board, found = crossings(), np.zeros((2, SITES), np.int8)
    for player, row in enumerate((0, -1)):
        found[player, list(board.rows[row])] = 1
    return found
