"""One text for a position and its mirrors: the same game played in every mirror shows it."""

from __future__ import annotations

from random import Random

import pytest
import tests.games  # noqa: F401  (registers its games)

from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.symmetry import canonical, inverse, mirrored, order
from livestone.games import catalogue, load

SYMMETRIC = [kind() for kind in catalogue().values() if kind().symmetries]


@pytest.mark.parametrize("game", SYMMETRIC, ids=lambda game: game.id)
def test_a_game_and_its_mirror_have_the_same_text(game: Game) -> None:
    for symmetry in game.symmetries[-2:]:
        rng, here, there = Random(5), State(game), State(game)
        while not here.over and here.ply < 5:
            path = here.paths[rng.choice(here.legal)]
            here.play(" ".join(path))
            there.play(" ".join(mirrored(game, path, symmetry)))
        assert canonical(here)[0] == canonical(there)[0]


def test_the_symmetry_leads_to_the_text_and_back() -> None:
    game = load("freedom", size=5)
    state = State(game)
    for move in ("d2", "e3", "d4"):
        state.play(move)
        text, symmetry = canonical(state)
        ahead = {path: mirrored(game, path, symmetry) for path in state.paths.values()}
        assert set(ahead.values()) == set(State.read(game, text).paths.values())
        back = inverse(symmetry)
        assert all(mirrored(game, there, back) == here for here, there in ahead.items())


def test_only_mirrors_have_the_same_text() -> None:
    game = load("freedom", size=5)
    texts = {}
    for move in State(game).legal_texts:
        state = State(game)
        state.play(move)
        texts[move] = canonical(state)[0]
    quarter = [texts[move] for move in ("a1", "b1", "c1", "b2", "c2", "c3")]
    assert len(set(quarter)) == len(set(texts.values())) == 6


def test_the_symmetries_that_leave_a_position_alone_are_counted() -> None:
    state = State(load("freedom", size=5))
    for move, count in (("c3", 8), ("c4", 8), ("c5", 2), ("d4", 2)):
        assert order(state) == count
        state.play(move)
    assert order(state) == 1


def test_from_another_opening_there_are_no_mirrors() -> None:
    state = State.read(load("freedom", size=4), "4/4/4/3w b last=d1 turn=1")
    assert canonical(state) == (state.text, tuple(range(16)))
