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


# Letters for up to 52 of something: a is 1, A is 27.
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def counted(one: str, several: str, most: int, *, colour: str = "white") -> tuple[Piece, ...]:
    """The pieces of a game whose sites hold a number of like things, up to ``most``, at most 52.

    Each number is a kind of piece, shown by its figures; in position texts it is a letter.

    >>> [(piece.name, piece.letter, piece.mark) for piece in counted("seed", "seeds", 2)]
    [('1 seed', 'a', '1'), ('2 seeds', 'b', '2')]
    """
    return tuple(
        Piece(f"{n} {one if n == 1 else several}", letter, "disc", colour, str(n))
        for n, letter in zip(range(1, most + 1), LETTERS, strict=False)
    )
