"""Pieces that go straight on and then bend outward: over which sites to which."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from livestone.arrays import Stack
from livestone.boards.board import Board

# The directions of a square board.
ORTHOGONAL, DIAGONAL = (0, 2, 4, 6), (1, 3, 5, 7)


def bent(board: Board, directions: Sequence[int], steps: int) -> Stack[np.int32]:
    """All ways ``steps`` straight on in one of ``directions``, then one outward to either side.

    Outward is the next direction to the left or right. Returns an int32 array of shape
    (sites, 2 * directions, steps + 1): the sites stepped on in order, the last where the way ends.
    A way that leaves the board is all wall; the wall's own row is left out.

    >>> from livestone.boards import square
    >>> [[square(5).names[site] for site in way] for way in bent(square(5), (2,), 1)[0, :1]]
    [['a2', 'b3']]
    """
    table = np.full((len(board), 2 * len(directions), steps + 1), board.wall, np.int32)
    for origin in range(len(board)):
        for at, direction in enumerate(directions):
            line = board.line(origin, direction)[1 : steps + 1]
            if len(line) < steps:
                continue
            for side, turn in enumerate((-1, 1)):
                end = board.neighbours[line[-1], (direction + turn) % board.directions]
                if end != board.wall:
                    table[origin, 2 * at + side] = (*line, end)
    return table
