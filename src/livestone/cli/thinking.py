"""Limits and Ctrl-C for the commands that search."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from cyclopts import Parameter

from livestone.cli.common import whole_number
from livestone.cli.progress import bar

MAX_NODES, MAX_THREADS = 999_999_999, 64

Nodes = Annotated[int | None, whole_number("The most positions (or playouts) to look at.")]
Seconds = Annotated[float | None, Parameter(help="The longest to think.")]
Seed = Annotated[int, whole_number("The same seed has the same answer.")]
Threads = Annotated[int, whole_number("Threads that search together.")]


class Stop:
    """Whether Ctrl-C has been pressed; calling it asks."""

    def __init__(self) -> None:
        self.pressed = False
        self.ready = False

    def __call__(self) -> bool:
        """Whether to stop."""
        return self.pressed

    def press(self, *_: Any) -> None:
        """Ask to stop. Raises KeyboardInterrupt where no search listens yet, or the second time."""
        if self.pressed or not self.ready:
            raise KeyboardInterrupt
        self.pressed = True


def interrupted(done: int, of: int) -> dict[str, Any]:
    """What Ctrl-C adds to a JSON object: how much was done, and of how much."""
    return {"interrupted": {"done": done, "of": of}}


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Let the first Ctrl-C only ask to stop, once what is asked is ``ready`` for it."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, stop.press)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def stoppable_bar(words: str) -> Iterator[tuple[Callable[[int, int], None], Stop]]:
    """A bar of progress, and a stop that Ctrl-C presses once something is done."""
    with bar(words) as show, stoppable() as stop:

        def tell(done: int, total: int) -> None:
            stop.ready = done > 0
            show(done, total)

        yield tell, stop
