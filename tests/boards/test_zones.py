"""Blocked and marked sites, distances, and sorted lists of places."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from livestone.boards import square
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
