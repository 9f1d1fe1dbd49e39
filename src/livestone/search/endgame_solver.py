"""Endgame solver: proves whether the first player leads by so much in the end.

For two-player games of points that give ``bounds`` and ``key``. What one question teaches is kept
in a table for the next one, whatever position that is about.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from livestone.copying import Uncopied
from livestone.core.forms import position_converter
from livestone.core.game import Game
from livestone.core.kernels import Kernels, kernels
from livestone.core.state import State
from livestone.ranges import check_whole
from livestone.search.alphabeta_kernel import MAX_DEPTH
from livestone.search.report import check_game
from livestone.search.solving_kernel import (
    AT,
    ENTRY,
    FRAME,
    GOAL,
    NODES,
    UNTIL,
    new_memory,
    solving_kernel,
)


def can_solve(game: Game) -> bool:
    """Whether a game's rules define what the solver needs."""
    hints = game.for_solving.plain_search
    return (
        game.players == 2
        and game.repetition is None
        and game.plain.determinise is None
        and hints.bounds is not None
        and hints.key is not None
    )


class EndgameSolver(Uncopied):
    """Answers questions about any positions of a game; ``megabytes`` limit what it remembers.

    ``nodes`` counts the positions looked at since it was made.
    """

    def __init__(self, game: Game, megabytes: int = 64) -> None:
        check_whole("megabytes", megabytes, 0)
        self.game = game
        form = game.for_solving
        self._convert, self._bounds = position_converter(game, form), form.plain_search.bounds
        self._play = form.plain.play
        self._at_hand = form.layout.at_hand
        self._run = solver(kernels(form))
        self._stack = form.layout.array(MAX_DEPTH + 2)
        self._spare = form.layout.new()
        self._frames = np.zeros(MAX_DEPTH + 1, FRAME)
        self._moves = np.zeros((MAX_DEPTH + 2, game.max_moves + 1), np.int32)
        self._order = np.zeros((MAX_DEPTH + 2, game.max_moves + 1), np.int32)
        self._memory = new_memory(megabytes)
        self._meter = np.zeros(4, np.int64)

    def warm(self) -> None:
        """Touch its memory: the system takes a tenth of a second to hand that out."""
        self._memory.fill(0)

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._meter[NODES])

    def set_position(self, state: State) -> None:
        """Make ``state`` the position asked about."""
        check_game(state, self.game)
        self._convert(self._stack[0], state.position)

    def step(self, move: int) -> None:
        """Make the position after ``move`` the one asked about: quicker than ``set_position``."""
        self._play(self._at_hand(self._stack[0]), move)

    def extent(self) -> tuple[int, int]:
        """The least and the most lead that the rules allow in the position asked about."""
        return self._extent(self._stack[0])

    def bounds(self, state: State) -> tuple[int, int]:
        """The same for another position, whatever is being asked."""
        check_game(state, self.game)
        self._convert(self._spare, state.position)
        return self._extent(self._spare)

    def _extent(self, record: Any) -> tuple[int, int]:
        assert self._bounds is not None
        low, high = self._bounds(self._at_hand(record))
        return int(low), int(high)

    def ask(self, goal: int) -> None:
        """Ask whether player 0 will lead by ``goal`` or more; see ``go_on``."""
        self._frames[0]["entered"] = 0
        self._meter[AT], self._meter[GOAL] = 0, goal

    def go_on(self, until: int) -> bool:
        """Think until there is an answer or so many nodes are used; return whether there is one."""
        self._meter[UNTIL] = until
        return bool(
            self._run(
                self._stack, self._frames, self._moves, self._order, self._memory, self._meter
            )
        )

    @property
    def value(self) -> int:
        """The answer: the goal or more is yes and the least lead, less is no and the most."""
        return int(self._frames[0]["value"])

    @property
    def move(self) -> int | None:
        """The move that made the mover right; None where the answer is against them."""
        move = int(self._frames[0]["move"])
        return None if move < 0 else move


def solver(built: Kernels) -> Any:
    """The compiled solver of a game's form for solving."""
    array = numba.types.Array
    grid = array(numba.int32, 2, "C")
    return built.build(
        solving_kernel,
        built.stack,
        array(numba.from_dtype(FRAME), 1, "C"),
        grid,
        grid,
        array(numba.from_dtype(ENTRY), 1, "C"),
        array(numba.int64, 1, "C"),
    )
