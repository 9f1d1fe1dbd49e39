"""What searches are told of Kasteel: how many pawns White can spare, and how many are inside."""

from __future__ import annotations

from typing import Any

from livestone.core.game import Jit, Position
from livestone.core.rules import Knobs, Search
from livestone.games.kasteel.board import ATTACKERS
from livestone.games.kasteel.rules import BLACK, WHITE, Kasteel


def knobs(game: Kasteel) -> Knobs:
    """The usual ones."""
    return Knobs()


def search(game: Kasteel, jit: Jit) -> Search:
    """The likelihood of winning, from White's pawns."""
    too_few, full = game.too_few, game.full

    def evaluate(s: Position, score: Any) -> None:
        spare = (s.attackers - too_few) / (len(ATTACKERS) - too_few)
        entered = s.inside / full
        score[WHITE] = 0.05 + 0.55 * spare * spare + 0.4 * spare * entered
        score[BLACK] = 1.0 - score[WHITE]

    return Search(evaluate=evaluate)
