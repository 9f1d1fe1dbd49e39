"""The catalogue: every game in this folder, found by looking.

A folder here, or a single file, that defines :class:`~livestone.core.game.Game` subclasses with an
``id`` adds them to the catalogue; nothing else needs to be told. One that cannot be loaded is left
out, with one line on standard error that says where and why. Other packages add games by the entry
point ``livestone.games``, and :func:`add_file` adds those of a file anywhere.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

from livestone.core.faults import place_of, told
from livestone.core.game import Game
from livestone.core.game_files import games_in, is_game, missing_parts, named_files
from livestone.errors import BrokenGame, LivestoneError, UnknownGame
from livestone.suggest import instead

# How a file that cannot be loaded names its games.
ID = re.compile(r"""^    id = ["']([a-z0-9_]+)["']""", re.M)
# The variable by which other processes know what has been said already.
TOLD = "LIVESTONE_LEFT_OUT"
_registered: dict[str, type[Game]] = {}


def register(game: type[Game]) -> type[Game]:
    """Add a game that is defined elsewhere; usable as a class decorator."""
    _registered[game.id] = game
    return game


def add_file(name: str) -> str:
    """Add the games of a file or folder, ``PATH`` or ``PATH:ID``, and return the id of the one.

    Its code runs: only people at their own machine may name files. Raises UnknownGame or
    BrokenGame.
    """
    path, _, id = name.rpartition(":")
    if not path or not id.isidentifier():
        path, id = name, ""
    found = {kind.id: register(kind) for kind in games_in(path)}
    if not id and len(found) > 1:
        names = " and ".join(found)
        raise UnknownGame(f"{name!r} holds {names}: name one, as {name}:{next(iter(found))}")
    if id and id not in found:
        raise UnknownGame(f"there is no game {id!r} in {path!r}: {instead(id, found)}")
    return id or next(iter(found))


class _Shipped(NamedTuple):
    """The games in this folder by id, and why others are left out, also by file."""

    games: dict[str, type[Game]]
    faulty: dict[str, str]


@cache
def _shipped() -> _Shipped:
    found = _Shipped({}, {})
    for folder in map(Path, __path__):
        for name in sorted(module.name for module in pkgutil.iter_modules([str(folder)])):
            try:
                module = importlib.import_module(f"{__name__}.{name}")
            except Exception as error:
                rules = _rules(folder, name)
                file, line = place_of(error, rules) or (rules, 1)
                _leave_out(found.faulty, rules, told(error, file, line))
                continue
            for _, member in inspect.getmembers(module, inspect.isclass):
                if is_game(member):
                    _add(found, member, _rules(folder, name))
    _add_packages(found)
    for path in named_files():
        with suppress(LivestoneError):  # it was said where it was named
            found.games.update((kind.id, kind) for kind in games_in(path))
    return found


def _add_packages(found: _Shipped) -> None:
    """Add the games of other packages: those at the entry point ``livestone.games``."""
    for entry in entry_points(group="livestone.games"):
        try:
            kind = entry.load()
            if not is_game(kind) or missing_parts(kind):
                raise TypeError(f"{entry.value} is no whole game")
            found.games.setdefault(kind.id, kind)
        except Exception as error:
            found.faulty[entry.name] = f"entry point {entry.name}: {type(error).__name__}: {error}"
            _say_once(found.faulty[entry.name])


def _rules(folder: Path, name: str) -> Path:
    """The file with the rules of a game: one by itself, or ``rules.py`` in its folder."""
    alone = folder / f"{name}.py"
    return alone if alone.is_file() else folder / name / "rules.py"


def _add(found: _Shipped, kind: type[Game], file: Path) -> None:
    """Add a game of a file to the catalogue, unless something is missing that every game has."""
    missing = missing_parts(kind)
    if not missing:
        found.games[kind.id] = kind
        return
    if sys.modules[kind.__module__].__file__ == str(file):
        line = inspect.getsourcelines(kind)[1]
        why = f"{file.parent.name}/{file.name}, line {line}: {kind.__name__} has no "
        _leave_out(found.faulty, file, why + ", ".join(missing), kind.id)


def _leave_out(faulty: dict[str, str], file: Path, why: str, *ids: str) -> None:
    """Remember why a file's games cannot be loaded, and say so, but not in every process."""
    name = file.parent.name if file.name == "rules.py" else file.stem
    for id in ids or (name, *ID.findall(file.read_text(encoding="utf-8", errors="replace"))):
        faulty[id] = why
    _say_once(why)


def _say_once(why: str) -> None:
    if os.environ.get(TOLD, "").count(why) == 0:
        os.environ[TOLD] = f"{os.environ.get(TOLD, '')}{why};"  # processes begun here know it
        print(f"livestone: a game is left out: {why}", file=sys.stderr)


def catalogue() -> Mapping[str, type[Game]]:
    """Return every game by its id: those that want to be in front, then in alphabetical order."""
    games = {**_shipped().games, **_registered}
    return dict(sorted(games.items(), key=lambda item: (not item[1].front, item[0])))


def find(game: object) -> type[Game]:
    """Return the game with this id.

    Raises UnknownGame, naming the nearest or all there are, or BrokenGame, saying why it cannot be
    loaded.
    """
    games = catalogue()
    if isinstance(game, str) and game not in games and game in _shipped().faulty:
        raise BrokenGame(f"the game {game!r} cannot be loaded: {_shipped().faulty[game]}")
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


def data_file(game: type[Game], name: str) -> Path:
    """Return where a game's data of that name is, a sample or a book, if it has any.

    It lies beside its rules, under the game's id where several games do: ``haalmaa_1.sample.txt``.
    """
    folder = Path(inspect.getfile(game)).parent
    return folder / (name if folder.name == game.id else f"{game.id}.{name}")


def described(game: Game) -> dict[str, object]:
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
