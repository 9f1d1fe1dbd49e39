"""What searches are told of Radius Y: how many stones each player lacks to join the colours."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.connection import meeting, steps
from livestone.core.game import Jit, Position
from livestone.core.odds import by_odds
from livestone.core.rules import Knobs, Search
from livestone.games.radius_y.board import COLOURS, colours
from livestone.games.radius_y.rules import O, RadiusY, X

# How much a lead of one stone on the way to all three colours says.
SCALE = 0.9


def knobs(game: RadiusY) -> Knobs:
    """``evaluate`` tells more than playing on: it beat two plies of it 24 to 6 at equal time."""
    return Knobs(cut=0, explore=0.05)


def search(game: RadiusY, jit: Jit) -> Search:
    """The odds of joining all three colours first."""
    board, sites = game.board, len(game.board)
    fill, least, judge = steps(board, jit, colours(board)), meeting(board, jit), jit(by_odds)

    def evaluate(s: Position, score: Any) -> None:
        need = np.zeros(2, np.int32)
        out = np.empty((len(COLOURS), sites), np.int32)
        for player in range(2):
            for colour in range(len(COLOURS)):
                fill(s.cells, player + 1, colour, out[colour])
            need[player] = least(s.cells, out[0], out[1], out[2])
        lead = need[X] - need[O] + (0.5 if s.mover == O else -0.5)
        judge(score, O, SCALE * lead)

    return Search(evaluate=evaluate)
