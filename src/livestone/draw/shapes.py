"""The shapes and colours of pieces that pictures know, each by its word."""

from __future__ import annotations

from dataclasses import dataclass

from livestone.boards import Piece


@dataclass(frozen=True)
class Shape:
    """How a piece is drawn around (0, 0), its cell 100 wide, and what people call such a piece.

    ``svg`` is markup without a colour, ``filled`` and ``hollow`` the characters for a dark and a
    light piece in plain text.
    """

    noun: str
    svg: str
    filled: str
    hollow: str


SHAPES = {
    "disc": Shape("stone", '<circle r="40"/>', "●", "○"),
    "ring": Shape(
        "ring",
        '<path fill-rule="evenodd" d="M-40 0a40 40 0 1 0 80 0a40 40 0 1 0-80 0z'
        'M-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0z"/>',
        "◉",
        "◎",
    ),
    "square": Shape("block", '<rect x="-35" y="-35" width="70" height="70" rx="5"/>', "■", "□"),
    "triangle": Shape("triangle", '<path d="M0-42L40 30H-40z"/>', "▲", "△"),
    "diamond": Shape("diamond", '<path d="M0-43L43 0L0 43L-43 0z"/>', "◆", "◇"),
    "hexagon": Shape("hexagon", '<path d="M0-42L36.4-21V21L0 42L-36.4 21V-21z"/>', "⬢", "⬡"),
    "peg": Shape(
        "peg",
        '<circle r="29"/><path class="groove" fill="none" d="M-19 0a19 19 0 1 1 38 0"/>',
        "◆",
        "◇",
    ),
}
COLOURS = ("white", "black", "red", "blue", "green", "yellow")


def shape(piece: Piece) -> Shape:
    """Return the shape of a piece. Raises ValueError for a shape or colour that is not known."""
    found = SHAPES.get(piece.shape)
    if found is None:
        raise ValueError(f"no shape is called {piece.shape!r}: choose {', '.join(SHAPES)}")
    if piece.colour not in COLOURS:
        raise ValueError(f"no colour is called {piece.colour!r}: choose {', '.join(COLOURS)}")
    return found


def words(piece: Piece) -> str:
    """What a piece is called: its name, with the noun of its shape where it is only a colour.

    >>> words(Piece("white", "w")), words(Piece("guard", "g", "square", "red"))
    ('white stone', 'guard')
    """
    return f"{piece.name} {shape(piece).noun}" if piece.name == piece.colour else piece.name
