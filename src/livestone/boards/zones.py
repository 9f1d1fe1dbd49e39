"""Parts of boards: blocked and marked sites, distances to a zone, sorted lists of pieces' sites."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from livestone.boards.board import Board, IntTable


def blocked(board: Board, sites: Iterable[int]) -> Board:
    """The board with some sites that no piece can enter or cross: steps there lead to the wall.

    >>> from livestone.boards import square
    >>> strip = blocked(square(3, 1), [1])
    >>> bool(strip.neighbours[0, 0] == strip.leap[0, 0] == strip.wall)
    True
    """
    closed = list(sites)
    neighbours = board.neighbours.copy()
    neighbours[np.isin(neighbours, closed)] = board.wall
    neighbours[closed] = board.wall
    return replace(board, neighbours=neighbours)


def distances(board: Board, targets: Sequence[int], reach: int = 1) -> IntTable:
    """Moves from every site to each target on the empty board, shape (targets, sites + 1).

    A move goes up to ``reach`` steps in a straight line. What cannot be reached, the wall among
    it, is as far away as the board has sites.

    >>> from livestone.boards import square
    >>> distances(square(5, 1), [4]).tolist(), distances(square(5, 1), [4], 3).tolist()
    ([[4, 3, 2, 1, 0, 5]], [[2, 1, 1, 1, 0, 5]])
    """
    table = np.full((len(targets), len(board) + 1), len(board), np.int32)
    for row, target in enumerate(targets):
        table[row, target] = 0
        todo = deque([target])
        while todo:
            site = todo.popleft()
            for way in range(board.directions):
                there = site
                for _ in range(reach):
                    there = int(board.neighbours[there, way])
                    if there != board.wall and table[row, there] == len(board):
                        table[row, there] = table[row, site] + 1
                        todo.append(there)
    return table


def marked(board: Board, sites: Iterable[int]) -> npt.NDArray[np.int8]:
    """1 for each of these sites, 0 for all others and for the wall.

    >>> from livestone.boards import square
    >>> marked(square(3, 1), [0, 2]).tolist()
    [1, 0, 1, 0]
    """
    table = np.zeros(len(board) + 1, np.int8)
    table[list(sites)] = 1
    return table


def enlist(places: Any, cells: Any, first: int, last: int) -> int:
    """List the sites in rising order whose ``cells`` hold a code from ``first`` to ``last``.

    Fills ``places``, with the wall after the last, and returns how many they are; those that it
    has no room for are left out. ``cells`` end with the wall. A game compiles this with the ``jit``
    of its rules.
    """
    wall, n = len(cells) - 1, 0
    places[:] = wall
    for site in range(wall):
        if first <= cells[site] <= last and n < len(places):
            places[n] = site
            n += 1
    return n


def relist(places: Any, origin: int, target: int) -> None:
    """In a rising list of sites that holds ``origin``, put ``target`` in its place, still rising.

    A game compiles this with the ``jit`` of its rules.
    """
    at = 0
    while places[at] != origin:
        at += 1
    while at + 1 < len(places) and places[at + 1] < target:
        places[at] = places[at + 1]
        at += 1
    while at > 0 and places[at - 1] > target:
        places[at] = places[at - 1]
        at -= 1
    places[at] = target
