"""What the commands that search share: their limits, Ctrl-C, and values in words."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from livestone.cli.common import whole
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.core.odds import Chances
    from livestone.play.analysis import Variation

MOST_NODES, MOST_SECONDS, MOST_THREADS = 999_999_999, 1_000_000.0, 64
# How many moves of a variation are written out.
SHOWN = 8

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
        """Ask to stop. Raises KeyboardInterrupt where nobody looks yet, or asked in vain."""
        if self.pressed or not self.ready:
            raise KeyboardInterrupt
        self.pressed = True


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


def worth(line: Variation, game: Game) -> str:
    """What a variation is worth in words: ``White +2.3, won 62 %, drawn 20 %, proved``."""
    first = game.seats[0].name
    lead = line.lead(0) if game.players == 2 else None
    if lead is not None:
        parts = [f"{first} {round(lead, 1) + 0:+.1f}"]
    elif line.book is not None and game.points:
        parts = [f"{first} {round(line.book, 1) + 0:+.1f}"]
    else:
        shares = zip(game.seats, line.value, strict=True)
        parts = [" ".join(f"{seat.name} {value:.0%}" for seat, value in shares)]
    if line.chances is not None:
        parts.append(odds(line.chances))
    return ", ".join([*parts, line.source])


def odds(chances: Chances) -> str:
    """Chances in words: ``won 62%, drawn 20%, lost 18%``."""
    return f"won {chances.win:.0%}, drawn {chances.draw:.0%}, lost {chances.loss:.0%}"


def variation(line: Variation, game: Game) -> str:
    """The moves of a variation, the first few of them."""
    moves = " ".join(game.move_text(move) for move in line.pv[:SHOWN])
    return f"{moves} ..." if len(line.pv) > SHOWN else moves


def big(count: float) -> str:
    """A number of nodes in a few characters: ``950``, ``12.3k``, ``4.5M``.

    >>> big(950), big(12_345), big(4_500_000)
    ('950', '12.3k', '4.5M')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            return f"{count / size:.1f}{letter}"
    return f"{count:.0f}"
