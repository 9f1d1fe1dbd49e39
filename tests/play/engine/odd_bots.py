"""A game whose bots misbehave, one way a level; a worker that is asked about it meets them.

Importing this module in a bot process replaces the bots there, in the tests' own process nothing.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from livestone.core.state import State
from livestone.games import register
from livestone.games.freedom.rules import Freedom
from livestone.play import bot
from livestone.play.levels import LEVELS
from livestone.search.report import Line, Report, never

FIRST, PATIENT, DEAF, DYING, FAILING, DYING_ONCE, SILENT, NOISY, COUNTING = range(1, 10)

SLOW_SIZE = 6


class Oddity(Freedom):
    """Freedom under another name."""

    id = "oddity"


class OddBot:
    """Plays the first legal move, after what its level says.

    Its reports tell how often it has thought, and the process that it is in.
    """

    learns, nbytes = True, 100 << 20

    def __init__(self, game: object, level: int, seed: int = 0, *, seconds: object = None) -> None:
        self.game, self.level = game, level
        self.thoughts = 0

    def prepare(self) -> None:
        """Nothing to compile, except for the strongest on one board, where it never ends."""
        while self.level == len(LEVELS) and self.game == Oddity(size=SLOW_SIZE):
            time.sleep(0.01)

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report once, then misbehave."""
        move = state.legal[0]
        self.thoughts += 1
        report = Report((Line(move, (0.5, 0.5), os.getpid(), (move,)),), self.thoughts, 0.0)
        if self.level == SILENT:
            return
        if self.level in (PATIENT, DEAF):
            while self.level == DEAF or not stop():
                time.sleep(0.01)
                yield report
        if self.level == DYING or (self.level == DYING_ONCE and _first_time()):
            os._exit(1)
        if self.level == FAILING:
            raise RuntimeError("a mistake in a bot")
        if self.level == NOISY:
            print("a library prints something")
            os.write(1, b"and so does C\n")
        yield report


def _first_time() -> bool:
    mark = Path(os.environ["LIVESTONE_TEST_MARK"])
    seen = mark.exists()
    mark.touch()
    return not seen


if "pytest" not in sys.modules:  # so this is a bot process
    register(Oddity)
    bot.Bot = OddBot
