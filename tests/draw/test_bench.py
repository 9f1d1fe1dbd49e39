from __future__ import annotations

from livestone.boards import square
from livestone.draw.bench import milliseconds
from livestone.draw.scene import Scene


def test_the_mean_is_a_time() -> None:
    assert milliseconds(Scene(square(4)), pictures=2) > 0
