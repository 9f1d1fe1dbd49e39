"""Compiling what playing a game needs, ahead of the first game."""

from __future__ import annotations

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.play.analysis import analyse
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import Limits


def warm(game: Game, level: int | None = None) -> None:
    """Compile what a bot of a level needs, or everything for play, analysis and review.

    What is in the cache is only loaded. Raises BadRequest.
    """
    if level is not None:
        Bot(game, level).prepare()
        return
    compile_rules(game)
    for number in (1, len(LEVELS)):  # the levels below the strongest share a search
        Bot(game, number).prepare()
    if game.players == 2 and game.plain.determinise is None:
        AlphaBeta(game, megabytes=0).prepare()  # solves what is near its end
    for _ in analyse(State(game), Limits(nodes=1)):
        pass
