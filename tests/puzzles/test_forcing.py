"""What can be forced, as the kernel and as a plain solver see it: in games of every kind."""

from __future__ import annotations

import random

import pytest
from tests.puzzles.plain import forces

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.puzzles.forcing import Forcing, last_turn

GAMES = {
    "two plies a turn, three players": load("twins", players=3),
    "draws by repetition": load("shuttle", length=5, repetition="draw"),
    "forbidden repetition": load("shuttle", length=5, repetition="forbid"),
    "points": load("freedom", size=4),
    "chains of captures": load("kasteel_1"),
}
SLOW = ("forbidden repetition", "chains of captures")


def late(game: Game, seed: int, plies: int) -> State:
    """A position so many plies before the end of a random game, without its history."""
    state, choose = State(game), random.Random(seed)
    while not state.over:
        state.play(choose.choice(state.unsorted))
    for _ in range(min(plies, state.ply)):
        state.undo()
    return State.read(game, state.text)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in GAMES],
)
def test_the_kernel_answers_as_the_plain_solver_does(name: str) -> None:
    game = GAMES[name]
    asked = Forcing(game)
    answers = set()
    for seed in range(12):
        state = late(game, seed, 1 + seed % 5)
        for player in range(game.players):
            for lead in (0, 1):
                last = last_turn(state, player, 3 if game.id == "shuttle" else 2)
                answer = asked.ask(state, player, lead, last)
                assert answer == forces(state, player, lead, last, {}), (state.text, player, lead)
                answers.add(answer)
    assert answers == {True, False}


def test_a_question_that_takes_too_much_stays_open() -> None:
    game = load("freedom", size=4)
    assert Forcing(game).ask(State(game), 0, 1, nodes=10) is None
