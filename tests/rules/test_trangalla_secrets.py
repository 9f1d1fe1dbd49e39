"""Trangalla: nobody sees the hidden King, neither people nor bots, and bots play well without."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest
from tests.rules.trangalla_oracle import HOMES, begun, put

from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.core.scene import scene
from livestone.core.state import ONLOOKER, SECRET, State
from livestone.games import load
from livestone.play.bot import Bot
from livestone.search.report import Limits, Report
from livestone.search.uct import Uct

# Secrets ----------------------------------------------------------------------------------------


def shown(state: State, viewer: int) -> str:
    """Everything that reaches a viewer."""
    view = state.view(viewer)
    return json.dumps([view.as_json(), view.moves, view.steps, repr(scene(view, numbers=True))])


@pytest.mark.parametrize("viewer", [0, 1, ONLOOKER])
def test_the_other_king_never_shows(viewer: int) -> None:
    """Games that differ only in the hidden Kings look the same, ply by ply, until one is lost."""
    rng = Random(viewer)
    whites = ["3b"] if viewer == 0 else HOMES["w"].split()
    blacks = ["7b"] if viewer == 1 else HOMES["b"].split()
    games = [begun(white, black) for white in whites for black in blacks]
    while len(games) > 1:
        assert len({shown(state, viewer) for state in games}) == 1
        if viewer in (-1, int(games[0].position.mover)):
            assert len({tuple(state.legal_texts) for state in games}) == 1
        ply = rng.choice(games[0].legal_texts)
        for state in games:
            state.play(ply)
        public = [(state.over, tuple(state.position.cells), int(state.turn)) for state in games]
        games = [game for game, facts in zip(games, public, strict=True) if facts == public[0]]
        if games[0].over:
            break
    assert games[0].ply > 6


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
        assert not state.game.problem(guess)
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


def test_a_bot_does_not_depend_on_the_hidden_square() -> None:
    lines = {"2b-4a", "8b-6c"}
    states = [begun("2a", black) for black in HOMES["b"].split()]
    for state in states:
        for ply in lines & set(state.legal_texts):
            state.play(ply)
    for seat in (0, 1):
        states = [
            begun("2a", name) if seat == 0 else begun(name, "8a")
            for name in HOMES["b" if seat == 0 else "w"].split()
        ]
        if seat == 1:
            for state in states:
                state.play("3a-4a")
        assert {int(state.position.mover) for state in states} == {seat}
        assert len({thought(state, 800).lines for state in states}) == 1
        for level in (1, 4):
            moves = set()
            for state in states:
                *_, report = Bot(state.game, level, seed=5, seconds=60).think(state)
                moves.add(report.move)
            assert len(moves) == 1


def test_a_bot_brings_its_king_home() -> None:
    state = put("8a 2a 3a", "5b 6a 7c", "8a 5b")
    assert state.game.move_text(thought(state).move) == "8a-9a"


def test_a_bot_takes_the_only_piece_that_can_be_the_king() -> None:
    state = put("4b 2a", "5b 7a 3c", "2a 5b", turned="7a 3c")
    assert state.game.move_text(thought(state).move) == "4b-6c"


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
    for number in range(4):
        state = State(load("trangalla"))
        while not state.over:
            mine = int(state.position.mover) == number % 2
            state.play(thought(state, 800).move if mine else rng.choice(state.unsorted))
        assert state.turn < 300, "it must end by its own rules"
        won += state.winners == (number % 2,)
        assert state.winners != (1 - number % 2,)
    assert won >= 3
