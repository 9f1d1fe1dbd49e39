"""Lines that pieces follow one way only: next sites, cheapest ways, blocked runners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from livestone.boards.board import Board, IntTable


def onward(board: Board, lines: Iterable[str], forward: Callable[[float, float], bool]) -> IntTable:
    """For each site the next ones along ``lines`` (names of sites) whose step is ``forward``.

    ``forward(dx, dy)`` says of a step whether it may be made; every line is tried both ways.
    Returns an int32 array of shape (sites + 1, most next sites) that the wall fills up.

    >>> from livestone.boards import square
    >>> onward(square(2), ["a1 b1 b2", "a1 a2 b2"], lambda dx, dy: dx + dy > 0).tolist()
    [[1, 2], [3, 4], [3, 4], [4, 4], [4, 4]]
    """
    found: list[set[int]] = [set() for _ in range(len(board) + 1)]
    for line in lines:
        along = [board.site[name] for name in line.split()]
        for one, other in [*pairwise(along), *pairwise(along[::-1])]:
            (x, y), (u, v) = board.centres[one], board.centres[other]
            if forward(u - x, v - y):
                found[one].add(other)
    table = np.full((len(found), max(map(len, found))), board.wall, np.int32)
    for site, those in enumerate(found):
        table[site, : len(those)] = sorted(those)
    return table


def downstream(table: IntTable, start: int) -> list[int]:
    """All sites that :func:`onward` leads to from ``start``, each after those it leads to.

    >>> from livestone.boards import square
    >>> downstream(onward(square(2), ["a1 b1 b2", "a1 a2 b2"], lambda dx, dy: dx + dy > 0), 0)
    [3, 1, 2, 0]
    """
    found: dict[int, None] = {}

    def visit(site: int) -> None:
        for there in table[site].tolist():
            if there not in found and there != len(table) - 1:
                visit(there)
        found[site] = None

    visit(start)
    return list(found)


def cheapest(
    jit: Callable[[Any], Any], tables: Sequence[IntTable], starts: Sequence[int], price: Any
) -> Any:
    """``to_go(cells, runner, site) -> float``: what the cheapest way to a runner's goal costs.

    Runner ``r`` follows ``tables[r]`` from ``starts[r]`` to the one end of all its ways. A step
    costs 1 and ``price[r, there, cells[there]]`` more.
    """
    onwards, wall = np.array(tables), len(tables[0]) - 1
    orders = np.array(
        [downstream(table, start) for table, start in zip(tables, starts, strict=True)]
    )

    @jit
    def to_go(cells: Any, runner: int, site: int) -> Any:
        need = np.full(wall + 1, np.inf)
        need[orders[runner, 0]] = 0.0
        for at in range(1, orders.shape[1]):
            here = orders[runner, at]
            for there in onwards[runner, here]:
                cost = 1.0 + price[runner, there, cells[there]] + need[there]
                need[here] = min(need[here], cost)
            if here == site:
                break
        return need[site]

    return to_go


def barred(
    tables: Sequence[IntTable], starts: Sequence[int], goals: Sequence[int]
) -> tuple[Any, Any]:
    """How two runners are in each other's way, neither of which can be passed over.

    Returns ``sure[runner, first, second]``: whether that runner has a way home on which the other
    can no longer come. And ``stuck[first, second]``: whether they bar each other's way for good.
    int8, by the sites of both.
    """
    wall = len(tables[0]) - 1
    sure, stuck = np.zeros((2, wall, wall), np.int8), np.zeros((wall, wall), np.int8)
    for one in downstream(tables[0], starts[0]):
        for two in downstream(tables[1], starts[1]):
            steps = [there for there in tables[0][one] if there not in (wall, two)]
            replies = [there for there in tables[1][two] if there not in (wall, one)]
            after = [stuck[there, two] for there in steps] + [stuck[one, at] for at in replies]
            stuck[one, two] = all(after) and one != goals[0] and two != goals[1]
            ahead, behind = downstream(tables[0], one), downstream(tables[1], two)
            sure[0, one, two] = one == goals[0] or any(
                sure[0, there, two] for there in steps if there not in behind
            )
            sure[1, one, two] = two == goals[1] or any(
                sure[1, one, there] for there in replies if there not in ahead
            )
    return sure, stuck
