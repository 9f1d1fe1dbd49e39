"""Knock-outs: the loser of a meeting is out.

Entrants are seeded in their order. The best seeds are free in the first round, as many as leave a
power of two (of the number of seats, where that is possible); then the best that is left meets the
worst, the second best the second worst, and so on. A drawn meeting is played again up to
``AGAIN`` times; then the points scored in the games decide, then the better seed. With three at a
table one goes on; where too few would be left for a table, so do the best of those who lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from livestone.play.tournament.fixtures import Meeting, Round, turned
from livestone.play.tournament.history import History

AGAIN = 2


@dataclass
class Bracket:
    """Players left (best seed first), drawn tables, and the round each player went out in."""

    left: list[str]
    drawn: list[tuple[str, ...]] = field(default_factory=list)
    stage: int = 0
    out: dict[str, int] = field(default_factory=dict)


@dataclass
class _Table:
    """A meeting with its repetitions."""

    players: tuple[str, ...]
    points: dict[str, Fraction]
    scores: dict[str, float]

    @property
    def drawn(self) -> bool:
        most = max(self.points.values())
        return sum(points == most for points in self.points.values()) > 1


def over(history: History) -> bool:
    """Whether one is left."""
    return history.complete and len(bracket(history).left) == 1


def next_round(history: History) -> Round | None:
    """The next round: drawn meetings again, or the next meetings of those who are left."""
    found = bracket(history)
    number = len(history.rounds) + 1
    if found.drawn:
        tables = [turned(players, 1) for players in found.drawn]
        return Round(number, tuple(Meeting(at, table) for at, table in enumerate(tables, 1)))
    if len(found.left) == 1:
        return None
    byes, tables = _draw(found.left, history.seats)
    return Round(number, tuple(Meeting(at, table) for at, table in enumerate(tables, 1)), byes)


def bracket(history: History) -> Bracket:
    """Follow the complete rounds; ``drawn`` are the meetings to be played again."""
    seeds = list(history.people)
    found = Bracket(seeds)
    rounds = iter(history.rounds)
    for round in rounds:
        tables = [_Table(meeting.players, {}, {}) for meeting in round.meetings]
        _count(history, round, tables)
        for _ in range(AGAIN):
            found.drawn = [table.players for table in tables if table.drawn]
            if not found.drawn:
                break
            extra = next(rounds, None)
            if extra is None:
                return found
            _count(history, extra, tables)
        found.drawn = []
        found.stage += 1
        on = [*round.byes, *_winners(tables, seeds, history.seats, len(round.byes))]
        found.out.update({name: found.stage for name in found.left if name not in on})
        found.left = [name for name in seeds if name in on]
    return found


def _count(history: History, round: Round, tables: Sequence[_Table]) -> None:
    """Add what a round brought to its tables."""
    for met in history.in_round(round.number):
        table = next(table for table in tables if set(table.players) == set(met.points))
        for name in table.players:
            table.points[name] = table.points.get(name, Fraction(0)) + met.points[name]
            table.scores[name] = table.scores.get(name, 0.0) + met.scores[name]
        table.players = met.meeting.players


def _winners(tables: Sequence[_Table], seeds: list[str], seats: int, byes: int) -> list[str]:
    """The players who go on: the best of each table, and as many more as a next table needs."""
    ranked = [
        sorted(
            table.players,
            key=lambda name: (-table.points[name], -table.scores[name], seeds.index(name)),
        )
        for table in tables
    ]
    on = [table[0] for table in ranked]
    missing = seats - len(on) - byes
    if missing <= 0 or len(on) + byes == 1:
        return on
    lost = [
        (-table.points[name], seeds.index(name), name)
        for table in tables
        for name in table.players
        if name not in on
    ]
    return [*on, *(name for *_, name in sorted(lost)[:missing])]


def _draw(left: Sequence[str], seats: int) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The free players, and the tables of the others."""
    count = len(left)
    power = 1
    while power * seats < count:
        power *= seats
    many, rest = divmod(count - power, seats - 1)
    if rest or many * seats > count:
        many = count // seats
    free = count - many * seats
    playing = left[free:]
    rows = [playing[at * many : (at + 1) * many] for at in range(seats)]
    rows = [row[::-1] if at % 2 else row for at, row in enumerate(rows)]
    return tuple(left[:free]), [tuple(table) for table in zip(*rows, strict=True)]
