"""Pieces that find it hard to leave a zone, on pictures small enough to count by hand."""

from __future__ import annotations

import numpy as np

from livestone.boards import square
from livestone.boards.shut import shut_in

BOARD = square(5)
# The lower left corner and, as another zone, the upper right one.
ZONES = [[BOARD.site[name] for name in names.split()] for names in ("a1 b1 a2 b2", "e5 d5 e4 d4")]


def shut(pieces: dict[str, int], zone: int = 0, reach: int = 1) -> float:
    cells = np.zeros(len(BOARD) + 1, np.int8)
    cells[BOARD.wall] = 9
    for name, code in pieces.items():
        cells[BOARD.site[name]] = code
    return float(shut_in(BOARD, ZONES, reach, lambda function: function)(cells, zone, 1))


def test_only_others_within_the_zone_count() -> None:
    assert shut({}) == shut({"a1": 1, "c3": 2, "e5": 2}) == 0
    assert shut({"b2": 2, "c3": 1}, zone=1) == 0


def test_every_move_out_makes_it_easier() -> None:
    free = shut({"b2": 2})
    blocked = [
        shut({"b2": 2} | dict.fromkeys(["c1", "c2", "c3", "b3", "a3"][:n], 1)) for n in range(6)
    ]
    assert free == blocked[0] == 1 / 6
    assert blocked == [1 / 6, 1 / 5, 1 / 4, 1 / 3, 1 / 2, 1]


def test_moves_go_as_far_as_lines_are_empty() -> None:
    # b2 goes right to c2 and d2, up to b3 and b4, up and right to c3 and d4, and to a3 and c1.
    assert shut({"b2": 2}, reach=2) == 1 / 9
    assert shut({"b2": 2, "d2": 1}, reach=2) == 1 / 8
    assert shut({"b2": 2, "c2": 1}, reach=2) == 1 / 7


def test_pieces_add_up() -> None:
    assert shut({"a1": 2, "b1": 1, "a2": 1, "b2": 1}) == 1
    assert shut({"a1": 2, "b2": 3, "b1": 1, "a2": 1}) == 1 + 1 / 6
