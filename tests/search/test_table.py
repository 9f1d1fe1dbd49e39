"""The transposition table: what is kept comes back, and nothing else does."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from livestone.search.table import AT_LEAST, AT_MOST, EXACT, NONE, new_table, table_access

find, keep = table_access(numba.njit())
KEY = np.uint64(0x9E3779B97F4A7C10)
# Of the same bucket in a table of a few entries.
OTHER, THIRD = KEY + np.uint64(1 << 40), KEY + np.uint64(1 << 50)


@pytest.mark.parametrize("value", [0, -1, 64, -(2**30), 2**30])
@pytest.mark.parametrize(("bound", "depth", "move"), [(EXACT, 3, 0), (AT_MOST, 2**14, 2**31 - 1)])
def test_an_entry_comes_back_as_it_was(value: int, bound: int, depth: int, move: int) -> None:
    table = new_table(0)
    keep(table, KEY, value, bound, depth, move, 255)
    assert find(table, KEY) == (value, move, depth, bound)


def test_a_position_without_a_move_has_none() -> None:
    table = new_table(0)
    keep(table, KEY, 5, AT_LEAST, 4, -1, 0)
    assert find(table, KEY) == (5, -1, 4, AT_LEAST)
    assert find(table, OTHER)[3] == NONE


def test_a_bucket_keeps_the_deeper_search_and_the_latest() -> None:
    table = new_table(0)
    for key, depth in ((KEY, 9), (OTHER, 5), (THIRD, 3)):
        keep(table, key, 1, EXACT, depth, 0, 1)
    assert find(table, KEY)[2] == 9
    assert find(table, OTHER)[3] == NONE
    assert find(table, THIRD)[2] == 3


def test_what_an_earlier_search_left_makes_room_first() -> None:
    table = new_table(0)
    keep(table, KEY, 1, EXACT, 9, 0, 1)
    keep(table, OTHER, 1, EXACT, 3, 0, 2)
    keep(table, THIRD, 1, EXACT, 2, 0, 2)
    assert find(table, KEY)[3] == NONE
    assert find(table, OTHER)[2] == 3
    assert find(table, THIRD)[2] == 2


def test_an_entry_that_two_threads_wrote_at_once_is_unknown() -> None:
    table = new_table(0)
    keep(table, KEY, 1, EXACT, 9, 7, 1)
    for word in ("check", "what", "rest"):
        torn = table.copy()
        torn[word] ^= np.uint64(1 << 17)
        assert find(torn, KEY)[3] == NONE
