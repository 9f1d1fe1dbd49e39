"""Compiled rules and searches, kept on disk so that a second start does not compile again.

Numba's own disk cache refuses functions that close over other compiled functions and does not see
a change in an imported file. Here every kernel's cache key is made from the content of every
source file involved, the game's options, and the versions and settings of what compiles it; an
edited rule therefore never runs stale.
"""

from __future__ import annotations

import ast
import hashlib
import os
import pickle
import platform
import sys
import sysconfig
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)
from platformdirs import user_cache_path

from livestone.core import random as random_module
from livestone.core.game import Game, Jit, Rules
from livestone.core.repetition import Referee, referee

INT32S = numba.types.Array(numba.int32, 1, "C")
INT8S = numba.types.Array(numba.int8, 1, "C")
INT64S = numba.types.Array(numba.int64, 1, "C")
FLOATS = numba.types.Array(numba.float64, 1, "C")
KEYS = numba.types.Array(numba.uint64, 1, "C")
WORDS = numba.types.Array(numba.uint64, 2, "C")
RANDOM = KEYS


class Kit(NamedTuple):
    """What a kernel is built from: compiled rules, the referee, and the numbers it needs.

    ``below(rng, limit)`` draws a random number; ``jit`` compiles a helper.
    """

    game: Game
    rules: Rules
    referee: Referee
    below: Callable[..., Any]
    jit: Jit
    max_moves: int
    players: int


Factory = Callable[[Kit], Callable[..., Any]]


class Kernels:
    """The compiled functions of one game, built when first asked for.

    ``kernels.start``, ``.moves`` ... are its rules; ``kernels.build`` makes any other kernel over
    them. ``check_bounds`` compiles with array bounds checked, for tests.
    """

    def __init__(self, game: Game, *, check_bounds: bool = False) -> None:
        self.game = game
        self.check_bounds = check_bounds
        self.record = numba.from_dtype(game.layout.dtype)
        self.stack = numba.types.Array(self.record, 1, "C")
        jit = self._jit = _compiler(check_bounds)
        made: list[Any] = [jit(rule) if rule else None for rule in game.rules(jit)]
        rules = Rules(*made)
        self.kit = Kit(
            game=game,
            rules=rules,
            referee=referee(game, rules, jit),
            below=jit(random_module.below),
            jit=jit,
            max_moves=game.max_moves,
            players=game.players,
        )
        self._built: dict[str, Callable[..., Any]] = {}
        self._rule_types = {
            "start": (self.record,),
            "moves": (self.record, INT32S),
            "play": (self.record, numba.int32),
            "outcome": (self.record, FLOATS),
            "evaluate": (self.record, FLOATS),
            "gains": (self.record, numba.int32, FLOATS),
            "derive": (self.record,),
            "marks": (self.record, INT8S),
            "observe": (self.record, numba.int64),
            "determinise": (self.record, numba.int64, RANDOM),
        }

    def rule(self, name: str) -> Callable[..., Any]:
        """Return one of the game's rules, compiled for calls from Python."""
        return self._compiled(name, getattr(self.kit.rules, name), self._rule_types[name])

    def build(self, factory: Factory, *types: Any) -> Callable[..., Any]:
        """Return the kernel that ``factory`` makes over this game's rules, for argument ``types``.

        The factory is a module-level function; its name is the kernel's.
        """
        name = f"{factory.__module__}.{factory.__qualname__}"
        if name not in self._built:
            self._compiled(name, factory(self.kit), types, sys.modules[factory.__module__])
        return self._built[name]

    def _compiled(
        self, name: str, function: Any, types: Any, *modules: ModuleType
    ) -> Callable[..., Any]:
        if name not in self._built:
            function = getattr(function, "py_func", function)
            dispatcher = self._jit(function)
            folder = cache_folder()
            if folder is not None:
                key = _key(self.game, self.check_bounds, *modules)
                dispatcher._cache = _KernelCache(function, name.rpartition(".")[2], folder / key)
            dispatcher.compile(types)
            dispatcher.disable_compile()
            self._built[name] = dispatcher
        return self._built[name]


@cache
def kernels(game: Game) -> Kernels:
    """Return the kernels of a game, the same object for equal games."""
    return Kernels(game)


