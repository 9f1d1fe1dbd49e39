"""Tournaments played by chance, for the tests."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from livestone.core.game import Game
from livestone.games import load
from livestone.play.tournament import Fixture, Plan, Result, Round, Tournament

TWO, THREE = load("freedom"), load("haalmaa_1")


def names(count: int) -> list[str]:
    """So many names."""
    return [f"p{number}" for number in range(1, count + 1)]


def make(kind: str, entrants: int | Sequence[str], game: Game = TWO, **plan: object) -> Tournament:
    """A tournament that has not begun."""
    who = names(entrants) if isinstance(entrants, int) else list(entrants)
    return Tournament(Plan.of(kind, game, **plan), who)  # type: ignore[arg-type]


def by_chance(fixture: Fixture, dice: random.Random) -> Result:
    """Any result of a game: a win, a draw, a fault."""
    seats = range(len(fixture.players))
    scores = [dice.randrange(20) for _ in seats]
    what = dice.random()
    if what < 0.1:
        loser = dice.choice(seats)
        winners = [seat for seat in seats if seat != loser]
        return fixture.result(winners, scores, reason="timeout", loser=loser, words="too slow")
    return fixture.result([] if what < 0.3 else [dice.choice(seats)], scores)


def stronger(fixture: Fixture) -> Result:
    """The result when the entrant with the lowest number always wins."""
    best = min(range(len(fixture.players)), key=lambda seat: int(fixture.players[seat][1:]))
    return fixture.result([best], [float(seat == best) for seat in range(len(fixture.players))])


def every(left: Sequence[Any]) -> Iterator[list[tuple[Any, ...]]]:
    """Every way to put these in pairs, with one alone of an odd number."""
    if len(left) % 2:
        for alone in left:
            rest = [one for one in left if one != alone]
            yield from ([*found, (alone,)] for found in every(rest))
    elif not left:
        yield []
    else:
        for other in left[1:]:
            rest = [one for one in left[1:] if one != other]
            yield from ([(left[0], other), *found] for found in every(rest))


def play(
    tournament: Tournament, seed: int = 0, present: Collection[str] | None = None, rounds: int = 99
) -> Tournament:
    """Play up to so many rounds; what happens is up to chance."""
    dice = random.Random(seed)
    for _ in range(rounds):
        found = tournament.next_round(tournament.entrants if present is None else present)
        if found is None:
            break
        tournament.begin(found)
        for fixture in tournament.open():
            tournament.add(by_chance(fixture, dice))
    return tournament


def begin(tournament: Tournament, present: Collection[str] | None = None, **how: Any) -> Round:
    """Begin the next round, which there must be; all entrants are present unless told."""
    there = tournament.entrants if present is None else present
    found = tournament.next_round(there, **how)
    assert found is not None
    tournament.begin(found)
    return found


def play_stronger(tournament: Tournament) -> None:
    """Let the entrant with the lowest number win every open game."""
    for fixture in tournament.open():
        tournament.add(stronger(fixture))


def pairs_met(tournament: Tournament) -> list[frozenset[str]]:
    """Who has met whom, once for each meeting."""
    return [
        frozenset(pair)
        for round in tournament.rounds
        for meeting in round.meetings
        for at, one in enumerate(meeting.players)
        for pair in ((one, other) for other in meeting.players[at + 1 :])
    ]
