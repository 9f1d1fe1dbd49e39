"""Ratings: how strong players are, by Glicko-2, in games of two or more.

Pure functions over numbers: nothing is stored here. The system is Mark Glickman's, "Example of
the Glicko-2 system" (revised 2022), with two additions:

- A game of ``n`` players counts as duels between its winners and the others, and as draws among
  several winners (all, for a draw). Losers are not compared: a game's rules say who wins, not who
  comes second. If everybody wins in proportion to their strength (Luce 1959), a duel of the winner
  and any other is exactly the one that Elo's formula describes. The duels share the weight
  ``n / 2``, as many as if ``n`` players had met in pairs: on average one a player, so that a game
  counts once. With two players this is Glicko-2 unchanged. ``docs/ratings.md`` has a comparison.
- A deviation never grows beyond that of a new player.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from livestone.play.statistics import Z
from livestone.ranges import check_number, check_whole

# The initial rating, and how fast volatility may change (Glickman: 0.3 to 1.2).
START, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
TAU = 0.5
# How many games of one player make a rating period (Glickman: 10 to 15 on average).
PERIOD = 10
# How often a period is repeated at most until ratings rest, and what movement is none.
SWEEPS, RESTS = 500, 0.05
# One step on Glicko-2's own scale, and how exactly volatility is found.
_SCALE, _EXACT = 400 / math.log(10), 1e-6


@dataclass(frozen=True)
class Rating:
    """A strength on Elo's scale, how uncertain it is, and how erratic its owner plays."""

    value: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY

    def __post_init__(self) -> None:
        check_number("value", self.value, -math.inf)
        check_number("deviation", self.deviation, 0, above=True)
        check_number("volatility", self.volatility, 0, above=True)

    @property
    def interval(self) -> tuple[float, float]:
        """Bounds that hold the true strength with 95 % confidence."""
        return self.value - Z * self.deviation, self.value + Z * self.deviation


@dataclass(frozen=True)
class Duel:
    """One player's result against another: 1 for a win, a half for a draw, 0 for a loss."""

    opponent: Rating
    score: float
    weight: float = 1.0

    def __post_init__(self) -> None:
        check_number("score", self.score, 0, 1)
        check_number("weight", self.weight, 0)


@dataclass(frozen=True)
class Outcome:
    """A finished game: the players' names by seat, and the winners' seats, none for a draw."""

    players: tuple[str, ...]
    winners: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for seat in self.winners:
            check_whole("a winner's seat", seat, 0, len(self.players) - 1)


