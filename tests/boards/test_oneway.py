"""One-way lines: next sites, cheapest ways, and runners in each other's way."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import square
from livestone.boards.oneway import barred, cheapest, downstream, onward

BOARD = square(4, 3)
# Two runners from the left corners to the right ones, through two middle columns.
COLUMNS = ["b1 b2 b3", "c1 c2 c3"]
UP = onward(BOARD, ["a1 b1 c1", "a3 b3 c3 d3", *COLUMNS], lambda dx, dy: dx >= 0 and dy >= 0)
DOWN = onward(BOARD, ["a1 b1 c1 d1", "a3 b3 c3", *COLUMNS], lambda dx, dy: dx >= 0 and dy <= 0)
STARTS = [BOARD.site["a1"], BOARD.site["a3"]]
GOALS = [BOARD.site["d3"], BOARD.site["d1"]]


def following(table: Any, name: str) -> set[str]:
    there = table[BOARD.site[name]].tolist()
    return {BOARD.names[site] for site in there if site != BOARD.wall}


def test_next_sites_lie_forward_on_a_line() -> None:
    assert following(UP, "b1") == {"c1", "b2"}
    assert following(DOWN, "b1") == {"c1"}
    assert following(DOWN, "c3") == {"c2"}
    assert following(UP, "d2") == set()
    assert (UP[BOARD.wall] == BOARD.wall).all()


def test_sites_come_after_those_they_lead_to() -> None:
    order = downstream(UP, STARTS[0])
    assert len(order) == len(set(order))
    assert order[-1] == STARTS[0]
    for at, site in enumerate(order):
        assert {there for there in UP[site].tolist() if there != BOARD.wall} <= set(order[:at])


def test_cheapest_ways_against_all_ways() -> None:
    board = square(4)
    lines = [*(f"a{y} b{y} c{y} d{y}" for y in range(1, 5)), "a1 a2 a3 a4", "b1 b2 b3 b4"]
    lines += ["c1 c2 c3 c4", "d1 d2 d3 d4"]
    tables = [
        onward(board, lines, lambda dx, dy: dx >= 0 and dy >= 0),
        onward(board, lines, lambda dx, dy: dx >= 0 and dy <= 0),
    ]
    rng = np.random.default_rng(1)
    price = rng.integers(0, 9, (2, 17, 3)).astype(float)
    to_go = cheapest(lambda function: function, tables, [0, 12], price)

    def slow(cells: Any, runner: int, site: int) -> float:
        costs = [
            1 + price[runner, there, cells[there]] + slow(cells, runner, there)
            for there in tables[runner][site].tolist()
            if there != 16
        ]
        return min(costs, default=0.0)

    for _ in range(5):
        cells = rng.integers(0, 3, 17)
        for runner in (0, 1):
            for site in range(16):
                assert to_go(cells, runner, site) == slow(cells, runner, site)


def test_who_is_barred_against_all_ways() -> None:
    """By brute force: all ways of both, and all orders in which they may go."""
    tables = [UP.tolist(), DOWN.tolist()]
    sure, stuck = barred([UP, DOWN], STARTS, GOALS)

    def ways(runner: int, site: int) -> list[tuple[int, ...]]:
        nexts = [there for there in tables[runner][site] if there != BOARD.wall]
        return [(site, *way) for there in nexts for way in ways(runner, there)] or [(site,)]

    def through(one: int, two: int) -> bool:
        if one == GOALS[0] or two == GOALS[1]:
            return True
        steps = [(there, two) for there in tables[0][one]]
        steps += [(one, there) for there in tables[1][two]]
        return any(a != b and BOARD.wall not in (a, b) and through(a, b) for a, b in steps)

    names, found = BOARD.names, set()
    for one in downstream(UP, STARTS[0]):
        for two in downstream(DOWN, STARTS[1]):
            if one == two:
                continue
            at = (one, two)
            for runner in (0, 1):
                rival = set(sum(ways(1 - runner, at[1 - runner]), ()))
                free = [way for way in ways(runner, at[runner]) if not rival & set(way[1:])]
                assert sure[runner, one, two] == bool(free)
            assert stuck[one, two] != through(one, two)
            found |= {(names[one], names[two])} if stuck[one, two] else set()
    assert found == {("c1", "c2"), ("c1", "c3"), ("c2", "c3")}
