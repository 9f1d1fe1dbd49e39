"""Progress on standard error: moving on a terminal, elsewhere a line for each step."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from livestone import columns
from livestone.compiler.notices import compiling_told

if TYPE_CHECKING:
    from livestone.core.game import Game

# Elsewhere than on a terminal, in seconds: what is done sooner says nothing, and a step that goes
# on says how far it is so often.
QUIET, AGAIN = 5.0, 10.0


class _Lines:
    """Progress as lines: one for each step, and more for a step that takes long."""

    def __init__(self) -> None:
        self._told, self._due = "", time.monotonic() + QUIET
        self._step = self._words = ""
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def tell(self, step: str, words: str) -> None:
        """Say what is being done, at once where another step begins after the quiet time.

        Steps are told apart by their names, since words may change with every call.
        """
        with self._lock:
            begins = step != self._step and self._told != ""
            self._step, self._words = step, words
            if begins or time.monotonic() >= self._due:
                self._print()

    def end(self) -> None:
        """Say nothing more."""
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        """Say what is being done while nothing tells of it, as within a step."""
        while not self._ended.wait(max(0.05, self._due - time.monotonic())):
            with self._lock:
                if time.monotonic() >= self._due:
                    self._print()

    def _print(self) -> None:
        self._due = time.monotonic() + AGAIN
        if self._words and self._words != self._told:
            self._told = self._words
            with suppress(OSError, ValueError):  # nobody reads it
                print(self._words, file=sys.stderr, flush=True)


@contextmanager
def _lines() -> Iterator[Callable[[str, str], None]]:
    lines = _Lines()
    try:
        yield lines.tell
    finally:
        lines.end()


def compiling_words(game: Game | None) -> str:
    """What is said while a game is compiled; nothing for none."""
    if game is None:
        return ""
    from livestone.cli.words import title

    return f"compiling {title(game)} for this machine, once ..."


@contextmanager
def compiling_shown() -> Iterator[None]:
    """Say on standard error when a game is compiled: on a terminal meanwhile, elsewhere once."""
    told = {""}  # in words, since a game's forms for searches are called as it is

    def tell(game: Game | None) -> None:
        words = compiling_words(game)
        with suppress(OSError, ValueError):  # nobody reads it
            if sys.stderr.isatty():
                _rewrite(words)
            elif words not in told:
                told.add(words)
                print(words, file=sys.stderr, flush=True)

    with compiling_told(tell):
        yield


def _rewrite(words: str) -> None:
    """Put a text on the terminal's line instead of what is there."""
    # A terminal that knows no size says 0.
    width = (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1
    # In one piece, so that a terminal writes its ^C before or after it.
    sys.stderr.write(f"\r{columns.exactly(words, width)}\r")
    sys.stderr.flush()


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """One line on standard error that changes; told what it is to say.

    On a terminal it is erased whole at the end, whatever ends the block.
    """
    if not sys.stderr.isatty():
        with _lines() as tell:
            yield lambda words: tell("", words)
        return

    try:
        yield _rewrite
    finally:
        _rewrite("")


@contextmanager
def bars() -> Iterator[Callable[[str, int, int | None], None]]:
    """Progress on standard error; told ``(what, done, total)``."""
    if not sys.stderr.isatty():
        with _lines() as say:
            yield lambda what, done, total: say(
                str(total), f"{what} ..." if total is None else f"{what}: {done} of {total}"
            )
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    shown = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*shown, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task("preparing", total=None, what="preparing")
        last = 0

        def tell(what: str, done: int, total: int | None) -> None:
            nonlocal last
            if done < last:  # other work begins
                progress.reset(task)
            last = done
            progress.update(task, description=what, completed=done, total=total, what=what)

        def compiling(game: Game | None) -> None:
            words = compiling_words(game) or progress.tasks[0].fields["what"]
            progress.update(task, description=words)

        with compiling_told(compiling):
            yield tell


@contextmanager
def bar(words: str) -> Iterator[Callable[[int, int], None]]:
    """One bar of :func:`bars`; told ``(done, total)``."""
    with bars() as tell:
        yield lambda done, total: tell(words, done, total)
