"""Compiling what a question needs, onto the disk, for the processes that will answer it."""

from __future__ import annotations

from typing import Any

from livestone.core.state import State
from livestone.play import bot
from livestone.play.levels import LEVELS
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import Limits
from livestone.search.strongest import Strongest
from livestone.server.engine.analysis import step_back

# How long the position is looked at then: searches compile some of what they need when they do.
SECONDS = 0.2


def compile_for(question: dict[str, Any], state: State) -> None:
    """Compile what a bot needs, or an analysis or a review, to think about a position."""
    step_back()
    game, level = state.game, question["level"]
    strongest = question["task"] or level == len(LEVELS)
    if strongest and game.players == 2 and game.plain.determinise is None:
        AlphaBeta(game, megabytes=bot.MEGABYTES).prepare()  # solves the end of a game
    if question["task"]:
        search = Strongest(game, threads=1)
        search.prepare()
        looks = search.search(state, Limits(seconds=SECONDS)) if not state.over else ()
    else:
        thinker = bot.Bot(game, level, question["seed"], seconds=SECONDS)
        thinker.prepare()
        looks = thinker.think(state) if not state.over else ()
    for _ in looks:
        pass
