"""What searches are told of Straat: how much a lead is worth."""

from __future__ import annotations

from livestone.core.game import Jit
from livestone.core.rules import Knobs, Search
from livestone.games.straat.rules import Straat


def knobs(game: Straat) -> Knobs:
    """A lead of one street makes a win about twice as likely as not."""
    return Knobs(spread=1.0)


def search(game: Straat, jit: Jit) -> Search:
    """Nothing: searches play on to the end."""
    return Search()
