"""Hexagonal boards of hexagonal cells ("hex-hex")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, pi, sin, sqrt

from livestone.boards.board import Board, Course, Label, Point, Zone, neighbour_table

# How far the line of a coloured edge keeps off the cells, in cell widths.
GAP = 0.16
# (column, row) steps in doubled columns, from east counter-clockwise; opposites are three apart.
HEXAGON = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))


@lru_cache
def hexhex(side: int) -> Board:
    """A hexagon with ``side`` cells along each edge, in rows of pointed-top hexagons.

    Cells are named by text column (a letter, neighbours in a row are two apart) and text row
    (a number, row 1 on top), as in the plain-text diagrams of abstract games.

    >>> len(hexhex(5)), hexhex(5).names[0], hexhex(5).site["i5"]
    (61, 'e1', 30)
    """
    places = []
    for row in range(2 * side - 1):
        indent = abs(side - 1 - row)
        places += [(indent + 2 * k, row) for k in range(2 * side - 1 - indent)]
    letters = "abcdefghijklmnopqrstuvwxyz"
    height = sqrt(3) / 2
    radius = 1 / sqrt(3)
    tips = [(radius * sin(k * pi / 3), radius * cos(k * pi / 3)) for k in range(6)]
    centres = [(column / 2, -row * height) for column, row in places]
    rows = [
        tuple(site for site, place in enumerate(places) if place[1] == row)
        for row in range(2 * side - 1)
    ]
    labels = [
        Label(str(row + 1), centres[sites[0]][0] - 1.05, centres[sites[0]][1])
        for row, sites in enumerate(rows)
    ]
    labels += [
        Label(letters[column], column / 2, -(2 * side - 1) * height - 0.1)
        for column in range(4 * side - 3)
    ]
    return Board(
        kind="hexagonal",
        names=tuple(f"{letters[column]}{row + 1}" for column, row in places),
        centres=tuple(centres),
        neighbours=neighbour_table(places, HEXAGON),
        rows=tuple(rows),
        outlines=tuple(tuple((x + dx, y + dy) for dx, dy in tips) for x, y in centres),
        labels=tuple(labels),
        symmetries=_symmetries(side, places),
    )


def sides(side: int) -> tuple[tuple[int, ...], ...]:
    """The sites along each side of :func:`hexhex`, clockwise from the upper one on.

    Corners belong to both sides that meet there.

    >>> board = hexhex(5)
    >>> [board.names[site] for site in sides(5)[1]]
    ['m1', 'n2', 'o3', 'p4', 'q5']
    """
    rows = hexhex(side).rows
    upper, lower = rows[:side], rows[side - 1 :]
    return (
        rows[0],
        tuple(row[-1] for row in upper),
        tuple(row[-1] for row in lower),
        rows[-1][::-1],
        tuple(row[0] for row in reversed(lower)),
        tuple(row[0] for row in reversed(upper)),
    )


@lru_cache
def rimmed(side: int, parts: tuple[tuple[str, str, int, int], ...]) -> Board:
    """:func:`hexhex` with parts of its edge coloured: name, colour, first and last side of each.

    Each part becomes a zone of its name and a heavy line along it.
    """
    board, along = hexhex(side), sides(side)
    zones, courses = {}, []
    for name, colour, first, last in parts:
        sites = dict.fromkeys(site for number in range(first, last + 1) for site in along[number])
        zones[name] = Zone(tuple(sites), colour=colour)
        courses.append(Course(_edge(board, along[first : last + 1], first), colour, edge=True))
    labels = [
        # Row numbers make room for the line; letters stand below it anyway.
        replace(label, x=label.x - 0.25) if label.text.isdigit() else label
        for label in board.labels
    ]
    return replace(board, zones=zones, courses=tuple(courses), labels=tuple(labels))


def _edge(board: Board, along: Sequence[Sequence[int]], first: int) -> tuple[Point, ...]:
    """The outer edge of some sides, a little off the cells, half way round the corners."""
    middle = board.centres[len(board) // 2]
    away = 1 + GAP / (middle[1] - board.centres[-1][1] + 0.5)
    found: list[Point] = []
    for number, cells in enumerate(along, first):
        for site in cells:
            before, tip, after = (board.outlines[site][(number + turn) % 6] for turn in (-1, 0, 1))
            begin = [_between(before, tip)] if site == cells[0] else []
            found += [*begin, tip, _between(tip, after) if site == cells[-1] else after]
    return tuple(
        (middle[0] + away * (x - middle[0]), middle[1] + away * (y - middle[1]))
        for x, y in dict.fromkeys(found)
    )


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _symmetries(side: int, places: list[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The six rotations and their mirror images, found in cube coordinates."""
    number = {place: site for site, place in enumerate(places)}

    def cube(place: tuple[int, int]) -> tuple[int, int, int]:
        column, row = place[0] - 2 * (side - 1), place[1] - (side - 1)
        q = (column - row) // 2
        return q, row, -q - row

    def flat(q: int, r: int) -> int:
        return number[2 * q + r + 2 * (side - 1), r + side - 1]

    found = []
    for mirrored in (False, True):
        for turns in range(6):
            images = []
            for place in places:
                q, r, s = cube(place)
                if mirrored:
                    q, s = s, q
                for _ in range(turns):
                    q, r, s = -r, -s, -q
                images.append(flat(q, r))
            found.append(tuple(images))
    return tuple(found)
