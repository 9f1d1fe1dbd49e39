"""Round robins: the published tables, and all pairs meet for any number of entrants."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.play.tournament.simulate import THREE, make, names, pairs_met, play

from livestone.play.tournament.robin import schedule

# FIDE Handbook C.05, annex 1: with an odd number, the player who meets the last is free.
BERGER = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


@pytest.mark.parametrize("entrants", [4, 5, 6, 7, 8])
def test_the_published_tables(entrants: int) -> None:
    even = entrants + entrants % 2
    table = [
        [pair for pair in line.split() if str(entrants + 1) not in pair.split("-")]
        for line in BERGER[even]
    ]
    found = [[f"{one + 1}-{other + 1}" for one, other in round] for round in schedule(entrants)]
    assert found == table


@given(st.integers(2, 40))
def test_every_pair_meets_once_with_even_colours(entrants: int) -> None:
    rounds = schedule(entrants)
    tables = [table for round in rounds for table in round]
    assert Counter(map(frozenset, tables)) == Counter(
        map(frozenset, combinations(range(entrants), 2))
    )
    assert all(len({at for table in round for at in table}) == 2 * len(round) for round in rounds)
    for who in range(entrants):
        first = sum(table[0] == who for table in tables)
        assert abs(2 * first - (entrants - 1)) <= 1


@pytest.mark.parametrize(("entrants", "seats"), [*((n, 3) for n in range(3, 26)), (9, 4), (14, 4)])
def test_three_and_more_at_a_table(entrants: int, seats: int) -> None:
    rounds = schedule(entrants, seats)
    tables = [table for round in rounds for table in round]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert len(met) == entrants * (entrants - 1) // 2
    assert max(met.values()) <= min(met.values()) + 1
    assert len(set(map(frozenset, tables))) == len(tables)
    for round in rounds:
        assert len({at for table in round for at in table}) == seats * len(round)
    if entrants > seats:
        sat = Counter((who, seat) for table in tables for seat, who in enumerate(table))
        assert len(sat) == entrants * seats
        assert len(set(sat.values())) == 1


def test_more_than_balanced_blocks_are_found_for() -> None:
    tables = [table for round in schedule(40, 3) for table in round]
    met = {frozenset(pair) for table in tables for pair in combinations(table, 2)}
    assert len(met) == 40 * 39 // 2


def test_absent_players_meet_the_others_later() -> None:
    cup = make("round-robin", 4, games=1)
    play(cup, present=names(3))
    assert not cup.over
    assert set(map(frozenset, pairs_met(cup))) == {frozenset(p) for p in combinations(names(3), 2)}
    assert [round.absent for round in cup.rounds] == [("p4",)] * 3
    play(cup, seed=1)
    assert cup.over
    assert sorted(map(sorted, pairs_met(cup))) == sorted(map(list, combinations(names(4), 2)))


def test_nobody_to_meet() -> None:
    cup = make("round-robin", 3)
    assert cup.next_round(["p2"]) is None
    assert not cup.over


def test_three_players() -> None:
    cup = play(make("round-robin", 7, THREE))
    assert cup.over
    assert len(cup.results) == 7 * 3
    assert set(Counter(pairs_met(cup)).values()) == {1}
