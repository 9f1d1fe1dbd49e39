"""Rows of exactly four in Freedom: which stones are live, and what one more stone changes."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.boards.rows import running
from livestone.core.game import Jit

FOUR = 4
EMPTY, EDGE = 0, 3  # in ``cells`` a stone is its player's index + 1


def counting(board: Board, jit: Jit) -> Any:
    """``find_fours(cells, live)``: sets ``live`` to 1 where a stone is live.

    It returns each player's points by rows. It follows every line from edge to edge, counting the
    equal cells in succession.
    """
    lines = np.array(
        [site for line in long_lines(board) for site in (*line, board.wall)], np.uint32
    )

    @jit
    def find_fours(cells: Any, live: Any) -> tuple[int, int]:
        points = [0, 0, 0, 0]
        length, colour = 0, EDGE
        for at in range(len(lines)):
            found = cells[lines[at]]
            if (length == FOUR) & (found != colour) & (colour != EMPTY):
                for back in range(1, FOUR + 1):
                    live[lines[at - back]] = 1
                points[colour] += FOUR
            length = length * (found == colour) + 1
            colour = found
        return points[1], points[2]

    if isinstance(find_fours, FunctionType):  # plain Python reads a view twice as quickly
        return lambda cells, live: find_fours(memoryview(cells), memoryview(live))
    return find_fours


def gaining(board: Board, jit: Jit, by_rows: bool) -> Any:
    """``gain(cells, site, colour)``: how much a stone on the empty cell changes its score.

    Only rows through the cell change: a four beside it grows too long, a shorter row becomes a
    four.
    """
    neighbours, run = board.neighbours.astype(np.uint32), running(board, jit)

    @jit
    def live_across(cells: Any, site: int, direction: int) -> bool:
        """Whether the stone on ``site`` is live in any line but that of ``direction``."""
        colour = cells[site]
        for other in range(4):
            if other != direction:
                ahead = run(cells, site, other, colour)
                behind = run(cells, site, other + 4, colour)
                if ahead + behind + 1 == FOUR:
                    return True
        return False

    @jit
    def worth(cells: Any, site: int, direction: int, length: int) -> int:
        """What ``length`` stones from ``site`` (not counted) on are worth if they make a row.

        A stone that is live across the row already counts only by rows.
        """
        total = length
        for _ in range(length):
            site = neighbours[site, direction]
            total -= (not by_rows) and live_across(cells, site, direction % 4)
        return total

    @jit
    def gain(cells: Any, site: int, colour: int) -> Any:
        total, fours = 0, 0
        for direction in range(4):
            ahead = run(cells, site, direction, colour)
            behind = run(cells, site, direction + 4, colour)
            if ahead == FOUR:
                total -= worth(cells, site, direction, ahead)
            if behind == FOUR:
                total -= worth(cells, site, direction + 4, behind)
            if ahead + behind + 1 == FOUR:
                total += worth(cells, site, direction, ahead)
                total += worth(cells, site, direction + 4, behind)
                fours += 1
        return total + (fours if by_rows else min(fours, 1))

    return gain


def long_lines(board: Board) -> list[tuple[int, ...]]:
    """All lines of four cells or more, from edge to edge."""
    return [
        line
        for direction in range(4)
        for site in range(len(board))
        if len(line := board.line(site, direction)) >= FOUR
        and board.neighbours[site, direction + 4] == board.wall
    ]


def only_empty(cells: Any) -> int:
    """The first empty cell."""
    site = 0
    while cells[site] != EMPTY:
        site += 1
    return site
