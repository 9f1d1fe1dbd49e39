"""A game's opening book for hosts, as a JSON object: ``NAME.book.json``."""

from __future__ import annotations

import json

from livestone.core.game import Game
from livestone.play.book import equal_within, shipped

FORMAT = "livestone-book-1"


def book(game: Game) -> bytes | None:
    """Return the file of the book that Livestone has for a game with these options, or None.

    ``positions`` has for each position's text what its moves lead to, in points or parts of a win
    for player 0; moves within ``equal`` of the best are as good.
    """
    found = shipped(game)
    if found is None:
        return None
    told = {
        "format": FORMAT,
        "id": game.id,
        "options": dict(game.option),
        "nodes": found.plan.nodes,
        "plies": found.plan.plies,
        "equal": equal_within(game),
        "odds": _odds(game) if game.points else None,
        "positions": {text: dict(entry.values) for text, entry in found.entries.items()},
    }
    return (json.dumps(told, separators=(",", ":")) + "\n").encode()


def _odds(game: Game) -> dict[str, float]:
    """How a lead in points becomes chances; see :class:`livestone.core.odds.LeadOdds`."""
    odds, plies = game.knobs.lead_odds, len(game.board)
    counts, steep = odds.table(plies)[plies].tolist()
    return {"counts": counts, "draw": odds.draw, "steep": steep}
