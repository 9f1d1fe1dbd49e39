"""Printed diagrams: a board's rows as letters and dots, perhaps between letters and numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from livestone.boards import Piece
from livestone.core.game import Game

EMPTY = "."
_NUMBER = re.compile(r"\s\d{1,2}\.?$")


class Diagram(NamedTuple):
    """A diagram: for each site the sign that stands for it, and its line in the text.

    A sign is the letter of a piece (a capital where it came last), a dot for nothing, or any
    other sign for a piece that is set apart.
    """

    signs: tuple[str, ...]
    lines: tuple[int, ...]

    def fits(self, site: int, piece: Piece | None) -> bool:
        """Whether a piece, or None for nothing, is what the diagram shows on a site."""
        sign = self.signs[site]
        if piece is None or sign == EMPTY:
            return piece is None and sign == EMPTY
        return not sign.isalpha() or piece.letter.lower() == sign.lower()


class _Row(NamedTuple):
    line: int
    signs: tuple[str, ...]


def diagrams(
    lines: Sequence[str], game: Game, other: Collection[int]
) -> tuple[list[Diagram], set[int]]:
    """Return the diagrams in a text, and the lines (from 1) that say something else.

    The lines in ``other`` are not looked at.
    """
    known = {EMPTY} | {sign for piece in game.pieces for sign in _cases(piece.letter)}
    rows: list[_Row] = []
    rest: set[int] = set()
    around: set[int] = set()
    for line, text in enumerate(lines, 1):
        signs = _NUMBER.sub("", text.strip().removeprefix("|")).split()
        if line in other or not signs:
            continue
        if _is_frame(signs):
            around.add(line)
        elif all(len(sign) == 1 for sign in signs):
            rows.append(_Row(line, _without_rim(signs, known)))
            rest.add(line)
        else:
            rest.add(line)
    found: list[Diagram] = []
    wanted, at = [len(row) for row in game.board.rows], 0
    while at + len(wanted) <= len(rows):
        part = rows[at : at + len(wanted)]
        if [len(row.signs) for row in part] == wanted:
            found.append(_diagram(game, part))
            rest -= {row.line for row in part}
            at += len(wanted)
        else:
            at += 1
    return found, rest if found else rest | around


def _cases(letter: str) -> set[str]:
    return {letter, letter.lower(), letter.upper()}


def _is_frame(signs: Sequence[str]) -> bool:
    """Whether these are the columns' letters, or the marks of a rim."""
    joined = "".join(signs)
    letters = len(joined) > 1 and ascii_lowercase.startswith(joined.lower())
    return letters or (len(set(signs)) == 1 and not joined.isalnum() and EMPTY not in joined)


def _without_rim(signs: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    inner = [at for at, sign in enumerate(signs) if sign in known]
    return tuple(signs[inner[0] : inner[-1] + 1]) if inner else ()


def _diagram(game: Game, rows: Sequence[_Row]) -> Diagram:
    signs, lines = [EMPTY] * len(game.board), [0] * len(game.board)
    for sites, row in zip(game.board.rows, rows, strict=True):
        for site, sign in zip(sites, row.signs, strict=True):
            signs[site], lines[site] = sign, row.line
    return Diagram(tuple(signs), tuple(lines))
