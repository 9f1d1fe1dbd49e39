"""Who is told that a game is being compiled, which may take half a minute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from livestone.core.game import Game

# Called with a game when compiling it begins, and with None when that has ended.
Tell = Callable[["Game | None"], None]
_listeners: list[Tell] = []


@contextmanager
def compiling_told(tell: Tell) -> Iterator[None]:
    """Have ``tell`` called in the block, and nobody else, when something is compiled.

    What is loaded from the cache is not told. It may be called by any thread.
    """
    _listeners.append(tell)
    try:
        yield
    finally:
        _listeners.remove(tell)


@contextmanager
def compiling(game: Game) -> Iterator[Callable[[], None]]:
    """A block in which a game may be compiled; yields what to call when that begins."""
    told: list[Tell] = []

    def begin() -> None:
        told.extend(_listeners[-1:])
        for tell in told:
            tell(game)

    try:
        yield begin
    finally:
        for tell in told:
            tell(None)
