"""What searches are told of Fort Chitral: how near the pieces are to the fort, and captures."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.zones import distances
from livestone.core.game import Jit, Position
from livestone.core.odds import by_odds
from livestone.core.rules import Knobs, Search
from livestone.games.fort_chitral.rules import BLACK, WHITE, FortChitral

# ``evaluate``: what a piece more is worth in steps, the lead at which a win is e times as likely
# as not, how many pieces beyond the four help on their way to the fort, and how much each step of
# any piece counts besides: pieces far from the fort never end a game.
PIECE_STEPS, SCALE, HELPERS, REST = 4.0, 14.0, 6, 0.1
# Steps from a corner of the board to the fort.
FARTHEST = 8


def knobs(game: FortChitral) -> Knobs:
    """Random plies tell little here, so a playout runs two."""
    return Knobs(cut=2, explore=0.1)


def search(game: FortChitral, jit: Jit) -> Search:
    """The likelihood of winning, from the steps of the nearest pieces and from the captures."""
    fort = game.board.zones["fort"].sites
    steps = np.minimum(distances(game.board, fort).min(axis=0), FARTHEST + 1)
    judge = jit(by_odds)

    @jit
    def strength(s: Position, player: int) -> Any:
        counts = np.zeros(FARTHEST + 2, np.int64)
        for at in range(s.men[player]):
            counts[steps[s.places[player, at]]] += 1
        to_go, four, helpers = 0.0, 4, HELPERS
        for far in range(FARTHEST + 2):
            now = min(four, counts[far])
            later = min(helpers, counts[far] - now)
            to_go += far * (now + 0.5 * later + REST * counts[far])
            four -= now
            helpers -= later
        return PIECE_STEPS * s.men[player] - to_go

    def evaluate(s: Position, score: Any) -> None:
        judge(score, WHITE, (strength(s, WHITE) - strength(s, BLACK)) / SCALE)

    return Search(evaluate=evaluate)
