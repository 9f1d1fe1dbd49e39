"""Groups of Coy Lips, kept up as stones are placed, and the tetrahexes among them.

The fields of a position that hold them are described in the layout.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.core.game import Jit, Position

EMPTY = 0  # in ``cells``
SHAPES = "COYLIPS"
# A tetrahex is told by the squared distances between its cells, added up over all six pairs.
SPREAD = {"C": 13, "O": 8, "Y": 12, "L": 17, "I": 20, "P": 11, "S": 16}


def places(board: Board) -> tuple[Any, Any, Any]:
    """Square of the distance from the corner, column and row of each cell.

    Columns of neighbours in a row are two apart.
    """
    column = np.array([ord(name[0]) for name in board.names])
    row = np.array([int(name[1:]) for name in board.names])
    return column * column + 3 * row * row, column, row


def measuring(board: Board, jit: Jit) -> tuple[Any, Any]:
    """``classify(squares, columns, rows)`` and ``sums(s, label)``, which adds those up."""
    square, column, row = places(board)
    shape_of = np.zeros(max(SPREAD.values()) + 1, np.uint8)
    for shape, spread in SPREAD.items():
        shape_of[spread] = 1 + SHAPES.index(shape)

    @jit
    def classify(squares: int, columns: int, rows: int) -> Any:
        """Which tetrahex four cells make, counted from 1, from the sums over them."""
        return shape_of[(4 * squares - columns * columns - 3 * rows * rows) // 4]

    @jit
    def sums(s: Position, label: int) -> tuple[int, int, int]:
        """Squares of the distance from the corner, columns and rows, summed over a group."""
        squares, columns, rows, site = 0, 0, 0, label
        for _ in range(s.members[label]):
            squares += square[site]
            columns += column[site]
            rows += row[site]
            site = s.link[site]
        return squares, columns, rows

    return classify, sums


def grouping(board: Board, jit: Jit) -> Any:
    """``add(s, site, player) -> label``: puts a stone on an empty cell and unites its groups."""
    neighbours = board.neighbours.astype(np.uint32)
    full = (1 << len(SHAPES)) - 1
    classify, sums = measuring(board, jit)

    @jit
    def count(s: Position, label: int, change: int) -> None:
        """A tetrahex more, or less."""
        player, shape = s.cells[label] - 1, s.kind[label] - 1
        s.shapes[player, shape] += change
        others = s.sets[player] & (full - (1 << shape))
        s.sets[player] = others | (s.shapes[player, shape] > 0) << shape

    @jit
    def join(s: Position, group: int, other: int) -> int:
        """Unite two groups; returns the label of the whole."""
        low, high = min(group, other), max(group, other)
        here, there = low, high
        while True:
            ahead = s.link[here]
            if there > ahead > low:
                here = ahead
                continue
            rest = s.link[there]
            s.link[here] = there
            s.link[there] = ahead
            s.label[there] = low
            here = there
            if rest == high:
                break
            there = rest
        for label in (low, high):
            if s.kind[label]:
                count(s, label, -1)
                s.kind[label] = 0
        s.members[low] += s.members[high]
        s.members[high] = 0
        return low

    @jit
    def add(s: Position, site: int, player: int) -> Any:
        """Put a stone on an empty cell; returns the label of its group."""
        s.cells[site] = player + 1
        s.free[site] = 0
        s.stones += 1
        s.label[site] = site
        s.link[site] = site
        s.members[site] = 1
        label: Any = np.int64(site)
        for direction in range(6):
            there = neighbours[site, direction]
            if s.cells[there] == player + 1 and s.label[there] != label:
                label = join(s, label, np.int64(s.label[there]))
        if s.members[label] == 4:
            squares, columns, rows = sums(s, label)
            s.kind[label] = classify(squares, columns, rows)
            count(s, label, 1)
        return label

    return add
