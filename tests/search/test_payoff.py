"""What scores are worth."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games import Shuttle, Twins

from livestone.core.game import Game
from livestone.core.kernels import KernelContext, kernels
from livestone.games import load
from livestone.search.payoff import payoff


def context(game: Game) -> KernelContext:
    """A context whose helpers stay plain Python."""
    return kernels(game).context._replace(jit=lambda function: function)


def worth(game: Game, name: str, *score: float) -> list[float]:
    value = np.zeros(len(score))
    getattr(payoff(context(game)), name)(np.array(score), value)
    return [round(share, 4) for share in value.tolist()]


def test_the_highest_score_wins_and_equals_share() -> None:
    game = load("freedom", size=4)
    assert worth(game, "result", 4, 3) == [1, 0]
    assert worth(game, "result", 3, 3) == [0.5, 0.5]
    three = Twins(side=2, players=3)
    assert worth(three, "result", 1, 2, 1) == [0, 1, 0]
    assert worth(three, "result", 2, 2, 1) == [0.5, 0.5, 0]
    assert worth(three, "result", -1, -1, -1) == [0.3333] * 3


def test_a_lead_of_the_spread_makes_a_win_twice_as_likely() -> None:
    game = load("freedom", size=4)
    assert worth(game, "chance", 10 + game.knobs.spread, 10) == [0.6667, 0.3333]
    assert worth(game, "chance", 7, 7) == [0.5, 0.5]
    assert worth(game, "chance", 0, 1e6) == [0, 1]


def test_a_guess_at_the_result_is_taken_as_it_is() -> None:
    game = Shuttle(length=5, cap=8)
    assert worth(game, "chance", 0.75, 0.25) == [0.75, 0.25]
    assert worth(game, "chance", 1.5, -1) == [1, 0]
    assert worth(game, "chance", 0, 0) == [0.5, 0.5]


def test_a_double_win_is_worth_twice_a_single_one() -> None:
    class Doubled(Shuttle):
        stake = 2

    game = Doubled(length=5, cap=8)
    assert worth(game, "result", 2, 0) == [1, 0]
    assert worth(game, "result", 0, 1) == [0.25, 0.75]
    assert worth(game, "result", 0, 0) == [0.5, 0.5]
    assert worth(game, "chance", 1.6, 0) == [0.9, 0.1]
    assert worth(game, "chance", 0.5, 0.5) == [0.5, 0.5]


def test_winners_of_a_game_s_own_are_refused() -> None:
    class Lowest(Twins):
        def winners(self, scores: tuple[float, ...]) -> tuple[int, ...]:
            return (scores.index(min(scores)),)

    with pytest.raises(TypeError, match="Lowest declares its own winners"):
        payoff(context(Twins(side=2))._replace(game=Lowest()))
