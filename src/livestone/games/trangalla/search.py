"""What searches are told of Trangalla: how far the Kings have come, and who has more pieces."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.core.game import Jit, Position
from livestone.core.rules import Knobs, Search
from livestone.games.trangalla.board import SITES
from livestone.games.trangalla.rules import BLACK, WHITE, Trangalla

MIDDLE = 5  # the middle rank
# ``evaluate``: what a King's step forward and a piece more are worth, and a lost King.
STRIDE, MAN, LOSS = 0.035, 0.03, 0.35


def knobs(game: Trangalla) -> Knobs:
    """Playouts mostly make the moves that have brought most so far."""
    return Knobs(averages=0.8)


def search(game: Trangalla, jit: Jit) -> Search:
    """The likelihood of winning; who has lost their King can at most draw."""
    height = np.array([*(int(name[0]) for name in game.board.names), MIDDLE], np.int32)

    def evaluate(s: Position, score: Any) -> None:
        lead = 0.0
        for site in range(SITES):
            lead += MAN * (s.cells[site] == WHITE + 1) - MAN * (s.cells[site] == BLACK + 1)
        white, black = s.lost & 1, s.lost >> 1 & 1
        lead += STRIDE * (height[s.kings[WHITE]] - MIDDLE) * (1 - white)
        lead -= STRIDE * (MIDDLE - height[s.kings[BLACK]]) * (1 - black)
        lead += LOSS * (black - white)
        score[WHITE] = min(max(0.5 + lead, 0.5 * black), 1.0 - 0.5 * white)
        score[BLACK] = 1.0 - score[WHITE]

    return Search(evaluate=evaluate)
