"""Triangular boards of points."""

from __future__ import annotations

from math import dist

import numpy as np
import pytest

from livestone.boards import triangular
from livestone.boards.zones import distances


def test_names_and_neighbours() -> None:
    board = triangular(17)
    assert len(board) == 153
    assert [len(row) for row in board.rows] == list(range(17, 0, -1))
    assert (board.names[0], board.names[16], board.names[-1]) == ("A1", "A17", "Q1")
    assert board.opposite == (3, 4, 5, 0, 1, 2)
    near = [board.names[there] for there in board.neighbours[board.site["C5"]]]
    assert near == ["C6", "B6", "B5", "C4", "D4", "D5"]


@pytest.mark.parametrize("side", [2, 3, 5, 17])
def test_shape(side: int) -> None:
    """Tips have two neighbours, edges four, the inside six; neighbours are one apart."""
    board = triangular(side)
    counts = np.sum(board.neighbours[:-1] < board.wall, axis=1).tolist()
    assert counts.count(2) == 3
    assert counts.count(4) == 3 * (side - 2)
    assert counts.count(6) == len(board) - 3 - 3 * (side - 2)
    for site in range(len(board)):
        for there in board.neighbours[site]:
            if there < board.wall:
                assert dist(board.centres[site], board.centres[there]) == pytest.approx(1)


@pytest.mark.parametrize("side", [2, 3, 5, 17])
def test_every_line_is_drawn_once(side: int) -> None:
    board = triangular(side)
    assert len(set(board.strokes)) == len(board.strokes) == 3 * (side - 1)
    drawn = sum(round(dist(begin, end)) for begin, end in board.strokes)
    assert drawn == np.sum(board.neighbours[:-1] < board.wall) / 2


def test_all_symmetries_are_there() -> None:
    board = triangular(5)
    assert len(set(board.symmetries)) == 6
    assert board.symmetries[0] == tuple(range(len(board)))
    for symmetry in board.symmetries:
        image = np.array([*symmetry, board.wall])
        for site in range(len(board)):
            near = {int(image[there]) for there in board.neighbours[site]}
            assert near == set(board.neighbours[symmetry[site]].tolist())


def test_distances_are_steps() -> None:
    board = triangular(17)
    table = distances(board, [board.site["A1"], board.site["Q1"]])
    assert table.shape == (2, 154)
    assert table[0, board.site["A17"]] == table[0, board.site["Q1"]] == 16
    assert table[1, board.site["A9"]] == 16
    assert table[0, board.wall] == len(board)
