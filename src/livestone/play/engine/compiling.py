"""Compiling what a question needs, onto the disk, for the processes that will answer it."""

from __future__ import annotations

from typing import Any

from livestone.core.state import State
from livestone.play import bot
from livestone.play.engine import analysis
from livestone.play.levels import LEVELS
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import never

# How long the position is looked at then: searches compile some of what they need when they do.
SECONDS = 0.2


def compile_for(question: dict[str, Any], state: State) -> None:
    """Compile what a bot needs, or an analysis or a review, to think about a position."""
    analysis.step_back()
    game, level = state.game, question["level"]
    strongest = question["task"] or level == len(LEVELS)
    if strongest and game.players == 2 and game.plain.determinise is None:
        AlphaBeta(game, megabytes=bot.MEGABYTES).prepare()  # solves the end of a game
    if question["task"]:
        look = {"lines": 1, **question, "task": "analyse", "seconds": SECONDS}
        if not state.over:
            analysis.answer(look, state, never, lambda message: None)
        return
    thinker = bot.Bot(game, level, question["seed"], seconds=SECONDS)
    thinker.prepare()
    for _ in thinker.think(state) if not state.over else ():
        pass
