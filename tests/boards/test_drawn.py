"""Drawn boards: places and lines become the same tables as any other board's."""

from __future__ import annotations

from math import dist
from random import Random

import pytest

from livestone.boards import Board, Zone, drawn, square, straight
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


def mill() -> Board:
    """Six men's morris: steps of different lengths in one direction."""
    return drawn(
        MORRIS, [line.split() for line in MORRIS_LINES], {"corners": Zone((0, 2), "corner")}
    )


def like_square(size: int) -> Board:
    """A square board, drawn."""
    model = square(size)
    places = dict(zip(model.names, model.centres, strict=True))
    lines = [
        [model.names[there] for there in model.line(site, direction)]
        for site in range(len(model))
        for direction in range(4)
        if model.neighbours[site, direction + 4] == model.wall
    ]
    return drawn(places, [line for line in lines if len(line) > 1])


def trangalla() -> Board:
    return load("trangalla").board


every_board = pytest.mark.parametrize("make", [mill, trangalla, lambda: like_square(4)])


@every_board
def test_neighbours_are_mutual_and_leaps_go_straight_on(make: object) -> None:
    assert callable(make)
    board: Board = make()
    table = board.neighbours
    assert table.shape == (len(board) + 1, board.directions)
    assert (table[board.wall] == board.wall).all()
    for direction, back in enumerate(board.opposite):
        for site in range(len(board)):
            there = int(table[site, direction])
            if there < board.wall:
                assert there != site
                assert table[there, back] == site
            line = board.line(site, direction)
            assert board.leap[site, direction] == (line[2] if len(line) > 2 else board.wall)


@every_board
def test_symmetries_form_a_group_that_keeps_lines(make: object) -> None:
    assert callable(make)
    board: Board = make()
    group = board.symmetries
    assert group[0] == tuple(range(len(board)))
    assert len(set(group)) == len(group)
    joined = {
        frozenset((site, int(there)))
        for site in range(len(board))
        for there in board.neighbours[site]
        if there < board.wall
    }
    for one in group:
        assert sorted(one) == list(range(len(board)))
        assert {frozenset(one[site] for site in pair) for pair in joined} == joined
        for other in group:
            assert tuple(one[site] for site in other) in set(group)


def test_a_square_board_can_be_drawn() -> None:
    board, model = like_square(5), square(5)
    assert board.names == model.names
    assert board.rows == model.rows
    assert (board.neighbours == model.neighbours).all()
    assert set(board.symmetries) == set(model.symmetries)


def test_a_mill_has_lines_of_unequal_steps() -> None:
    board = mill()
    assert board.directions == 4
    assert len(board.symmetries) == 8
    assert [board.names[site] for site in board.line(board.site["a4"], 0)] == ["a4", "b4"]
    assert [board.names[site] for site in board.line(board.site["d7"], 3)] == ["d7", "d6"]
    assert len(board.strokes) == len(MORRIS_LINES)
    assert [board.names[site] for site in board.zones["corners"].sites] == ["a1", "g1"]
    assert not board.outlines


def test_the_nearest_places_are_one_apart() -> None:
    for board in (mill(), trangalla()):
        nearest = min(
            dist(one, other) for one in board.centres for other in board.centres if one != other
        )
        assert nearest == pytest.approx(1)


def test_any_points_have_one_symmetry_at_least() -> None:
    rng = Random(4)
    places = {f"p{number}": (rng.random(), rng.random()) for number in range(9)}
    board = drawn(places, [["p0", "p1"], ["p1", "p2"]])
    assert board.symmetries == (tuple(range(9)),)
    assert sorted(site for row in board.rows for site in row) == list(range(9))


def test_lines_along_steps() -> None:
    model = square(3)
    places = dict(zip(model.names, model.centres, strict=True))
    assert straight(places, [(1, 0)]) == [
        ("a1", "b1", "c1"),
        ("a2", "b2", "c2"),
        ("a3", "b3", "c3"),
    ]
    assert len(straight(places, [(1, 0), (0, 1), (1, 1), (-1, 1)])) == 3 + 3 + 3 + 3


def test_lines_are_checked() -> None:
    with pytest.raises(ValueError, match="'z', which is no place"):
        drawn({"a": (0, 0), "b": (1, 0)}, ["abz"])
    with pytest.raises(ValueError, match="not straight"):
        drawn({"a": (0, 0), "b": (1, 0), "c": (2, 1)}, ["abc"])
