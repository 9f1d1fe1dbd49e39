"""Compiled rules and searches: one object per game that builds any kernel over its rules.

Every function has one signature, given explicitly, and is kept on disk: see
:mod:`livestone.compiler.cache`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import cache, cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numba
from numba.extending import overload

from livestone.compiler.cache import KernelCache, kernel_folder
from livestone.compiler.native import compile_entry, entry, helper, plain, runs_plain
from livestone.compiler.notices import compiling
from livestone.core import maths
from livestone.core import random as random_module
from livestone.core.faults import blaming
from livestone.core.game import MAX_TURNS, Game, Jit
from livestone.core.repetition import Referee, referee
from livestone.core.rules import Display, Rules, Search

# What compiled code may call of our own mathematics; without checks for divisions by zero.
for _function in (maths.exp, maths.near_exp, maths.log, maths.bits_of, maths.float_of):
    overload(_function, jit_options={"error_model": "numpy"}, strict=False)(
        lambda *_types, _function=_function: _function
    )

INT32S = numba.types.Array(numba.int32, 1, "C")
INT8S = numba.types.Array(numba.int8, 1, "C")
INT64S = numba.types.Array(numba.int64, 1, "C")
FLOATS = numba.types.Array(numba.float64, 1, "C")
KEYS = numba.types.Array(numba.uint64, 1, "C")
WORDS = numba.types.Array(numba.uint64, 2, "C")
RANDOM = KEYS


class KernelContext(NamedTuple):
    """What a kernel is built from: compiled rules, what searches are told, and the referee.

    ``below(rng, limit)`` draws a random number; ``jit`` compiles a helper.
    """

    game: Game
    rules: Rules
    search: Search
    referee: Referee
    below: Callable[..., Any]
    jit: Jit
    max_moves: int
    players: int


Factory = Callable[[KernelContext], Callable[..., Any]]


class Kernels:
    """The compiled functions of one game, built when first asked for.

    ``kernels.rule`` compiles one of its own functions, ``kernels.build`` makes any other kernel
    over them. ``check_bounds`` compiles with array bounds checked, for tests.
    """

    # Compiles what kernels call.
    helper: Callable[..., Any] = staticmethod(helper)

    def __init__(self, game: Game, *, check_bounds: bool = False) -> None:
        self.game = game
        self.check_bounds = check_bounds
        self.record = numba.from_dtype(game.layout.dtype)
        self.stack = numba.types.Array(self.record, 1, "C")
        jit = partial(self.helper, check_bounds=check_bounds)
        with blaming(game):
            rules = Rules(*_each(jit, game.rules(jit)))
            search = Search(*_each(jit, game.search(jit)))
        self.context = KernelContext(
            game=game,
            rules=rules,
            search=search,
            referee=referee(game, rules, jit),
            below=jit(random_module.below),
            jit=jit,
            max_moves=game.max_moves,
            players=game.players,
        )
        self._built: dict[str, Callable[..., Any]] = {}
        self._types = _types(self.record)

    @cached_property
    def display(self) -> Display:
        """What is shown, compiled as helpers."""
        jit = self.context.jit
        with blaming(self.game):
            return Display(*_each(jit, self.game.display(jit)))

    @property
    def rule_names(self) -> list[str]:
        """The functions that the game has of its own: rules, for searches, and for showing it."""
        tables = (self.context.rules, self.context.search, self.display)
        return [name for name in self._types if any(getattr(made, name, None) for made in tables)]

    def rule(self, name: str) -> Callable[..., Any]:
        """Return one of the game's own functions, compiled for calls from Python."""
        for functions in (self.context.rules, self.context.search):
            if name in functions._fields:
                return self._compiled(name, getattr(functions, name), self._types[name])
        return self._compiled(name, getattr(self.display, name), self._types[name])

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
            made = (*self.context.rules, *self.context.search)
            with ExitStack() as after:
                begin = after.enter_context(compiling(self.game))
                after.enter_context(blaming(self.game, function))
                self._built[name] = _entry(
                    name.rpartition(".")[2] + ("-checked" if self.check_bounds else ""),
                    function, types, self.check_bounds,
                    lambda: kernel_folder(self.game, made, function, _HERE, *modules), begin,
                )  # fmt: skip
        return self._built[name]


_HERE = sys.modules[__name__]


