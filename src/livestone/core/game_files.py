"""Games from files anywhere: one file, or ``rules.py`` in a folder with what is beside it.

A process that begins here finds the same games: their files are named in LIVESTONE_GAMES.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

from livestone.core.faults import place_of, told
from livestone.core.game import FILE_MODULE, Game
from livestone.errors import BrokenGame, UnknownGame

# The variable that names further files, as PATH names folders.
VARIABLE = "LIVESTONE_GAMES"
RULES = "rules"
# What has no default and is no method.
NEEDED = ("title", "author", "year")


def named_files() -> list[str]:
    """The files that LIVESTONE_GAMES names."""
    return [name for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def games_in(name: str) -> list[type[Game]]:
    """Return the games of a file, or of a folder with ``rules.py`` in it.

    Raises UnknownGame where there is none, or BrokenGame, with file, line and reason.
    """
    file = Path(name).expanduser().resolve()
    file = file / f"{RULES}.py" if file.is_dir() else file
    if not file.is_file():
        raise UnknownGame(f"there is no file {name!r}: give a game's file, or its folder")
    try:
        module = load_file(file)
    except Exception as error:
        at, line = place_of(error, file) or (file, 1)
        raise BrokenGame(f"{name!r} cannot be loaded: {told(error, at, line)}") from error
    classes = inspect.getmembers(module, inspect.isclass)
    own = [kind for _, kind in classes if kind.__module__ == module.__name__]
    found = [kind for kind in own if is_game(kind)]
    if not found:
        raise UnknownGame(f"there is no game in {name!r}: a game is a subclass of Game with an id")
    for kind in found:
        if missing := missing_parts(kind):
            line = inspect.getsourcelines(kind)[1]
            where = f"{file.parent.name}/{file.name}, line {line}"
            raise BrokenGame(f"{where}: {kind.__name__} has no {', '.join(missing)}")
    _announce(file)
    return found


def rules_file(kind: type[Game]) -> str:
    """Return the file of a game that was loaded by :func:`games_in`; empty for other games."""
    return inspect.getfile(kind) if kind.__module__.startswith(FILE_MODULE) else ""


def is_game(kind: type[object]) -> TypeGuard[type[Game]]:
    """Whether a class is a game by itself, and not what several games share."""
    return issubclass(kind, Game) and "id" in vars(kind)


def missing_parts(kind: type[Game]) -> list[str]:
    """What a game's class lacks that every game has."""
    needed = (*NEEDED, *sorted(kind.__abstractmethods__))
    return [name for name in needed if not hasattr(kind, name) or name in kind.__abstractmethods__]


def load_file(file: Path) -> ModuleType:
    """Import a file under a name that is its own, as a package's where it is called ``rules.py``.

    So what stands beside it is imported relatively, and Livestone finds ``search`` and ``words``.
    """
    package = f"{FILE_MODULE}{sha256(str(file).encode()).hexdigest()[:12]}"
    name = f"{package}.{RULES}" if file.stem == RULES else package
    if name in sys.modules:
        return sys.modules[name]
    if file.stem == RULES and package not in sys.modules:
        parent = ModuleSpec(package, None, is_package=True)
        parent.submodule_search_locations = [str(file.parent)]
        sys.modules[package] = importlib.util.module_from_spec(parent)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _announce(file: Path) -> None:
    """Let processes that begin here find the file's games."""
    if str(file) not in named_files():
        os.environ[VARIABLE] = os.pathsep.join([*named_files(), str(file)])
