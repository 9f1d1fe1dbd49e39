"""The transposition table.

A table is a NumPy array of ``ENTRY`` records, a power of two long, in buckets of two: the first
entry of a bucket keeps the deeper search of this age, the second the latest. Several threads may
use one table at once: an entry that two of them wrote at the same time fails its check and counts
as unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from livestone.core.game import Jit

# ``check`` is the key xor the other words; ``what`` holds value and move, ``rest`` depth, bound
# and age.
ENTRY = np.dtype([("check", "u8"), ("what", "u8"), ("rest", "u8")])
# What ``value`` is: nothing known, at least, at most, or exactly the position's value.
NONE, AT_LEAST, AT_MOST, EXACT = 0, 1, 2, 3
# Searches are numbered by their age, which begins again after so many.
AGES = 256
_LOW_32, _LOW_16, _LOW_8 = np.uint64(2**32 - 1), np.uint64(2**16 - 1), np.uint64(2**8 - 1)
_MOVE, _BOUND, _AGE = np.uint64(32), np.uint64(16), np.uint64(24)


class Table(NamedTuple):
    """Compiled access to a table.

    - ``find(table, key) -> (value, move, depth, bound)``; ``bound`` is NONE if nothing is known.
    - ``keep(table, key, value, bound, depth, move, age)`` stores what a search found.
    """

    find: Callable[..., Any]
    keep: Callable[..., Any]


def new_table(megabytes: int) -> Any:
    """Return an empty table of at most so many megabytes (and at least two entries)."""
    most = max(2, (megabytes << 20) // ENTRY.itemsize)
    return np.zeros(1 << (most.bit_length() - 1), ENTRY)


def table_access(jit: Jit) -> Table:
    """Build ``find`` and ``keep``."""

    @jit
    def find(table: Any, key: Any) -> Any:
        at = np.int64(key & np.uint64(len(table) - 2))
        # Each word is read once: what is checked is what is used.
        check, what, rest = table[at].check, table[at].what, table[at].rest
        if check ^ what ^ rest != key:
            check, what, rest = table[at + 1].check, table[at + 1].what, table[at + 1].rest
            if check ^ what ^ rest != key:
                return np.int64(0), np.int64(-1), np.int64(0), np.int64(NONE)
        value, move = np.int32(what & _LOW_32), np.int32(what >> _MOVE)
        depth, bound = rest & _LOW_16, rest >> _BOUND & _LOW_8
        return np.int64(value), np.int64(move), np.int64(depth), np.int64(bound)

    @jit
    def keep(table: Any, key: Any, value: int, bound: int, depth: int, move: int, age: int) -> None:
        at = np.int64(key & np.uint64(len(table) - 2))
        first = table[at]
        if first.check ^ first.what ^ first.rest != key:
            deeper = np.int64(first.rest & _LOW_16) > depth
            at += deeper and np.int64(first.rest >> _AGE) == age
        what = np.uint64(value) & _LOW_32 | np.uint64(move) << _MOVE
        rest = np.uint64(depth) | np.uint64(bound) << _BOUND | np.uint64(age) << _AGE
        entry = table[at]
        entry.check = key ^ what ^ rest
        entry.what = what
        entry.rest = rest

    return Table(find, keep)
