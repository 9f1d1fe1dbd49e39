"""Benchmark of the endgame solver: a fixed set of endgames and how fast they are solved."""

from __future__ import annotations

import random
from collections.abc import Iterator

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import Limits

# So many plies before the end of a random game an endgame begins.
PLIES_LEFT = 20


def endgames(game: Game, plies_left: int = PLIES_LEFT) -> Iterator[State]:
    """Yield positions from random games, so many plies before their end; always the same ones."""
    compile_rules(game)
    choose = random.Random(1)
    while True:
        state = State(game)
        while not state.over:
            state.play(choose.choice(state.unsorted))
        for _ in range(min(plies_left, state.ply)):
            state.undo()
        yield state


def solver_speed(game: Game, seconds: float, plies_left: int = PLIES_LEFT) -> tuple[int, float]:
    """Solve endgames for so many seconds; return the nodes searched and the seconds they took.

    Compiling comes before the clock starts. Raises ValueError for a game not for two players.
    """
    search = AlphaBeta(game)
    positions = endgames(game, plies_left)
    list(search.solve(next(positions), Limits(nodes=1000)))
    nodes, spent = 0, 0.0
    while spent < seconds:
        *_, report = search.solve(next(positions), Limits(seconds=seconds - spent))
        nodes += report.nodes
        spent += report.seconds
    return nodes, spent
