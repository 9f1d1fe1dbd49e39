"""Pawns that slide up to so many points in a straight line."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.core.game import Jit

EMPTY = 0


def slide_moves(board: Board, farthest: int, jit: Jit) -> Any:
    """``slide(cells, open_ways, origin, out, n) -> n``: adds the slides of the pawn on ``origin``.

    As ``reach`` of :class:`~livestone.boards.leaps.Chains`, whose table it does not need.
    """
    sites, ways = len(board), board.directions
    # Unsigned, so that compiled code need not ask whether an index counts from the end.
    ahead = board.ahead(farthest).astype(np.uint32)

    @jit
    def slide(cells: Any, open_ways: Any, origin: int, out: Any, n: int) -> int:
        base = origin * sites
        for way in range(ways):
            free = True
            for step in range(farthest):
                site = ahead[np.uint32(origin), way, step]
                free &= cells[site] == EMPTY
                out[n] = base + site
                n += free
        return n

    return slide
