"""Whom the ladder pairs: players who wait, with somebody near in strength and not always the same.

Pure: it is told who waits and what was played lately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from livestone.play.rating import Rating

# So many points of rating are worth as much as one more game against somebody else.
SPREAD = 100.0


@dataclass
class Lately:
    """What was played lately, as far as pairing asks: every game is told once, in order."""

    met: Counter[frozenset[str]] = field(default_factory=Counter)
    last: dict[str, str] = field(default_factory=dict)  # name -> whom he met last
    lead: Counter[str] = field(default_factory=Counter)  # games in the first seat less the others

    def tell(self, players: Sequence[str]) -> None:
        """Count one game, its players by seat."""
        first, second = players
        self.met[frozenset(players)] += 1
        self.last[first], self.last[second] = second, first
        self.lead[first] += 1
        self.lead[second] -= 1


def pair(
    waiting: Sequence[str],
    fresh: frozenset[str],
    lately: Lately,
    ratings: Mapping[str, Rating],
) -> list[tuple[str, str]]:
    """Return who plays whom, by seat, of those who wait, who waited longest first.

    Two who met last, both ``fresh`` from a game, wait a little longer for somebody else.

    >>> pair(["Ana", "Ben", "Cem"], frozenset(), Lately(), {})
    [('Ana', 'Ben')]
    """
    found: list[tuple[str, str]] = []
    left = list(waiting)
    while len(left) > 1:
        name = left.pop(0)
        others = [
            other
            for other in left
            if not (lately.last.get(name) == other and {name, other} <= fresh)
        ]
        if others:
            other = min(others, key=lambda one: _distance(name, one, lately, ratings))
            left.remove(other)
            found.append(_seated(name, other, lately))
    return found


def _distance(name: str, other: str, lately: Lately, ratings: Mapping[str, Rating]) -> float:
    usual = Rating()
    apart = abs(ratings.get(name, usual).value - ratings.get(other, usual).value)
    return apart + SPREAD * lately.met[frozenset((name, other))]


def _seated(name: str, other: str, lately: Lately) -> tuple[str, str]:
    """Who has had the first seat less often gets it."""
    return (name, other) if lately.lead[name] <= lately.lead[other] else (other, name)
