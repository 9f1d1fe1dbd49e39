"""Pairings, and tables of three and more, of the lowest cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from livestone.extras import needed_for

# What is bad about a table: worst things first, compared one after the other over all tables.
Cost = tuple[int, ...]
# A table with one is a bye.
Judge = Callable[[tuple[int, ...]], Cost]
# No way to improve tables of three is looked for more often than this.
SWEEPS = 50


def pairs(count: int, judge: Judge, near: int | None = None) -> list[tuple[int, ...]]:
    """Return the pairs (and one alone, of an odd number) of ``0 .. count - 1`` that cost least.

    A maximum weight matching (Edmonds 1965, as in networkx), where one alone is paired with a
    ghost. With ``near``, only those at most so many places apart are paired.
    """
    ghost = count if count % 2 else None
    near = count if near is None else near
    costs = {
        (one, other): judge((one,) if other == ghost else (one, other))
        for one, other in combinations(range(count + count % 2), 2)
        if other - one <= near or other == ghost
    }
    if not costs:
        return []
    weights = _weights(list(costs.values()), count // 2 + 1)
    with needed_for("pairing by Swiss rules"):
        import networkx  # takes longer to import than everything else here

    graph = networkx.Graph()
    for (one, other), weight in zip(costs, weights, strict=True):
        graph.add_edge(one, other, weight=weight)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    tables = sorted(tuple(sorted(pair)) for pair in found)
    return [table if ghost not in table else table[:1] for table in tables]


def _weights(costs: Sequence[Cost], most: int) -> list[int]:
    """One number a table: the sums of ``most`` of them compare as the sums of costs do."""
    scales = []
    scale = 1
    for column in reversed(range(len(costs[0]))):
        scales.append(scale)
        scale *= most * max(cost[column] for cost in costs) + 1
    scales.reverse()
    return [-sum(part * by for part, by in zip(cost, scales, strict=True)) for cost in costs]


def tables(count: int, seats: int, judge: Judge) -> list[tuple[int, ...]]:
    """Return tables of ``seats`` out of ``0 .. count - 1``, and the players left over.

    No quick way to the best is known (it is three-dimensional matching). Tables begin as
    neighbours; two players change places as long as that makes it better.
    """
    alone = count % seats
    order = list(range(count))
    found = [order[at : at + seats] for at in range(0, count - alone, seats)]
    found += [[at] for at in order[count - alone :]]
    for _ in range(SWEEPS):
        if not _improve(found, judge):
            break
    return sorted(tuple(sorted(table)) for table in found)


def _improve(found: list[list[int]], judge: Judge) -> bool:
    """Let two change places wherever that is better; whether any did."""
    better = False
    for one, other in combinations(found, 2):
        now = _sum(one, other, judge)
        for at in range(len(one)):
            for to in range(len(other)):
                one[at], other[to] = other[to], one[at]
                then = _sum(one, other, judge)
                if then < now:
                    now, better = then, True
                else:
                    one[at], other[to] = other[to], one[at]
    return better


def _sum(one: list[int], other: list[int], judge: Judge) -> Cost:
    costs = judge(tuple(sorted(one))), judge(tuple(sorted(other)))
    return tuple(map(sum, zip(*costs, strict=True)))
