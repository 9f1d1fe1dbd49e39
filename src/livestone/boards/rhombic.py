"""Boards of hexagonal cells in rows of equal length, each half a cell further right."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import cos, pi, sin, sqrt

from livestone.boards.board import Board, Course, Label, Point, Zone, neighbour_table
from livestone.boards.hexagonal import GAP

# (column, row) steps from east counter-clockwise, rows counted from the top; opposites are three
# apart.
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SIDES = ("top", "right", "bottom", "left")


@lru_cache
def rhombus(
    columns: int, rows: int | None = None, *, colours: tuple[str, str] | None = None
) -> Board:
    """A rhombus of ``columns`` by ``rows`` pointed-top hexagons (``columns`` when left out).

    Columns are lettered from the left and rows numbered from the top, so ``a1`` is the upper left
    cell and site 0; sites run along the rows. The zones ``top``, ``right``, ``bottom`` and ``left``
    are the cells along the sides. Of ``colours`` the first is that of the lines along the top and
    the bottom, the second that of the two other sides.

    >>> board = rhombus(3)
    >>> [board.names[site] for site in board.neighbours[board.site["b2"]]]
    ['c2', 'c1', 'b1', 'a2', 'a3', 'b3']
    >>> [board.names[site] for site in board.zones["right"].sites]
    ['c1', 'c2', 'c3']
    """
    rows = columns if rows is None else rows
    height = sqrt(3) / 2
    places = [(x, y) for y in range(rows) for x in range(columns)]
    centres = [(x + y / 2, -y * height) for x, y in places]
    tips = [(sin(k * pi / 3) / sqrt(3), cos(k * pi / 3) / sqrt(3)) for k in range(6)]
    outlines = tuple(tuple((x + dx, y + dy) for dx, dy in tips) for x, y in centres)
    along = _along(columns, rows)
    ink = dict(zip(SIDES, 2 * (colours or ("", "")), strict=True))
    letters = "abcdefghijklmnopqrstuvwxyz"
    labels = [Label(letters[x], x - 0.45, 0.95) for x in range(columns)]
    labels += [Label(str(y + 1), y / 2 - 1.2, -y * height) for y in range(rows)]
    return Board(
        kind="hexagonal",
        names=tuple(f"{letters[x]}{y + 1}" for x, y in places),
        centres=tuple(centres),
        neighbours=neighbour_table(places, STEPS),
        rows=tuple(tuple(range(y * columns, (y + 1) * columns)) for y in range(rows)),
        outlines=outlines,
        labels=tuple(labels),
        symmetries=_symmetries(columns, rows),
        zones={side: Zone(sites, colour=ink[side]) for side, sites in along.items()},
        courses=tuple(
            Course(line, ink[side], edge=True) for side, line in _edges(along, outlines).items()
        )
        if colours
        else (),
    )


def _along(columns: int, rows: int) -> dict[str, tuple[int, ...]]:
    """The sites along each side, clockwise from the upper left corner on."""
    last = (rows - 1) * columns
    return {
        "top": tuple(range(columns)),
        "right": tuple(range(columns - 1, last + columns, columns)),
        "bottom": tuple(range(last + columns - 1, last - 1, -1)),
        "left": tuple(range(last, -1, -columns)),
    }


def _edges(
    along: dict[str, tuple[int, ...]], outlines: tuple[tuple[Point, ...], ...]
) -> dict[str, tuple[Point, ...]]:
    """The outer edge of each side, a little off the cells; blunt corners are shared by halves."""
    first = dict(zip(SIDES, (5, 0, 2, 3), strict=True))  # the first tip of a cell on this side
    found = {}
    for side, sites in along.items():
        line = [outlines[site][(first[side] + turn) % 6] for site in sites for turn in range(3)]
        if side in ("top", "bottom"):
            line[-1] = _between(line[-2], line[-1])
        else:
            line[0] = _between(line[0], line[1])
        away = [outlines[sites[0]][(first[side] + turn) % 6] for turn in (0, 2)]
        found[side] = tuple(_off(point, away) for point in dict.fromkeys(line))
    return found


def _off(point: Point, side: list[Point]) -> Point:
    """A point moved outwards from a side, which two points on it give in clockwise order."""
    (x, y), (u, v) = side
    length = sqrt((u - x) ** 2 + (v - y) ** 2)
    return point[0] - GAP * (v - y) / length, point[1] + GAP * (u - x) / length


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _symmetries(columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
    """The identity and the half turn, and where all sides are alike their mirror images."""
    sites = [(x, y) for y, x in product(range(rows), range(columns))]
    found = [tuple(range(len(sites))), tuple(range(len(sites) - 1, -1, -1))]
    if columns == rows:
        mirror = tuple(y + x * columns for x, y in sites)
        found += [mirror, mirror[::-1]]
    return tuple(found)