@cache
def cache_folder() -> Path | None:
    """Return the folder that keeps compiled kernels, or None when it cannot be written.

    ``LIVESTONE_CACHE`` overrides the user's cache folder.
    """
    given = os.environ.get("LIVESTONE_CACHE")
    folder = Path(given) if given else user_cache_path("livestone", appauthor=False)
    folder = folder / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _compiler(check_bounds: bool) -> Jit:
    """What compiles a function; a function that is compiled already stays as it is."""
    njit: Any = numba.njit(nogil=True, error_model="numpy", boundscheck=check_bounds)
    return lambda function: function if hasattr(function, "py_func") else njit(function)


def _key(game: Game, check_bounds: bool, *modules: ModuleType) -> str:
    """The name of the folder for kernels built from exactly these sources and settings."""
    digest = hashlib.sha256()
    settings = {name: os.environ[name] for name in sorted(os.environ) if name[:6] == "NUMBA_"}
    versions = (platform.python_version(), numba.__version__, np.__version__, check_bounds)
    digest.update(repr((versions, settings, game)).encode())
    game_module = sys.modules[type(game).__module__]
    for name, path in sorted(_sources((game_module, sys.modules[__name__], *modules)).items()):
        digest.update(f"\0{name}\0".encode() + _content(path))
    return digest.hexdigest()[:24]


def _sources(modules: tuple[ModuleType, ...]) -> dict[str, Path]:
    """The files of these modules and of everything of ours that they import, by module name."""
    found: dict[str, Path] = {}
    todo = list(modules)
    while todo:
        module = todo.pop()
        path = getattr(module, "__file__", None)
        if path is None or module.__name__ in found or _is_foreign(module.__name__, path):
            continue
        found[module.__name__] = Path(path)
        todo += [sys.modules[name] for name in _imports(Path(path)) if name in sys.modules]
    return found


def _is_foreign(name: str, path: str) -> bool:
    """Whether a module is a library's: its content is pinned by a version, not hashed."""
    top = name.partition(".")[0]
    if top == "livestone":
        return False
    places = (sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib"))
    return top in sys.stdlib_module_names or any(path.startswith(place) for place in places)


@cache
def _content(path: Path) -> bytes:
    return path.read_bytes()


@cache
def _imports(path: Path) -> tuple[str, ...]:
    return tuple(_imported_names(ast.parse(_content(path))))


def _imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


class _Locator(_CacheLocator):
    """Tells Numba where a kernel's files lie; the folder's name is the key already."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return ""


class _KernelCacheImpl(CompileResultCacheImpl):
    def __init__(self, name: str, folder: Path) -> None:
        self._lineno = 0
        self._locator = _Locator(folder)
        self._filename_base = name


class _KernelCache(FunctionCache):
    """Numba's cache of one function, with our key and no failure that a user would see."""

    def __init__(self, function: Any, name: str, folder: Path) -> None:
        self._name = name
        self._py_func = function
        self._impl = _KernelCacheImpl(name, folder)
        self._cache_path = self._impl.locator.get_cache_path()
        self._cache_file = IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )
        self.enable()

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        return signature, codegen.magic_tuple()

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Load a compiled function; a damaged file counts as none and is compiled anew."""
        try:
            return super().load_overload(signature, target)
        except (OSError, EOFError, ValueError, TypeError, AttributeError, pickle.PickleError):
            self.flush()
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Save a compiled function; a full or read-only disk only means compiling again."""
        try:
            super().save_overload(signature, data)
        except OSError:
            self.disable()


def key_kernel(kit: Kit) -> Callable[..., Any]:
    """The referee's ``key``."""
    return kit.referee.key


def identity_kernel(kit: Kit) -> Callable[..., Any]:
    """The referee's ``identity``."""
    return kit.referee.identity


def drawn_kernel(kit: Kit) -> Callable[..., Any]:
    """The referee's ``drawn``."""
    return kit.referee.drawn


def legal_kernel(kit: Kit) -> Callable[..., Any]:
    """The referee's ``legal``."""
    return kit.referee.legal


def referee_entries(kernels: Kernels) -> Referee:
    """Return the referee of a game, compiled for calls from Python."""
    places = (kernels.stack, WORDS, numba.int64)
    return Referee(
        key=kernels.build(key_kernel, KEYS),
        identity=kernels.build(identity_kernel, KEYS),
        drawn=kernels.build(drawn_kernel, WORDS, numba.int64, KEYS, numba.int64),
        legal=kernels.build(legal_kernel, *places, INT32S, KEYS, numba.int64),
    )
