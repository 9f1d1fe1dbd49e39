"""The list of checks, and running them over a game."""

from __future__ import annotations

import inspect
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from livestone.conformance import rules, states
from livestone.core.faults import place_in_a_game, place_of, told
from livestone.core.game import Game
from livestone.errors import LivestoneError

Check = Callable[[Game], None]
CHECKS: tuple[Check, ...] = tuple(
    check
    for module in (rules, states)
    for check in sorted(
        (member for _, member in inspect.getmembers(module, inspect.isfunction)),
        key=lambda check: check.__code__.co_firstlineno,
    )
    if check.__module__ == module.__name__ and [*inspect.signature(check).parameters] == ["game"]
)


class Failure(NamedTuple):
    """A check that a game does not pass: what must hold, and what was found instead."""

    check: str
    demand: str
    found: str


# After so many failed checks no others are run: most of them fail for the same reason.
MAX_FAILURES = 3
# The processor seconds that a check may take: a loop in the rules may never end.
MAX_SECONDS = 30.0


def failures(game: Game) -> Iterator[tuple[str, Failure | None]]:
    """Yield the name of each check, and why the game fails it, if it does.

    The basic ones come first. None follow an error that is no failed condition: they would meet it
    again.
    """
    failed = 0
    for check in CHECKS:
        try:
            with _limit(MAX_SECONDS):
                check(game)
        except Exception as error:
            yield check.__name__, Failure(check.__name__, _demand(check), _found(error, game))
            failed += 1
            broken = not isinstance(error, (AssertionError, LivestoneError))
            if broken or failed == MAX_FAILURES:
                return
        else:
            yield check.__name__, None


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in a block that takes longer, on systems with such timers."""
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: Any) -> None:
        raise TimeoutError(f"still here after {seconds:.0f} seconds: does a loop never end?")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _demand(check: Check) -> str:
    return inspect.cleandoc(check.__doc__ or check.__name__)


def _found(error: Exception, game: Game) -> str:
    """What was wrong: the game's own line, or the condition that does not hold."""
    if place := place_of(error, Path(inspect.getfile(type(game)))) or place_in_a_game(error):
        return told(error, *place)
    line = traceback.extract_tb(error.__traceback__)[-1].line or ""
    if isinstance(error, AssertionError):
        return str(error) or f"this does not hold: {line.removeprefix('assert ')}"
    if isinstance(error, LivestoneError):
        return str(error)
    return f"{type(error).__name__}: {error}, in: {line}"
