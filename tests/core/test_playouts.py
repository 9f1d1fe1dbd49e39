"""What kernels of nothing but the rules tell."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games import Shuttle

from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.playouts import game_length
from livestone.core.state import State
from livestone.games import load


@pytest.mark.parametrize(
    ("game", "left"),
    [(load("freedom", size=4, last_cell="always"), 16), (Shuttle(), None)],
    ids=["filled", "open"],
)
def test_how_long_a_game_is(game: Game, left: int | None) -> None:
    stack = game.layout.array(2)
    stack[0] = State(game).position
    assert game_length(kernels(game))(stack) == left
    assert np.array_equal(stack[0], State(game).position)
