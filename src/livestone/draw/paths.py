"""Numbers and polygons as the short texts of SVG paths."""

from __future__ import annotations

from collections.abc import Sequence

from livestone.boards.board import Point


def number(value: float) -> str:
    """A length as short text: at most one digit after the point.

    >>> number(50.0), number(-28.8675)
    ('50', '-28.9')
    """
    return f"{round(value, 1) + 0:g}"


def polygon(points: Sequence[Point]) -> str:
    """The path data of a closed polygon.

    >>> polygon([(0, 0), (10, 0), (0, 10)])
    'M0 0L10 0L0 10z'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"
