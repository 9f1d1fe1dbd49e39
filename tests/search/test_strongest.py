"""The strongest search takes the way that suits the game, and is exact where it can be."""

from __future__ import annotations

import pytest
from tests.games import Twins
from tests.positions import random_state
from tests.search.test_uct import max_n, near_the_end

from livestone.core.game import Jit
from livestone.core.rules import Rules
from livestone.core.state import State
from livestone.games import load
from livestone.search.report import Limits
from livestone.search.strongest import Strongest


class OpenTwins(Twins):
    """Twins without secrets and without a guess at outcomes."""

    id = "open-twins"

    def rules(self, jit: Jit) -> Rules:
        return super().rules(jit)._replace(determinise=None, observe=None)


def test_a_game_that_can_judge_its_points_is_searched_deep() -> None:
    game = load("freedom", size=4)
    *_, report = Strongest(game, threads=1).search(State(game), Limits(nodes=2_000))
    assert len(report.lines) == 1
    assert report.depth > 2


def test_a_game_for_three_is_searched_wide() -> None:
    game = Twins(side=2, players=3)
    state = State(game)
    *_, report = Strongest(game).search(state, Limits(nodes=2_000))
    assert sorted(line.move for line in report.lines) == sorted(state.legal)


def test_an_end_that_can_be_solved_is_solved() -> None:
    game = OpenTwins(side=2)
    search = Strongest(game)
    for seed in range(5):
        state = near_the_end(game, 4, seed)
        *_, report = search.search(state, Limits(nodes=4_000))
        assert report.best.proved
        assert report.best.value == max_n(state)
    *_, report = search.search(State(game), Limits(nodes=400))
    assert not report.best.proved


def test_forced_moves_and_finished_games() -> None:
    game = Twins(side=2, players=3)
    state = random_state(game, 1, len(game.board) - 1)
    (report,) = Strongest(game).search(state, Limits())
    assert report.move == state.legal[0]
    state.play(report.move)
    with pytest.raises(ValueError, match="over"):
        next(Strongest(game).search(state, Limits()))


def test_limits_hold_for_solving_and_guessing_together() -> None:
    game = Twins(side=2, players=3)
    *_, report = Strongest(game).search(State(game), Limits(nodes=100))
    assert report.nodes <= 100
