"""Zones of boards: how each look is drawn, under the pieces.

A look is never colour alone: it has a form of its own, and the zones of different players have
different edges (the classes of their colours in ``board.css``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from livestone.boards.board import Point
from livestone.draw.paths import number, polygon

# Of a fort: how far its wall and its bastions stand out, in hundredths of a cell.
WALL, BASTION, SPUR = 11, 30, 20
PETALS = 12
LEAVES = 9
# Points nearer than this are neighbours.
NEAR = 101


class Place(NamedTuple):
    """One site of a zone: its centre, its outline (empty for a point), its circle's radius."""

    centre: Point
    outline: Sequence[Point]
    point: float


@dataclass(frozen=True)
class Look:
    """How a zone is drawn, and the characters for its empty sites in plain text, if any.

    ``draw`` makes markup from the zone's places; ``floor`` what lies below the board's lines.
    """

    draw: Callable[[Sequence[Place]], str]
    signs: tuple[str, str] | None = None
    floor: Callable[[Sequence[Place]], str] = lambda places: ""


def borders(outlines: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """The loops around all cells together, clockwise on the page (y runs down).

    >>> [len(loop) for loop in borders([[(0, 0), (1, 0), (1, 1), (0, 1)]])]
    [4]
    """
    edges: dict[Point, list[Point]] = {}
    for outline in outlines:
        points = [(round(x, 1), round(y, 1)) for x, y in outline]
        if _area(points) < 0:
            points.reverse()
        for begin, end in pairwise([*points, points[0]]):
            if begin in edges.get(end, ()):
                edges[end].remove(begin)
            else:
                edges.setdefault(begin, []).append(end)
    loops = []
    for start in edges:
        while edges[start]:
            loop = [start]
            while (here := edges[loop[-1]].pop()) != start:
                loop.append(here)
            loops.append(loop)
    return loops


def _area(points: Sequence[Point]) -> float:
    """Twice the area of a polygon, negative when it runs against the clock."""
    ends = zip(points, [*points[1:], points[0]], strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in ends)


def _tint(places: Sequence[Place]) -> str:
    path = "".join(polygon(place.outline) for place in places)
    return f'<path class="tint" d="{path}"/>'


def _wall(places: Sequence[Place]) -> str:
    """A wall with battlements around a tint."""
    path = "".join(map(polygon, borders([place.outline for place in places])))
    return f'<path class="wall" d="{path}"/><path class="merlons" d="{path}"/>'


def _fort(places: Sequence[Place]) -> str:
    """A wall with bastions at its corners and spurs between, around a tint."""
    parts = []
    for loop in borders([place.outline for place in places]):
        outer: list[Point] = []
        for before, here, after in zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False):
            outer += _bulwark(before, here, after)
        parts.append(f'<path class="fort" d="{polygon(outer)}{polygon(loop)}"/>')
    return "".join(parts)


def _bulwark(before: Point, here: Point, after: Point) -> list[Point]:
    """The outer wall's points about one corner of its inner edge."""
    (ax, ay), (bx, by) = _unit(before, here), _unit(here, after)
    # Clockwise with y down, outside is to the left.
    normals = ((ay, -ax), (by, -bx))
    x, y = here
    if abs(ax * by - ay * bx) < 0.1:  # straight on: a spur
        (nx, ny), width = normals[0], 0.8 * SPUR
        foot = [(x - width * ax, y - width * ay), (x + width * ax, y + width * ay)]
        left, right = [(fx + WALL * nx, fy + WALL * ny) for fx, fy in foot]
        return [left, (x + SPUR * nx, y + SPUR * ny), right]
    reach = BASTION / hypot(normals[0][0] + normals[1][0], normals[0][1] + normals[1][1])
    tip = (
        x + reach * (normals[0][0] + normals[1][0]),
        y + reach * (normals[0][1] + normals[1][1]),
    )
    sides = [
        (x + sign * BASTION * 0.55 * dx + WALL * nx, y + sign * BASTION * 0.55 * dy + WALL * ny)
        for sign, (dx, dy), (nx, ny) in ((-1, (ax, ay), normals[0]), (1, (bx, by), normals[1]))
    ]
    return [sides[0], tip, sides[1]]


def _unit(begin: Point, end: Point) -> Point:
    x, y = end[0] - begin[0], end[1] - begin[1]
    length = hypot(x, y)
    return x / length, y / length


def _panel(places: Sequence[Place]) -> str:
    """A dark panel with a row of lozenges: nothing can stand there."""
    parts = [_plate(places)]
    for place in places:
        x, y = map(number, place.centre)
        parts.append(f'<path class="gilt" transform="translate({x} {y})" d="{_LOZENGE}"/>')
    return "".join(parts)


def _rosette(places: Sequence[Place]) -> str:
    """A dark panel with a flower."""
    parts = [_plate(places)]
    for place in places:
        x, y = map(number, place.centre)
        parts.append(f'<path class="gilt" transform="translate({x} {y})" d="{_flower()}"/>')
    return "".join(parts)


