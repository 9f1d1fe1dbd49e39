"""Boards: tables that must be right before any rule can be."""

from __future__ import annotations

from math import dist

import numpy as np
import pytest

from livestone.boards import (
    Board,
    Zone,
    drawn,
    hexhex,
    rhombus,
    square,
    straight,
    triangular,
)
from livestone.boards.hexrows import hexrows
from livestone.games import load

MORRIS = {
    name: (float(x), float(y))
    for name, (x, y) in {
        "a1": (0, 0), "d1": (3, 0), "g1": (6, 0), "b2": (1, 1), "d2": (3, 1), "f2": (5, 1),
        "a4": (0, 3), "b4": (1, 3), "f4": (5, 3), "g4": (6, 3), "b6": (1, 5), "d6": (3, 5),
        "f6": (5, 5), "a7": (0, 6), "d7": (3, 6), "g7": (6, 6),
    }.items()
}  # fmt: skip
MORRIS_LINES = (
    "a1 d1 g1", "b2 d2 f2", "b6 d6 f6", "a7 d7 g7", "a1 a4 a7", "b2 b4 b6", "f2 f4 f6",
    "g1 g4 g7", "a4 b4", "f4 g4", "d1 d2", "d6 d7",
)  # fmt: skip
# Six men's morris: steps of different lengths in one direction.
MILL = drawn(MORRIS, [line.split() for line in MORRIS_LINES], {"corners": Zone((0, 2), "corner")})
# With how many symmetries: the dihedral groups of square, rectangle, hexagon and triangle; a
# strip's mirrors coincide in pairs.
CELLS = {
    "square 1": (square(1), 1),
    "square 2": (square(2), 8),
    "square 5": (square(5), 8),
    "square 10": (square(10), 8),
    "square 7 1": (square(7, 1), 2),
    "square 1 5": (square(1, 5), 2),
    "square 3 8": (square(3, 8), 4),
    "hexhex 1": (hexhex(1), 1),
    "hexhex 2": (hexhex(2), 12),
    "hexhex 4": (hexhex(4), 12),
    "hexrows 2 3 2": (hexrows(2, 3, 2), 4),
    "hexrows 2 3 4": (hexrows(2, 3, 4), 2),
    "rhombus 4": (rhombus(4), 4),
    "rhombus 3 2": (rhombus(3, 2), 2),
    "hexrows 1 2": (hexrows(1, 2), 2),
}
POINTS = {
    "triangular 2": (triangular(2), 6),
    "triangular 5": (triangular(5), 6),
    "mill": (MILL, 8),
    "trangalla": (load("trangalla").board, 4),
}
EVERY = [pytest.param(board, id=label) for label, (board, _) in (CELLS | POINTS).items()]
every_board = pytest.mark.parametrize("board", EVERY)


@every_board
def test_sites_have_one_name_and_place_each(board: Board) -> None:
    assert len(set(board.names)) == len(board) == len(set(board.centres)) == board.wall
    assert [board.site[name] for name in board.names] == list(range(len(board)))
    assert sorted(site for row in board.rows for site in row) == list(range(len(board)))
    assert len(board.outlines) in (0, len(board))


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
        assert len(steps) <= 1 or board is MILL, "one direction is the same step everywhere"


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
def test_symmetries_keep_neighbours_and_lines(board: Board) -> None:
    lines = {
        frozenset(board.line(site, direction))
        for site in range(len(board))
        for direction in range(board.directions)
    }
    for symmetry in board.symmetries:
        assert sorted(symmetry) == list(range(len(board)))
        image = np.array([*symmetry, board.wall])
        for site in range(len(board)):
            near = {int(image[there]) for there in board.neighbours[site]}
            assert near == set(board.neighbours[symmetry[site]].tolist())
        assert {frozenset(symmetry[site] for site in line) for line in lines} == lines


@pytest.mark.parametrize(("board", "count"), [*(CELLS | POINTS).values()], ids=[*CELLS, *POINTS])
def test_all_symmetries_are_there(board: Board, count: int) -> None:
    group = set(board.symmetries)
    assert board.symmetries[0] == tuple(range(len(board)))
    assert len(group) == count
    for first in group:
        for second in group:
            assert tuple(first[site] for site in second) in group


def test_equal_boards_are_one_object() -> None:
    assert square(8) is square(8)
    assert hexhex(4) is hexhex(4)


# Squares and hexagons ---------------------------------------------------------------------------


def test_square_names_and_labels() -> None:
    board = square(10)
    assert (board.names[0], board.names[9], board.names[10]) == ("a1", "j1", "a2")
    assert board.centres[board.site["c7"]] == (2, 6)
    assert {label.text for label in board.labels} == {*"abcdefghij", *map(str, range(1, 11))}
    by_text = {(label.text, label.x, label.y) for label in board.labels}
    assert ("c", 2, -0.85) in by_text
    assert any(text == "7" and y == 6 and x < 0 for text, x, y in by_text)
    assert len(board.outlines) == 100


def test_square_directions_pair_up() -> None:
    assert square(4).opposite == (4, 5, 6, 7, 0, 1, 2, 3)
    assert square(4).neighbours[5].tolist() == [6, 10, 9, 8, 4, 0, 1, 2]


