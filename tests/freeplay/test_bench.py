from __future__ import annotations

import sys

import pytest

from livestone.core.game import Game
from livestone.freeplay.bench import match_speed
from livestone.games import load


@pytest.mark.skipif(sys.platform != "linux", reason="reads CPU times from /proc")
@pytest.mark.parametrize("game", [None, load("straat")])
def test_it_measures(game: Game | None) -> None:
    speed = match_speed(1, game)
    assert speed.games > 0
    assert speed.games_per_core > 0
    assert speed.start > 0
