"""The board of Koerier: its names, the blue line, castles and courts; pieces and their start."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Course, Label, Piece, Zone, square

# What stands on a square, in ``cells``: Yellow's pieces, then Red's, each KINDS higher.
EMPTY, COURIER, GUARD, HORSEMAN, EDGE = 0, 1, 2, 3, 7
KINDS = 3
SIDE, ROWS = 10, "ABCDEFGHIJ"
# Of each player, Yellow first.
NAMES = ("Yellow", "Red")
CORNERS, GOALS = ("A1", "J1"), ("J10", "A10")
CASTLES = (("I9", "J9", "I10", "J10"), ("A9", "A10", "B9", "B10"))
COURTS = (("J7", "J8", "I8", "H9", "H10", "G10"), ("A7", "A8", "B8", "C9", "C10", "D10"))
# Where Yellow's guards begin by the text.
PRINTED = ("I9", "J9", "J10")
# The blue line, and what is dotted of it.
LINES = (
    *("A1 B2 C3 D4 E5", "J1 I2 H3 G4 F5", "G7 F6", "D7 E6"),
    *("G4 G5 G6 G7 F7 E7 D7 D6 D5 D4 E4 F4 G4", "F5 F6 E6 E5 F5"),
    *("G7 H8 I9 I10 J10", "I9 J9 J10", "D7 C8 B9 A9 A10", "B9 B10 A10"),
)
DOTTED = ("I9 J10", "B9 A10")
TREES = "J6 H1 H5 G3 G8 E2 E7 E10 D4 B4 A2"


@lru_cache
def courier_board() -> Board:
    """The 10x10 board with lettered rows, the blue line, castles, courts, corners and goals."""
    plain = square(SIDE)
    names = tuple(f"{ROWS[int(y)]}{int(x) + 1}" for x, y in plain.centres)
    site = {name: number for number, name in enumerate(names)}
    beside = (-0.85, SIDE + 0.2)  # clear of the castles' bastions
    labels = [Label(ROWS[y], x, y) for x in beside for y in range(SIDE)]
    labels += [Label(str(x + 1), x, y) for y in (-0.85, SIDE - 0.15) for x in range(SIDE)]

    def zone(names: str, look: str = "", colour: str = "", spoken: bool = True) -> Zone:
        return Zone(tuple(site[name] for name in names.split()), look, colour, spoken)

    zones = {"trees": zone(TREES, "tree", "green", spoken=False)}
    zones["blue_line"] = zone(" ".join(dict.fromkeys(" ".join(LINES).split())), "way")
    for player, name in enumerate(NAMES):
        colour = name.lower()
        zones[f"{name}'s_corner"] = zone(CORNERS[player], "row", colour)
        zones[f"{name}'s_court"] = zone(" ".join(COURTS[player]), "row", colour)
        zones[f"{name}'s_castle"] = zone(" ".join(CASTLES[player]), "fort", colour)
        zones[f"{name}'s_goal"] = zone(GOALS[player], "target", colour)
    courses = [
        Course(tuple(plain.centres[site[name]] for name in line.split()), "blue", dotted)
        for lines, dotted in ((LINES, False), (DOTTED, True))
        for line in lines
    ]
    return replace(plain, names=names, labels=tuple(labels), zones=zones, courses=tuple(courses))


def both_sides() -> tuple[Piece, ...]:
    """The three kinds of each player, by code."""
    shapes = {"courier": "envelope", "guard": "shield", "horseman": "horse"}
    return tuple(
        Piece(f"{name} {kind}", letter, shapes[kind], name.lower())
        for name, letters in zip(NAMES, ("CGH", "cgh"), strict=True)
        for kind, letter in zip(shapes, letters, strict=True)
    )


def opening(*, printed: bool) -> Any:
    """The code on each site at the start; ``printed``: with Yellow's guards as the text has it."""
    board = courier_board()
    cells = np.zeros(len(board), np.int8)
    for player, castle in enumerate(CASTLES):
        mirrored = [name for name in castle if name != GOALS[player]]
        guards = PRINTED if printed and player == 0 else mirrored
        for kind, names in enumerate(([CORNERS[player]], guards, COURTS[player]), COURIER):
            for name in names:
                cells[board.site[name]] = kind + KINDS * player
    return cells
