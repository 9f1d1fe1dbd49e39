"""Triangular boards of points, drawn with the apex down."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import sqrt

from livestone.boards.board import Board, Label, neighbour_table

# (row, place) steps from east counter-clockwise; opposites are three apart.
LATTICE = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))


@lru_cache
def triangular(side: int) -> Board:
    """A triangle of points with ``side`` points along each edge, one edge on top.

    Rows are lettered from the top and points numbered from the left within their row, so ``A1`` is
    the upper left tip and site 0. All lines of the lattice are drawn.

    >>> len(triangular(17)), triangular(17).names[16:18], triangular(17).names[-1]
    (153, ('A17', 'B1'), 'Q1')
    """
    places = [(row, place) for row in range(side) for place in range(side - row)]
    number = {place: site for site, place in enumerate(places)}
    height = sqrt(3) / 2
    centres = [(place + row / 2, -row * height) for row, place in places]
    neighbours = neighbour_table(places, LATTICE)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    rows = [tuple(number[row, place] for place in range(side - row)) for row in range(side)]
    lines = [((0, at), (side - 1 - at, at)) for at in range(side - 1)]
    lines += [((0, at), (at, 0)) for at in range(1, side)]
    lines += [((at, 0), (at, side - 1 - at)) for at in range(side - 1)]
    labels = [
        Label(letters[row], centres[sites[0]][0] - 1.05, centres[sites[0]][1])
        for row, sites in enumerate(rows)
    ]
    labels += [Label(str(place + 1), place, 0.92) for place in range(side)]
    # Numbers begin anew in each row, so the ends of the others are named too.
    labels += [
        Label(f"{letters[row]}{len(sites)}", centres[sites[-1]][0] + 1.05, centres[sites[-1]][1])
        for row, sites in enumerate(rows[1:], 1)
    ]
    return Board(
        kind="triangular",
        names=tuple(f"{letters[row]}{place + 1}" for row, place in places),
        centres=tuple(centres),
        neighbours=neighbours,
        rows=tuple(rows),
        strokes=tuple((centres[number[begin]], centres[number[end]]) for begin, end in lines),
        labels=tuple(labels),
        symmetries=_symmetries(places),
    )


def _symmetries(places: list[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The six ways to permute a point's distances from the three edges, the identity first."""
    number = {place: site for site, place in enumerate(places)}
    last = max(row for row, _ in places)
    found = []
    for order in permutations(range(3)):
        images = []
        for row, place in places:
            distances = (row, place, last - row - place)
            images.append(number[distances[order[0]], distances[order[1]]])
        found.append(tuple(images))
    return tuple(found)
