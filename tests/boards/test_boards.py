"""Boards: tables that must be right before any rule can be."""

from __future__ import annotations

import numpy as np
import pytest

from livestone.boards import Board, hexhex, square

BOARDS = [
    *(pytest.param(square(size), id=f"square {size}") for size in (1, 2, 4, 10, 16)),
    *(pytest.param(square(*size), id=f"square {size}") for size in ((7, 1), (1, 5), (3, 8))),
    *(pytest.param(hexhex(side), id=f"hexhex {side}") for side in (1, 2, 3, 5)),
]
every_board = pytest.mark.parametrize("board", BOARDS)


@every_board
def test_sites_have_one_name_and_place_each(board: Board) -> None:
    assert len(set(board.names)) == len(board) == len(set(board.centres)) == board.wall
    assert [board.site[name] for name in board.names] == list(range(len(board)))
    assert sorted(site for row in board.rows for site in row) == list(range(len(board)))
    assert len(board.outlines) == len(board)


@every_board
def test_rows_are_read_from_the_top_left(board: Board) -> None:
    heights = [[board.centres[site][1] for site in row] for row in board.rows]
    assert all(len(set(row)) == 1 for row in heights)
    assert [row[0] for row in heights] == sorted((row[0] for row in heights), reverse=True)
    for row in board.rows:
        across = [board.centres[site][0] for site in row]
        assert across == sorted(across)


@every_board
def test_neighbours_are_mutual_and_straight(board: Board) -> None:
    table = board.neighbours
    assert table.shape == (len(board) + 1, board.directions)
    assert table.min() >= 0
    assert table.max() <= board.wall
    assert (table[board.wall] == board.wall).all()
    for direction, back in enumerate(board.opposite):
        steps = set()
        for site in range(len(board)):
            there = int(table[site, direction])
            if there < board.wall:
                assert table[there, back] == site
                assert there != site
                (x, y), (u, v) = board.centres[site], board.centres[there]
                steps.add((round(u - x, 6), round(v - y, 6)))
        assert len(steps) <= 1, "one direction is the same step everywhere"


@every_board
def test_leaps_and_lines_go_straight_on(board: Board) -> None:
    table = board.neighbours
    for site in range(len(board)):
        for direction in range(board.directions):
            line = board.line(site, direction)
            assert line[0] == site
            assert board.leap[site, direction] == (line[2] if len(line) > 2 else board.wall)
            assert table[line[-1], direction] == board.wall
    assert (board.leap[board.wall] == board.wall).all()


@every_board
def test_symmetries_keep_neighbours(board: Board) -> None:
    assert board.symmetries[0] == tuple(range(len(board)))
    for symmetry in board.symmetries:
        assert sorted(symmetry) == list(range(len(board)))
        image = np.array([*symmetry, board.wall])
        for site in range(len(board)):
            near = {int(image[there]) for there in board.neighbours[site]}
            assert near == set(board.neighbours[symmetry[site]].tolist())


@every_board
def test_symmetries_keep_straight_lines(board: Board) -> None:
    for symmetry in board.symmetries:
        lines = {
            frozenset(board.line(site, direction))
            for site in range(len(board))
            for direction in range(board.directions)
        }
        assert {frozenset(symmetry[site] for site in line) for line in lines} == lines


@pytest.mark.parametrize(
    ("board", "count"),
    [(square(5), 8), (square(3, 8), 4), (square(7, 1), 2), (hexhex(2), 12), (hexhex(4), 12)],
)
def test_all_symmetries_are_there(board: Board, count: int) -> None:
    """The dihedral groups of square, rectangle and hexagon; a strip's mirrors coincide in pairs."""
    assert len(set(board.symmetries)) == count
    group = set(board.symmetries)
    for first in group:
        for second in group:
            assert tuple(first[site] for site in second) in group


def test_square_names_and_labels() -> None:
    board = square(10)
    assert (board.names[0], board.names[9], board.names[10]) == ("a1", "j1", "a2")
    assert board.centres[board.site["c7"]] == (2, 6)
    assert {label.text for label in board.labels} == {*"abcdefghij", *map(str, range(1, 11))}
    by_text = {(label.text, label.x, label.y) for label in board.labels}
    assert ("c", 2, -0.85) in by_text
    assert any(text == "7" and y == 6 and x < 0 for text, x, y in by_text)


def test_square_directions_pair_up() -> None:
    assert square(4).opposite == (4, 5, 6, 7, 0, 1, 2, 3)
    assert square(4).neighbours[5].tolist() == [6, 10, 9, 8, 4, 0, 1, 2]


def test_hexagons_are_counted_and_named_as_in_text_diagrams() -> None:
    board = hexhex(3)
    assert len(board) == 19
    assert board.names[:3] == ("c1", "e1", "g1")
    assert [len(row) for row in board.rows] == [3, 4, 5, 4, 3]
    assert board.opposite == (3, 4, 5, 0, 1, 2)
    assert sorted(np.sum(board.neighbours[:-1] < board.wall, axis=1)) == [3] * 6 + [4] * 6 + [6] * 7
    centre = board.site["e3"]
    names = [board.names[there] for there in board.neighbours[centre]]
    assert names == ["g3", "f2", "d2", "c3", "d4", "f4"]


def test_equal_boards_are_one_object() -> None:
    assert square(8) is square(8)
    assert hexhex(4) is hexhex(4)
