"""Hexagons in rows of any length."""

from __future__ import annotations

from math import dist

import pytest

from livestone.boards import hexhex
from livestone.boards.hexrows import hexrows


def test_neighbours_are_the_hexagons_that_touch() -> None:
    board = hexrows(7, 8, 9, 8, 9, 8, 9, 8, 9, 8, 7)
    assert len(board) == 90
    for site, centre in enumerate(board.centres):
        near = {other for other, at in enumerate(board.centres) if 0 < dist(at, centre) < 1.01}
        assert {int(there) for there in board.neighbours[site] if there < board.wall} == near


def test_a_hexagon_is_rows_that_grow_and_shrink() -> None:
    assert (hexrows(3, 4, 5, 4, 3).neighbours == hexhex(3).neighbours).all()


def test_symmetries_keep_neighbours() -> None:
    for board in (hexrows(2, 3, 2), hexrows(2, 3, 4), hexrows(1, 2)):
        for image in board.symmetries:
            assert sorted(image) == list(range(len(board)))
            for site in range(len(board)):
                around = {image[there] for there in board.neighbours[site] if there < board.wall}
                moved = {int(there) for there in board.neighbours[image[site]]} - {board.wall}
                assert around == moved
    assert [len(hexrows(*sizes).symmetries) for sizes in ((2, 3, 2), (2, 3, 4))] == [4, 2]


def test_rows_that_do_not_interlock_are_refused() -> None:
    with pytest.raises(ValueError, match=r"rows of \(3, 5\) hexagons do not interlock"):
        hexrows(3, 5)
