"""The board of Not Made in Germany: nine by nine, with ornaments that bar most of its middle."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Piece, Zone, square
from livestone.boards.zones import blocked

SIDE = 9
PLAYERS = (("England", "white"), ("Germany", "black"))
ORNAMENTS = ("a5", "b5", "c5", "g5", "h5", "i5")
ROSETTE = "e5"
# Codes of pieces in ``cells``: England's from 1, Germany's from 8, a flag first.
LETTERS = ("FENGLAD", "fgermany")
# The home rows from a to i.
HOME_ROWS = ("FDNALGNEF", "fgermanyf")


@lru_cache
def ornamental_board() -> Board:
    """The 9x9 board with its blocked squares; the home rows are zones."""
    plain = square(SIDE)
    ornaments = tuple(plain.site[name] for name in ORNAMENTS)
    rosette = (plain.site[ROSETTE],)
    zones = {
        "ornament": Zone(ornaments, "panel"),
        "rosette": Zone(rosette, "rosette"),
        "England's_row": Zone(plain.rows[0], "row", "white"),
        "Germany's_row": Zone(plain.rows[-1], "row", "black"),
    }
    return replace(blocked(plain, ornaments + rosette), zones=zones)


def lettered_pieces() -> tuple[Piece, ...]:
    """A flag and the letters of each player, by code."""
    found = []
    for letters, (name, colour) in zip(LETTERS, PLAYERS, strict=True):
        for letter in letters:
            flag = letter in "Ff"
            shape, mark = ("flag", "") if flag else ("disc", letter.upper())
            what = f"{name}'s {mark or 'flag'}"
            found.append(Piece(what, letter, shape, colour, mark, turned=letter.isupper()))
    return tuple(found)


def opening(board: Board) -> Any:
    """The code on each site at the start."""
    codes = {letter: code for code, letter in enumerate("".join(LETTERS), 1)}
    cells = np.zeros(len(board), np.int8)
    for row, word in zip((board.rows[0], board.rows[-1]), HOME_ROWS, strict=True):
        for site, letter in zip(row, word, strict=True):
            cells[site] = codes[letter]
    return cells
