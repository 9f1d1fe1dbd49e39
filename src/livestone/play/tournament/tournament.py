"""A tournament, which follows from its plan, entrants, rounds and results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from livestone.copying import Independent
from livestone.errors import BadRequest, NotAllowed
from livestone.play.sprt import Sprt
from livestone.play.tournament import knockout, ladder, robin, swiss
from livestone.play.tournament.fixtures import Fixture, Meeting, Result, Round, turned
from livestone.play.tournament.history import History
from livestone.play.tournament.plan import Plan
from livestone.play.tournament.standings import Score, Scores, Standing, head_to_head, standings

# The meetings of a match without ``rounds``.
MEETINGS = 10
# A match with an SPRT ends without an answer after so many.
MAX_PAIRS = 20_000
# New names are welcome at any time in these.
LATE = ("swiss", "ladder")


class Tournament(Independent):
    """Pairs the entrants, counts their results, and ranks them.

    Everything follows from what it is made with, so that making it again with the rounds and
    results so far goes on where it was; results may come in any order. Entrants in the order of
    their strength, as far as it is known, make better pairings. Raises BadRequest or NotAllowed.

    >>> from livestone.games import load
    >>> cup = Tournament(Plan.of("round-robin", load("freedom"), games=1), ["Ana", "Ben", "Cem"])
    >>> cup.begin(cup.next_round(["Ana", "Ben", "Cem"]))
    >>> [fixture.players for fixture in cup.open()]
    [('Ben', 'Cem')]
    >>> cup.add(cup.open()[0].result(winners=[0], scores=[12, 8]))
    >>> [(standing.rank, standing.name, standing.points) for standing in cup.standings()]
    [(1, 'Ben', 1.0), (2, 'Cem', 0.0), (3, 'Ana', 0.0)]
    """

    def __init__(
        self,
        plan: Plan,
        entrants: Sequence[str],
        rounds: Iterable[Round] = (),
        results: Iterable[Result] = (),
    ) -> None:
        self.plan = plan
        self.history = History(plan, entrants)
        self._check_entrants()
        self.sprt = Sprt(*plan.sprt) if plan.sprt is not None else None
        for round in rounds:
            self.begin(round)
        for result in results:
            self.add(result)

    @property
    def entrants(self) -> tuple[str, ...]:
        """The names of all entrants, in the order of entering."""
        return tuple(self.history.people)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds begun, but for those of a match that an SPRT had no need of."""
        rounds = tuple(self.history.rounds)
        return rounds[: self.sprt.pairs] if self.sprt is not None and self._decided else rounds

    @property
    def results(self) -> tuple[Result, ...]:
        """The results that count, in the order of the fixtures."""
        found = [self.history.results[key] for key in sorted(self.history.results)]
        if self.sprt is None:
            return tuple(found)
        # What was still being played when the test had its answer is no part of it.
        return tuple(result for result in found if result.round <= self.sprt.pairs)

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        kind = self.plan.kind
        if kind == "match":
            length = len(self.history.rounds) >= self._meetings
            return self._decided or (length and self.history.complete)
        if kind == "round-robin":
            return robin.over(self.history)
        if kind == "swiss":
            return swiss.over(self.history)
        return knockout.over(self.history) if kind == "knock-out" else ladder.over(self.history)

    @property
    def length(self) -> int | None:
        """How many rounds there will be, None where that is open."""
        if self.plan.kind == "round-robin":
            tables = robin.schedule(len(self.history.people), self.history.seats)
            return max(len(tables), len(self.history.rounds))
        if self.plan.kind == "match":
            return self._meetings
        return swiss.rounds(self.history) if self.plan.kind == "swiss" else self.plan.rounds

    @property
    def games(self) -> int | None:
        """About how many games there will be, None where that is open."""
        seats, count = self.history.seats, len(self.history.people)
        if self.length is None:
            # Each meeting of a knock-out leaves one; drawn ones, which are repeated, are few.
            meetings = -(-(count - 1) // (seats - 1)) if self.plan.kind == "knock-out" else None
        elif self.plan.kind == "round-robin":
            meetings = sum(map(len, robin.schedule(count, seats)))
        else:
            meetings = self.length * (count // seats)
        if meetings is None:
            return None
        return max(meetings * self.plan.games, len(self.results) + len(self.open()))

    def open(self) -> tuple[Fixture, ...]:
        """The games of the rounds begun that have no result yet."""
        return () if self._decided else tuple(self.history.open.values())

    def next_round(
        self, present: Collection[str], *, early: bool = False, coming: Collection[str] = ()
    ) -> Round | None:
        """Return the next round of those present, without beginning it.

        None while the last one is not complete, when the tournament is over, and when those present
        are too few for a meeting that is left. With ``early`` a round robin and a match need not
        wait for results, and a ladder pairs those who play no game now; while others are ``coming``
        no one on it meets the same opponents twice in a row. Entrants of a knock-out and of a match
        meet whether present or not: see :meth:`Fixture.given_up`.
        """
        kind = self.plan.kind
        if self.over or (self.history.open and not (early and kind not in ("swiss", "knock-out"))):
            return None
        if kind == "round-robin":
            return robin.next_round(self.history, present)
        if kind == "swiss":
            return swiss.next_round(self.history, present)
        if kind == "knock-out":
            return knockout.next_round(self.history)
        if kind == "match":
            return self._next_meeting()
        return ladder.next_round(self.history, present, coming)

    def begin(self, round: Round) -> None:
        """Begin a round. Raises BadRequest for one that cannot follow the others."""
        self.history.begin(round)

    def add(self, result: Result) -> None:
        """Count a result. Raises NotAllowed for a game that has one, or that is not open."""
        self.history.add(result)
        if self.sprt is not None:
            self._test(self.sprt)

    def enter(self, name: str) -> None:
        """Let a player join. Raises NotAllowed where that is too late, BadRequest."""
        if self.plan.kind == "match":
            raise NotAllowed(f"{name[:40]!r} cannot join a match")
        if self.history.rounds and self.plan.kind not in LATE:
            raise NotAllowed(f"{name[:40]!r} comes too late: the {self.plan.kind} has begun")
        self.history.enter(name)

    def standings(self) -> list[Standing]:
        """The standings now, the best first."""
        return standings(self.history, self.results)

    def head_to_head(self) -> Scores:
        """Each entrant's results against each opponent: ``["Ana"]["Ben"]``."""
        return head_to_head(self.results)

    def crosstable(self) -> list[tuple[Standing, tuple[Score | None, ...]]]:
        """The standings, each with the scores against all in that order, None if not met."""
        ranked, scores = self.standings(), self.head_to_head()
        return [
            (one, tuple(scores.get(one.name, {}).get(other.name) for other in ranked))
            for one in ranked
        ]

    @property
    def _meetings(self) -> int:
        """How many meetings a match has at most."""
        if self.plan.rounds is None and self.plan.sprt is None:
            return MEETINGS
        return MAX_PAIRS if self.plan.rounds is None else self.plan.rounds

    @property
    def _decided(self) -> bool:
        return self.sprt is not None and self.sprt.verdict is not None

    def _next_meeting(self) -> Round | None:
        number = len(self.history.rounds) + 1
        if number > self._meetings:
            return None
        # With an odd number of games the first seat changes from meeting to meeting.
        players = turned(self.entrants, (number - 1) * self.plan.games)
        return Round(number, (Meeting(1, players),))

    def _test(self, sprt: Sprt) -> None:
        """Tell the test of every pair that is complete, in order, until it has an answer."""
        first = self.entrants[0]
        while sprt.verdict is None:
            met = self.history.meetings.get((sprt.pairs + 1, 1))
            if met is None or not met.over:
                return
            sprt.add(met.points[first])

    def _check_entrants(self) -> None:
        seats, count = self.history.seats, len(self.history.people)
        if self.plan.kind == "match" and count != seats:
            raise BadRequest(f"a match of this game has {seats} players, not {count}")
        if self.plan.kind in ("round-robin", "knock-out") and count < seats:
            raise BadRequest(f"{count} cannot play this: a {self.plan.kind} needs at least {seats}")
