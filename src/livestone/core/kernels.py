"""Compiled rules and searches: one object per game that builds any kernel over its rules.

Every function has one signature, given explicitly, and is kept on disk: see
:mod:`livestone.core.cache`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache, partial
from types import ModuleType
from typing import Any, NamedTuple

import numba

from livestone.core import random as random_module
from livestone.core.cache import KernelCache, kernel_folder
from livestone.core.compiling import compile_entry, entry, helper
from livestone.core.faults import blaming
from livestone.core.game import Game, Jit, Rules
from livestone.core.repetition import Referee, referee

INT32S = numba.types.Array(numba.int32, 1, "C")
INT8S = numba.types.Array(numba.int8, 1, "C")
INT64S = numba.types.Array(numba.int64, 1, "C")
FLOATS = numba.types.Array(numba.float64, 1, "C")
KEYS = numba.types.Array(numba.uint64, 1, "C")
WORDS = numba.types.Array(numba.uint64, 2, "C")
RANDOM = KEYS


class KernelContext(NamedTuple):
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


Factory = Callable[[KernelContext], Callable[..., Any]]


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
        jit = partial(helper, check_bounds=check_bounds)
        with blaming(game):
            made: list[Any] = [jit(rule) if rule else None for rule in game.rules(jit)]
        rules = Rules(*made)
        self.context = KernelContext(
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
            "canonicalise": (self.record,),
            "derive": (self.record,),
            "marks": (self.record, INT8S),
            "observe": (self.record, numba.int64),
            "determinise": (self.record, numba.int64, RANDOM),
            "evaluate_moves": (self.record, INT32S, numba.int64, FLOATS),
            "quick_evaluate": (self.record, INT32S, numba.int64, FLOATS),
            "move_priors": (self.record, INT32S, numba.int64, FLOATS),
            "bounds": (self.record,),
            "key": (self.record,),
        }

    def rule(self, name: str) -> Callable[..., Any]:
        """Return one of the game's rules, compiled for calls from Python."""
        return self._compiled(name, getattr(self.context.rules, name), self._rule_types[name])

    def build(self, factory: Factory, *types: Any) -> Callable[..., Any]:
        """Return the kernel that ``factory`` makes over this game's rules, for argument ``types``.

        The factory is a module-level function; its name is the kernel's.
        """
        name = f"{factory.__module__}.{factory.__qualname__}"
        if name not in self._built:
            self._compiled(name, factory(self.context), types, sys.modules[factory.__module__])
        return self._built[name]

    def _compiled(
        self, name: str, function: Any, types: Any, *modules: ModuleType
    ) -> Callable[..., Any]:
        if name not in self._built:
            dispatcher = entry(function, self.check_bounds)
            here = sys.modules[__name__]
            folder = kernel_folder(self.game, self.context.rules, function, here, *modules)
            with ExitStack() as after:
                if folder is not None:
                    checks = "-checked" if self.check_bounds else ""
                    kept = KernelCache(folder, name.rpartition(".")[2] + checks)
                    dispatcher._cache = kept
                    after.callback(kept.leave)
                with blaming(self.game, function):
                    compile_entry(dispatcher, types)
            self._built[name] = dispatcher
        return self._built[name]


@cache
def kernels(game: Game) -> Kernels:
    """Return the kernels of a game, the same object for equal games."""
    return Kernels(game)


def key_kernel(context: KernelContext) -> Callable[..., Any]:
    """The referee's ``key``."""
    return context.referee.key


def identity_kernel(context: KernelContext) -> Callable[..., Any]:
    """The referee's ``identity``."""
    return context.referee.identity


def drawn_kernel(context: KernelContext) -> Callable[..., Any]:
    """The referee's ``drawn``."""
    return context.referee.drawn


def legal_kernel(context: KernelContext) -> Callable[..., Any]:
    """The referee's ``legal``."""
    return context.referee.legal


def referee_entries(kernels: Kernels) -> Referee:
    """Return the referee of a game, compiled for calls from Python.

    A game without repetition does not need it, and it stays plain Python.
    """
    game = kernels.game
    if game.repetition is None:
        return referee(game, game.plain, lambda function: function)
    places = (kernels.stack, WORDS, numba.int64)
    return Referee(
        key=kernels.build(key_kernel, KEYS),
        identity=kernels.build(identity_kernel, KEYS),
        drawn=kernels.build(drawn_kernel, WORDS, numba.int64, KEYS, numba.int64),
        legal=kernels.build(legal_kernel, *places, INT32S, KEYS, numba.int64),
    )
