"""Scenes for tests of pictures: boards of every kind, with and without pieces."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from livestone.boards import Board, Piece, hexhex, square
from livestone.draw.scene import Scene
from livestone.draw.shapes import COLOURS, SHAPES

WHITE = Piece("white", "w", "disc", "white")
BLACK = Piece("black", "b", "disc", "black")
KING = Piece("king", "k", "disc", "blue", "K")
KINDS = (
    WHITE,
    BLACK,
    KING,
    *(Piece(f"{colour} {shape}", "x", shape, colour) for shape in SHAPES for colour in COLOURS),
)


def star() -> Board:
    """Six points in a triangle, joined by lines; a board without cells."""
    points = ((0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (1.0, 1.5), (3.0, 1.5), (2.0, 3.0))
    ends = ((0, 2), (0, 5), (2, 5), (3, 4), (3, 1), (4, 1))
    return Board(
        kind="points",
        names=tuple("ABCDEF"),
        centres=points,
        neighbours=np.full((7, 1), 6, dtype=np.int32),
        rows=((5,), (3, 4), (0, 1, 2)),
        strokes=tuple((points[a], points[b]) for a, b in ends),
    )


BOARDS = (square(4), square(10), square(16), square(5, 3), hexhex(1), hexhex(4), star())


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Any board with any pieces, marks, targets, numbers and words."""
    board = draw(st.sampled_from(BOARDS))
    sites = st.integers(0, len(board) - 1)
    pieces = draw(st.dictionaries(sites, st.sampled_from(KINDS)))
    return Scene(
        board=board,
        pieces=pieces,
        marked=draw(st.frozensets(st.sampled_from(sorted(pieces)))) if pieces else frozenset(),
        last=tuple(draw(st.lists(sites, max_size=2, unique=True))),
        targets=draw(st.frozensets(sites)),
        numbers={site: draw(st.integers(1, 999)) for site in pieces} if draw(st.booleans()) else {},
        title=draw(st.text(st.characters(codec="utf-8", categories=("L", "P", "S", "N")))),
        description=draw(st.sampled_from(("", 'a < b & "c"'))),
    )
