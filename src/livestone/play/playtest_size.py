"""How large a game is, what is played where, and which games show it best.

Pure functions of games that have been played. Sizes are powers of ten.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from livestone.play.playtest_story import led
from livestone.play.statistics import Mean, changes, mean, summary

if TYPE_CHECKING:
    from livestone.play.playtest import Trial


@dataclass(frozen=True)
class Size:
    """How large a game is, in powers of ten.

    ``tree`` is the game tree by the moves there were along each game, multiplied (Knuth 1975);
    ``allis`` the mean number of moves to the power of the mean length (Allis 1994). ``states`` are
    the ways to place the sets of pieces that came up together, and ``states_most`` those to put
    any kind on any site: bounds from above.
    """

    tree: Mean
    allis: float
    states: float
    states_most: float


@dataclass(frozen=True)
class SiteUse:
    """A site: how many plies of a game ended there, and how the players did who played there.

    ``worth`` is their mean score less that of all players, each seat by its own; None where too
    few or all played there.
    """

    plies: float
    worth: Mean | None


# The fewest games in which a player has, and in which one has not, played on a site, for its worth.
MIN_USED = 10


def size(games: Sequence[Trial], sites: int, kinds: int) -> Size:
    """Return how large a game on so many sites with so many kinds of piece is."""
    plies = mean([len(game.moves) for game in games])
    moves = [moves for game in games for moves in game.branching]
    branching = sum(moves) / max(len(moves), 1)
    materials = {each for game in games for each in game.used.materials}
    return Size(
        tree=mean([sum(map(math.log10, game.branching)) for game in games]),
        allis=plies.value * math.log10(max(branching, 1)),
        states=placements(materials, sites),
        states_most=sites * math.log10(kinds + 1),
    )


def placements(materials: Iterable[Sequence[int]], sites: int) -> float:
    """Return, as a power of ten, in how many ways these sets of pieces stand on so many sites.

    >>> round(10 ** placements([(1, 1)], 4)), round(10 ** placements([(0,), (1,)], 9))
    (12, 10)
    """
    logs = []
    for counts in materials:
        empty = sites - sum(counts)
        if empty >= 0:
            parts = sum(math.lgamma(count + 1) for count in (*counts, empty))
            logs.append((math.lgamma(sites + 1) - parts) / math.log(10))
    most = max(logs, default=0.0)
    return most + math.log10(sum(10 ** (log - most) for log in logs)) if logs else 0.0


def uses(games: Sequence[Trial], sites: int) -> tuple[SiteUse, ...]:
    """Return how each site was used."""
    plies = Counter(place for game in games for place in game.places if place is not None)
    seats = range(len(games[0].playouts))
    usual = [sum(game.brought(seat) for game in games) / len(games) for seat in seats]
    gains: list[list[float]] = [[] for _ in range(sites)]
    for game in games:
        there = {*zip(game.movers, game.places, strict=False)}
        for seat, place in there:
            if place is not None:
                gains[place].append(game.brought(seat) - usual[seat])
    rows = len(games) * len(seats)
    return tuple(
        SiteUse(
            plies[site] / len(games),
            mean(gains[site]) if MIN_USED <= len(gains[site]) <= rows - MIN_USED else None,
        )
        for site in range(sites)
    )


def shortest(games: Sequence[Trial]) -> int:
    """Return which game was over soonest by the rules, or else by anything."""
    ruled = [at for at, game in enumerate(games) if game.ending == "rules"]
    return min(ruled or range(len(games)), key=lambda at: len(games[at].moves))


def typical(games: Sequence[Trial]) -> int:
    """Return which game is nearest to all: of the commonest result, and near the medians.

    That is, of length, of how many moves there were and of lead changes, each measured by the
    spread of its middle half.
    """
    result = Counter(game.winners for game in games).most_common(1)[0][0]
    facts = [
        (
            len(game.moves),
            sum(game.branching) / max(len(game.branching), 1),
            changes(led(game)),
        )
        for game in games
    ]
    middles = [summary(column) for column in zip(*facts, strict=True)]

    def distance(at: int) -> float:
        return sum(
            abs(fact - middle.median) / (middle.high - middle.low or 1)
            for fact, middle in zip(facts[at], middles, strict=True)
            if middle
        )

    return min((at for at, game in enumerate(games) if game.winners == result), key=distance)
