"""Livestone: a table for Freedom and its rare cousins.

>>> from livestone import State, load
>>> state = State(load("freedom"))
>>> state.play("e5")
>>> len(state.legal)
8
"""

from __future__ import annotations

from livestone.loaded import LOADED as LOADED

TYPE_CHECKING = False  # as in typing, without its import: the command begins with this module
if TYPE_CHECKING:
    from typing import Any

    from livestone.core.game import Game as Game
    from livestone.core.state import State as State
    from livestone.core.view import View as View
    from livestone.freeplay.player import GamePlayer as GamePlayer
    from livestone.freeplay.player import Player as Player
    from livestone.games import catalogue as catalogue
    from livestone.games import load as load

__version__ = "0.1.0"

# Names are fetched when first used, so that ``import livestone`` costs nothing.
_HOMES = {
    "Game": "livestone.core.game",
    "GamePlayer": "livestone.freeplay.player",
    "Player": "livestone.freeplay.player",
    "State": "livestone.core.state",
    "View": "livestone.core.view",
    "catalogue": "livestone.games",
    "load": "livestone.games",
}
__all__ = ["Game", "GamePlayer", "Player", "State", "View", "__version__", "catalogue", "load"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'livestone' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