def test_hexagons_are_counted_and_named_as_in_text_diagrams() -> None:
    board = hexhex(3)
    assert len(board) == len(board.outlines) == 19
    assert board.names[:3] == ("c1", "e1", "g1")
    assert [len(row) for row in board.rows] == [3, 4, 5, 4, 3]
    assert board.opposite == (3, 4, 5, 0, 1, 2)
    assert sorted(np.sum(board.neighbours[:-1] < board.wall, axis=1)) == [3] * 6 + [4] * 6 + [6] * 7
    centre = board.site["e3"]
    names = [board.names[there] for there in board.neighbours[centre]]
    assert names == ["g3", "f2", "d2", "c3", "d4", "f4"]


def test_a_hexagon_is_rows_that_grow_and_shrink() -> None:
    assert (hexrows(3, 4, 5, 4, 3).neighbours == hexhex(3).neighbours).all()


def test_neighbours_are_the_hexagons_that_touch() -> None:
    board = hexrows(7, 8, 9, 8, 9, 8, 9, 8, 9, 8, 7)
    assert len(board) == 90
    for site, centre in enumerate(board.centres):
        near = {other for other, at in enumerate(board.centres) if 0 < dist(at, centre) < 1.01}
        assert {int(there) for there in board.neighbours[site] if there < board.wall} == near


def test_rows_that_do_not_interlock_are_refused() -> None:
    with pytest.raises(ValueError, match=r"rows of \(3, 5\) hexagons do not interlock"):
        hexrows(3, 5)


# Triangles of points ----------------------------------------------------------------------------


def test_points_of_a_triangle_are_named_by_rows() -> None:
    board = triangular(17)
    assert len(board) == 153
    assert [len(row) for row in board.rows] == list(range(17, 0, -1))
    assert (board.names[0], board.names[16], board.names[-1]) == ("A1", "A17", "Q1")
    assert board.opposite == (3, 4, 5, 0, 1, 2)
    near = [board.names[there] for there in board.neighbours[board.site["C5"]]]
    assert near == ["C6", "B6", "B5", "C4", "D4", "D5"]


@pytest.mark.parametrize("side", [2, 3, 5, 17])
def test_a_triangle(side: int) -> None:
    """Tips have two neighbours, edges four, the inside six; every line is drawn once."""
    board = triangular(side)
    counts = np.sum(board.neighbours[:-1] < board.wall, axis=1).tolist()
    assert counts.count(2) == 3
    assert counts.count(4) == 3 * (side - 2)
    assert counts.count(6) == len(board) - 3 - 3 * (side - 2)
    for site in range(len(board)):
        for there in board.neighbours[site]:
            if there < board.wall:
                assert dist(board.centres[site], board.centres[there]) == pytest.approx(1)
    assert len(set(board.strokes)) == len(board.strokes) == 3 * (side - 1)
    steps = sum(round(dist(begin, end)) for begin, end in board.strokes)
    assert steps == np.sum(board.neighbours[:-1] < board.wall) / 2


# Drawn boards -----------------------------------------------------------------------------------


def test_a_square_board_can_be_drawn() -> None:
    model = square(5)
    places = dict(zip(model.names, model.centres, strict=True))
    lines = [
        [model.names[there] for there in model.line(site, direction)]
        for site in range(len(model))
        for direction in range(4)
        if model.neighbours[site, direction + 4] == model.wall
    ]
    board = drawn(places, [line for line in lines if len(line) > 1])
    assert board.names == model.names
    assert board.rows == model.rows
    assert (board.neighbours == model.neighbours).all()
    assert set(board.symmetries) == set(model.symmetries)


def test_a_mill_has_lines_of_unequal_steps() -> None:
    assert MILL.directions == 4
    assert len(MILL.symmetries) == 8
    assert [MILL.names[site] for site in MILL.line(MILL.site["a4"], 0)] == ["a4", "b4"]
    assert [MILL.names[site] for site in MILL.line(MILL.site["d7"], 3)] == ["d7", "d6"]
    assert len(MILL.strokes) == len(MORRIS_LINES)
    assert [MILL.names[site] for site in MILL.zones["corners"].sites] == ["a1", "g1"]
    assert not MILL.outlines


@pytest.mark.parametrize("board", [MILL, load("trangalla").board], ids=["mill", "trangalla"])
def test_the_nearest_places_are_one_apart(board: Board) -> None:
    nearest = min(
        dist(one, other) for one in board.centres for other in board.centres if one != other
    )
    assert nearest == pytest.approx(1)


def test_any_points_have_one_symmetry_at_least() -> None:
    places = {"a": (0.2, 0.1), "b": (0.9, 0.3), "c": (0.4, 0.7), "d": (0.1, 0.8), "e": (0.6, 0.5)}
    board = drawn(places, ["ab", "bc"])
    assert board.symmetries == (tuple(range(5)),)
    assert sorted(site for row in board.rows for site in row) == list(range(5))


def test_lines_along_steps() -> None:
    model = square(3)
    places = dict(zip(model.names, model.centres, strict=True))
    across = [("a1", "b1", "c1"), ("a2", "b2", "c2"), ("a3", "b3", "c3")]
    assert straight(places, [(1, 0)]) == across
    assert len(straight(places, [(1, 0), (0, 1), (1, 1), (-1, 1)])) == 3 + 3 + 3 + 3


def test_lines_are_checked() -> None:
    with pytest.raises(ValueError, match="'z', which is no place"):
        drawn({"a": (0, 0), "b": (1, 0)}, ["abz"])
    with pytest.raises(ValueError, match="not straight"):
        drawn({"a": (0, 0), "b": (1, 0), "c": (2, 1)}, ["abc"])
