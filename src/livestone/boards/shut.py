"""Pieces of others that stand in a zone and find it hard to leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from livestone.boards.board import Board
from livestone.boards.zones import distances


def shut_in(
    board: Board, zones: Sequence[Sequence[int]], reach: int, jit: Callable[[Any], Any]
) -> Any:
    """``shut(cells, zone, code) -> count`` of the pieces in a zone that are not ``code``'s.

    A piece that has ``n`` moves which bring it nearer to the outside, of up to ``reach`` steps in a
    straight line over empty sites, counts as ``1 / (1 + n)``. ``zones`` are as large as each other,
    and ``zone`` is the number of one. ``cells`` is 0 where it is empty; the wall has a cell of its
    own that is not. ``jit`` compiles, or does nothing.
    """
    outside = [[site for site in range(len(board)) if site not in zone] for zone in zones]
    depth = np.array([distances(board, sites).min(axis=0) for sites in outside], np.int16)
    # Unsigned, so that compiled code need not ask whether an index counts from the end.
    within, beside = np.array(zones, np.uint32), board.neighbours.astype(np.uint32)
    ways = board.directions

    @jit
    def moves_out(cells: Any, zone: int, site: int) -> int:
        n = 0
        for way in range(ways):
            there = site
            for _ in range(reach):
                there = beside[there, way]
                if cells[there] != 0:
                    break
                n += depth[zone, there] < depth[zone, site]
        return n

    @jit
    def shut(cells: Any, zone: int, code: int) -> float:
        total = 0.0
        for site in within[zone]:
            if cells[site] != 0 and cells[site] != code:
                total += 1.0 / (1 + moves_out(cells, zone, site))
        return total

    return shut
