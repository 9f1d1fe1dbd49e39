"""The catalogue: every game file in this folder, found by looking.

A file here that defines :class:`~livestone.core.game.Game` subclasses with an ``id`` adds them to
the catalogue; nothing else needs to be told.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Any

from livestone.core.game import Game
from livestone.errors import UnknownGame
from livestone.suggest import instead

_registered: dict[str, type[Game]] = {}


def register(game: type[Game]) -> type[Game]:
    """Add a game that is defined elsewhere; usable as a class decorator."""
    _registered[game.id] = game
    return game


@cache
def _shipped() -> dict[str, type[Game]]:
    found: dict[str, type[Game]] = {}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        for _, member in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(member, Game) and not inspect.isabstract(member) and "id" in vars(member):
                found[member.id] = member
    return found


def catalogue() -> Mapping[str, type[Game]]:
    """Return every game by its id: those that want to be in front, then in alphabetical order."""
    games = {**_shipped(), **_registered}
    return dict(sorted(games.items(), key=lambda item: (not item[1].front, item[0])))


def find(game: object) -> type[Game]:
    """Return the game with this id. Raises UnknownGame, naming the nearest, or all there are."""
    games = catalogue()
    if not isinstance(game, str) or game not in games:
        raise UnknownGame(f"there is no game {str(game)[:40]!r}: {instead(game, games)}")
    return games[game]


def load(game: str, /, **options: object) -> Game:
    """Return a game with its options chosen.

    Raises UnknownGame or BadOption.

    >>> load("freedom", size=8)
    Freedom(size=8, scoring='stones', last_cell='choice')
    """
    return find(game)(**options)


def described(game: Game) -> dict[str, Any]:
    """Return what programs read about a game, as a JSON object."""
    return {
        "game": game.id,
        "title": game.title,
        "author": game.author,
        "year": game.year,
        "players": [seat.name for seat in game.seats],
        "options": {
            option.name: {"default": option.default, "values": list(option.values)}
            for option in game.options
        },
        "presets": {name: dict(preset) for name, preset in game.presets.items()},
    }
