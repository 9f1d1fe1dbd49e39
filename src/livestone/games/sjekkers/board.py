"""The board of Sjekkers: a hexagon without horizontal lines."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from livestone.boards import Board, Label, Zone, drawn, straight

ROWS = 9


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
