"""Koerier a second time, slowly: a dictionary of squares; and positions to begin from."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.games import load

NAME = "koerier"
ROWS, COLUMNS = "ABCDEFGHIJ", [str(number) for number in range(1, 11)]
CASTLE = {"yellow": {"I9", "I10", "J9", "J10"}, "red": {"A9", "A10", "B9", "B10"}}
GOAL = {"yellow": "J10", "red": "A10"}
SIDES = ("yellow", "red")
# The blue line, edge by edge.
BLUE_LINE = """
    J1-I2 I2-H3 H3-G4 A1-B2 B2-C3 C3-D4 G7-H8 H8-I9 D7-C8 C8-B9
    G4-G5 G5-G6 G6-G7 G7-F7 F7-E7 E7-D7 D7-D6 D6-D5 D5-D4 D4-E4 E4-F4 F4-G4
    F5-F6 F6-E6 E6-E5 E5-F5 G4-F5 G7-F6 D4-E5 D7-E6
    I9-J9 J9-J10 I9-I10 I10-J10 B9-A9 A9-A10 B9-B10 B10-A10
"""
EDGES = BLUE_LINE.split()
OPENING = {
    "yellow courier": "A1",
    "yellow horseman": "J7 J8 I8 H9 H10 G10",
    "red courier": "J1",
    "red guard": "A9 B9 B10",
    "red horseman": "A7 A8 B8 C9 C10 D10",
}


def at(square: str) -> tuple[int, int]:
    """Row and column from 0."""
    return ROWS.index(square[0]), COLUMNS.index(square[1:])


def shifted(square: str, up: int, right: int) -> str:
    """The square so far away, or nothing."""
    row, column = at(square)
    row, column = row + up, column + right
    return ROWS[row] + COLUMNS[column] if 0 <= row < 10 and 0 <= column < 10 else ""


def onward(square: str, side: str) -> set[str]:
    """Where the blue line leads a courier of that side, whatever stands there."""
    found = set()
    for edge in EDGES:
        for here, there in (edge.split("-"), edge.split("-")[::-1]):
            (row, column), (next_row, next_column) = at(here), at(there)
            rises = next_row - row if side == "yellow" else row - next_row
            if here == square and rises >= 0 and next_column >= column:
                found.add(there)
    return found


class Slow:
    """The rules once more, over a dictionary from squares to pieces and the whole history."""

    def __init__(self, men: dict[str, str] | None = None, mover: int = 0, **options: Any) -> None:
        self.options = options
        guards = "I9 J9 J10" if options.get("yellow_guards") == "printed" else "I9 I10 J9"
        whole = OPENING | {"yellow guard": guards}
        opening = {name: piece for piece, names in whole.items() for name in names.split()}
        self.men = dict(opening if men is None else men)
        self.mover, self.turn, self.quiet, self.passes = mover, mover, 0, 0
        # What stood where at the start of each turn, by whose turn it was.
        self.past: list[tuple[int, dict[str, str]]] = []
        self.taken_by_couriers = 0
        self.seen = Counter([self.placement()])

    def placement(self) -> tuple[int, frozenset[tuple[str, str]]]:
        return self.mover, frozenset(self.men.items())

    def courier(self, side: str) -> str:
        return next(square for square, piece in self.men.items() if piece == f"{side} courier")

    def courier_moves(self, player: int) -> set[str]:
        side, other = SIDES[player], SIDES[1 - player]
        here = self.courier(side)
        before = [men for whose, men in self.past if whose == player][-1:]
        takes = [f"{other} guard"]
        if self.options.get("clear_own_guards"):
            takes.append(f"{side} guard")
        found = set()
        for there in onward(here, side):
            piece = self.men.get(there)
            if piece is None:
                found.add(f"{here}-{there}")
            elif piece in takes and there in CASTLE[side]:
                waited = before and before[0].get(here) == f"{side} courier"
                if waited and before[0].get(there) == piece:
                    found.add(f"{here}x{there}")
        return found

    def rides(self, here: str, other: str) -> set[str]:
        """A horseman's moves: one square straight on, one diagonally outward."""
        found = set()
        for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            middle = shifted(here, up, right)
            if not middle or middle in self.men or middle in CASTLE["yellow"] | CASTLE["red"]:
                continue
            for turn in (1, -1):
                there = shifted(middle, up or turn, right or turn)
                if not there or there in CASTLE["yellow"] | CASTLE["red"]:
                    continue
                piece = self.men.get(there)
                if piece is None:
                    found.add(f"{here}-{there}")
                elif piece in (f"{other} guard", f"{other} horseman"):
                    found.add(f"{here}x{there}")
        return found

    def strides(self, here: str, other: str) -> set[str]:
        """A guard's moves: two squares along a diagonal."""
        found = set()
        for up in (1, -1):
            for right in (1, -1):
                middle, there = shifted(here, up, right), shifted(here, 2 * up, 2 * right)
                if there and middle not in self.men:
                    piece = self.men.get(there)
                    if piece is None:
                        found.add(f"{here}-{there}")
                    elif piece == f"{other} guard":
                        found.add(f"{here}x{there}")
        return found

    def available(self) -> set[str]:
        side, other = SIDES[self.mover], SIDES[1 - self.mover]
        found = self.courier_moves(self.mover)
        for square, piece in self.men.items():
            if piece == f"{side} horseman":
                found |= self.rides(square, other)
            if piece == f"{side} guard":
                found |= self.strides(square, other)
        return found or {"pass"}

    def result(self) -> tuple[int, ...] | None:
        """The winners by couriers, nobody for a draw, None while there is none."""
        home = [self.courier(side) == GOAL[side] for side in SIDES]
        if all(home):
            return ()
        if home[0] and self.mover == 1:
            can = any(move.endswith(GOAL["red"]) for move in self.courier_moves(1))
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
            self.taken_by_couriers += "x" in move and piece.endswith("courier")
            if "x" in move or piece.endswith("courier"):
                self.quiet = 0
        self.mover = 1 - self.mover
        self.turn += 1
        self.seen[self.placement()] += 1

    def perft(self, turns: int) -> int:
        if turns == 0:
            return 1
        total = 0
        for move in self.legal():
            kept = self.men, self.mover, self.turn, self.quiet, self.passes
            past, seen = list(self.past), Counter(self.seen)
            self.men = dict(self.men)
            self.play(move)
            total += self.perft(turns - 1)
            self.men, self.mover, self.turn, self.quiet, self.passes = kept
            self.past, self.seen = past, seen
        return total


def pieces(**names: str) -> dict[str, str]:
    """Pieces given as names of squares: ``yellow_guard="I9 I10"``."""
    return {
        square: kind.replace("_", " ") for kind, those in names.items() for square in those.split()
    }


def put(men: dict[str, str], mover: int = 0, turn: int | None = None, **options: Any) -> State:
    """A state with these pieces and nobody having waited."""
    game = load(NAME, **options)
    s = runtime(game).start()
    s.cells[:-1] = 0
    codes = {piece.name.lower(): code for code, piece in enumerate(game.pieces, 1)}
    for square, piece in men.items():
        s.cells[game.board.site[square]] = codes[piece]
    s.mover, s.turn = mover, mover if turn is None else turn
    runtime(game).derive(s)
    return State(game, s)


def shown(state: State) -> dict[str, str]:
    return {square: piece.lower() for square, piece in state.view().cells.items()}
