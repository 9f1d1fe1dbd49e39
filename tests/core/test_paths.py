from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import games  # noqa: F401  (registers the test games)

from livestone.core.paths import Step, follow
from livestone.core.state import State
from livestone.games import catalogue, load

PATHS = {"a1-b2": ("a1", "b2"), "a1-c3": ("a1", "c3"), "pass": ("pass",), "b1": ("b1",)}


def test_what_may_come_first() -> None:
    assert follow(PATHS) == Step(None, ("a1", "pass", "b1"))


def test_what_may_come_next() -> None:
    assert follow(PATHS, ["a1"]) == Step(None, ("b2", "c3"))


def test_a_complete_move() -> None:
    assert follow(PATHS, ["a1", "c3"]) == Step("a1-c3", ())
    assert follow({7: ("e5",)}, ["e5"]) == Step(7, ())


def test_nowhere() -> None:
    assert follow(PATHS, ["z9"]) == Step(None, ())
    assert follow(PATHS, ["a1", "b2", "c3"]) == Step(None, ())
    assert follow({}) == Step(None, ())


def test_a_path_that_another_begins_with() -> None:
    assert follow({"e5": ("e5",), "e5n": ("e5", "north")}, ["e5"]) == Step("e5", ("north",))


@pytest.mark.parametrize("game", catalogue())
@settings(max_examples=20)
@given(plies=st.integers(0, 40), seed=st.integers(0, 99))
def test_every_legal_move_is_reached_by_its_path_and_nothing_else_is(
    game: str, plies: int, seed: int
) -> None:
    state, dice = State(load(game)), Random(seed)
    while not state.over and state.ply < plies:
        state.play(dice.choice(state.unsorted))
    paths = state.paths
    reached, todo = set(), [((), follow(paths))]
    while todo:
        tokens, step = todo.pop()
        if step.move is not None:
            assert paths[step.move] == tokens
            reached.add(step.move)
        todo += [((*tokens, token), follow(paths, (*tokens, token))) for token in step.next]
    assert reached == set(state.legal)
