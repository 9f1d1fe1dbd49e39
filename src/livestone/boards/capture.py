"""Custodial capture: an enemy piece between two of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from livestone.boards.board import Board


def custodial(board: Board, jit: Callable[[Any], Any]) -> Any:
    """``flanked(cells, site, direction, enemy) -> int``: the site of a captured piece.

    That is the neighbour of ``site`` in ``direction`` when a piece of code ``enemy`` stands on it
    and a piece of the code on ``site`` straight behind it; the wall otherwise. ``jit`` compiles,
    or returns the function as it is.
    """
    neighbours, leap, wall = board.neighbours, board.leap, board.wall

    @jit
    def flanked(cells: Any, site: int, direction: int, enemy: int) -> Any:
        between = neighbours[site, direction]
        if cells[between] == enemy and cells[leap[site, direction]] == cells[site]:
            return between
        return wall

    return flanked
