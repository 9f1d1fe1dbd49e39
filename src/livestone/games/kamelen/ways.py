"""Where Camels and Dromedaries go, as tables and as the moves that these give."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from livestone.arrays import Stack
from livestone.boards import Board
from livestone.boards.bent import DIAGONAL, ORTHOGONAL, bent
from livestone.core.game import Jit
from livestone.games.kamelen.board import CAMEL, DROMEDARY, EMPTY


@lru_cache
def forks(board: Board, kind: int) -> Stack[np.int32]:
    """An animal's four ways from each site: the two squares on the way, then its two ends.

    Returns an int32 array of shape (sites, 4, 4), the wall where there is nothing.
    """
    ends = bent(board, ORTHOGONAL if kind == CAMEL else DIAGONAL, 2)
    left, right = ends[:, ::2], ends[:, 1::2]
    on_the_way = np.minimum(left, right)[:, :, :2]  # the wall comes last
    return np.concatenate([on_the_way, left[:, :, 2:], right[:, :, 2:]], axis=2)


def fork_table(board: Board) -> Any:
    """The forks of Camels and of Dromedaries, as an array of shape (2, sites, 4, 4).

    Unsigned, so that compiled code need not ask whether an index counts from the end.
    """
    return np.array([forks(board, kind) for kind in (CAMEL, DROMEDARY)], np.uint32)


def fork_moves(board: Board, capture: int, jit: Jit) -> Any:
    """``reach(cells, places, men, kind, may, out, n) -> n``; ``capture`` as in CapturingGame."""
    ways, sites = fork_table(board), len(board)

    @jit
    def reach(cells: Any, places: Any, men: int, kind: int, may: int, out: Any, n: int) -> Any:
        """Add the moves of the first ``men`` animals of one kind.

        Bit ``code`` of ``may`` says whether they may end where that stands.
        """
        for at in range(men):
            origin = int(places[at])
            base = origin * sites
            for way in range(4):
                first, second, left, right = ways[kind, origin, way]
                free = (cells[first] | cells[second]) == EMPTY
                code = cells[left]
                out[n] = base + left + capture * (code != EMPTY)
                n += free & (may >> code) & 1
                code = cells[right]
                out[n] = base + right + capture * (code != EMPTY)
                n += free & (may >> code) & 1
        return n

    return reach
