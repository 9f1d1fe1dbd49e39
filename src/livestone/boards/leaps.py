"""Steps, and chains of leaps whose path does not matter: where a piece can get to.

A leap goes over one neighbouring piece to the empty site straight behind it. A chain is as many
leaps as one likes, turning freely, so a move is where it begins and where it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from livestone.boards.board import Board

EMPTY = 0


def most_reached(board: Board, others: int) -> int:
    """The most steps and ends of chains of one piece, with so many others to leap over.

    A leap keeps the parity of both coordinates. So a piece gets over each other one in only two of
    the six directions of a triangular board, and in four of the eight of a square one (the diagonal
    ones, or two of the straight ones).
    """
    return board.directions + {6: 2, 8: 4}[board.directions] * others


class Chains(NamedTuple):
    """Chains of leaps over ``cells``: 0 where empty, pieces from 1 up, ``edge`` on the wall.

    ``open_ways`` is a table kept beside the cells, uint8 of shape (kinds, sites + 1): bit ``way``
    of ``open_ways[kind, site]`` says that a leap from there that way is possible. Where pieces leap
    over any others there is one kind; where only over their own, one a player, and the pieces of
    player ``kind`` have the code ``kind + 1``.

    - ``changed(cells, open_ways, site)`` brings the table up to date after ``cells[site]`` changed.
    - ``reach(cells, open_ways, origin, out, n) -> n`` adds all steps from ``origin`` and the ends
      of all chains to ``out`` from ``n`` on, each once, as ``origin * len(board) + end``;
      ``out[n]`` may be written too. ``open_ways`` is here the mover's row of the table. The start
      is never an end.
    """

    changed: Callable[..., None]
    reach: Callable[..., int]


def chains(board: Board, jit: Callable[[Any], Any], edge: int, *, over_own: bool = False) -> Chains:
    """Steps and chains of leaps on a square or triangular board; ``jit`` compiles, or does nothing.

    A leap there keeps the parity of both coordinates. So no end is next to the start, none is also
    a step away, and the leaping piece never comes to leap over the place it has left.
    """
    sites, ways, wall = len(board), board.directions, board.wall
    # Unsigned, so that compiled code need not ask whether an index counts from the end.
    neighbours, leap = board.neighbours.astype(np.uint32), board.leap.astype(np.uint32)
    opposite = np.array(board.opposite)
    # The directions in each set of bits, and how many they are.
    sets = [[way for way in range(ways) if bits >> way & 1] for bits in range(1 << ways)]
    counts = np.array([len(found) for found in sets], np.uint8)
    members = np.array([found + [0] * (ways - len(found)) for found in sets], np.uint8)

    @jit
    def leapt(code: int, kind: int) -> bool:
        if over_own:
            return code == kind + 1
        return (code != EMPTY) & (code != edge)

    @jit
    def changed(cells: Any, open_ways: Any, site: int) -> None:
        here = cells[site]
        for way in range(ways):
            bit, back = 1 << way, opposite[way]
            before, far = neighbours[site, back], leap[site, back]
            free = cells[neighbours[site, way]] == EMPTY
            for kind in range(len(open_ways)):
                over = leapt(here, kind) & free
                onto = leapt(cells[before], kind) & (here == EMPTY)
                open_ways[kind, before] = open_ways[kind, before] & (255 - bit) | bit * over
                open_ways[kind, far] = open_ways[kind, far] & (255 - bit) | bit * onto
        open_ways[:, wall] = 0

    @jit
    def reach(cells: Any, open_ways: Any, origin: int, out: Any, n: int) -> int:
        base = origin * sites
        for way in range(ways):
            near = neighbours[np.uint32(origin), way]
            out[n] = base + near
            n += cells[near] == EMPTY
        first, head, site = n, n, np.uint32(origin)
        while True:
            bits = open_ways[site]
            for at in range(counts[bits]):
                end = leap[site, members[bits, at]]
                out[n] = base + end
                n += cells[end] == EMPTY
                cells[end] = edge  # for a while, so that no end is found twice
            if head == n:
                break
            site = np.uint32(out[head] - base)
            head += 1
        for at in range(first, n):
            cells[np.uint32(out[at] - base)] = EMPTY
        return n

    return Chains(changed, reach)
