"""What an engine process does for studies: it analyses a position, or reviews a game."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from livestone.core.game import Game
from livestone.core.state import State
from livestone.play.analysis import Analysis, analyse
from livestone.play.describe import SHOWN, big, worth
from livestone.play.review import review
from livestone.search.report import Limits
from livestone.search.strongest import Strongest

REPORT_SECONDS = 0.4
NICER = 5  # steps below the bots of games

Tell = Callable[[dict[str, Any]], None]


def answer(question: dict[str, Any], state: State, stop: Callable[[], bool], tell: Tell) -> None:
    step_back()
    if question["task"] == "review":
        _review(state, stop, tell)
        return
    limits = Limits(seconds=question["seconds"], lines=question["lines"])
    search = _search(state.game)
    search.prepare()  # so that compiling takes none of the time
    last, told = None, -REPORT_SECONDS
    for last in analyse(state, limits, search=search, playouts=0, stop=stop):
        if time.monotonic() - told >= REPORT_SECONDS:
            told = time.monotonic()
            tell({"report": _told(last, state)})
    if last is not None:
        tell({"report": _told(last, state)})


@lru_cache(1)
def step_back() -> None:
    """Let the bots of games come first, once for the process."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICER)


@lru_cache(1)
def _search(game: Game) -> Strongest:
    """The search that was used last, with what it has learned."""
    return Strongest(game, threads=1)


def _told(found: Analysis, state: State) -> dict[str, object]:
    game, data = state.game, found.as_json()
    lines: Any = data["lines"]
    for line, shown in zip(found.lines, lines, strict=True):
        shown["words"] = worth(line, game)
        shown["pv"] = shown["pv"][:SHOWN]
        shown["path"] = list(game.wording.path(state.position, line.move))
    nodes = f"{big(found.nodes)} positions, " if found.nodes else ""
    data["work"] = f"{nodes}depth {found.depth}, {found.seconds:.0f} s"
    return data


def _review(state: State, stop: Callable[[], bool], tell: Tell) -> None:
    def progress(done: int, total: int) -> None:
        tell({"report": {"done": done, "total": total}})

    found = review(state, progress=progress, stop=stop)
    tell({"report": {"review": found.as_json()}})
