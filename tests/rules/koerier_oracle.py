"""Koerier a second time, slowly: a dictionary from squares to letters.

It shares no code with the package. Yellow's pieces are ``C``, ``G`` and ``H``, Red's are small.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

ROWS, COLUMNS = "ABCDEFGHIJ", [str(number) for number in range(1, 11)]
CASTLES = ({"I9", "I10", "J9", "J10"}, {"A9", "A10", "B9", "B10"})
BOTH_CASTLES = CASTLES[0] | CASTLES[1]
STARTS, GOALS = ("A1", "J1"), ("J10", "A10")
# The blue line, edge by edge.
BLUE_LINE = """
    J1-I2 I2-H3 H3-G4 A1-B2 B2-C3 C3-D4 G7-H8 H8-I9 D7-C8 C8-B9
    G4-G5 G5-G6 G6-G7 G7-F7 F7-E7 E7-D7 D7-D6 D6-D5 D5-D4 D4-E4 E4-F4 F4-G4
    F5-F6 F6-E6 E6-E5 E5-F5 G4-F5 G7-F6 D4-E5 D7-E6
    I9-J9 J9-J10 I9-I10 I10-J10 B9-A9 A9-A10 B9-B10 B10-A10
"""
EDGES = BLUE_LINE.split()
OPENING = {
    "C": "A1",
    "H": "J7 J8 I8 H9 H10 G10",
    "c": "J1",
    "g": "A9 B9 B10",
    "h": "A7 A8 B8 C9 C10 D10",
}


def opening(guards: str) -> dict[str, str]:
    whole = OPENING | {"G": "I9 J9 J10" if guards == "printed" else "I9 I10 J9"}
    return {square: piece for piece, squares in whole.items() for square in squares.split()}


def at(square: str) -> tuple[int, int]:
    """Row and column from 0."""
    return ROWS.index(square[0]), COLUMNS.index(square[1:])


def shifted(square: str, up: int, right: int) -> str:
    """The square so far away, or nothing."""
    row, column = at(square)
    row, column = row + up, column + right
    return ROWS[row] + COLUMNS[column] if 0 <= row < 10 and 0 <= column < 10 else ""


def onward(square: str, player: int) -> set[str]:
    """Where the blue line leads a player's courier, whatever stands there."""
    found = set()
    for edge in EDGES:
        for here, there in (edge.split("-"), edge.split("-")[::-1]):
            (row, column), (next_row, next_column) = at(here), at(there)
            rises = row - next_row if player else next_row - row
            if here == square and rises >= 0 and next_column >= column:
                found.add(there)
    return found


def of(player: int, letters: str) -> str:
    """Letters as a player's."""
    return letters.lower() if player else letters


class Slow:
    """The rules once more, over a dictionary from squares to pieces and the whole history."""

    def __init__(self, men: dict[str, str], mover: int = 0, **options: Any) -> None:
        self.men, self.options = dict(men), options
        self.mover, self.turn, self.quiet, self.passes = mover, mover, 0, 0
        # What stood where at the start of each turn, by whose turn it was.
        self.past: list[tuple[int, dict[str, str]]] = []
        self.taken_by_couriers = 0
        self.seen = Counter([self.placement()])

    def cells(self) -> dict[str, str]:
        return self.men

    def placement(self) -> tuple[int, frozenset[tuple[str, str]]]:
        return self.mover, frozenset(self.men.items())

    def courier(self, player: int) -> str:
        return next(square for square, piece in self.men.items() if piece == of(player, "C"))

    def courier_moves(self, player: int) -> set[str]:
        here = self.courier(player)
        before = [men for whose, men in self.past if whose == player][-1:]
        takes = [of(1 - player, "G")]
        if self.options.get("clear_own_guards"):
            takes.append(of(player, "G"))
        found = set()
        for there in onward(here, player):
            piece = self.men.get(there)
            if piece is None:
                found.add(f"{here}-{there}")
            elif piece in takes and there in CASTLES[player]:
                waited = before and before[0].get(here) == of(player, "C")
                if waited and before[0].get(there) == piece:
                    found.add(f"{here}x{there}")
        return found

    def rides(self, here: str) -> set[str]:
        """A horseman's moves: one square straight on, one diagonally outward."""
        found = set()
        for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            middle = shifted(here, up, right)
            if not middle or middle in self.men or middle in BOTH_CASTLES:
                continue
            for turn in (1, -1):
                there = shifted(middle, up or turn, right or turn)
                if there and there not in BOTH_CASTLES:
                    found |= self.goes(here, there, "GH")
        return found

    def strides(self, here: str) -> set[str]:
        """A guard's moves: two squares along a diagonal."""
        found = set()
        for up in (1, -1):
            for right in (1, -1):
                middle, there = shifted(here, up, right), shifted(here, 2 * up, 2 * right)
                if there and middle not in self.men:
                    found |= self.goes(here, there, "G")
        return found

    def goes(self, here: str, there: str, takes: str) -> set[str]:
        piece = self.men.get(there)
        if piece is None:
            return {f"{here}-{there}"}
        return {f"{here}x{there}"} if piece in of(1 - self.mover, takes) else set()

    def available(self) -> set[str]:
        found = self.courier_moves(self.mover)
        for square, piece in self.men.items():
            if piece == of(self.mover, "H"):
                found |= self.rides(square)
            if piece == of(self.mover, "G"):
                found |= self.strides(square)
        return found or {"pass"}

    def result(self) -> tuple[int, ...] | None:
        """The winners by couriers, nobody for a draw, None while there is none."""
        home = [self.courier(player) == GOALS[player] for player in (0, 1)]
        if all(home):
            return ()
        if home[0] and self.mover == 1:
            can = any(move.endswith(GOALS[1]) for move in self.courier_moves(1))
            return None if can else (0,)
        return (0,) if home[0] else (1,) if home[1] else None

    def drawn(self) -> bool:
        cap = self.options.get("ply_cap", 0)
        return (
            self.quiet >= 80
            or self.passes == 2
            or self.seen[self.placement()] >= 3
            or 0 < cap <= self.turn
        )

    def winners(self) -> tuple[int, ...] | None:
        result = self.result()
        return () if result is None and self.drawn() else result

    def legal(self) -> set[str]:
        return self.available() if self.winners() is None else set()

    def play(self, move: str) -> None:
        self.past.append((self.mover, dict(self.men)))
        self.quiet += 1
        self.passes += 1
        if move != "pass":
            here, there = re.split("[-x]", move)
            piece = self.men.pop(here)
            self.men[there] = piece
            self.passes = 0
            self.taken_by_couriers += "x" in move and piece in "Cc"
            if "x" in move or piece in "Cc":
                self.quiet = 0
        self.mover = 1 - self.mover
        self.turn += 1
        self.seen[self.placement()] += 1
