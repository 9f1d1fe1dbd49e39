"""Ways that go straight on and then bend outward."""

from __future__ import annotations

import pytest

from livestone.boards import square
from livestone.boards.bent import DIAGONAL, ORTHOGONAL, bent

KNIGHT = {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)}
CAMEL = {(x, y) for x in (-3, -1, 1, 3) for y in (-3, -1, 1, 3) if abs(x) != abs(y)}
ZEBRA = {(x, y) for x in (-3, -2, 2, 3) for y in (-3, -2, 2, 3) if abs(x) != abs(y)}


@pytest.mark.parametrize(
    ("directions", "steps", "leaps"),
    [(ORTHOGONAL, 1, KNIGHT), (ORTHOGONAL, 2, CAMEL), (DIAGONAL, 2, ZEBRA)],
)
def test_ways_end_where_such_leapers_do(
    directions: tuple[int, ...], steps: int, leaps: set[tuple[int, int]]
) -> None:
    board = square(9, 7)
    table = bent(board, directions, steps)
    assert table.shape == (63, 8, steps + 1)
    for origin, (x, y) in enumerate(board.centres):
        ends = {tuple(way) for way in table[origin].tolist() if board.wall not in way}
        assert len(ends) == (table[origin, :, -1] != board.wall).sum()
        found = {board.centres[way[-1]] for way in ends}
        assert found == {(x + dx, y + dy) for dx, dy in leaps} & set(board.centres)


def test_ways_go_straight_before_they_bend() -> None:
    board = square(9)
    names = [
        [board.names[site] for site in way]
        for way in bent(board, ORTHOGONAL, 2)[board.site["e5"]].tolist()
    ]
    assert ["f5", "g5", "h6"] in names
    assert ["e4", "e3", "d2"] in names
    names = [
        [board.names[site] for site in way]
        for way in bent(board, DIAGONAL, 2)[board.site["e5"]].tolist()
    ]
    assert ["f6", "g7", "g8"] in names
    assert ["f6", "g7", "h7"] in names
