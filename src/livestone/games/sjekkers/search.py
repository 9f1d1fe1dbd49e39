"""What searches are told of Sjekkers: who is ahead in pieces, and how far disks have come."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.core.game import Jit, Position
from livestone.core.odds import by_odds
from livestone.core.rules import Knobs, Search
from livestone.games.sjekkers.board import DISK, ROWS, SITES, SJEK
from livestone.games.sjekkers.rules import WHITE, Sjekkers

# ``evaluate``: what a Sjek is worth in disks, what a step forward is, what it is to be one step
# from the far row, and the lead at which a win is e times as likely as not.
SJEK_WORTH, STEP_WORTH, LAST_STEP, SCALE = 3.5, 0.05, 0.5, 2.0


def knobs(game: Sjekkers) -> Knobs:
    """A playout is long enough for what hangs to be captured, and no longer."""
    return Knobs(cut=6, explore=0.3)


def search(game: Sjekkers, jit: Jit) -> Search:
    """The likelihood of winning, from the pieces and how far the disks have come."""
    steps = STEP_WORTH * np.arange(ROWS) + LAST_STEP * (np.arange(ROWS) == ROWS - 2)
    worth = np.zeros((2 * SJEK + 1, SITES))
    for row, sites in enumerate(reversed(game.board.rows)):
        worth[DISK, list(sites)] = 1 + steps[row]
        worth[DISK + 2, list(sites)] = -1 - steps[ROWS - 1 - row]
    worth[SJEK], worth[SJEK + 2] = SJEK_WORTH, -SJEK_WORTH
    judge = jit(by_odds)

    def evaluate(s: Position, score: Any) -> None:
        lead = 0.0
        for player in range(2):
            for at in range(s.men[player]):
                site = s.places[player, at]
                lead += worth[s.cells[site], site]
        judge(score, WHITE, lead / SCALE)

    return Search(evaluate=evaluate)
