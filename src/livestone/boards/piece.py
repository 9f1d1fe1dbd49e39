"""Pieces as things on a table: what they are called and how they look."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A kind of piece: its name, its letter in position texts, and how it looks.

    ``shape`` and ``colour`` are words that the pictures know; ``mark`` is a letter drawn on it.
    A ``turned`` piece is drawn upside down, as its owner across the table sees it upright.
    """

    name: str
    letter: str
    shape: str = "disc"
    colour: str = "white"
    mark: str = ""
    turned: bool = False
