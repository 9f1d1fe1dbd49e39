"""Limits and Ctrl-C for the commands that search."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from livestone.cli.common import whole
from livestone.errors import BadRequest

MOST_NODES, MOST_SECONDS, MOST_THREADS = 999_999_999, 1_000_000.0, 64

Nodes = Annotated[
    int | None, Parameter(converter=whole, help="The most positions (or playouts) to look at.")
]
Seconds = Annotated[float | None, Parameter(help="The longest to think.")]
Seed = Annotated[int, Parameter(converter=whole, help="The same seed has the same answer.")]
Threads = Annotated[int, Parameter(converter=whole, help="Threads that search together.")]


def check(name: str, value: float | None, least: float, most: float) -> None:
    """Refuse a number out of bounds. Raises BadRequest."""
    if value is not None and not least <= value <= most:
        raise BadRequest(f"--{name} {value:g} makes no sense: choose {least:g} to {most:g}")


def check_file(file: Path | None, ending: str, what: str) -> None:
    """Refuse a file that does not end as it should, or has no folder. Raises BadRequest."""
    if file is None:
        return
    if file.suffix.lower() != ending:
        raise BadRequest(f"{str(file)!r} is no {what}: end it with {ending}")
    if not file.parent.is_dir():
        raise BadRequest(
            f"{str(file)!r} cannot be written: there is no folder {str(file.parent)!r}"
        )


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
