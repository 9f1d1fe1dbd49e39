"""The board of Brainline, and its lines as tables."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Zone
from livestone.boards.hexrows import hexrows

SIZES = (7, 8, 9, 8, 9, 8, 9, 8, 9, 8, 7)
STARTS = ("C1 E9 G9 I1", "C9 E1 G1 I9")
# Straight lines go along so many axes.
AXES = 3


@lru_cache
def start_board() -> Board:
    """The 90 hexagons with their holes and the zones where the pegs start."""
    board = hexrows(*SIZES)
    red, yellow = (tuple(board.site[name] for name in names.split()) for names in STARTS)
    zones = {
        "Red's_start": Zone(red, "start", "red"),
        "Yellow's_start": Zone(yellow, "start", "yellow"),
        "holes": Zone(tuple(range(len(board))), "hole", spoken=False),
    }
    ends = [
        (board.line(site, direction)[0], board.line(site, direction)[-1])
        for direction in range(AXES)
        for site in range(len(board))
        if board.neighbours[site, direction + AXES] == board.wall
    ]
    strokes = tuple((board.centres[one], board.centres[other]) for one, other in ends)
    return replace(board, zones=zones, strokes=strokes)


@lru_cache
def line_tables(board: Board) -> tuple[Any, Any]:
    """Two tables of shape (sites + 1, axes): the number of each line, and how far along it."""
    lines = np.full((len(board) + 1, AXES), -1, np.int16)
    along = np.zeros((len(board) + 1, AXES), np.int16)
    for axis, direction in enumerate((0, 4, 5)):  # east, south-west, south-east: sites rise
        back = board.opposite[direction]
        for line, first in enumerate(np.flatnonzero(board.neighbours[:-1, back] == board.wall)):
            for at, site in enumerate(board.line(int(first), direction)):
                lines[site, axis], along[site, axis] = line, at
    return lines, along
