"""What searches are told of Haalmaa: each variant as a race, and how it is best searched."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from livestone.boards.board import IntTable
from livestone.boards.zones import distances
from livestone.core.game import Jit
from livestone.core.rules import Knobs, Search
from livestone.games.haalmaa.race import Race, chances_of_three, chances_of_two, promises
from livestone.games.haalmaa.rules import MOST, SLIDE, Haalmaa


class Tuning(NamedTuple):
    """What was tuned for a variant.

    ``scale``: the lead at which a win is e times as likely as not, in what ``costs`` counts.
    ``shut`` and ``dread``: what a pawn of others in a player's goal costs the player, when it
    cannot leave, in the moves' priors and in ``evaluate``. ``alike``: see Knobs.
    """

    scale: float = 8.0
    shut: float = 0.0
    dread: float = 0.0
    alike: float = 0.0


TUNINGS = {
    "haalmaa_1": Tuning(alike=0.01),
    "haalmaa_2": Tuning(shut=16.0, alike=0.01),
    "haalmaa_3": Tuning(scale=40.0),
    "haalmaa_4": Tuning(scale=27.0, shut=190.0, dread=190.0, alike=0.01),
    "haalmaa_5": Tuning(),
    "haalmaa_6": Tuning(),
}


def knobs(game: Haalmaa) -> Knobs:
    """A pawn's way is exact: random plies would only add noise."""
    return Knobs(cut=0, explore=0.03, alike=TUNINGS[game.id].alike)


def search(game: Haalmaa, jit: Jit) -> Search:
    """The likelihood of winning from what is still to go, and how much nearer each move brings."""
    race = as_race(game)
    evaluate = chances_of_three(race, jit) if game.players == 3 else chances_of_two(race, MOST, jit)
    return Search(evaluate=evaluate, move_priors=promises(race, jit))


def as_race(game: Haalmaa) -> Race:
    """The variant as a race."""
    every, tuning = range(game.players), TUNINGS[game.id]
    return Race(
        game.board,
        tuple(game.start_of(player) for player in every),
        tuple(game.goal_of(player) for player in every),
        np.array([costs(game, player) for player in every]),
        tuning.shut,
        tuning.dread,
        SLIDE if game.slides else 1,
        tuning.scale,
    )


def costs(game: Haalmaa, player: int) -> IntTable:
    """What is still to go from each site to each point of a player's goal.

    Where pawns leap, that is the steps. Where they slide it is the way as players of one ply race
    best: to the circles in twelfths of a turn, of steps and slides; to the corner in sixths, where
    slides and steps count alike at three steps a slide, who is far counts for more, and a pawn in
    another's goal, where it may be shut in, two turns more.
    """
    goal = game.goal_of(player)
    steps = distances(game.board, goal).T
    if not game.slides:
        return steps
    slides = distances(game.board, goal, SLIDE).T
    if game.goal == "circles":
        return 4 * steps + 3 * slides
    found = 3 * slides + 2 * steps + steps * steps // 11
    for other in {0, 1, 2} - {player}:
        abroad = [site for site in game.goal_of(other) if site not in goal]
        found[abroad] += 12
    return found