def _entry(
    name: str, function: Any, types: Any, check_bounds: bool,
    folder_of: Callable[[], Path | None], begin: Callable[[], None],
) -> Callable[..., Any]:  # fmt: skip
    """A function compiled for calls from Python; ``begin`` is called if it is not on the disk."""
    if runs_plain():
        return plain(function)
    dispatcher, folder = entry(function, check_bounds), folder_of()
    with ExitStack() as after:
        if folder is not None:
            kept = KernelCache(folder, name, function, begin)
            dispatcher._cache = kept
            after.callback(kept.leave)
        else:
            begin()
        compile_entry(dispatcher, types)
    return dispatcher  # type: ignore[no-any-return]


@cache
def shared_kernel(factory: Callable[[Jit], Callable[..., Any]], *types: Any) -> Callable[..., Any]:
    """Return the kernel that ``factory(jit)`` makes, which is the same for all games."""
    function, module = factory(partial(helper, check_bounds=False)), sys.modules[factory.__module__]
    return _entry(
        factory.__qualname__, function, types, False,
        lambda: kernel_folder(None, (), function, _HERE, module), lambda: None,
    )  # fmt: skip


def _each(jit: Jit, functions: Iterable[Any]) -> list[Any]:
    return [jit(function) if function else None for function in functions]


def _types(record: Any) -> dict[str, tuple[Any, ...]]:
    """The argument types of a game's own functions."""
    number, numbers = numba.int64, INT32S
    scored, listed = (record, FLOATS), (record, INT32S, numba.int64, FLOATS)
    return {
        "start": (record,),
        "moves": (record, INT32S),
        "play": (record, numba.int32),
        "outcome": scored,
        "observe": (record, number),
        "determinise": (record, number, RANDOM),
        "derive": (record,),
        "marks": (record, INT8S),
        "evaluate": scored,
        "evaluate_moves": listed,
        "quick_evaluate": listed,
        "move_priors": listed,
        "canonicalise": (record,),
        "gains": (record, numba.int32, FLOATS),
        "bounds": (record,),
        "key": (record,),
        "spell": (number, numbers),
        "path": (record, number, numbers),
        "pieces": (record, numbers),
        "refuse": (record, number, numbers, number, numbers),
        "check": (record, numbers),
        "question": (record, numbers),
        "ending": (record, number, numbers),
        "secret": (record, number),
        "known": (record, number, numbers),
        "tally": (record, number, numbers),
        "lines": (record, number, numbers),
        "face": (record, number, numbers),
    }


@cache
def kernels(game: Game) -> Kernels:
    """Return the kernels of a game, the same object for equal games."""
    return Kernels(game)


def note_kernel(context: KernelContext) -> Callable[..., Any]:
    """The referee's ``note``."""
    return context.referee.note


def identity_kernel(context: KernelContext) -> Callable[..., Any]:
    """The referee's ``identity``."""
    return context.referee.identity


def drawn_kernel(context: KernelContext) -> Callable[..., Any]:
    """The referee's ``drawn``."""
    return context.referee.drawn


def legal_kernel(context: KernelContext) -> Callable[..., Any]:
    """The referee's ``legal``."""
    return context.referee.legal


def advance_kernel(context: KernelContext) -> Callable[..., Any]:
    """``advance(octets, move, out) -> n``: plays in a position's bytes; the legal moves then.

    Bytes, since a record takes ten times as long to reach compiled code.
    """
    play, moves, dtype = context.rules.play, context.rules.moves, context.game.layout.array(0).dtype

    def advance(octets: Any, move: int, out: Any) -> Any:
        s = octets.view(dtype)[0]
        play(s, move)
        return 0 if s.turn >= MAX_TURNS else moves(s, out)

    return advance


def advance_entry(kernels: Kernels) -> Callable[..., Any]:
    """Return ``advance`` of a game without repetition."""
    octets = numba.types.Array(numba.uint8, 1, "C")
    return kernels.build(advance_kernel, octets, numba.int64, INT32S)


def referee_entries(kernels: Kernels) -> Referee:
    """Return the referee of a game, compiled for calls from Python.

    A game without repetition does not need it, and it stays plain Python.
    """
    game = kernels.game
    if game.repetition is None:
        return referee(game, game.plain, lambda function: function)
    places = (kernels.stack, WORDS, numba.int64)
    return Referee(
        note=kernels.build(note_kernel, KEYS, WORDS, numba.int64),
        identity=kernels.build(identity_kernel, KEYS),
        drawn=kernels.build(drawn_kernel, WORDS, numba.int64, WORDS, numba.int64),
        legal=kernels.build(legal_kernel, *places, INT32S, WORDS, numba.int64),
    )
