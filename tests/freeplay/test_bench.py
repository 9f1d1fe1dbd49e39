from __future__ import annotations

import sys

import pytest

from livestone.freeplay.bench import match_speed


@pytest.mark.skipif(sys.platform != "linux", reason="reads CPU times from /proc")
def test_it_measures() -> None:
    speed = match_speed(games=3, size=6)
    assert speed.games > 0
    assert speed.games_per_core > 0
    assert speed.start > 0
