"""Boards of hexagonal cells in centred rows of any length."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin, sqrt

from livestone.boards.board import Board, Label, neighbour_table
from livestone.boards.hexagonal import HEXAGON

# How far the name of a row's end cell stands from it.
BESIDE = 1.0


@lru_cache
def hexrows(*sizes: int) -> Board:
    """Rows of so many pointed-top hexagons from the top; neighbouring rows differ by an odd number.

    Rows are lettered from the top and cells numbered from the left within their row, so ``A1`` is
    the upper left cell and site 0. There are six directions, from east counter-clockwise; the cells
    at both ends of each row bear their names. Raises ValueError for rows that do not interlock.

    >>> board = hexrows(2, 3, 2)
    >>> board.names
    ('A1', 'A2', 'B1', 'B2', 'B3', 'C1', 'C2')
    >>> [board.names[site] for site in board.line(board.site["A2"], 4)]
    ['A2', 'B2', 'C1']
    """
    if any((upper - lower) % 2 == 0 for upper, lower in pairwise(sizes)):
        raise ValueError(f"rows of {sizes} hexagons do not interlock")
    widest = max(sizes)
    places = [(widest - size + 2 * at, row) for row, size in enumerate(sizes) for at in range(size)]
    names = [
        f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[row]}{at + 1}"
        for row, size in enumerate(sizes)
        for at in range(size)
    ]
    rows = [
        tuple(site for site, place in enumerate(places) if place[1] == row)
        for row in range(len(sizes))
    ]
    centres = [(column / 2, -row * sqrt(3) / 2) for column, row in places]
    tips = [(sin(k * pi / 3) / sqrt(3), cos(k * pi / 3) / sqrt(3)) for k in range(6)]
    return Board(
        kind="hexagonal",
        names=tuple(names),
        centres=tuple(centres),
        neighbours=neighbour_table(places, HEXAGON),
        rows=tuple(rows),
        outlines=tuple(tuple((x + dx, y + dy) for dx, dy in tips) for x, y in centres),
        labels=tuple(
            Label(names[row[end]], centres[row[end]][0] + beside, centres[row[end]][1])
            for row in rows
            for end, beside in ((0, -BESIDE), (-1, BESIDE))
        ),
        symmetries=_symmetries(places),
    )


def _symmetries(places: list[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The identity, both mirrors and the half turn, where every place has its image."""
    number = {place: site for site, place in enumerate(places)}
    right, bottom = (max(along) for along in zip(*places, strict=True))
    images = [
        tuple(number.get(turned(place), -1) for place in places)
        for turned in (
            lambda place: place,
            lambda place: (right - place[0], place[1]),
            lambda place: (place[0], bottom - place[1]),
            lambda place: (right - place[0], bottom - place[1]),
        )
    ]
    return tuple(image for image in images if -1 not in image)
