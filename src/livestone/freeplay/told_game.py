"""The game that a player's process is told to play, and its positions as they are sent to it."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from livestone.core.game import Game
from livestone.core.game_files import games_in
from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.games import find


class ToldGame:
    """Makes the states of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def start(self) -> State:
        """The state at the opening."""
        return State(self.game)

    def at(self, position: str, history: list[str]) -> State:
        """The state at a position as it is sent, with its history."""
        octets = bytearray.fromhex(position)
        record = np.frombuffer(octets, self.game.layout.dtype).view(np.recarray)[0]
        return State(self.game, record, [bytes.fromhex(row) for row in history])

    def guessed(self, state: State, seat: int, seed: int) -> State:
        """Return a copy in which what a seat cannot see is guessed; the same seed repeats it."""
        found = state.copy()
        found.position = runtime(self.game).guessed(state.position, seat, seeded(seed))
        return found


def told_game(asked: dict[str, Any]) -> ToldGame:
    """The game that is to be played."""
    return ToldGame(_kind_of(asked)(**asked["options"]))


def _kind_of(asked: dict[str, Any]) -> type[Game]:
    """The game that is to be played."""
    if asked["rules"]:
        return next(kind for kind in games_in(asked["rules"]) if kind.id == asked["game"])
    importlib.import_module(asked["module"])  # a game from elsewhere registers itself
    return find(asked["game"])
