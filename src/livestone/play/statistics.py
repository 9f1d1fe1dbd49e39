"""Small statistics of games: shares with intervals, summaries, rating gaps, leaders over time.

Pure functions over plain numbers; nothing here knows a game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist, fmean, stdev

# The quantile of the normal distribution for 95 % confidence.
Z = NormalDist().inv_cdf(0.975)
# One ten-fold change of the odds, in Elo.
ELO = 400.0


@dataclass(frozen=True)
class Share:
    """A part of a whole, with bounds that hold the true share with 95 % confidence."""

    count: float
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself, 0 to 1; 0 of nothing is 0."""
        return self.count / self.of if self.of else 0.0


@dataclass(frozen=True)
class Summary:
    """Some numbers in a few: how many there are, mean, least, quartiles, most."""

    n: int
    mean: float
    least: float
    low: float
    median: float
    high: float
    most: float


@dataclass(frozen=True)
class Mean:
    """The mean of ``n`` numbers, with bounds that hold the true mean with 95 % confidence."""

    n: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Gap:
    """A difference in Elo with its 95 % bounds, infinite where nothing speaks against it."""

    value: float
    low: float
    high: float


def share(count: float, of: int) -> Share:
    """Return ``count`` of ``of`` with Wilson's interval (1927).

    A draw may count as a part; the interval is then a little too wide. Raises ValueError.

    >>> found = share(60, 100)
    >>> round(found.low, 3), found.value, round(found.high, 3)
    (0.502, 0.6, 0.691)
    """
    if not 0 <= count <= of:
        raise ValueError(f"{count} of {of} is no share")
    if of == 0:
        return Share(0.0, 0, 0.0, 1.0)
    value = count / of
    centre = value + Z * Z / (2 * of)
    spread = Z * math.sqrt(value * (1 - value) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    return Share(
        count, of, max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
    )


def summary(values: Sequence[float]) -> Summary | None:
    """Return the summary of some numbers, None of none.

    >>> summary([4, 1, 3, 2])
    Summary(n=4, mean=2.5, least=1, low=1.75, median=2.5, high=3.25, most=4)
    """
    if not values:
        return None
    ranked = sorted(values)
    low, median, high = (quantile(ranked, part) for part in (0.25, 0.5, 0.75))
    return Summary(len(ranked), fmean(ranked), ranked[0], low, median, high, ranked[-1])


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of some numbers, with bounds by its standard error; of one, without bounds.

    >>> found = mean([2.0, 4.0])
    >>> round(found.low, 2), found.value, round(found.high, 2)
    (1.04, 3.0, 4.96)
    """
    value = fmean(values)
    if len(values) < 2:
        return Mean(len(values), value, -math.inf, math.inf)
    spread = Z * stdev(values) / math.sqrt(len(values))
    return Mean(len(values), value, value - spread, value + spread)


def quantile(ranked: Sequence[float], part: float) -> float:
    """Return what ``part`` of some numbers in ascending order lie below, between two if need be."""
    place = part * (len(ranked) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ranked) - 1)
    return ranked[below] + (place - below) * (ranked[above] - ranked[below])


def elo(score: float, players: int = 2) -> float:
    """Return the Elo by which a player who scores this share leads ``players - 1`` equal opponents.

    Each player wins as often as their strength's share of all strengths at the table (Bradley and
    Terry 1952, Luce 1959); a lead of 400 is ten times the strength.

    >>> round(elo(0.75)), round(elo(1 / 3, players=3))
    (191, 0)
    """
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return ELO * math.log10((players - 1) * score / (1 - score))


def elo_gap(score: Share, players: int = 2, doublings: float = 1.0) -> Gap:
    """Return the Elo that a score shows for each of so many ``doublings``, with its interval."""
    ends = (score.value, score.low, score.high)
    value, low, high = (elo(end, players) / doublings for end in ends)
    return Gap(value, low, high)


def leaders(values: Sequence[Sequence[float]], margin: float) -> list[int | None]:
    """Return the leader at each moment, from each player's value then.

    To take the lead a player needs ``margin`` more than everybody else; they keep it until another
    takes it. None while nobody has led yet.
    """
    found: list[int | None] = []
    leader = None
    for value in values:
        ranked = sorted(range(len(value)), key=value.__getitem__, reverse=True)
        if value[ranked[0]] - value[ranked[1]] >= margin:
            leader = ranked[0]
        found.append(leader)
    return found


def changes(led: Sequence[int | None]) -> int:
    """Return how often the lead went from one player to another.

    >>> changes([None, 0, 0, 1, 0])
    2
    """
    known = [leader for leader in led if leader is not None]
    return sum(old != new for old, new in pairwise(known))


def decided(led: Sequence[int | None], winner: int) -> float:
    """Return after which part of a game its winner led to the end: 0 from the start, 1 never.

    >>> decided([None, 1, 0, 0], 0), decided([0, 1], 0)
    (0.5, 1.0)
    """
    behind = max((at + 1 for at, leader in enumerate(led) if leader != winner), default=0)
    return behind / len(led) if led else 0.0


def histogram(values: Sequence[int], bins: int) -> tuple[int, int, list[int]]:
    """Return ``(start, width, counts)`` of at most ``bins`` bins of equal round widths.

    >>> histogram([3, 4, 4, 11], 4)
    (0, 5, [3, 0, 1])
    """
    if not values:
        return 0, 1, []
    least, most = min(values), max(values)
    widths = (step * 10**power for power in range(10) for step in (1, 2, 5))
    width = next(width for width in widths if most // width - least // width < bins)
    start = least // width * width
    counts = [0] * ((most - start) // width + 1)
    for value in values:
        counts[(value - start) // width] += 1
    return start, width, counts


def resample(values: Sequence[float], parts: int) -> list[float]:
    """Return ``parts`` values spread evenly over a game, each the one that held at that moment.

    >>> resample([0.5, 0.9], 4)
    [0.5, 0.5, 0.9, 0.9]
    """
    return [values[at * len(values) // parts] for at in range(parts)]
