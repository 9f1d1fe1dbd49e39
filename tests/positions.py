"""States that tests begin from: after given moves, after random ones, and what they are worth."""

from __future__ import annotations

from functools import cache
from random import Random

from livestone.core.game import Game
from livestone.core.state import State

WHOLE = 10_000  # more plies than any game has that is played to its end


def state_after(game: Game, *moves: str) -> State:
    """The position after these moves."""
    state = State(game)
    for move in moves:
        state.play(move)
    return state


def random_state(game: Game, seed: int, plies: int = WHOLE) -> State:
    """A position after so many random plies, or as many as the game has."""
    choose = Random(seed)
    state = State(game)
    while state.ply < plies and not state.over:
        state.play(choose.choice(state.unsorted))
    return state


def best_lead(state: State) -> float:
    """White's lead when both play perfectly, by trying everything."""
    return _best_lead(state.game, state.text)


@cache
def _best_lead(game: Game, text: str) -> float:
    state = State.read(game, text)
    if state.over:
        return state.scores[0] - state.scores[1]
    found = []
    for move in state.legal:
        state.play(move)
        found.append(best_lead(state))
        state.undo()
    return max(found) if state.mover == 0 else min(found)
