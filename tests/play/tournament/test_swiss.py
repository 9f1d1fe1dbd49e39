"""Swiss tournaments: compared with trying every pairing there is."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.play.tournament.simulate import (
    THREE,
    begin,
    by_chance,
    every,
    make,
    names,
    pairs_met,
    play,
    play_stronger,
)

from livestone.play.tournament import Round, Tournament

Pairing = Sequence[tuple[str, ...]]


def colours(tournament: Tournament, name: str) -> list[int]:
    """The seats of an entrant, game after game, from the rounds alone."""
    return [
        (meeting.players.index(name) + game) % 2
        for round in tournament.rounds
        for meeting in round.meetings
        if name in meeting.players
        for game in range(tournament.plan.games)
    ]


def too_much(before: list[int], seat: int, games: int) -> int:
    """How often these games would make three in a row, or a colour too much."""
    seen = before + [(seat + game) % 2 for game in range(games)]
    rows = sum(
        len(set(seen[at : at + 3])) == 1 for at in range(max(0, len(before) - 2), len(seen) - 2)
    )
    return rows + max(0, abs(seen.count(0) - seen.count(1)) - 2)


def worst(tournament: Tournament, pairing: Pairing) -> tuple[int, int, int]:
    """What is worst about a pairing: repeated meetings, second byes, colours."""
    met = pairs_met(tournament)
    byes = [name for round in tournament.rounds for name in round.byes]
    again = sum(met.count(frozenset(pair)) for pair in pairing if len(pair) == 2)
    free = sum(byes.count(pair[0]) for pair in pairing if len(pair) == 1)
    games = tournament.plan.games
    bad = sum(
        min(
            too_much(colours(tournament, one), seat, games)
            + too_much(colours(tournament, other), 1 - seat, games)
            for seat in (0, 1)
        )
        for one, other in (pair for pair in pairing if len(pair) == 2)
    )
    return again, free, bad


def as_made(round: Round) -> Pairing:
    return (*(meeting.players for meeting in round.meetings), *((name,) for name in round.byes))


def really(tournament: Tournament, round: Round) -> int:
    """How bad the colours of a round are as they have been dealt."""
    games = tournament.plan.games
    return sum(
        too_much(colours(tournament, name), seat, games)
        for meeting in round.meetings
        for seat, name in enumerate(meeting.players)
    )


@settings(max_examples=40)
@given(st.integers(2, 7), st.integers(1, 6), st.sampled_from([1, 2, 3]), st.integers(0, 999))
def test_no_pairing_is_better(entrants: int, rounds: int, games: int, seed: int) -> None:
    cup = make("swiss", entrants, games=games, rounds=rounds)
    dice = random.Random(seed)
    for _ in range(rounds):
        away = [name for name in cup.entrants if dice.random() < 0.15]
        there = [name for name in cup.entrants if name not in away]
        found = cup.next_round(there)
        if len(there) < 2:
            assert found is None
            continue
        assert found is not None
        best = min(worst(cup, pairing) for pairing in every(there))
        assert worst(cup, as_made(found)) == best
        assert really(cup, found) == best[2]
        assert sorted(name for pair in as_made(found) for name in pair) == sorted(there)
        assert set(found.absent) == set(away)
        cup.begin(found)
        for fixture in cup.open():
            cup.add(by_chance(fixture, dice))


def test_colours_stay_even() -> None:
    cup = play(make("swiss", 12, games=1, rounds=7), seed=4)
    for name in cup.entrants:
        seats = colours(cup, name)
        assert abs(seats.count(0) - seats.count(1)) <= 2
        assert all(len(set(seats[at : at + 3])) > 1 for at in range(len(seats) - 2))


def test_a_large_field_repeats_nothing() -> None:
    """So large that those far apart are looked at only if need be."""
    cup = play(make("swiss", 61, rounds=8), seed=5)
    met = pairs_met(cup)
    assert len(met) == len(set(met)) == 8 * 30
    byes = [name for round in cup.rounds for name in round.byes]
    assert len(byes) == len(set(byes)) == 8


def test_those_with_as_many_points_meet() -> None:
    cup = make("swiss", 16)
    for number in range(4):
        before = {standing.name: standing.points for standing in cup.standings()}
        found = begin(cup)
        gaps = [abs(before[one] - before[two]) for one, two in (m.players for m in found.meetings)]
        assert max(gaps) == 0, number
        play_stronger(cup)
    assert cup.over
    assert [standing.points for standing in cup.standings()][:2] == [8, 6]
    assert cup.standings()[0].name == "p1"


def test_the_first_half_meets_the_second() -> None:
    found = make("swiss", 6).next_round(names(6))
    assert found is not None
    assert [set(meeting.players) for meeting in found.meetings] == [
        {"p1", "p4"},
        {"p2", "p5"},
        {"p3", "p6"},
    ]


def test_the_bye_goes_to_the_lowest_points_and_counts_as_won() -> None:
    cup = make("swiss", 5)
    first = begin(cup)
    assert first.byes == ("p5",)
    play_stronger(cup)
    assert {one.name: one.points for one in cup.standings()} == {
        "p1": 2, "p2": 2, "p5": 2, "p3": 0, "p4": 0
    }  # fmt: skip
    second = cup.next_round(cup.entrants)
    assert second is not None
    assert second.byes == ("p4",)


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (5, 3), (8, 3), (9, 4), (40, 6)])
def test_as_many_rounds_as_are_usual(entrants: int, rounds: int) -> None:
    cup = make("swiss", entrants)
    assert cup.length == rounds


def test_latecomers() -> None:
    cup = play(make("swiss", 4, rounds=4), rounds=2)
    cup.enter("late")
    play(cup)
    assert cup.over
    assert "late" in {name for pair in pairs_met(cup) for name in pair}
    late = next(one for one in cup.standings() if one.name == "late")
    assert late.games + 2 * late.byes == 4


@settings(max_examples=20)
@given(st.integers(3, 11), st.integers(0, 99))
def test_three_players(entrants: int, seed: int) -> None:
    cup = play(make("swiss", entrants, THREE, rounds=4), seed)
    for round in cup.rounds:
        sitting = [name for meeting in round.meetings for name in meeting.players]
        assert len(round.byes) == entrants % 3
        assert sorted((*sitting, *round.byes)) == sorted(cup.entrants)
    byes = [name for round in cup.rounds for name in round.byes]
    assert max((byes.count(name) for name in byes), default=0) <= -(-len(byes) // entrants) + 1


def test_three_players_meet_others_while_they_can() -> None:
    cup = play(make("swiss", 9, THREE, rounds=3), seed=2)
    assert max(pairs_met(cup).count(pair) for pair in pairs_met(cup)) == 1


def test_a_fair_trial_of_seats() -> None:
    """With one game a meeting of three, seats come round about equally."""
    cup = play(make("swiss", 9, THREE, rounds=6, games=1), seed=3)
    for name, person in cup.history.people.items():
        counts = [person.seats.count(seat) for seat in range(3)]
        assert max(counts) - min(counts) <= 2, name
