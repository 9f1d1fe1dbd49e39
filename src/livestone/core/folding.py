"""Large tables of a game that follow from fewer numbers, so that compiled files are small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Folded(NamedTuple):
    """A table, the numbers that it follows from, and how.

    Both are arrays of one dimension and one type. ``unfolding(jit)`` returns a function that is
    given an array of the table's length and the numbers, and fills the array.
    """

    table: Any
    few: Any
    unfolding: Callable[[Callable[..., Any]], Callable[[Any, Any], None]]
