"""Environments of many games, against the same games played one by one."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests import games  # noqa: F401  (registers the test games)
from tests.adapters.cheap import CASES, some_games
from tests.adapters.test_planes import planes_of

from livestone.adapters import batched_env
from livestone.adapters.batched_env import BatchedEnv, TimeStep, grid
from livestone.adapters.planes import planes, returns
from livestone.core import runtime
from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadRequest, IllegalMove
from livestone.games import catalogue, load
from livestone.games.freedom.rules import Freedom

ROOT = Path(__file__).parents[2]


def follow(game: Game, steps: int = 150, n: int = 3, threads: int = 1) -> int:
    """Compare every step with states that play the same; return how many games ended."""
    env = BatchedEnv(game, n, threads=threads)
    states, ended = [State(game) for _ in range(n)], 0
    check(env.reset(seed=3), states)
    for _ in range(steps):
        actions = env.sample()
        gains = np.zeros((n, game.players), np.float32)
        over = np.zeros(n, np.bool_)
        for at, action in enumerate(actions.tolist()):
            states[at].play(action)
            over[at] = states[at].over
            if states[at].over:
                gains[at] = returns(game, states[at].scores, states[at].winners or ())
                states[at] = State(game)
        now = env.step(actions)
        assert np.array_equal(now.rewards, gains)
        assert np.array_equal(now.terminations, over)
        assert not now.truncations.any()
        check(now, states)
        ended += int(over.sum())
    return ended


def check(now: TimeStep, states: list[State]) -> None:
    """What is told of the games is what the states are."""
    for at, state in enumerate(states):
        assert now.movers[at] == state.mover
        assert np.flatnonzero(now.masks[at]).tolist() == sorted(state.legal)
        seen = runtime.runtime(state.game).observed(state.position, int(now.movers[at]))
        wanted = planes_of(state.game, seen)
        assert np.array_equal(now.observations[at].reshape(wanted.shape), wanted)


@some_games
def test_every_step_is_that_of_the_game_alone(game: str, options: dict[str, Any]) -> None:
    follow(load(game, **options), threads=2)


class Misere(Freedom):
    """A game that says for itself who has won."""

    id = "misere"

    def winners(self, scores: tuple[float, ...]) -> tuple[int, ...]:
        """The lowest."""
        return () if len(set(scores)) == 1 else (scores.index(min(scores)),)


def all_options() -> None:
    """Every game with every value of every option, and ends that are rare; not compiled."""
    for case in CASES:
        id, short = case.values
        kind = catalogue()[id]
        for option in kind.options:
            for value in option.values:
                follow(kind(**{**short, option.name: value}), steps=25, n=1)
    assert follow(Misere(size=4)) > 0
    # Longer than there is room for at first, to an end by repetition.
    assert follow(load("shuttle", repetition="draw", length=5), steps=400) > 0
    follow(load("shuttle", repetition="forbid", cap=60), steps=150)
    batched_env.MAX_TURNS = runtime.MAX_TURNS = 10  # type: ignore[attr-defined, misc]
    assert follow(load("brainline"), steps=25) > 0


@pytest.mark.slow
def test_all_options() -> None:
    words = [sys.executable, "-c", f"from {__name__} import all_options; all_options()"]
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run(words, check=True, cwd=ROOT, env=plain, timeout=1800)


def opened(n: int = 4, **settings: Any) -> BatchedEnv:
    """An environment of small games that have begun."""
    env = BatchedEnv(load("freedom", size=4), n, **settings)
    env.reset(seed=5)
    return env


def played(env: BatchedEnv, steps: int) -> list[TimeStep]:
    """So many random steps."""
    return [env.step(env.sample()) for _ in range(steps)]


def same(one: TimeStep, other: TimeStep) -> bool:
    """Whether all arrays are equal."""
    return all(map(np.array_equal, one, other))


@pytest.mark.parametrize("threads", [2, 3, 9])
def test_threads_change_nothing(threads: int) -> None:
    one, other = opened(7), opened(7, threads=threads)
    assert all(map(same, played(one, 40), played(other, 40)))


def test_a_seed_decides_what_is_drawn() -> None:
    one, other = opened(), opened()
    assert same(played(one, 20)[-1], played(other, 20)[-1])
    other.reset(seed=6)
    one.reset(seed=5)
    assert not same(played(one, 20)[-1], played(other, 20)[-1])


def test_a_long_game_is_cut() -> None:
    env = opened(max_plies=3)
    steps = played(env, 6)
    assert [step.truncations.all() for step in steps] == [False, False, True] * 2
    assert not any(step.terminations.any() or step.rewards.any() for step in steps)
    assert same(steps[2], steps[5])
    assert (steps[2].masks.sum(axis=1) == 16).all()


def test_games_that_stay_as_they_ended() -> None:
    env = opened(1, auto_reset=False)
    state = State(env.game)
    while not state.over:
        action = int(env.sample()[0])
        state.play(action)
        now = env.step([action])
    assert now.terminations[0]
    assert np.array_equal(now.observations[0].reshape(-1, 16), planes_of(env.game, state.position))
    assert not now.masks.any()
    after = env.step([99])
    assert np.array_equal(after.observations, now.observations)
    assert not after.terminations.any()
    assert not after.rewards.any()
    again = env.reset(games=np.array([True]))
    assert again.masks.sum() == 16


def test_some_games_begin_again() -> None:
    env = opened(3)
    before = played(env, 3)[-1]
    after = env.reset(games=np.array([False, True, False]))
    changed = (before.observations != after.observations).any(axis=(1, 2, 3))
    assert changed.tolist() == [False, True, False]
    assert np.array_equal(before.masks[::2], after.masks[::2])


@pytest.mark.parametrize("wrong", [5, 15, 16, 17, -1, -2, 2**40])
def test_an_illegal_action_plays_nothing(wrong: int) -> None:
    env, twin = opened(threads=2), opened()
    for one in (env, twin):
        one.step([5, 6, 9, 5])
    words = rf"^actions\[3\] is {wrong}, which is not legal: legal are 0 1 2 4 6 8 9 10$"
    with pytest.raises(IllegalMove, match=words):
        env.step([0, 1, 4, wrong])
    assert same(env.step([0, 1, 4, 0]), twin.step([0, 1, 4, 0]))


def test_many_legal_actions_are_not_all_listed() -> None:
    env = BatchedEnv(load("freedom", size=6), 2)
    env.reset()
    with pytest.raises(IllegalMove, match=r"legal are 0 1 2 .* 19 …$"):
        env.step([0, 36])


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([1, 2], r"actions must be 4 whole numbers, not an array of int64 of shape \(2,\)"),
        ([[1, 2, 3, 4]], r"of shape \(1, 4\)"),
        ([1.0, 2, 3, 4], "not an array of float64"),
        (["a", "b", "c", "d"], "actions must be 4 whole numbers"),
        ([True] * 4, "not an array of bool"),
        (None, "not an array of object"),
        (7, "of shape"),
    ],
)
def test_actions_that_are_none(actions: Any, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        opened().step(actions)


def test_other_requests_that_make_no_sense() -> None:
    game = load("freedom", size=4)
    for settings in ({"n": 0}, {"threads": 0}, {"max_plies": 0}, {"n": 2.5}, {"n": True}):
        with pytest.raises(BadRequest, match=f"{next(iter(settings))} must be a whole number"):
            BatchedEnv(game, **{"n": 1, **settings})
    with pytest.raises(BadRequest, match="game must be a Game"):
        BatchedEnv("freedom", 1)  # type: ignore[arg-type]
    env = BatchedEnv(game, 2)
    for call in (lambda: env.step([0, 0]), env.sample, lambda: env.reset(games=[True, True])):
        with pytest.raises(BadRequest, match="call reset"):
            call()
    env.reset()
    for games_ in ([True], [1, 0], "ab"):
        with pytest.raises(BadRequest, match="games must be 2 bools"):
            env.reset(games=games_)
    with pytest.raises(BadRequest, match="seed must be"):
        env.reset(seed=-1)


def test_arrays_are_owned_or_used_again() -> None:
    for reuse in (False, True):
        one, two = played(opened(reuse=reuse), 2)
        assert [np.shares_memory(*pair) for pair in zip(one, two, strict=True)] == [reuse] * 6


def test_arrays_go_to_other_libraries_without_a_copy() -> None:
    for array in opened().step([5, 6, 9, 10]):
        assert np.shares_memory(np.from_dlpack(array), array)


def test_a_pickle_goes_on_where_it_was() -> None:
    env = opened(threads=2)
    played(env, 9)
    twin = pickle.loads(pickle.dumps(env))
    assert all(map(same, played(env, 30), played(twin, 30)))


def test_what_is_next_to_what() -> None:
    env = opened()
    site = env.game.board.site
    pairs = set(zip(*env.edge_index.tolist(), strict=True))
    assert {to for here, to in pairs if here == site["a1"]} == {
        site[name] for name in ("a2", "b1", "b2")
    }
    assert grid(load("kamelen").board) == (11, 11)
    assert grid(load("brainline").board) is None
    low, high = env.bounds
    for step in played(env, 30):
        assert ((low <= step.observations) & (step.observations <= high)).all()


def ordered(names: tuple[str, ...], stack: Any) -> list[Any]:
    """The planes with those of a list in one order."""
    return sorted(
        (name.rstrip("0123456789 "), plane.tolist())
        for name, plane in zip(names, stack, strict=True)
    )


@pytest.mark.parametrize("id", [kind.id for kind in catalogue().values() if kind().symmetries])
def test_symmetries_of_sites_and_moves(id: str) -> None:
    """A game of mirrored moves has mirrored planes and legal moves."""
    game = load(id)
    env, made, dice = BatchedEnv(game, 1), planes(game), Random(1)
    for sites, moves in zip(env.site_symmetries, env.move_symmetries, strict=True):
        assert sorted(moves.tolist()) == list(range(game.move_limit))
        state, mirror = State(game), State(game)
        image = np.argsort(moves)
        for _ in range(40):
            mirrored, stack = made.of(mirror.position)[0], made.of(state.position)[0][:, sites]
            assert ordered(made.names, mirrored) == ordered(made.names, stack)
            legal = np.zeros(game.move_limit, np.bool_)
            legal[list(state.unsorted)] = True
            assert np.flatnonzero(legal[moves]).tolist() == sorted(mirror.unsorted)
            if state.over:
                break
            move = dice.choice(state.unsorted)
            state.play(move)
            mirror.play(int(image[move]))
