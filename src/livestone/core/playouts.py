"""Kernels that need only the rules: counting move sequences and playing at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np

from livestone.core.kernels import FLOATS, RANDOM, WORDS, KernelContext, Kernels
from livestone.core.random import seeded
from livestone.core.repetition import DEPTH, history_array

# A game that is still running after so many plies is given up.
MAX_PLIES = 4096
# A first guess; where turns are longer the count is made again with more room.
PLIES_A_TURN = 4
# How many random games show whether a game's length is fixed.
SAMPLES = 16


def perft_kernel(context: KernelContext) -> Callable[..., Any]:
    """``perft(stack, words, history, n, turns)``: ply sequences making that many whole turns."""
    legal, note = context.referee.legal, context.referee.note
    play = context.rules.play
    most = context.max_moves + 1

    def perft(stack: Any, words: Any, history: Any, n: int, turns: int) -> int:
        levels = len(stack) - DEPTH - 1
        todo = np.zeros((levels, most), np.int32)
        left = np.zeros(levels, np.int64)
        ends = np.zeros(levels, np.int64)
        if turns == 0:
            return 1
        goal = stack[0].turn + turns
        total = 0
        # Not the literal 0, for which Numba would compile everything below once more.
        at = np.int64(left[0])
        ends[0] = n
        left[0] = legal(stack, words, at, todo[0], history, n)
        while at >= 0:
            if left[at] == 0:
                at -= 1
                continue
            left[at] -= 1
            stack[at + 1] = stack[at]
            play(stack[at + 1], todo[at, left[at]])
            if stack[at + 1].turn >= goal:
                total += 1
                continue
            if at + 1 >= levels:
                return -1
            ends[at + 1] = ends[at]
            if stack[at + 1].turn != stack[at].turn:
                note(words[at + 1], history, ends[at])
                ends[at + 1] += 1
            at += 1
            left[at] = legal(stack, words, at, todo[at], history, ends[at])
        return total

    return perft


def random_games_kernel(context: KernelContext) -> Callable[..., Any]:
    """``random_games(stack, games, most_plies, rng, wins) -> plies``.

    Plays complete random games from ``stack[0]`` (``stack[1]`` is scratch), cut at ``most_plies``.
    ``wins[p]`` counts the games player ``p`` scored most in, ``wins[players]`` the ties.
    """
    moves, play, outcome = context.rules.moves, context.rules.play, context.rules.outcome
    below = context.below
    most, players = context.max_moves + 1, context.players

    def random_games(stack: Any, games: int, most_plies: int, rng: Any, wins: Any) -> int:
        out = np.zeros(most, np.int32)
        score = np.zeros(players)
        total = 0
        s = stack[1]
        for _ in range(games):
            stack[1] = stack[0]
            plies = 0
            while plies < most_plies:
                n = moves(s, out)
                if n == 0:
                    break
                play(s, out[below(rng, n)])
                plies += 1
            total += plies
            outcome(s, score)
            best, ties = 0, 1
            for player in range(1, players):
                if score[player] > score[best]:
                    best, ties = player, 1
                elif score[player] == score[best]:
                    ties += 1
            wins[best if ties == 1 else players] += 1
        return total

    return random_games


def perft(kernels: Kernels) -> Callable[..., Any]:
    """The compiled perft of a game."""
    return kernels.build(perft_kernel, kernels.stack, WORDS, WORDS, numba.int64, numba.int64)


def count_turns(kernels: Kernels, position: Any, history: Sequence[bytes], turns: int) -> int:
    """Count the ply sequences that make so many whole turns from a position.

    ``history`` are the placements at turn ends so far.
    """
    if turns <= 0:
        return 1
    levels = turns * PLIES_A_TURN + 1
    while True:
        stack = kernels.game.layout.array(levels + DEPTH + 1)
        stack[0] = position
        words = stack.view(np.uint64).reshape(len(stack), -1)
        past = history_array(kernels.game, history, levels + 1)
        found = int(perft(kernels)(stack, words, past, len(history), turns))
        if found >= 0:
            return found
        levels *= 2


def random_games(kernels: Kernels) -> Callable[..., Any]:
    """The compiled random player of a game."""
    return kernels.build(
        random_games_kernel, kernels.stack, numba.int64, numba.int64, RANDOM, FLOATS
    )


def game_length(kernels: Kernels) -> Callable[[Any], int | None]:
    """Return ``length(stack)``: the plies left from ``stack[0]`` where every game has as many.

    That is as far as random games tell; None where they differ, or where positions may repeat, for
    then no game is sure to have an end at all. ``stack[1]`` is scratch. Compiles at once.
    """
    if kernels.game.repetition is not None:
        return lambda stack: None
    play, wins = random_games(kernels), np.zeros(kernels.game.players + 1)

    def length(stack: Any) -> int | None:
        rng = seeded(1)
        lengths = {int(play(stack, 1, MAX_PLIES, rng, wins)) for _ in range(SAMPLES)}
        return lengths.pop() if len(lengths) == 1 else None

    return length
