"""The lines of Crunching Quax: where they can shift to, and what they crush on their way."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.boards.rows import running
from livestone.core.game import Jit, Position
from livestone.games.crunching_quax.board import AXES, LONGEST

EMPTY = 0  # in ``cells``


def moving_lines(board: Board, jit: Jit) -> tuple[Any, Any]:
    """``line_moves(s, out, n) -> n`` appends the mover's line moves; ``shift`` makes one."""
    neighbours = board.neighbours.astype(np.uint32)
    sites, run = len(board), running(board, jit)

    @jit
    def shifts(s: Position, code: int, front: int, direction: int, out: Any, n: int) -> int:
        """Append the moves of a line; ``front`` is the cell before it, ``code`` its move there.

        The line's length is part of the code: its last stone is so many cells from its rear.
        """
        length, gone = (code - sites) % LONGEST, 0
        while gone < length and s.cells[front] == EMPTY:
            out[n] = code + gone
            gone += 1
            n += 1
            front = neighbours[front, direction]
        if gone < length and s.cells[front] == 2 - s.mover:
            enemy = 1 + run(s.cells, front, direction, s.cells[front])
            if length > enemy:
                out[n] = code + gone + min(length - enemy, enemy, length - gone) - 1
                n += 1
        return n

    @jit
    def line_moves(s: Position, out: Any, n: int) -> int:
        """Append all line moves of the mover."""
        colour, cells = s.mover + 1, s.cells
        for site in range(sites):
            if cells[site] != colour:
                continue
            for direction in range(AXES):
                back, there = direction + AXES, neighbours[site, direction]
                behind = neighbours[site, back]
                if (cells[there] == colour) & (cells[behind] != colour):
                    length, last = 1, there
                    while cells[there] == colour:
                        length += 1
                        last = there
                        there = neighbours[there, direction]
                    ahead = sites + (6 * site + direction) * LONGEST + length
                    astern = sites + (6 * last + back) * LONGEST + length
                    n = shifts(s, ahead, there, direction, out, n)
                    n = shifts(s, astern, behind, back, out, n)
        return n

    @jit
    def shift(s: Position, move: int) -> int:
        """Make a line move; returns where the front stands then."""
        way, distance = (move - sites) // LONGEST, (move - sites) % LONGEST
        rear, direction = way // 6, way % 6
        colour, front = s.cells[rear], rear
        length = 1 + run(s.cells, rear, direction, colour)
        for _ in range(length - 1):
            front = neighbours[front, direction]
        for _ in range(distance - length + 1):
            s.cells[rear] = EMPTY
            rear = neighbours[rear, direction]
            front = neighbours[front, direction]
            s.stones[2 - colour] -= s.cells[front] != EMPTY
            s.cells[front] = colour
        return front

    return line_moves, shift
