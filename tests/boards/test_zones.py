"""Zones: blocked and marked sites, distances, the way to holes, sorted lists of places."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from livestone.boards import square, triangular
from livestone.boards.filling import filling
from livestone.boards.zones import blocked, distances, enlist, marked, relist


def test_nothing_enters_or_crosses_a_blocked_site() -> None:
    board = blocked(square(3), [4])
    assert 4 not in board.neighbours
    assert (board.neighbours[4] == board.wall).all()
    assert (board.leap[3] == board.wall).all()
    assert square(3).neighbours[3, 0] == 4, "the board it was made from stays as it was"


def test_distances_go_around_what_is_blocked() -> None:
    wall = [site for site in range(25) if site // 5 == 2 and site != 14]
    board = blocked(square(5), wall)
    table = distances(board, [0, 2])
    assert table[0, 20] == 8
    assert table[0, 0] == 0
    assert table[1, 12] == 25, "a blocked site cannot be reached"


def test_distances_are_steps() -> None:
    board = triangular(17)
    table = distances(board, [board.site["A1"], board.site["Q1"]])
    assert table.shape == (2, 154)
    assert table[0, board.site["A17"]] == table[0, board.site["Q1"]] == 16
    assert table[1, board.site["A9"]] == 16
    assert table[0, board.wall] == len(board)


@settings(max_examples=30)
@given(st.sets(st.integers(0, 50), min_size=1, max_size=12), st.integers(0, 50), st.data())
def test_a_list_stays_in_order(places: set[int], target: int, data: st.DataObject) -> None:
    before = sorted(places)
    origin = data.draw(st.sampled_from(before))
    if target in places - {origin}:
        target = origin
    after = before.copy()
    relist(after, origin, target)
    assert after == sorted(places - {origin} | {target})


@given(st.lists(st.integers(0, 4), min_size=1, max_size=12), st.integers(1, 4))
def test_a_list_holds_where_codes_stand_then_the_wall(cells: list[int], room: int) -> None:
    places = np.zeros(room, np.int8)
    n = enlist(places, np.array([*cells, 2], np.int8), 2, 3)
    wanted = [site for site, code in enumerate(cells) if code in (2, 3)][:room]
    assert places.tolist() == wanted + [len(cells)] * (room - n)
    assert n == len(wanted)


def test_marked_sites_are_1_and_the_wall_is_not() -> None:
    assert marked(square(2), [0, 3]).tolist() == [1, 0, 0, 1, 0]
    assert not marked(square(2), []).any()


def test_the_way_is_almost_always_the_shortest() -> None:
    board, rng = square(6), Random(1)
    goal = [board.site[name] for name in ("a1", "b1", "c2", "f6", "e5")]
    steps = distances(board, goal)
    to_go = filling(steps.T, goal, 1, lambda function: function)
    longer = 0
    for _ in range(100):
        places = sorted(rng.sample(range(len(board)), len(goal)))
        cells = np.zeros(len(board) + 1, np.int8)
        cells[places] = 1
        shortest = min(
            sum(int(steps[hole, place]) for hole, place in enumerate(order))
            for order in permutations(places)
        )
        found = to_go(cells, np.array(places))
        assert found >= shortest
        longer += found > shortest
    assert longer <= 5
    cells = np.zeros(len(board) + 1, np.int8)
    cells[goal] = 1
    assert to_go(cells, np.array(sorted(goal))) == 0
