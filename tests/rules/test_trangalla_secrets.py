"""Trangalla: guesses at the hidden King fit what was seen, and bots play well without seeing it."""

from __future__ import annotations

from random import Random

import numpy as np
from tests.rules.trangalla_oracle import put

from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.core.view import ONLOOKER, SECRET
from livestone.games import load
from livestone.search.report import Limits, Report
from livestone.search.uct import Uct

# Secrets ----------------------------------------------------------------------------------------


def test_the_choice_is_seen_as_chosen() -> None:
    state = State(load("trangalla"))
    state.play("K=3b")
    assert state.view(1).moves == state.view(ONLOOKER).moves == (SECRET,)
    assert state.view(0).moves == ("K=3b",)
    assert state.view(0).cells["3b"] == "white King"
    assert state.view(1).cells["3b"] == "white piece"
    assert "3b" not in state.view(1).text
    opened = State(load("trangalla", open_kings=True))
    opened.play("K=3b")
    assert opened.view(1).cells["3b"] == "white King"


def test_the_end_shows_everything() -> None:
    state = put("8a 2a", "5b 6a", "8a 5b")
    state.play("8a-9a")
    assert state.view(0).cells["5b"] == "black King"


def test_guesses_fit_what_was_seen() -> None:
    """Every piece that may be the King is guessed, and none that was turned over."""
    state = put("4b 6a", "5a 6c 7b 8b", "6a 7b", turned="5a")
    run, rng, seen = runtime(state.game), seeded(1), set()
    view = run.observed(state.position, 0)
    for _ in range(60):
        guess = view.copy()
        with np.errstate(over="ignore"):
            state.game.plain.determinise(guess, 0, rng)  # type: ignore[misc]
        assert not state.game.wording.problem(guess)
        assert guess.kings[0] == state.position.kings[0]
        seen.add(state.game.board.names[int(guess.kings[1])])
    assert seen == {"6c", "7b", "8b"}


def test_a_lost_king_is_not_guessed() -> None:
    state = put("4b 6a", "5a 6c", "6a -")
    guess = runtime(state.game).observed(state.position, 0)
    state.game.plain.determinise(guess, 0, seeded(1))  # type: ignore[misc]
    assert guess.kings[1] == state.game.board.wall


# Bots -------------------------------------------------------------------------------------------


def thought(state: State, nodes: int = 3000) -> Report:
    *_, report = Uct(state.game, seed=2).search(state, Limits(nodes=nodes))
    return report


def test_a_bot_brings_its_king_home() -> None:
    state = put("8a 2a 3a", "5b 6a 7c", "8a 5b")
    assert state.game.wording.move_text(thought(state).move) == "8a-9a"


def test_a_bot_takes_the_only_piece_that_can_be_the_king() -> None:
    state = put("4b 2a", "5b 7a 3c", "2a 5b", turned="7a 3c")
    assert state.game.wording.move_text(thought(state).move) == "4b-6c"


def test_a_bot_saves_its_king() -> None:
    """Black can jump over 4b, where the White King stands, onto 3a."""
    men = ("4b 2a 2b", "5b 7c 8a", "4b 8a")
    assert "5b-3a" in put(*men, "b").legal_texts
    state = put(*men)
    while state.mover == 0:
        state.play(thought(state).move)
    for text in state.legal_texts:
        after = state.copy()
        after.play(text)
        assert int(after.position.lost) & 1 == 0


def test_a_bot_beats_a_random_player() -> None:
    rng, won = Random(9), 0
    for number in range(2):
        state = State(load("trangalla"))
        while not state.over:
            mine = int(state.position.mover) == number
            state.play(thought(state, 800).move if mine else rng.choice(state.unsorted))
        assert state.turn < 300, "it must end by its own rules"
        won += state.winners == (number,)
    assert won == 2
