"""What searches are told of Line Sauce: what its lists of lines are worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.core.game import Jit, Position
from livestone.core.rules import Knobs, Search
from livestone.games.line_sauce.rules import BITS, SIDE, LineSauce, O, X

# How much more a line is worth than one that is a stone shorter.
LONGER = 3.0


def knobs(game: LineSauce) -> Knobs:
    """Playing on to the end tells more than ``evaluate``: it won 25 of 40 at equal time.

    The share of ``averages`` was chosen by matches: see docs/engine-lab.md.
    """
    return Knobs(cut=SIDE * SIDE, averages=0.8)


def search(game: LineSauce, jit: Jit) -> Search:
    """Each player's part of what all lines are worth."""
    worth = np.array([LONGER**n for n in range(SIDE + 1)])

    @jit
    def hopes(lines: Any) -> float:
        """What a list is worth: each line by its length."""
        total = 1.0
        for length in range(2, SIDE + 1):
            total += worth[length] * (lines >> BITS * (length - 2) & (1 << BITS) - 1)
        return total

    def evaluate(s: Position, score: Any) -> None:
        mine, other = hopes(s.lists[X]), hopes(s.lists[O])
        score[X] = mine / (mine + other)
        score[O] = 1.0 - score[X]

    return Search(evaluate=evaluate)