@dataclass(frozen=True)
class Standing:
    """A player's rating and what it comes from."""

    rating: Rating = Rating()
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games count."""
        return self.wins + self.draws + self.losses


def expected(rating: Rating, opponent: Rating) -> float:
    """Return what a player may expect to score against another, 0 to 1.

    Both deviations count, as in Glickman's own prediction.

    >>> expected(Rating(1500, 50), Rating(1500, 350)), round(expected(Rating(1700), Rating()), 2)
    (0.5, 0.65)
    """
    both = math.hypot(rating.deviation, opponent.deviation) / _SCALE
    return _chance((rating.value - opponent.value) / _SCALE, _doubt(both))


def update(rating: Rating, duels: Sequence[Duel], tau: float = TAU) -> Rating:
    """Return a player's rating after one rating period with these results.

    Without any, only the deviation grows.

    >>> found = update(Rating(1500, 200, 0.06), [Duel(Rating(1400, 30), 1.0)])
    >>> round(found.value), round(found.deviation)
    (1564, 175)
    """
    check_number("tau", tau, 0, above=True)
    spread = rating.deviation / _SCALE
    if not duels:
        grown = _SCALE * math.hypot(spread, rating.volatility)
        return replace(rating, deviation=min(grown, DEVIATION))
    known, gain = 0.0, 0.0
    for duel in duels:
        doubt = _doubt(duel.opponent.deviation / _SCALE)
        chance = _chance((rating.value - duel.opponent.value) / _SCALE, doubt)
        known += duel.weight * doubt * doubt * chance * (1 - chance)
        gain += duel.weight * doubt * (duel.score - chance)
    volatility = _volatility(rating.volatility, spread, 1 / known, gain / known, tau)
    before = spread * spread + volatility * volatility
    after = 1 / math.sqrt(1 / before + known)
    return Rating(
        value=rating.value + _SCALE * after * after * gain,
        deviation=min(_SCALE * after, DEVIATION),
        volatility=volatility,
    )


def rate(
    games: Iterable[Outcome], ratings: Mapping[str, Rating] | None = None, tau: float = TAU
) -> dict[str, Rating]:
    """Return everybody's rating after one rating period with these games.

    ``ratings`` are those before it; a player not in it begins at the start. A pair of seats of
    one player says nothing and is left out.
    """
    before = dict(ratings or {})
    duels: dict[str, list[Duel]] = {name: [] for name in before}
    for game in games:
        for name, other, score, weight in _pairs(game):
            opponent = before.get(other, Rating())
            duels.setdefault(name, []).append(Duel(opponent, score, weight))
    return {name: update(before.get(name, Rating()), found, tau) for name, found in duels.items()}


def standings(
    games: Iterable[Outcome], period: int = PERIOD, tau: float = TAU
) -> dict[str, Standing]:
    """Return everybody's standing after these games, in the order they were played, best first.

    A new rating period begins when a player has played ``period`` games in this one.
    """
    check_whole("period", period, 1)
    counted = [game for game in games if len(set(game.players)) > 1]
    ratings: dict[str, Rating] = {}
    for some in _periods(counted, period):
        ratings = rate(some, ratings, tau)
    table = {name: Standing(rating) for name, rating in ratings.items()}
    for game in counted:
        for seat, name in enumerate(game.players):
            table[name] = _counted(table[name], seat, game)
    return dict(sorted(table.items(), key=lambda item: (-item[1].rating.value, item[0])))


def settled(games: Iterable[Outcome]) -> dict[str, Standing]:
    """Return everybody's standing if nobody's strength has changed in these games, best first.

    All games are one rating period, which is repeated with the ratings that it gave until they
    rest: a player far from the initial rating needs no hundred periods to come there.
    """
    counted = [game for game in games if len(set(game.players)) > 1]
    met: dict[tuple[str, str, float], float] = defaultdict(float)
    for game in counted:
        for name, opponent, score, weight in _pairs(game):
            met[name, opponent, score] += weight
    table = {name: Standing() for game in counted for name in game.players}
    for _ in range(SWEEPS):
        before = {name: standing.rating for name, standing in table.items()}
        duels: dict[str, list[Duel]] = {name: [] for name in table}
        for (name, opponent, score), weight in met.items():
            duels[name].append(Duel(before[opponent], score, weight))
        for name, rating in before.items():
            found = update(Rating(rating.value), duels[name])
            # Half the way: two who meet nobody else would overshoot in turn.
            value = (rating.value + found.value) / 2
            table[name] = Standing(Rating(value, found.deviation))
        if all(abs(table[name].rating.value - before[name].value) < RESTS for name in table):
            break
    for game in counted:
        for seat, name in enumerate(game.players):
            table[name] = _counted(table[name], seat, game)
    return dict(sorted(table.items(), key=lambda item: (-item[1].rating.value, item[0])))


def _counted(standing: Standing, seat: int, game: Outcome) -> Standing:
    if not game.winners:
        return replace(standing, draws=standing.draws + 1)
    if seat in game.winners:
        return replace(standing, wins=standing.wins + 1)
    return replace(standing, losses=standing.losses + 1)


def _periods(games: Sequence[Outcome], size: int) -> Iterator[list[Outcome]]:
    """The games cut into periods in which nobody plays more than ``size``."""
    some: list[Outcome] = []
    played: Counter[str] = Counter()
    for game in games:
        if any(played[name] >= size for name in game.players):
            yield some
            some, played = [], Counter()
        some.append(game)
        played.update(set(game.players))
    if some:
        yield some


def _pairs(game: Outcome) -> Iterator[tuple[str, str, float, float]]:
    """``(player, opponent, score, weight)`` of every duel, from either side."""
    seats = range(len(game.players))
    winners = game.winners or tuple(seats)
    duels = [(one, other) for one in winners for other in seats if one != other]
    duels = [(one, other) for one, other in duels if one < other or other not in winners]
    weight = len(seats) / 2 / max(len(duels), 1)
    for one, other in duels:
        name, opponent = game.players[one], game.players[other]
        if name != opponent:
            score = 0.5 if other in winners else 1.0
            yield name, opponent, score, weight
            yield opponent, name, 1 - score, weight


def _doubt(deviation: float) -> float:
    """Glickman's g: how much a result counts against an opponent so uncertain."""
    return 1 / math.sqrt(1 + 3 * (deviation / math.pi) ** 2)


def _chance(lead: float, doubt: float) -> float:
    """Glickman's E, for a lead on the Glicko scale; never quite 0 or 1."""
    return 1 / (1 + math.exp(min(max(-doubt * lead, -30.0), 30.0)))


def _volatility(sigma: float, spread: float, variance: float, change: float, tau: float) -> float:
    """Glickman's step 5: the new volatility, by the Illinois algorithm."""
    start = math.log(sigma * sigma)

    def error(x: float) -> float:
        size = math.exp(x)
        total = spread * spread + variance + size
        return size * (change * change - total) / (2 * total * total) - (x - start) / (tau * tau)

    high = start
    if change * change > spread * spread + variance:
        low = math.log(change * change - spread * spread - variance)
    else:
        steps = 1
        while error(start - steps * tau) < 0:
            steps += 1
        low = start - steps * tau
    at_high, at_low = error(high), error(low)
    while abs(low - high) > _EXACT:
        middle = high + (high - low) * at_high / (at_low - at_high)
        found = error(middle)
        if found * at_low <= 0:
            high, at_high = low, at_low
        else:
            at_high /= 2
        low, at_low = middle, found
    return math.exp(high / 2)
