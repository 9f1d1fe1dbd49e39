"""Boards of points joined by drawn lines: a list of places and a list of lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from math import atan2, cos, dist, pi, sin

import numpy as np

from livestone.boards.board import Board, IntTable, Label, Point, Zone

# Angles equal to so many digits are the same direction; centres are rounded to PRECISION.
DIGITS = 6
PRECISION = 9
# How far from a place its name is written, outside a piece there: below, or away from the middle.
LABEL_DROP, LABEL_AWAY = 0.57, 0.65
# The radius of the circle on each place.
POINT = 0.34
# The symmetries that are looked for: every turn by a multiple of this, and their mirror images.
TURN = pi / 12


def drawn(
    places: Mapping[str, Point],
    lines: Iterable[Sequence[str]],
    zones: Mapping[str, Zone] | None = None,
    *,
    names_outside: bool = False,
) -> Board:
    """A board of named ``places`` (x runs right, y runs up, in any unit) joined by ``lines``.

    A line is the names of the places on it, one after the other, straight; a piece goes from a
    place to the next one on a line. Directions are counter-clockwise from east, as many as the
    lines have; sites keep the order of the places. The board is scaled so that the nearest two
    places are 1 apart. Names are written below their places, or with ``names_outside``, for places
    around a middle, away from it. Raises ValueError for a line that bends or names an unknown
    place.

    >>> board = drawn({"a": (0, 0), "b": (3, 0), "c": (6, 0), "d": (3, 3)}, ["abc", "bd"])
    >>> [board.names[site] for site in board.line(board.site["a"], 0)]
    ['a', 'b', 'c']
    >>> board.directions, board.centres[3], len(board.symmetries)
    (4, (1.0, 1.0), 2)
    """
    names = tuple(places)
    site = {name: number for number, name in enumerate(names)}
    centres = _scaled(list(places.values()))
    middle = _middle(centres)
    joined = [[_known(name, site) for name in line] for line in lines]
    # Angles are taken before scaling, which would blur them.
    neighbours = _neighbours(list(places.values()), joined)
    return Board(
        kind="drawn",
        names=names,
        centres=centres,
        neighbours=neighbours,
        rows=_rows(centres),
        strokes=tuple((centres[line[0]], centres[line[-1]]) for line in joined),
        labels=tuple(
            Label(name, *_beside(point, middle if names_outside else None))
            for name, point in zip(names, centres, strict=True)
        ),
        symmetries=_symmetries(centres, neighbours),
        zones=dict(zones or {}),
        point=POINT,
    )


def straight(
    places: Mapping[str, Point], steps: Iterable[tuple[float, float]]
) -> list[tuple[str, ...]]:
    """The longest lines of places that are each one of ``steps`` (x, y) from the one before.

    >>> straight({"a": (0, 0), "b": (1, 1), "c": (2, 2), "d": (1, 0)}, [(1, 1), (1, 0)])
    [('a', 'b', 'c'), ('a', 'd')]
    """
    at = {point: name for name, point in places.items()}
    found = []
    for dx, dy in steps:
        for (x, y), name in at.items():
            line = [name]
            while (x - dx, y - dy) not in at and (x + len(line) * dx, y + len(line) * dy) in at:
                line.append(at[x + len(line) * dx, y + len(line) * dy])
            found += [tuple(line)] if len(line) > 1 else []
    return found


def _known(name: str, site: Mapping[str, int]) -> int:
    if name not in site:
        raise ValueError(f"a line goes through {name!r}, which is no place of this board")
    return site[name]


def _scaled(points: Sequence[Point]) -> tuple[Point, ...]:
    nearest = min((dist(one, other) for one, other in combinations(points, 2)), default=1.0)
    return tuple((round(x / nearest, PRECISION), round(y / nearest, PRECISION)) for x, y in points)


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _beside(point: Point, middle: Point | None) -> Point:
    """Where the name of a place is written: below it, or away from the middle if that is given."""
    far = dist(point, middle) if middle else 0.0
    if middle is None or far < LABEL_DROP:
        return point[0], point[1] - LABEL_DROP
    x, y = ((here - there) * LABEL_AWAY / far for here, there in zip(point, middle, strict=True))
    return point[0] + x, point[1] + y


def _angle(start: Point, end: Point) -> float:
    """The direction from one point to another, counter-clockwise from east, 0 to 2 pi."""
    angle = atan2(end[1] - start[1], end[0] - start[0]) % (2 * pi)
    return round(angle, DIGITS) % round(2 * pi, DIGITS)


def _neighbours(points: Sequence[Point], lines: Sequence[Sequence[int]]) -> IntTable:
    """A step along each drawn line, both ways; the same angle is the same direction."""
    steps: dict[tuple[int, float], int] = {}
    for line in lines:
        there = {_angle(points[one], points[next_]) for one, next_ in pairwise(line)}
        if len(there) != 1:
            raise ValueError(f"the line through sites {list(line)} is not straight")
        for one, other in pairwise(line):
            steps[one, _angle(points[one], points[other])] = other
            steps[other, _angle(points[other], points[one])] = one
    number = {angle: d for d, angle in enumerate(sorted({angle for _, angle in steps}))}
    table = np.full((len(points) + 1, len(number)), len(points), dtype=np.int32)
    for (here, angle), target in steps.items():
        table[here, number[angle]] = target
    return table


def _rows(centres: Sequence[Point]) -> tuple[tuple[int, ...], ...]:
    """The sites by height, top first, each row from the left."""
    heights = sorted({y for _, y in centres}, reverse=True)
    return tuple(
        tuple(
            sorted(
                (site for site, (_, y) in enumerate(centres) if y == height),
                key=lambda site: centres[site][0],
            )
        )
        for height in heights
    )


def _symmetries(centres: Sequence[Point], neighbours: IntTable) -> tuple[tuple[int, ...], ...]:
    """The turns and mirrors about the middle that carry places to places and lines to lines."""
    middle = _middle(centres)
    around = [(x - middle[0], y - middle[1]) for x, y in centres]
    joined = {
        (here, int(there))
        for here in range(len(centres))
        for there in neighbours[here]
        if there < len(centres)
    }
    found: dict[tuple[int, ...], None] = {}
    for side in (1, -1):
        for turns in range(round(2 * pi / TURN)):
            image = _turned(around, turns * TURN, side)
            if image and {(image[here], image[there]) for here, there in joined} == joined:
                found[image] = None
    return tuple(found)


def _turned(around: Sequence[Point], angle: float, side: int) -> tuple[int, ...]:
    """Where each site goes when the board is turned, mirrored first where ``side`` is -1."""
    image = []
    for x, y in around:
        u = side * x * cos(angle) - y * sin(angle)
        v = side * x * sin(angle) + y * cos(angle)
        near = [site for site, point in enumerate(around) if dist(point, (u, v)) < 1e-3]
        image += near
    return tuple(image) if len(set(image)) == len(around) else ()
