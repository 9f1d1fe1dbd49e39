"""Seats and colours in balance, never three times the same in a row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from livestone.play.tournament.fixtures import Meeting, turned
from livestone.play.tournament.history import History

# How bad seats are: how often a player gets too much of one (three in a row, or over two more than
# of another), how far they are out of balance, and how often a player keeps the same seat.
Strain = tuple[int, int, int]
EASY: Strain = (0, 0, 0)


def meetings(history: History, tables: Sequence[Sequence[str]]) -> tuple[Meeting, ...]:
    """Return the meetings of these players, seated as evenly as it goes, numbered from 1.

    Where two ways are as even, they alternate from table to table and from round to round.
    """
    found = []
    for number, players in enumerate(tables, 1):
        ways = _ways(players)
        strains = [_strain(history, way) for way in ways]
        best = [way for way, bad in zip(ways, strains, strict=True) if bad == min(strains)]
        found.append(Meeting(number, best[(number + len(history.rounds) - 1) % len(best)]))
    return tuple(found)


def strain(history: History, players: Sequence[str]) -> Strain:
    """Return how bad the best seats for these players would be."""
    if history.plan.games % history.seats == 0:
        return EASY
    return min(_strain(history, way) for way in _ways(players))


def _strain(history: History, players: Sequence[str]) -> Strain:
    if history.plan.games % history.seats == 0:
        return EASY  # each player gets every seat equally often
    total = [0, 0, 0]
    for seat, name in enumerate(players):
        new = [(seat + game) % history.seats for game in range(history.plan.games)]
        for at, part in enumerate(_of_one(history.people[name].seats, new, history.seats)):
            total[at] += part
    return total[0], total[1], total[2]


def _of_one(before: Sequence[int], new: Sequence[int], seats: int) -> Strain:
    seen = [*before, *new]
    late = seen[max(0, len(before) - 2) :]
    rows = sum(late[at] == late[at + 1] == late[at + 2] for at in range(len(late) - 2))
    counts = [seen.count(seat) for seat in range(seats)]
    spread = max(counts) - min(counts)
    uneven = sum((seats * count - len(seen)) ** 2 for count in counts)
    last = seen[max(0, len(before) - 1) :]
    kept = sum(one == other for one, other in pairwise(last))
    return rows + max(0, spread - 2), uneven, kept


def _ways(players: Sequence[str]) -> list[tuple[str, ...]]:
    """The ways round the table, in either direction: all there are of two or three."""
    ways = [tuple(players), (players[0], *reversed(players[1:]))]
    return list(dict.fromkeys(turned(way, by) for way in ways for by in range(len(players))))
