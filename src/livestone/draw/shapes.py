"""The shapes and colours of pieces that pictures know, each by its word."""

from __future__ import annotations

from dataclasses import dataclass

from livestone.boards import Piece


@dataclass(frozen=True)
class Shape:
    """How a piece is drawn around (0, 0), its cell 100 wide, and what people call such a piece.

    ``svg`` is markup without a colour; ``filled`` and ``hollow`` are the characters for a dark and
    a light piece in plain text, empty where its letter says it better. What is written on a piece
    is centred at (0, ``middle``) in a circle of radius ``room``; the mark is a ring of
    radius ``mark``, or ``rim`` around a text. A shape that ``fills`` its cell hides what is drawn
    below it; ``dark`` is its dark side (``top``, ``right``, ``bottom``, ``left``), if it has one.
    """

    noun: str
    svg: str
    filled: str
    hollow: str
    middle: float = 0
    room: float = 34
    mark: float = 22
    rim: float = 33.5
    fills: bool = False
    dark: str = ""


_RING = (
    '<path fill-rule="evenodd" d="M-40 0a40 40 0 1 0 80 0a40 40 0 1 0-80 0z'
    'M-20 0a20 20 0 1 0 40 0a20 20 0 1 0-40 0z"/>'
)
_PEG = (
    '<path d="M-21-30V28a21 10 0 0 0 42 0V-30a21 10 0 0 0-42 0z"/>'
    '<ellipse class="groove" cy="-30" rx="21" ry="10"/>'
)
_FLAG = (
    '<circle r="40"/><path class="emblem" d="M-17-26h6v54h-6z'
    'M-8-24C2-31 10-17 25-23L22-11L25 3C10 9 2-5-8 2z"/>'
)
_CROWN = (
    '<circle r="40"/><path class="emblem" d="M-25-16L-13-2L0-24L13-2L25-16L20 12H-20z'
    'M-20 17H20V24H-20z"/>'
)
_ENVELOPE = (
    '<circle r="40"/><path class="emblem" d="M-26-15H26L0 5zM-27-11L-9 3L-27 19zM27-11L9 3L27 19z'
    'M-25 21L-6 5L0 10L6 5L25 21z"/>'
)
_SHIELD = (
    '<path d="M0-42C12-36 25-34 36-34V-4C36 20 18 35 0 43'
    'C-18 35-36 20-36-4V-34C-25-34-12-36 0-42z"/>'
    '<path class="groove" d="M0-42V43M-36-10H36"/>'
)
_HORSE = (
    '<path d="M-22 41H31C36 14 33-15 20-30C14-36 6-39-2-40L-7-45L-11-35C-18-30-26-18-36-3'
    'C-40 4-36 13-29 13C-24 13-21 8-13 8C-9 16-22 24-22 41z"/>'
    '<circle class="emblem" cx="-12" cy="-17" r="4"/>'
)
_STACK = (
    '<path d="M-38-14V12a38 26 0 0 0 76 0V-14z"/><ellipse cy="-14" rx="38" ry="26"/>'
    '<path class="emblem" d="M-38-14a38 26 0 0 0 76 0a38 30 0 0 1-76 0z'
    'M-38-1a38 26 0 0 0 76 0a38 30 0 0 1-76 0z"/>'
)
_CAMEL = (
    '<path d="M-42-21C-41-28-36-33-29-33C-22-33-20-27-21-20C-22-11-22-5-17-6C-12-7-13-34-4-34'
    "C4-34 2-14 7-14C12-14 10-34 19-34C28-34 25-8 31-5C36-2 38 4 39 21L35 23L33 16V41H25L21 21"
    'C14 18 3 18-4 21L-7 41H-15L-16 18C-27 15-31 4-32-9C-33-16-39-15-42-21z"/>'
)
_DROMEDARY = (
    '<path d="M-42-21C-41-28-36-33-29-33C-22-33-20-27-21-20C-22-11-22-5-16-6C-8-7-7-37 6-37'
    "C19-37 18-8 29-5C36-3 38 4 39 21L35 23L33 16V41H25L21 21C14 18 3 18-4 21L-7 41H-15L-16 18"
    'C-27 15-31 4-32-9C-33-16-39-15-42-21z"/>'
)
_ROCK = (
    '<path d="M-40 26L-38 0L-24-24L-2-34L20-27L34-6L41 24L24 35H-26z"/>'
    '<path class="groove" d="M-24-24L-9-6L-38 0M-9-6L4 35M-9-6L20-27M41 24L20 10"/>'
)
# Tiles fill their cells, so that neighbours join; a half tile is dark on one side.
_TILE = '<path d="M-49-49H49V49H-49z"/>'
_HALVES = {
    "top": "M-49-49H49V0H-49z",
    "right": "M0-49H49V49H0z",
    "bottom": "M-49 0H49V49H-49z",
    "left": "M-49-49H0V49H-49z",
}
_HALF_SIGNS = {"top": "⬒", "right": "◨", "bottom": "⬓", "left": "◧"}
SHAPES = {
    "disc": Shape("stone", '<circle r="40"/>', "●", "○"),
    "ring": Shape("ring", _RING, "◉", "◎", room=20, mark=30, rim=30),
    "square": Shape(
        "block",
        '<rect x="-35" y="-35" width="70" height="70" rx="5"/>',
        "■",
        "□",
        room=31,
        mark=20,
        rim=29,
    ),
    "triangle": Shape(
        "triangle", '<path d="M0-43L41 31H-41z"/>', "▲", "△", middle=9, room=20, mark=12, rim=18
    ),
    "diamond": Shape(
        "diamond", '<path d="M0-44L44 0L0 44L-44 0z"/>', "◆", "◇", room=26, mark=16, rim=24.5
    ),
    "hexagon": Shape(
        "hexagon",
        '<path d="M0-42L36.4-21V21L0 42L-36.4 21V-21z"/>',
        "⬢",
        "⬡",
        room=32,
        mark=20,
        rim=30,
    ),
    "flag": Shape("flag", _FLAG, "⚑", "⚐", mark=33),
    "crown": Shape("king", _CROWN, "♚", "♔", mark=33),
    "envelope": Shape("envelope", _ENVELOPE, "♝", "♗", mark=33),
    "shield": Shape("shield", _SHIELD, "♜", "♖", middle=-2, room=28, mark=20, rim=28),
    "horse": Shape("horse", _HORSE, "♞", "♘", middle=16, room=19, mark=11, rim=17),
    "stack": Shape("double stone", _STACK, "⛃", "⛁", middle=-14, room=23, mark=15, rim=22),
    "camel": Shape("camel", _CAMEL, "", "", middle=4, room=15, mark=8.5, rim=14),
    "dromedary": Shape("dromedary", _DROMEDARY, "", "", middle=4, room=15, mark=8.5, rim=14),
    "rock": Shape("rock", _ROCK, "⬟", "⬠", middle=6, room=22, mark=14, rim=22),
    "tile": Shape("block", _TILE, "◼", "◻", room=31, mark=20, rim=29, fills=True),
    **{
        f"half_{side}": Shape(
            "half block",
            f'{_TILE}<path class="dark" d="{path}"/>',
            _HALF_SIGNS[side],
            _HALF_SIGNS[side],
            mark=33,
            fills=True,
            dark=side,
        )
        for side, path in _HALVES.items()
    },
    "peg": Shape("peg", _PEG, "▮", "▯", middle=9, room=19, mark=11, rim=16),
}
COLOURS = ("white", "black", "red", "blue", "green", "yellow", "grey")


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