def _plate(places: Sequence[Place]) -> str:
    loops = borders([place.outline for place in places])
    plate = "".join(map(polygon, loops))
    inner = "".join(polygon(_inset(loop, 11)) for loop in loops)
    return f'<path class="plate" d="{plate}"/><path class="gilding" d="{inner}"/>'


def _inset(loop: Sequence[Point], depth: float) -> list[Point]:
    """A loop moved inwards by ``depth``."""
    found = []
    for before, here, after in zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False):
        (ax, ay), (bx, by) = _unit(before, here), _unit(here, after)
        turn = ax * by - ay * bx
        if abs(turn) < 0.1:
            continue
        found.append((here[0] + depth * (bx - ax) / turn, here[1] + depth * (by - ay) / turn))
    return found


_LOZENGE = (
    "M0-31L31 0L0 31L-31 0zM0-21L21 0L0 21L-21 0zM0-12L12 0L0 12L-12 0z"
    "M-33-33h13a13 13 0 0 1-13 13zM33-33v13a13 13 0 0 1-13-13zM33 33h-13a13 13 0 0 1 13-13z"
    "M-33 33v-13a13 13 0 0 1 13 13z"
)


def _flower() -> str:
    petals = []
    for petal in range(PETALS):
        angle = 2 * pi * petal / PETALS
        corners = [
            (radius * sin(angle + shift), -radius * cos(angle + shift))
            for radius, shift in ((13, -0.15), (31, -0.19), (36, 0.0), (31, 0.19), (13, 0.15))
        ]
        petals.append(polygon(corners))
    return "".join(petals) + "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z"


def _hem(places: Sequence[Place]) -> str:
    """A line along the inside of a tint, solid or broken by colour."""
    loops = borders([place.outline for place in places])
    return f'<path class="hem" d="{"".join(polygon(_inset(loop, 8)) for loop in loops)}"/>'


def _patch(places: Sequence[Place]) -> str:
    """A tint that joins neighbouring points."""
    path = "".join(
        f"M{_at(one.centre)}L{_at(other.centre)}"
        for at, one in enumerate(places)
        for other in places[at + 1 :]
        if dist(one.centre, other.centre) < NEAR
    )
    return f'<path class="patch" d="{path}"/>'


def _spots(places: Sequence[Place]) -> str:
    """A spot on each point."""
    return "".join(
        f'<circle class="spot" cx="{number(x)}" cy="{number(y)}" r="17"/>'
        for (x, y), _, _ in places
    )


def _circles(places: Sequence[Place]) -> str:
    """A circle around each site, wide enough to be seen around a piece."""
    return "".join(
        f'<circle class="ring" cx="{number(x)}" cy="{number(y)}" r="46"/>'
        for (x, y), _, _ in places
    )


def _target(places: Sequence[Place]) -> str:
    """A site filled with its colour inside a heavy ring."""
    parts = []
    for (x, y), _, point in places:
        radius = max(point, 30)
        parts.append(
            f'<circle class="target-ring" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
            f'<circle class="target" cx="{number(x)}" cy="{number(y)}" r="{number(radius - 9)}"/>'
        )
    return "".join(parts)


def _trees(places: Sequence[Place]) -> str:
    """A crown on each site, thin enough not to be taken for a piece."""
    crown = f"M{_at(_leaf(0))}" + "".join(
        f"A15 15 0 0 1 {_at(_leaf(leaf))}" for leaf in range(1, LEAVES + 1)
    )
    return "".join(
        f'<path class="tree" transform="translate({_at(place.centre)})" d="{crown}z"/>'
        for place in places
    )


def _leaf(leaf: int) -> Point:
    angle = 2 * pi * leaf / LEAVES
    return 34 * sin(angle), -34 * cos(angle)


def _start(places: Sequence[Place]) -> str:
    """A cell filled lightly with its colour inside a line, solid or broken by colour."""
    path = "".join(polygon(_inset(loop, 10)) for loop in borders([at.outline for at in places]))
    return f'<path class="start" d="{path}"/>'


def _holes(places: Sequence[Place]) -> str:
    """A hole in the middle of each cell, for a peg."""
    return "".join(
        f'<circle class="hole" cx="{number(x)}" cy="{number(y)}" r="7"/>' for (x, y), _, _ in places
    )


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


LOOKS = {
    "": Look(lambda places: ""),
    "wall": Look(_wall, ("▫", "_"), _tint),
    "fort": Look(_fort, ("▫", "_"), _tint),
    "panel": Look(_panel, ("▒", "#")),
    "rosette": Look(_rosette, ("✱", "%")),
    "row": Look(_hem, None, _tint),
    "corner": Look(_spots, None, _patch),
    "circles": Look(_circles),
    "target": Look(_target, ("◇", "+")),
    "way": Look(lambda places: "", ("┼", "=")),
    "tree": Look(lambda places: "", None, _trees),
    "start": Look(_start),
    "hole": Look(_holes),
}


def look(name: str) -> Look:
    """Return a look by its name. Raises ValueError for one that is not known.

    >>> look("fort").signs
    ('▫', '_')
    """
    if name not in LOOKS:
        raise ValueError(f"no zone looks like {name!r}: choose {', '.join(filter(None, LOOKS))}")
    return LOOKS[name]
