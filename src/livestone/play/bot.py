"""Bots: a level from 1 ("first game") to 8 ("strongest now") that plays any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from livestone.core.game import Game
from livestone.core.state import State
from livestone.search.report import Line, Report, never


@dataclass(frozen=True)
class Level:
    """A strength: its number, its name, and the longest it thinks about a move, in seconds."""

    number: int
    name: str
    seconds: float


LEVELS = (
    Level(1, "First game", 0.1),
    Level(2, "Beginner", 0.1),
    Level(3, "Learner", 0.2),
    Level(4, "Casual", 0.3),
    Level(5, "Club", 0.5),
    Level(6, "Strong", 1.0),
    Level(7, "Expert", 2.0),
    Level(8, "Strongest now", 3.0),
)


class Bot:
    """A player of one level; ``think`` is all it does."""

    def __init__(self, game: Game, level: int, seed: int = 0) -> None:
        self.game = game
        self.level = LEVELS[level - 1]
        self.seed = seed

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report while thinking about ``state``; the last report's move is the one to play."""
        move = state.legal[self.seed % len(state.legal)]
        value = (1 / self.game.players,) * self.game.players
        yield Report((Line(move, value, 1, (move,)),), 1, 0.0, final=True)
