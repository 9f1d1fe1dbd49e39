"""A board as tables over numbered sites: names, places, neighbours, lines, symmetries.

A board knows no rules and no pieces. Sites are numbered from 0; one number past the last site is
the *wall*, so that walking off the board lands on a real (always blocked) cell of a padded array
instead of silently reading the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from livestone.arrays import Matrix

Point = tuple[float, float]
IntTable = Matrix[np.int32]


@dataclass(frozen=True)
class Label:
    """A coordinate written beside the board; x runs right, y runs up, in cell widths."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Zone:
    """A part of a board that means something: its sites, how it looks and whose it is.

    ``look`` is a word that the pictures know (see :mod:`livestone.draw.zones`), empty for a zone
    that is not drawn; ``colour`` is a player's colour, empty when it is nobody's. Decoration that
    means nothing is not ``spoken``: screen readers skip it.
    """

    sites: tuple[int, ...]
    look: str = ""
    colour: str = ""
    spoken: bool = True


@dataclass(frozen=True)
class Course:
    """A line drawn over the cells from point to point: a way that pieces follow, or must not.

    A ``dotted`` one is a row of dots; an ``edge`` is a heavy line beside the board, its breaks by
    colour. ``colour`` is a word that the pictures know.
    """

    points: tuple[Point, ...]
    colour: str = ""
    dotted: bool = False
    edge: bool = False


@dataclass(frozen=True, eq=False)
class Board:
    """The sites of a board and everything that follows from its shape.

    ``neighbours[site, direction]`` is the next site that way, or ``wall``; going straight on keeps
    the direction's number. Row ``wall`` of the table leads only to the wall. ``rows`` lists the
    sites as a person reads them, top row first. ``outlines`` are the cells' polygons, empty for a
    board of points, where ``strokes`` are the lines drawn between them (over cells they are thin)
    and ``point`` is the radius of the circle on each site, in cell widths. ``courses`` are lines
    drawn besides. ``symmetries``
    are the permutations of sites that keep the shape, the identity first. ``zones`` are found by
    the name that people read and hear ("castle", with ``_`` for a space).
    """

    kind: str
    names: tuple[str, ...]
    centres: tuple[Point, ...]
    neighbours: IntTable
    rows: tuple[tuple[int, ...], ...]
    outlines: tuple[tuple[Point, ...], ...] = ()
    strokes: tuple[tuple[Point, Point], ...] = ()
    labels: tuple[Label, ...] = ()
    symmetries: tuple[tuple[int, ...], ...] = ()
    zones: dict[str, Zone] = field(default_factory=dict)
    courses: tuple[Course, ...] = ()
    point: float = 0.13

    def __len__(self) -> int:
        return len(self.names)

    @property
    def wall(self) -> int:
        """The number of the one site that is not on the board."""
        return len(self.names)

    @property
    def directions(self) -> int:
        """How many directions there are; the opposite of ``d`` is ``opposite[d]``."""
        return int(self.neighbours.shape[1])

    @cached_property
    def site(self) -> dict[str, int]:
        """Site numbers by name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def zone_words(self) -> tuple[str, ...]:
        """For each site the names of its zones, joined by commas."""
        found: list[list[str]] = [[] for _ in self.names]
        for name, zone in self.zones.items():
            for site in zone.sites if zone.spoken else ():
                found[site].append(name.replace("_", " "))
        return tuple(", ".join(words) for words in found)

    def ahead(self, steps: int) -> IntTable:
        """Return ``ahead[site, direction, n]``: ``n + 1`` steps straight on, or the wall."""
        tables = [self.neighbours]
        while len(tables) < steps:
            tables.append(self.neighbours[tables[-1], np.arange(self.directions)])
        return np.stack(tables, axis=2)

    @cached_property
    def leap(self) -> IntTable:
        """``leap[site, direction]``: two steps straight on, or the wall."""
        return self.ahead(2)[:, :, 1].copy()

    @cached_property
    def opposite(self) -> tuple[int, ...]:
        """``opposite[direction]``: the direction straight back.

        A direction in which no site has a neighbour (up, on a single row) is its own opposite.
        """
        back = list(range(self.directions))
        for direction in range(self.directions):
            for here in np.flatnonzero(self.neighbours[:, direction] < self.wall)[:1]:
                there = self.neighbours[here, direction]
                back[direction] = int(np.flatnonzero(self.neighbours[there] == here)[0])
        return tuple(back)

    def line(self, site: int, direction: int) -> tuple[int, ...]:
        """The sites from ``site`` straight on to the edge, ``site`` itself first."""
        found = []
        while site < self.wall:
            found.append(site)
            site = int(self.neighbours[site, direction])
        return tuple(found)


def neighbour_table(
    places: Sequence[tuple[int, int]], steps: Sequence[tuple[int, int]]
) -> IntTable:
    """Neighbours of sites on an integer grid: ``places[site] + steps[direction]``, or the wall.

    Returns an int32 array of shape (sites + 1, directions) whose last row is all wall.
    """
    number = {place: site for site, place in enumerate(places)}
    wall = len(places)
    table = np.full((wall + 1, len(steps)), wall, dtype=np.int32)
    for site, (x, y) in enumerate(places):
        for direction, (dx, dy) in enumerate(steps):
            table[site, direction] = number.get((x + dx, y + dy), wall)
    return table
