"""How long a picture takes."""

from __future__ import annotations

from time import perf_counter

from livestone.draw import svg
from livestone.draw.scene import Scene


def milliseconds(scene: Scene, pictures: int = 200) -> float:
    """Return the mean time to draw a scene as an interactive board, in milliseconds.

    The first picture of a board, which also lays out its field, is not counted.
    """
    svg.draw(scene, standalone=False, interactive=True)
    begun = perf_counter()
    for _ in range(pictures):
        svg.draw(scene, standalone=False, interactive=True)
    return (perf_counter() - begun) / pictures * 1000
