"""Ladders: neighbours meet, winners climb, no one waits twice."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.play.tournament.simulate import (
    THREE,
    TWO,
    begin,
    by_chance,
    make,
    names,
    play_stronger,
    stronger,
)

from livestone.core.game import Game
from livestone.play.tournament import Tournament
from livestone.play.tournament.ladder import order


def played(cup: Tournament, winner: str) -> None:
    """Give all open games a winner."""
    for fixture in cup.open():
        seat = fixture.players.index(winner)
        cup.add(fixture.result([seat], [float(at == seat) for at in range(2)]))


def test_the_winner_takes_the_better_place() -> None:
    cup = make("ladder", 4)
    begin(cup, ["p1", "p4"])
    played(cup, "p4")
    assert order(cup.history) == ["p4", "p1", "p2", "p3"]
    assert [one.name for one in cup.standings()] == ["p4", "p1", "p2", "p3"]
    begin(cup, ["p2", "p4"])
    played(cup, "p4")
    assert order(cup.history)[0] == "p4"


def test_a_drawn_meeting_changes_nothing() -> None:
    cup = make("ladder", 2)
    begin(cup, names(2))
    for fixture in cup.open():
        cup.add(stronger(fixture) if fixture.game == 1 else fixture.result([0], [1, 0]))
    assert order(cup.history) == ["p1", "p2"] or order(cup.history) == ["p2", "p1"]
    drawn = cup.history.meetings[1, 1].points
    assert (drawn["p1"] == drawn["p2"]) <= (order(cup.history) == ["p1", "p2"])


@settings(max_examples=25)
@given(st.integers(2, 20), st.integers(0, 999))
def test_another_opponent_every_time(entrants: int, seed: int) -> None:
    cup = make("ladder", entrants)
    dice = random.Random(seed)
    for _ in range(6):
        before = {name: person.last for name, person in cup.history.people.items()}
        waited = cup.rounds[-1].byes if cup.rounds else ()
        found = cup.next_round(cup.entrants)
        assert found is not None
        for meeting in found.meetings:
            one, other = meeting.players
            if entrants > 3:
                assert other not in before[one]
        assert len(found.byes) == entrants % 2
        if entrants > 2:
            assert not set(found.byes) & set(waited)
        cup.begin(found)
        for fixture in cup.open():
            cup.add(by_chance(fixture, dice))


def test_colours_alternate() -> None:
    cup = make("ladder", 2, games=1)
    seats = []
    for _ in range(6):
        found = begin(cup, names(2))
        seats.append(found.meetings[0].players)
        played(cup, "p1")
    assert all(one == two[::-1] for one, two in pairwise(seats))


def test_only_waiting_players_are_paired() -> None:
    cup = make("ladder", 4)
    begin(cup, names(2), early=True)
    assert cup.next_round(names(4)) is None  # the first round is not over
    second = begin(cup, names(4), early=True)
    assert set(second.meetings[0].players) == {"p3", "p4"}
    for fixture in cup.open():
        if fixture.round == 1:
            cup.add(stronger(fixture))
    assert cup.next_round(names(4), early=True) is None  # p1 and p2 have just met
    play_stronger(cup)
    third = cup.next_round(names(4), early=True)
    assert third is not None
    assert {frozenset(meeting.players) for meeting in third.meetings}.isdisjoint(
        {frozenset(("p1", "p2")), frozenset(("p3", "p4"))}
    )


def test_players_who_just_met_wait_for_players_who_are_coming() -> None:
    cup = make("ladder", 4)
    begin(cup, names(2), early=True)
    played(cup, "p1")
    assert cup.next_round(names(2), early=True, coming=["p3"]) is None
    with_third = cup.next_round(names(3), early=True, coming=["p4"])
    assert with_third is not None
    assert "p3" in with_third.meetings[0].players
    assert cup.next_round(names(2), early=True) is not None  # no one else is there


def test_it_has_no_end_unless_told() -> None:
    cup = make("ladder", 2)
    assert (cup.length, cup.games, cup.over) == (None, None, False)
    short = make("ladder", 2, rounds=1)
    begin(short, names(2))
    played(short, "p1")
    assert short.over
    assert short.next_round(names(2)) is None


@pytest.mark.parametrize("game", [TWO, THREE])
@settings(max_examples=25)
@given(st.integers(0, 999))
def test_people_come_and_go(game: Game, seed: int) -> None:
    """No entrant is lost or doubled, whatever happens, and making it again changes nothing."""
    dice = random.Random(seed)
    cup = make("ladder", [], game)
    for step in range(25):
        if dice.random() < 0.3:
            cup.enter(f"p{step}")
        there = [name for name in cup.entrants if dice.random() < 0.7]
        found = cup.next_round(there, early=True)
        if found is not None:
            busy = {name for fixture in cup.open() for name in fixture.players}
            sitting = [name for meeting in found.meetings for name in meeting.players]
            assert len(set(sitting)) == len(sitting)
            assert set(sitting) <= set(there) - busy
            cup.begin(found)
        for fixture in cup.open():
            if dice.random() < 0.5:
                cup.add(by_chance(fixture, dice))
    again = Tournament(
        cup.plan, cup.entrants, cup.rounds, dice.sample(cup.results, len(cup.results))
    )
    assert sorted(order(cup.history)) == sorted(cup.entrants)
    assert order(again.history) == order(cup.history)
    assert again.standings() == cup.standings()
