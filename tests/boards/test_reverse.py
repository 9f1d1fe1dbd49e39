"""Boards seen from behind."""

from __future__ import annotations

import pytest

from livestone.boards import Board, hexhex, square, triangular
from livestone.boards.reverse import reverse


@pytest.mark.parametrize("board", [square(4), square(3, 5), hexhex(3), triangular(5)])
def test_left_and_right_change_places(board: Board) -> None:
    behind = reverse(board)
    assert behind.names == board.names
    for site, (x, y) in enumerate(behind.centres):
        u, v = board.centres[site]
        assert y == v
        assert x + u == pytest.approx(min(x for x, _ in board.centres) * 2 + width(board))
    assert [row[::-1] for row in behind.rows] == list(board.rows)
    for row in behind.rows:
        assert [behind.centres[site][0] for site in row] == sorted(
            behind.centres[site][0] for site in row
        )
    assert len(behind.labels) == len(board.labels)


def test_twice_is_the_board_again() -> None:
    twice = reverse(reverse(square(4)))
    assert twice.centres == square(4).centres
    assert twice.rows == square(4).rows
    for label, again in zip(square(4).labels, twice.labels, strict=True):
        assert (again.text, again.y) == (label.text, label.y)
        assert again.x == pytest.approx(label.x)


def width(board: Board) -> float:
    xs = [x for x, _ in board.centres]
    return max(xs) - min(xs)
