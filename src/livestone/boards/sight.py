"""What is in line with a site: tables for pieces that see or move along whole lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.arrays import Stack
from livestone.boards.board import Board, IntTable

EMPTY = 0


@lru_cache
def sights(board: Board) -> Stack[np.int32]:
    """All sites in line with each site, line by line, outwards.

    Returns an int32 array of shape (sites, most sites in line, 3). An entry is a site, then 0 for
    the first of its line and -1 for the others (so that ``carried &= entry[1]`` begins anew with
    each line), then 1 for the second of its line, else 0. The wall fills up.
    """
    lines = [
        [board.line(origin, direction)[1:] for direction in range(board.directions)]
        for origin in range(len(board))
    ]
    longest = max(sum(map(len, those)) for those in lines)
    table = np.zeros((len(board), longest, 3), np.int32)
    table[:, :, 0] = board.wall
    for origin, those in enumerate(lines):
        seen = [(site, -(at > 0), at == 1) for line in those for at, site in enumerate(line)]
        table[origin, : len(seen)] = seen
    return table


@lru_cache
def ways(board: Board) -> IntTable:
    """``ways[origin, target]``: the direction straight from one site to another, or -1.

    Returns an int32 array of shape (sites, sites).
    """
    table = np.full((len(board), len(board)), -1, np.int32)
    for origin in range(len(board)):
        for direction in range(board.directions):
            table[origin, board.line(origin, direction)[1:]] = direction
    return table


def first_piece(board: Board, jit: Callable[[Any], Any]) -> Any:
    """``met(cells, origin, target)``: where the first piece stands on the way to ``target``.

    ``target`` is in line with ``origin``; the wall where no piece is. ``jit`` compiles, or returns
    the function as it is.
    """
    # Unsigned, so that compiled code need not ask whether an index counts from the end.
    neighbours, way, wall = board.neighbours.astype(np.uint32), ways(board), board.wall

    @jit
    def met(cells: Any, origin: int, target: int) -> Any:
        direction = way[origin, target]
        site = neighbours[origin, direction]
        while cells[site] == EMPTY and site != wall:  # where a position is wrong, the wall is empty
            site = neighbours[site, direction]
        return site

    return met


@lru_cache
def leapt(board: Board) -> IntTable:
    """``leapt[origin, target]``: the site that a leap goes over, the wall where there is no leap.

    Returns an int32 array of shape (sites, sites).
    """
    table = np.full((len(board), len(board)), board.wall, np.int32)
    for origin in range(len(board)):
        for direction in range(board.directions):
            target = board.leap[origin, direction]
            if target != board.wall:
                table[origin, target] = board.neighbours[origin, direction]
    return table
