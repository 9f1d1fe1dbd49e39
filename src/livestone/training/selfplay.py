"""Games of the search against itself, as positions with what they turned out to be worth."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.play.match import opening
from livestone.play.workers import Stop, Stopped
from livestone.search.alphabeta import AlphaBeta
from livestone.training.dataset import Dataset, joined

# Games begin after so many random plies, at least and at most.
OPENING = (1, 14)
# How often a random move is played instead of the best, so that mistakes are learned from too.
STRAY = 0.08
MEGABYTES = 8


@dataclass(frozen=True)
class Batch:
    """Games to play: which form of the game thinks how many nodes a move, and the games' numbers.

    A game follows from the seed and its number alone.
    """

    game: Game
    form: Game
    nodes: int
    seed: int
    numbers: range


def play_batch(batch: Batch, stop: Stop) -> Dataset:
    """Play the games of a batch and return all their positions. Raises Stopped."""
    compile_rules(batch.game)
    return joined(_play(batch, number, stop) for number in batch.numbers)


def _play(batch: Batch, number: int, stop: Stop) -> Dataset:
    dice = random.Random(f"{batch.seed} {number}")
    search = AlphaBeta(batch.game, megabytes=MEGABYTES, form=batch.form)
    state = opening(batch.game, dice.randint(*OPENING), str(dice.random()))
    positions, leads, certain = [], [], []
    while not state.over:
        if stop():
            raise Stopped
        move, lead, proved = search.choose(state, batch.nodes)
        positions.append(state.position.copy())
        leads.append(lead)
        certain.append(proved)
        stray = dice.random() < STRAY and not proved
        state.play(dice.choice(state.unsorted) if stray else move)
    first, second = state.scores
    count = len(positions)
    return Dataset(
        np.array(positions, batch.game.layout.dtype),
        np.array(leads, np.float32),
        np.array(certain, np.bool_),
        np.full(count, first - second, np.float32),
        np.full(count, number, np.int32),
    )
