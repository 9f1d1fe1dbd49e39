"""The best pairs, compared with trying them all; good tables, never worse than neighbours."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st
from tests.play.tournament.simulate import every

from livestone.play.tournament.pairing import Cost, pairs, tables


def total(found: list[tuple[int, ...]], costs: dict[tuple[int, ...], Cost]) -> Cost:
    return tuple(map(sum, zip(*(costs[table] for table in found), strict=True)))


@given(st.integers(1, 7), st.integers(0, 10**6))
def test_no_pairs_are_better(count: int, seed: int) -> None:
    """Costs are compared one after the other, summed over all tables."""
    dice = random.Random(seed)
    people = range(count)
    made = [(one,) for one in people] + [(a, b) for a in people for b in people if a < b]
    costs = {table: tuple(dice.randrange(3) for _ in range(3)) for table in made}
    found = pairs(count, costs.__getitem__)
    assert sorted(one for table in found for one in table) == list(people)
    assert sum(len(table) == 1 for table in found) == count % 2
    best = min(total(other, costs) for other in every(tuple(people)))
    assert total(found, costs) == best


def test_nobody() -> None:
    assert pairs(0, lambda table: (0,)) == []
    assert pairs(1, lambda table: (0,)) == [(0,)]
    assert tables(2, 3, lambda table: (0,)) == [(0,), (1,)]


def test_neighbours_only() -> None:
    found = pairs(20, lambda table: (-abs(table[-1] - table[0]),), near=3)
    assert all(other - one <= 3 for one, other in found)


@given(st.integers(3, 15), st.integers(0, 10**6))
def test_tables_of_three(count: int, seed: int) -> None:
    dice = random.Random(seed)
    worth = {frozenset((a, b)): dice.randrange(3) for a in range(count) for b in range(a)}

    def judge(table: tuple[int, ...]) -> Cost:
        if len(table) < 3:
            return (0, count - table[0])
        duels = [frozenset((table[0], table[1])), frozenset(table[1:]), frozenset(table[::2])]
        return (sum(worth[duel] for duel in duels), 0)

    found = tables(count, 3, judge)
    assert sorted(one for table in found for one in table) == list(range(count))
    assert sum(len(table) == 1 for table in found) == count % 3
    plain = [tuple(range(at, at + 3)) for at in range(0, count - count % 3, 3)]
    plain += [(at,) for at in range(count - count % 3, count)]
    costs = {table: judge(table) for table in (*found, *plain)}
    assert total(found, costs) <= total(plain, costs)
