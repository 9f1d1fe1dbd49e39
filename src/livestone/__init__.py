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
    from livestone.core.game import Game as Game
    from livestone.core.state import State as State
    from livestone.core.view import View as View
    from livestone.freeplay.player import GamePlayer as GamePlayer
    from livestone.freeplay.player import Player as Player
    from livestone.games import catalogue as catalogue
    from livestone.games import load as load
    from livestone.play.analysis import analyse as analyse
    from livestone.play.bot import Bot as Bot
    from livestone.play.match import Entrant as Entrant
    from livestone.play.match import play_match as play_match
    from livestone.play.review import review as review
    from livestone.records.record import Participant as Participant
    from livestone.records.record import Record as Record
    from livestone.search.report import Limits as Limits

    __version__: str

# Names are fetched when first used, so that ``import livestone`` costs nothing.
_HOMES = {
    "Bot": "livestone.play.bot",
    "Entrant": "livestone.play.match",
    "Game": "livestone.core.game",
    "GamePlayer": "livestone.freeplay.player",
    "Limits": "livestone.search.report",
    "Participant": "livestone.records.record",
    "Player": "livestone.freeplay.player",
    "Record": "livestone.records.record",
    "State": "livestone.core.state",
    "View": "livestone.core.view",
    "analyse": "livestone.play.analysis",
    "catalogue": "livestone.games",
    "load": "livestone.games",
    "play_match": "livestone.play.match",
    "review": "livestone.play.review",
}
_PACKAGES = (
    *("adapters", "boards", "client", "core", "draw", "errors", "freeplay", "games", "play"),
    *("puzzles", "records", "search", "training"),
)
__all__ = [
    "Bot",
    "Entrant",
    "Game",
    "GamePlayer",
    "Limits",
    "Participant",
    "Player",
    "Record",
    "State",
    "View",
    "__version__",
    "analyse",
    "catalogue",
    "load",
    "play_match",
    "review",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in _PACKAGES:
        return import_module(f"livestone.{name}")
    if name == "__version__":
        return _version()
    raise AttributeError(f"module 'livestone' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("livestone")
    except PackageNotFoundError:  # sources that are not installed
        return "0"
