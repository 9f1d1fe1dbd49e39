"""Pawns that slide up to so many points in a straight line, in the form of chains of leaps."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.boards.leaps import Chains
from livestone.core.game import Jit

EMPTY = 0


def slides(board: Board, farthest: int, jit: Jit) -> Chains:
    """Slides instead of steps and chains of leaps; the table ``open_ways`` is not needed."""
    sites, ways = len(board), board.directions
    # Unsigned, so that compiled code need not ask whether an index counts from the end.
    ahead = board.ahead(farthest).astype(np.uint32)

    @jit
    def changed(cells: Any, open_ways: Any, site: int) -> None:
        pass

    @jit
    def reach(cells: Any, open_ways: Any, origin: int, out: Any, n: int) -> int:
        base = origin * sites
        for way in range(ways):
            free = True
            for step in range(farthest):
                site = ahead[np.uint32(origin), way, step]
                free &= cells[site] == EMPTY
                out[n] = base + site
                n += free
        return n

    return Chains(changed, reach)
