"""Counting move sequences, in compiled and in plain rules."""

from __future__ import annotations

import numpy as np

from livestone.core.kernels import kernels
from livestone.core.playouts import perft
from livestone.core.repetition import DEPTH
from livestone.core.state import State


def compiled_perft(state: State, turns: int, plies: int = 64) -> int:
    """Move sequences of so many turns, by the compiled rules; no longer than ``plies``."""
    stack = state.game.layout.array(plies + DEPTH + 2)
    stack[0] = state.position
    words = stack.view(np.uint64).reshape(len(stack), -1)
    keys = np.zeros(plies + 1, np.uint64)
    return int(perft(kernels(state.game))(stack, words, keys, 0, turns))


def walked_perft(state: State, turns: int) -> int:
    """Move sequences of so many turns, played one by one."""
    goal = state.turn + turns

    def count() -> int:
        if state.turn >= goal:
            return 1
        total = 0
        for move in state.legal:
            state.play(move)
            total += count()
            state.undo()
        return total

    return count()
