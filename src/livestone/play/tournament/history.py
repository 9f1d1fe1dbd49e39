"""The history of a tournament: opponents, seats and points so far, for the next pairing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from livestone.copying import Independent
from livestone.errors import BadRequest, NotAllowed
from livestone.play.tournament.fixtures import Fixture, Key, Meeting, Result, Round, fixtures
from livestone.play.tournament.plan import Plan


@dataclass
class Met(Independent):
    """A meeting that has begun: how many of its games are open, and what the others brought."""

    round: int
    meeting: Meeting
    open: int
    points: dict[str, Fraction]
    scores: dict[str, float]

    @property
    def over(self) -> bool:
        """Whether all its games have a result."""
        return self.open == 0


@dataclass
class Person(Independent):
    """What is known of an entrant: points, byes, seats in the order of the games, opponents."""

    points: Fraction = Fraction(0)
    byes: int = 0
    seats: list[int] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    # The opponents of the last meeting; empty after a round without one.
    last: tuple[str, ...] = ()


class History(Independent):
    """The entrants, rounds and results of a tournament, and what follows from them."""

    def __init__(self, plan: Plan, entrants: Sequence[str]) -> None:
        self.plan = plan
        self.seats = plan.make_game().players
        self.people: dict[str, Person] = {}
        self.rounds: list[Round] = []
        self.results: dict[Key, Result] = {}
        self.open: dict[Key, Fixture] = {}
        self.meetings: dict[tuple[int, int], Met] = {}
        self._by_round: dict[int, list[Met]] = defaultdict(list)
        for name in entrants:
            self.enter(name)

    def enter(self, name: str) -> None:
        """Note a participant. Raises BadRequest for a name that is there already."""
        if not name or name in self.people:
            raise BadRequest(f"{name[:40]!r} cannot enter: every entrant needs a name of their own")
        self.people[name] = Person()

    @property
    def complete(self) -> bool:
        """Whether every round begun has all its results."""
        return not self.open

    def in_round(self, number: int) -> list[Met]:
        """The meetings of a round."""
        return self._by_round[number]

    def begin(self, round: Round) -> None:
        """Note a round that begins. Raises BadRequest for one that cannot follow."""
        names = [name for meeting in round.meetings for name in meeting.players]
        if round.number != len(self.rounds) + 1:
            raise BadRequest(f"round {round.number} cannot follow round {len(self.rounds)}")
        for name in (*names, *round.byes, *round.absent):
            if name not in self.people:
                raise BadRequest(f"{name[:40]!r} in round {round.number} has not entered")
        if len(set(names)) != len(names) or any(
            len(meeting.players) != self.seats for meeting in round.meetings
        ):
            raise BadRequest(f"round {round.number} has an empty seat, or a player twice")
        self.rounds.append(round)
        for meeting in round.meetings:
            self._meet(round.number, meeting)
        for fixture in fixtures(round, self.plan.games):
            self.open[fixture.key] = fixture
            for seat, name in enumerate(fixture.players):
                self.people[name].seats.append(seat)
        for name in round.byes:
            person = self.people[name]
            person.byes += 1
            person.last = ()
            if self.plan.kind == "swiss":
                person.points += self.plan.games

    def add(self, result: Result) -> None:
        """Note a result. Raises NotAllowed for a game that has one, or that is not played."""
        fixture = self.open.get(result.key)
        if result.key in self.results:
            raise NotAllowed(f"game {_words(result.key)} has a result already: it counts once")
        if fixture is None or fixture.players != result.players:
            who = " and ".join(result.players)
            raise NotAllowed(f"{who} have no game {_words(result.key)} to play")
        del self.open[result.key]
        self.results[result.key] = result
        met = self.meetings[result.round, result.meeting]
        met.open -= 1
        for seat, name in enumerate(result.players):
            met.points[name] += result.share(seat)
            met.scores[name] += result.scores[seat]
            self.people[name].points += result.share(seat)

    def _meet(self, number: int, meeting: Meeting) -> None:
        zero = dict.fromkeys(meeting.players, Fraction(0))
        met = Met(number, meeting, self.plan.games, zero, dict.fromkeys(meeting.players, 0.0))
        self.meetings[number, meeting.number] = met
        self._by_round[number].append(met)
        for name in meeting.players:
            others = tuple(other for other in meeting.players if other != name)
            self.people[name].met.update(others)
            self.people[name].last = others


def _words(key: Key) -> str:
    return f"{key[2]} of meeting {key[1]} in round {key[0]}"
