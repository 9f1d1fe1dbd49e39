"""What a player can force from a position, proved by trying everything."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.copying import Uncopied
from livestone.core.game import MAX_TURNS, Game
from livestone.core.kernels import kernels
from livestone.core.repetition import history_array
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.puzzles import forcing_kernel as kernel
from livestone.search.report import check_game

# Entries of the table of settled positions, eight bytes each.
TABLE = 1 << 18
# What one question may take, unless said: minutes.
MAX_NODES = 50_000_000


class Forcing(Uncopied):
    """Answers whether a player can force a lead; ``nodes`` counts the positions looked at.

    All others are taken to play against them, whatever that brings themselves: what is forced
    against that is forced against anything.
    """

    def __init__(self, game: Game) -> None:
        compile_rules(game)
        self.game = game
        self.nodes = 0
        self._run = kernel.forcing(kernels(game))
        self._stack = game.layout.array(kernel.STACK)
        self._words = self._stack.view(np.uint64).reshape(kernel.STACK, -1)
        self._moves = np.zeros((kernel.STACK, game.max_moves + 1), np.int32)
        self._frames = np.zeros((kernel.STACK, kernel.FRAMES), np.int64)
        self._credit = np.zeros((2, game.move_limit), np.int64)
        self._table = np.zeros(TABLE if game.repetition is None else 1, np.uint64)
        self._query = np.zeros(kernel.QUERY, np.int64)
        self._asked: tuple[Any, ...] = ()

    def ask(
        self, state: State, player: int, lead: int, last: int = MAX_TURNS, nodes: int = MAX_NODES
    ) -> bool | None:
        """Whether ``player`` can end the game leading by ``lead`` or more before turn ``last``.

        None where that is not settled within so many ``nodes``.
        """
        check_game(state, self.game)
        if (player, lead, last) != self._asked:
            self._table[:] = 0
            self._credit[:] = 0
            self._asked = player, lead, last
        past = state.history
        history = history_array(self.game, past, kernel.STACK)
        self._query[:] = player, lead, last, 0, nodes, len(past)
        self._stack[0] = state.position
        answer = self._run(
            self._stack, self._words, self._moves, self._frames, self._credit, history, self._table,
            self._query,
        )  # fmt: skip
        self.nodes += int(self._query[kernel.NODES])
        return None if answer == kernel.OPEN else answer == kernel.YES


def last_turn(state: State, player: int, turns: int) -> int:
    """The turn by which ``player`` has ended so many turns of their own, where all take turns."""
    players = state.game.players
    waits = (player - int(state.position["mover"])) % players
    return state.turn + waits + players * (turns - 1) + 1
