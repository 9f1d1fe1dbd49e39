"""The list of checks, and running them over a game."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterator
from typing import NamedTuple

from livestone.conformance import rules, states
from livestone.core.faults import told
from livestone.core.game import Game

Check = Callable[[Game], None]
CHECKS: tuple[Check, ...] = tuple(
    check
    for module in (rules, states)
    for _, check in inspect.getmembers(module, inspect.isfunction)
    if check.__module__ == module.__name__ and [*inspect.signature(check).parameters] == ["game"]
)


class Failure(NamedTuple):
    """A check that a game does not pass: what must hold, and what was found instead."""

    check: str
    demand: str
    found: str


def failures(game: Game) -> Iterator[tuple[str, Failure | None]]:
    """Yield the name of each check, and why the game fails it, if it does."""
    for check in CHECKS:
        try:
            check(game)
        except Exception as error:
            yield check.__name__, Failure(check.__name__, _demand(check), _found(error))
        else:
            yield check.__name__, None


def _demand(check: Check) -> str:
    return inspect.cleandoc(check.__doc__ or check.__name__)


def _found(error: Exception) -> str:
    """What was wrong: the game's own line, or the condition that does not hold."""
    from livestone.core.faults import place_in_a_game

    if place := place_in_a_game(error):
        return told(error, *place)
    if isinstance(error, AssertionError):
        line = traceback.extract_tb(error.__traceback__)[-1].line or ""
        said = f": {error}" if str(error) else ""
        return f"this does not hold: {line.removeprefix('assert ')}{said}"
    return f"{type(error).__name__}: {error}"
