"""Kernels: one object per game, any kernel over its rules, compiled once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from livestone.core.kernels import INT32S, KernelContext, Kernels, kernels
from livestone.core.playouts import perft, random_games
from livestone.core.random import seeded
from livestone.core.repetition import DEPTH, history_array
from livestone.core.runtime import compile_rules, runtime
from livestone.core.state import State
from livestone.games import load


def count_kernel(context: KernelContext) -> Any:
    """How many moves there are, times how many play."""
    moves, players = context.rules.moves, context.players

    def count(s: Any, out: Any) -> int:
        return moves(s, out) * players

    return count


def test_equal_games_share_their_kernels() -> None:
    assert kernels(load("twins", side=2)) is kernels(load("twins", side="2"))
    assert kernels(load("twins", side=2)) is not kernels(load("twins"))


def test_a_kernel_is_compiled_once() -> None:
    built = Kernels(load("twins", players=3))
    count = built.build(count_kernel, built.record, INT32S)
    assert count is built.build(count_kernel, built.record, INT32S)
    out = np.zeros(20, np.int32)
    assert count(State(built.game).position, out) == 19 * 3
    assert out[:19].tolist() == list(range(19))


def test_bounds_are_checked_when_asked() -> None:
    built = Kernels(load("twins"), check_bounds=True)
    with pytest.raises(IndexError):
        built.rule("moves")(State(built.game).position, np.zeros(3, np.int32))


def test_states_use_compiled_rules_once_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    # An earlier test of this process may have compiled the same game.
    monkeypatch.setattr("livestone.core.runtime._compiled", {})
    game = load("twins", side=2, secret=True)
    state, plain = State(game), runtime(game)
    compile_rules(game)
    assert runtime(game) is not plain
    again = State(game)
    while not state.over:
        assert again.legal == state.legal
        state.play(state.legal[-1])
        again.play(again.legal[-1])
    assert again.text == state.text
    assert again.scores == state.scores


def test_perft_of_no_turns_and_of_finished_games() -> None:
    game = load("twins", side=2)
    state = State(game)
    assert counted(state, 0) == 1
    assert counted(state, 1) == 7
    assert counted(state, 2) == 7 * 6 * 5
    state.play(state.legal[0])
    state.play(state.legal[0])
    assert counted(state, 1) == 5, "the rest of a begun turn is a turn"
    while not state.over:
        state.play(state.legal[0])
    assert counted(state, 1) == 0


def test_perft_says_when_the_stack_is_too_short() -> None:
    assert counted(State(load("twins", side=2)), 4, levels=2) == -1


def counted(state: State, turns: int, levels: int = 20) -> int:
    stack = state.game.layout.array(levels + DEPTH + 1)
    stack[0] = state.position
    words = stack.view(np.uint64).reshape(len(stack), -1)
    history = history_array(state.game, (), levels + 1)
    return int(perft(kernels(state.game))(stack, words, history, 0, turns))


def test_random_games_are_the_same_for_the_same_seed() -> None:
    game = load("twins", players=3)
    stack = game.layout.array(2)
    stack[0] = State(game).position
    found = []
    for seed in (1, 1, 2):
        wins = np.zeros(4)
        plies = random_games(kernels(game))(stack, 500, 100, seeded(seed), wins)
        assert plies == 500 * 19
        assert wins.sum() == 500
        assert wins[:3].all(), "everybody wins some"
        found.append(wins.tolist())
    assert found[0] == found[1] != found[2]
    assert stack[0].tobytes() == State(game).position.tobytes()


def test_random_games_are_cut() -> None:
    game = load("shuttle")
    stack, wins = game.layout.array(2), np.zeros(3)
    stack[0] = State(game).position
    assert random_games(kernels(game))(stack, 10, 3, seeded(1), wins) == 30
