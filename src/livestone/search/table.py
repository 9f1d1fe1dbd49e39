"""The transposition table: what a search has learned about positions it may meet again.

A table is a NumPy array of ``ENTRY`` records, a power of two long, in buckets of two: the first
entry of a bucket keeps the deeper search, the second the latest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from livestone.core.game import Jit

ENTRY = np.dtype(
    [
        ("key", "u8"),
        ("value", "i4"),
        ("move", "i4"),
        ("depth", "i2"),
        ("bound", "i1"),
        ("_zeros", "u1", 5),
    ]
)
# What ``value`` is: nothing known, at least, at most, or exactly the position's value.
NONE, AT_LEAST, AT_MOST, EXACT = 0, 1, 2, 3


class Table(NamedTuple):
    """Compiled access to a table.

    - ``find(table, key) -> index`` of the position's entry, or -1.
    - ``keep(table, key, value, bound, depth, move)`` stores what a search found.
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
        if table[at].key == key and table[at].bound != NONE:
            return at
        if table[at + 1].key == key and table[at + 1].bound != NONE:
            return at + 1
        return -1

    @jit
    def keep(table: Any, key: Any, value: int, bound: int, depth: int, move: int) -> None:
        at = np.int64(key & np.uint64(len(table) - 2))
        if table[at].key != key and table[at].depth > depth:
            at += 1
        entry = table[at]
        entry.key = key
        entry.value = value
        entry.move = move
        entry.depth = depth
        entry.bound = bound

    return Table(find, keep)
