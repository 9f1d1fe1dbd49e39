"""What searches are told of Crunching Quax: how many stones each player lacks to link the sides."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.connection import steps, touches
from livestone.boards.hexagonal import sides
from livestone.core.game import Jit, Position
from livestone.core.odds import by_odds
from livestone.core.rules import Knobs, Search
from livestone.games.crunching_quax.board import SIDE, TRIPLES
from livestone.games.crunching_quax.rules import CrunchingQuax, O, X

# How much a lead of one stone on the way to three sides says.
SCALE = 0.8


def knobs(game: CrunchingQuax) -> Knobs:
    """``evaluate`` tells more than playing on at random."""
    return Knobs(cut=0, explore=0.05)


def search(game: CrunchingQuax, jit: Jit) -> Search:
    """The odds of linking three sides first."""
    board, sites = game.board, len(game.board)
    fill, judge = steps(board, jit, touches(board, sides(SIDE))), jit(by_odds)
    triples, along = np.array(TRIPLES), np.array(sides(SIDE))

    @jit
    def across(s: Position, colour: int, triple: int, out: Any) -> float:
        """About how many cells a player must fill to link three sides.

        Half of the three ways between them: where they run together they are counted twice.
        """
        total = 0.0
        for first in range(2):
            fill(s.cells, colour, triples[triple, first], out)
            for second in range(first + 1, 3):
                best = 2 * sites
                for at in range(SIDE):
                    best = min(best, out[along[triples[triple, second], at]])
                total += best
        return total / 2

    def evaluate(s: Position, score: Any) -> None:
        out = np.empty(sites, np.int32)
        lead = 1.0 if s.mover == O else -1.0
        for player in range(2):
            one, other = across(s, player + 1, 0, out), across(s, player + 1, 1, out)
            lead += min(one, other) if player == X else -min(one, other)
        judge(score, O, SCALE * lead)

    return Search(evaluate=evaluate)
