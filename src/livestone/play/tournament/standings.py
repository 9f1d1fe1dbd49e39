"""Standings of a tournament: points, tie-breaks, crosstable, ratings.

In a game of more than two the winners have beaten the others, several winners have drawn with each
other, and losers are not compared: as in :mod:`livestone.play.rating`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from livestone.languages.words import mark
from livestone.play import rating
from livestone.play.rating import Rating
from livestone.play.tournament import knockout, ladder
from livestone.play.tournament.fixtures import ABSENT, Result
from livestone.play.tournament.history import History

# Each tie-break with its name for people and what it means; more is better.
TIES = {
    "stage": (
        mark("Round"),
        mark("the round in which a player was knocked out, the last for the winner"),
    ),
    "place": (mark("Place"), mark("how many stand below on the ladder")),
    "buchholz": (mark("Buchholz"), mark("the points of all opponents; for a bye, one's own")),
    "direct": (
        mark("Direct"),
        mark("the points of games among those who have as much of everything before"),
    ),
    "berger": (
        mark("S-B"),
        mark("Sonneborn-Berger: for each game the points of those beaten, half those of the drawn"),
    ),
    "wins": (mark("Wins"), mark("the games won")),
    "scored": (mark("Scored"), mark("the points on the board in all games")),
}
# What counts in a kind of tournament, the first first; "points" are always those of the games.
ORDERS = {
    "round-robin": ("points", "direct", "berger", "wins", "scored"),
    "swiss": ("points", "buchholz", "direct", "berger", "wins", "scored"),
    "knock-out": ("stage", "points", "wins", "scored"),
    "ladder": ("place",),
    "match": ("points", "wins", "scored"),
}


@dataclass(frozen=True)
class Standing:
    """A player's standing: the rank (shared by players equal in all), and the numbers behind it.

    ``ties`` are the tie-breaks of this kind of tournament, in the order in which they count.
    ``rating`` is by the games of this tournament alone.
    """

    rank: int
    name: str
    points: float
    ties: Mapping[str, float]
    wins: int
    draws: int
    losses: int
    byes: int
    rating: Rating

    @property
    def games(self) -> int:
        """How many games have counted."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class Score:
    """Games of one player against another: wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many they were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A half for a draw, 1 for a win."""
        return self.wins + self.draws / 2

    def __str__(self) -> str:
        return f"{self.points:g}/{self.games}"


Scores = dict[str, dict[str, Score]]
Value = Callable[[str], float | Fraction]


def standings(history: History, results: Sequence[Result]) -> list[Standing]:
    """Return the standings after these results, the best first."""
    points = _points(history, results)
    values = _values(history, results, points)
    order = ORDERS[history.plan.kind]
    groups = [list(history.people)]
    reached: dict[str, dict[str, float]] = {name: {} for name in history.people}
    for criterion in order:
        parted = []
        for group in groups:
            value = _direct(results, group) if criterion == "direct" else values[criterion]
            for name in group:
                reached[name][criterion] = float(value(name))
            ranked = sorted(group, key=value, reverse=True)
            parted += [list(same) for _, same in groupby(ranked, value)]
        groups = parted
    return list(_standings(history, results, groups, reached, points))


def _standings(
    history: History,
    results: Sequence[Result],
    groups: Sequence[Sequence[str]],
    reached: Mapping[str, Mapping[str, float]],
    points: Mapping[str, Fraction],
) -> Iterator[Standing]:
    """The standings of groups that nothing tells apart."""
    counts = _counts(results)
    ratings = _ratings(results)
    rank = 1
    for group in groups:
        for name in group:
            ties = {tie: value for tie, value in reached[name].items() if tie != "points"}
            wins, draws, losses = (counts[name][what] for what in ("win", "draw", "loss"))
            byes = history.people[name].byes
            strength = ratings.get(name, Rating())
            yield Standing(
                rank, name, float(points[name]), ties, wins, draws, losses, byes, strength
            )
        rank += len(group)


