"""Ladders: players stand in order, meet their neighbours, and the winner takes the better place.

Each player present plays a neighbour, if possible not the same as the last time, and sits out at
most once in a row. The winner of a meeting takes the best place of its players, if lower,
and those between move down by one. Newcomers begin at the bottom.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from livestone.play.tournament import pairing
from livestone.play.tournament.fixtures import Round
from livestone.play.tournament.history import History, Met
from livestone.play.tournament.pairing import Cost
from livestone.play.tournament.seating import meetings, strain

# Only players at most so many places apart, among those present, meet.
NEAR = 8


def over(history: History) -> bool:
    """Whether all rounds have been played; a ladder without a number of rounds has no end."""
    rounds = history.plan.rounds
    return rounds is not None and history.complete and len(history.rounds) >= rounds


def next_round(
    history: History, present: Collection[str], coming: Collection[str] = ()
) -> Round | None:
    """The next round of those who are there and play no game now.

    While others play, or are ``coming`` otherwise, no one meets the same opponents twice in a row.
    """
    rounds = history.plan.rounds
    if rounds is not None and len(history.rounds) >= rounds:
        return None
    busy = {name for fixture in history.open.values() for name in fixture.players}
    there = [name for name in order(history) if name in present and name not in busy]
    tables = [
        [there[at] for at in table]
        for table in _tables(history, there)
        if len(table) == history.seats
    ]
    if busy or coming:
        tables = [players for players in tables if not _again(history, players)]
    if not tables:
        return None
    playing = {name for players in tables for name in players}
    return Round(
        number=len(history.rounds) + 1,
        meetings=meetings(history, tables),
        byes=tuple(name for name in there if name not in playing),
        absent=tuple(name for name in history.people if name not in present),
    )


def order(history: History) -> list[str]:
    """The names from the top of the ladder to its bottom."""
    places = list(history.people)
    for met in history.meetings.values():
        if met.over:
            _climb(places, met)
    return places


def _climb(places: list[str], met: Met) -> None:
    """Let the only winner of a meeting take the best place of those who met."""
    most = max(met.points.values())
    winners = [name for name, points in met.points.items() if points == most]
    if len(winners) == 1:
        top = min(places.index(name) for name in met.points)
        places.remove(winners[0])
        places.insert(top, winners[0])


def _tables(history: History, there: list[str]) -> list[tuple[int, ...]]:
    people = [history.people[name] for name in there]

    def judge(table: tuple[int, ...]) -> Cost:
        if len(table) < history.seats:
            waited = sum(people[at].byes > 0 and not people[at].last for at in table)
            return (waited, 0, 0, 0, 0, sum(people[at].byes for at in table))
        hard, uneven, kept = strain(history, [there[at] for at in table])
        apart = sum((other - one) ** 2 for one, other in combinations(table, 2))
        again = _again(history, [there[at] for at in table])
        return (0, again, hard, apart, uneven, kept)

    if history.seats == 2:
        return pairing.pairs(len(there), judge, NEAR)
    return pairing.tables(len(there), history.seats, judge)


def _again(history: History, players: list[str]) -> int:
    """How many of these would meet the same player as the last time."""
    return sum(
        other in history.people[name].last for name in players for other in players if other != name
    )
