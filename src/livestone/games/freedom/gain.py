"""How much a stone changes its player's score in Freedom, without counting the whole board."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.boards.rows import running
from livestone.core.game import Jit

FOUR = 4


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