def head_to_head(results: Iterable[Result]) -> Scores:
    """Return each entrant's results against each opponent."""
    found: Scores = defaultdict(dict)
    for result in results:
        for one, other, share in _duels(result):
            score = found[one].get(other, Score())
            what = {0: "losses", Fraction(1, 2): "draws", 1: "wins"}[share]
            found[one][other] = replace(score, **{what: getattr(score, what) + 1})
    return dict(found)


def _duels(result: Result) -> Iterator[tuple[str, str, Fraction]]:
    """``(player, opponent, share)`` of all who can be compared, from either side."""
    seats = range(len(result.players))
    if result.reason == ABSENT and not result.winners:
        return
    winners = result.winners or tuple(seats)
    for one in seats:
        for other in seats:
            if one != other and (one in winners or other in winners):
                share = Fraction(1 + (one in winners) - (other in winners), 2)
                yield result.players[one], result.players[other], share


def _points(history: History, results: Iterable[Result]) -> dict[str, Fraction]:
    found = dict.fromkeys(history.people, Fraction(0))
    for result in results:
        for seat, name in enumerate(result.players):
            found[name] += result.share(seat)
    if history.plan.kind == "swiss":
        for name, person in history.people.items():
            found[name] += person.byes * history.plan.games
    return found


def _values(
    history: History, results: Sequence[Result], points: Mapping[str, Fraction]
) -> dict[str, Value]:
    """What each entrant has of each criterion that does not depend on ties."""
    wins: Counter[str] = Counter()
    scored: dict[str, float] = defaultdict(float)
    berger: dict[str, Fraction] = defaultdict(Fraction)
    for result in results:
        wins.update(result.players[seat] for seat in result.winners)
        for name, score in zip(result.players, result.scores, strict=True):
            scored[name] += score
        for one, other, share in _duels(result):
            berger[one] += share * points[other]
    return {
        "points": points.__getitem__,
        "stage": _stage(history),
        "place": _place(history),
        "buchholz": lambda name: _buchholz(history, points, name),
        "berger": lambda name: berger[name],
        "wins": lambda name: wins[name],
        "scored": lambda name: round(scored[name], 6),
    }


def _buchholz(history: History, points: Mapping[str, Fraction], name: str) -> Fraction:
    person = history.people[name]
    met = sum((times * points[other] for other, times in person.met.items()), Fraction(0))
    return met + person.byes * points[name]


def _direct(results: Iterable[Result], group: Sequence[str]) -> Value:
    """The points of games in which only these sat; 0 for all unless all have met each other."""
    if len(group) == 1:
        return lambda name: 0
    inside = [result for result in results if set(result.players) <= set(group)]
    found = dict.fromkeys(group, Fraction(0))
    met: set[tuple[str, str]] = set()
    for result in inside:
        for seat, name in enumerate(result.players):
            found[name] += result.share(seat)
            met.update((name, other) for other in result.players if other != name)
    if len(met) < len(group) * (len(group) - 1):
        return lambda name: 0
    return found.__getitem__


def _stage(history: History) -> Value:
    if history.plan.kind != "knock-out":
        return lambda name: 0
    found = knockout.bracket(history)
    return lambda name: found.out.get(name, found.stage + 1)


def _place(history: History) -> Value:
    if history.plan.kind != "ladder":
        return lambda name: 0
    below = {name: at for at, name in enumerate(reversed(ladder.order(history)))}
    return below.__getitem__


def _counts(results: Iterable[Result]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        for seat, name in enumerate(result.players):
            drawn = not result.winners and result.reason != ABSENT
            what = "draw" if drawn else "win" if seat in result.winners else "loss"
            found[name][what] += 1
    return found


def _ratings(results: Iterable[Result]) -> dict[str, Rating]:
    games = [
        rating.Outcome(result.players, result.winners)
        for result in results
        if result.reason != ABSENT
    ]
    return {name: standing.rating for name, standing in rating.standings(games).items()}
