"""How games unfold: drama, lead changes, comebacks, decisiveness and killer moves.

Pure functions of what the players' searches thought at each ply. The measures are those of Browne
(Automatic Generation and Evaluation of Recombination Games, 2008) and of Ludii's metrics; a
player's chance stands for their evaluations. ``docs/playtest.md`` has the formulas.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

from livestone.play.statistics import Mean, Share, changes, decided, leaders, mean, share

if TYPE_CHECKING:
    from livestone.play.playtest import Trial

# By how much value (0 to 1) a player must be ahead of all others to take the lead.
LEAD = 0.1
# A win is a comeback if the winner's chance was once below this part of an even chance.
BEHIND = 0.5
# How much a move must better its player's chance to be a killer.
KILLER = 0.25

Values = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Story:
    """How many games unfold.

    ``leads`` are lead changes; of won games, ``drama`` is how far behind their winners were while
    they were behind, ``decided`` the part after which they led to the end, and ``decisive`` the
    part that was left when the winner's chance first went above all that the others ever had;
    ``biggest`` is the most that a single move bettered its player's chance; ``killers`` how many
    plies did so by a quarter or more, and ``with_killer`` how many games had one.
    """

    leads: Mean
    drama: Mean | None
    decided: Mean | None
    decisive: Mean | None
    biggest: Mean
    killers: Share
    with_killer: Share


def story(games: Sequence[Trial]) -> Story:
    """Return how games unfolded."""
    won = [(game.winners[0], game) for game in games if len(game.winners) == 1]
    all_swings = [swings(chances(game), game.movers) for game in games]
    killers = [sum(swing >= KILLER for swing in each) for each in all_swings]

    def of_won(measure: Callable[[Trial, int], float]) -> Mean | None:
        return mean([measure(game, winner) for winner, game in won]) if won else None

    return Story(
        leads=mean([changes(led(game)) for game in games]),
        drama=of_won(lambda game, winner: drama(chances(game), winner)),
        decided=of_won(lambda game, winner: decided(led(game), winner)),
        decisive=of_won(lambda game, winner: left_when_decided(chances(game), winner)),
        biggest=mean([max(each, default=0.0) for each in all_swings]),
        killers=share(sum(killers), sum(map(len, all_swings))),
        with_killer=share(sum(count > 0 for count in killers), len(games)),
    )


def chances(game: Trial) -> list[tuple[float, ...]]:
    """What is thought of each player's chance at every ply: the mean of all players' last thoughts.

    Each search overrates its own move a little, and may not see everything; in the mean these
    errors cancel out.
    """
    players = len(game.playouts)
    value: tuple[float, ...] = (1 / players,) * players
    thoughts: dict[int, tuple[float, ...]] = {}
    found = []
    for mover, thought in zip(game.movers, game.values, strict=True):
        if thought is not None:
            thoughts[mover] = thought
            value = tuple(fmean(each) for each in zip(*thoughts.values(), strict=True))
        found.append(value)
    return found


def led(game: Trial) -> list[int | None]:
    """Who led at each ply."""
    return leaders(chances(game), LEAD)


def drama(values: Values, winner: int) -> float:
    """Return Browne's drama of a won game: the mean root of the winner's gap while behind.

    >>> round(drama([(0.5, 0.5), (0.1, 0.9), (0.9, 0.1)], 0), 3)
    0.894
    """
    gaps = [max(value) - value[winner] for value in values]
    behind = [math.sqrt(gap) for gap in gaps if gap > 0]
    return fmean(behind) if behind else 0.0


def left_when_decided(values: Values, winner: int) -> float:
    """Return the part of a won game that is left when its winner passes the decisive threshold.

    The threshold is the best chance that any other player has in the game.

    >>> left_when_decided([(0.5, 0.5), (0.6, 0.4), (0.3, 0.7), (0.8, 0.2)], 0)
    0.25
    """
    others = [value for row in values for seat, value in enumerate(row) if seat != winner]
    threshold = max(others, default=0.0)
    for at, value in enumerate(values):
        if value[winner] > threshold:
            return 1 - at / len(values)
    return 0.0


def swings(values: Values, movers: Sequence[int]) -> list[float]:
    """Return by how much each ply but the last bettered its player's chance.

    >>> [round(swing, 3) for swing in swings([(0.5, 0.5), (0.75, 0.25), (0.5, 0.5)], [0, 1, 0])]
    [0.25, 0.25]
    """
    return [
        after[mover] - before[mover]
        for (before, after), mover in zip(pairwise(values), movers, strict=False)
    ]
