"""Rows of stones: how far one goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from livestone.boards.board import Board


def running(board: Board, jit: Callable[[Any], Any]) -> Any:
    """``run(cells, site, direction, code) -> int``: how many stones stand in a row from ``site``.

    Counted are those of ``code``, from the neighbour of ``site`` in ``direction`` on; ``site``
    itself is not. ``jit`` compiles, or returns the function as it is.
    """
    # Unsigned, so that compiled code need not ask whether an index counts from the end.
    neighbours = board.neighbours.astype(np.uint32)

    @jit
    def run(cells: Any, site: int, direction: int, code: int) -> int:
        count = 0
        there = neighbours[site, direction]
        while cells[there] == code:
            count += 1
            there = neighbours[there, direction]
        return count

    return run
