"""The board of Haalmaa, with a corner and a row of circles for each colour, and its pawns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from livestone.boards import Board, Piece, Zone, triangular
from livestone.core.game import Seat

RED, BLUE, GREEN = "red", "blue", "green"


@lru_cache
def haalmaa_board(*kinds: str) -> Board:
    """The triangle of side 17 with the zones of these kinds, ``corner`` or ``circles``, by colour.

    >>> sorted(haalmaa_board("corner").zones)
    ['blue_corner', 'green_corner', 'red_corner']
    """
    board = triangular(17)

    def zone(look: str, colour: str, names: Iterable[str]) -> Zone:
        return Zone(tuple(sorted(board.site[name] for name in names)), look, colour)

    rows = list(enumerate("ABCDE"))
    edge = "BCDEFGHIJKLMNOP"
    corners = {
        RED: [f"{row}{k + 1}" for i, row in enumerate("MNOPQ") for k in range(5 - i)],
        BLUE: [f"{row}{k + 1}" for i, row in rows for k in range(5 - i)],
        GREEN: [f"{row}{13 + k}" for i, row in rows for k in range(5 - i)],
    }
    circles = {
        RED: [f"A{k}" for k in range(2, 17)],
        BLUE: [f"{row}{16 - i}" for i, row in enumerate(edge)],
        GREEN: [f"{row}1" for row in edge],
    }
    zones = {
        f"{colour}_{kind}": zone(kind, colour, names)
        for kind, names_of in {"corner": corners, "circles": circles}.items()
        if kind in kinds
        for colour, names in names_of.items()
    }
    return replace(board, zones=zones)


def sides(*colours: str) -> tuple[tuple[Seat, ...], tuple[Piece, ...]]:
    """The seats of these colours, and their pawns, told apart by shape as well."""
    shapes = {RED: "disc", BLUE: "square", GREEN: "triangle"}
    seats = tuple(Seat(colour.capitalize(), colour) for colour in colours)
    pawns = (Piece(f"{colour} pawn", colour[0], shapes[colour], colour) for colour in colours)
    return seats, tuple(pawns)
