"""What somebody writes who uses the library and checks their types strictly."""

# pyright: strict
from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import assert_type

import numpy as np

import livestone
from livestone import (
    Bot,
    Entrant,
    Game,
    Limits,
    Record,
    State,
    View,
    analyse,
    catalogue,
    load,
    play_match,
    review,
)
from livestone.adapters.batched_env import BatchedEnv
from livestone.adapters.batches import random_games
from livestone.draw import png, svg
from livestone.errors import IllegalMove
from livestone.play.match import Match

Bools = np.dtype[np.bool_]
Floats = np.dtype[np.float32]
Ints = np.dtype[np.int32]

assert_type(livestone.__version__, str)
assert_type(catalogue(), Mapping[str, type[Game]])


def play() -> State:
    state = State(load("freedom", size=6))
    try:
        state.play("b2")
    except IllegalMove as error:
        print(error.code)
    assert_type(state.legal, tuple[int, ...])
    assert_type(state.legal_texts, list[str])
    assert_type(state.text, str)
    assert_type(state.winners, tuple[int, ...] | None)
    assert_type(state.position, np.record)
    assert_type(state.view(), View)
    assert_type(state.game.board.neighbours, np.ndarray[tuple[int, int], Ints])
    return state


def draw(state: State) -> tuple[str, bytes]:
    return svg.draw(state), png.draw(state, width=400)


def think(state: State) -> Iterator[int]:
    for report in Bot(state.game, 3, seconds=0.1).think(state):
        assert_type(report.nodes, int)
        yield report.lines[0].pv[0]
    for analysis in analyse(state, Limits(seconds=0.1, lines=2)):
        assert_type(analysis.best.value, tuple[float, ...])
        yield analysis.best.move


def keep(state: State) -> str:
    record = Record.of(state)
    for ply in review(record).plies:
        assert_type(ply.mover, int)
    return record.as_text()


def meet(game: Game) -> Match:
    entrants = [Entrant(f"level {level}", partial(Bot, level=level)) for level in (1, 2)]
    return play_match(game, entrants, 10)


def learn(game: Game) -> None:
    batch = random_games(game, 100, seed=1)
    assert_type(batch.moves, np.ndarray[tuple[int], Ints])
    assert_type(batch.positions, np.ndarray[tuple[int], np.dtype[np.record]])
    assert_type(batch.planes(), np.ndarray[tuple[int, int, int], Floats])
    assert_type(batch.masks([1, 2]), np.ndarray[tuple[int, int], Bools])
    env = BatchedEnv(game, 64)
    now = env.reset(seed=1)
    assert_type(now.masks, np.ndarray[tuple[int, int], Bools])
    now = env.step(env.sample())
    assert_type(now.rewards, np.ndarray[tuple[int, int], Floats])
    assert_type(now.terminations, np.ndarray[tuple[int], Bools])
