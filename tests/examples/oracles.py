"""The example games written a second time, slow and plain, after their published rules."""

from __future__ import annotations

from copy import deepcopy
from itertools import product

LETTERS = "abcdefghijklmnopqrstuvwxyz"
Cell = tuple[int, int]
WAYS = [(dx, dy) for dx, dy in product((-1, 0, 1), repeat=2) if (dx, dy) != (0, 0)]


class Slow:
    """A running game: letters of pieces by cells, who moves (an index) and the turns so far."""

    def __init__(self) -> None:
        self.board: dict[Cell, str] = {}
        self.seat = self.turn = 0

    def legal(self) -> set[str]:
        """The legal moves, none at the end."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        """Play a move."""
        raise NotImplementedError

    def winners(self) -> tuple[int, ...] | None:
        """Nobody for a draw, None while the game runs."""
        raise NotImplementedError

    def cells(self) -> dict[str, str]:
        """The pieces' letters by their sites."""
        return {name(cell): piece for cell, piece in self.board.items()}

    def next_turn(self) -> None:
        """The other player of two is to move."""
        self.seat, self.turn = 1 - self.seat, self.turn + 1


def name(cell: Cell) -> str:
    """A cell's name, columns and rows counted from 0."""
    return f"{LETTERS[cell[0]]}{cell[1] + 1}"


def cell(name: str) -> Cell:
    """The cell with this name."""
    return LETTERS.index(name[0]), int(name[1:]) - 1


def count(game: Slow, turns: int) -> int:
    """How many ways there are to play up to a turn."""
    if game.turn == turns:
        return 1
    ways = 0
    for move in game.legal():
        after = deepcopy(game)
        after.play(move)
        ways += count(after, turns)
    return ways


def row(board: dict[Cell, str], at: Cell, step: Cell) -> int:
    """The length of the row of like pieces through a cell, both ways."""
    length = 1
    for sign in (1, -1):
        x, y = at
        while board.get((x := x + sign * step[0], y := y + sign * step[1])) == board[at]:
            length += 1
    return length


class ConnectFour(Slow):
    """Seven columns of six."""

    won: int | None = None

    def legal(self) -> set[str]:
        heights = [sum((x, y) in self.board for y in range(6)) for x in range(7)]
        open_ = {name((x, height)) for x, height in enumerate(heights) if height < 6}
        return open_ if self.won is None else set()

    def play(self, move: str) -> None:
        self.board[cell(move)] = "ry"[self.seat]
        if any(row(self.board, cell(move), step) >= 4 for step in WAYS):
            self.won = self.seat
        self.next_turn()

    def winners(self) -> tuple[int, ...] | None:
        if self.won is not None:
            return (self.won,)
        return () if len(self.board) == 42 else None


class Hex(Slow):
    """A small board, played by the swap."""

    def __init__(self, side: int = 3) -> None:
        super().__init__()
        self.side = side

    def legal(self) -> set[str]:
        if self.winners():
            return set()
        free = {(x, y) for x, y in product(range(self.side), repeat=2)} - {*self.board}
        return {*map(name, free), *(["swap"] if self.turn == 1 else [])}

    def play(self, move: str) -> None:
        if move == "swap":
            ((x, y),) = self.board
            self.board = {(y, x): "b"}
        else:
            self.board[cell(move)] = "rb"[self.seat]
        self.next_turn()

    def winners(self) -> tuple[int, ...] | None:
        for seat, letter in enumerate("rb"):
            own = {at for at, piece in self.board.items() if piece == letter}
            along = 1 - seat  # red goes from top to bottom, blue from left to right
            reached = {at for at in own if at[along] == 0}
            while more := {
                (x + dx, y + dy)
                for x, y in reached
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
            } & (own - reached):
                reached |= more
            if any(at[along] == self.side - 1 for at in reached):
                return (seat,)
        return None


class Othello(Slow):
    """Row 1 is on top, which matters to nobody but Black's and White's first discs."""

    def __init__(self) -> None:
        super().__init__()
        self.board = {(3, 4): "b", (4, 3): "b", (3, 3): "w", (4, 4): "w"}

    def flips(self, at: Cell, seat: int) -> set[Cell]:
        own, found = "bw"[seat], set()
        for dx, dy in WAYS:
            line, (x, y) = set(), (at[0] + dx, at[1] + dy)
            while self.board.get((x, y), own) != own:
                line.add((x, y))
                x, y = x + dx, y + dy
            if self.board.get((x, y)) == own:
                found |= line
        return found

    def places(self, seat: int) -> set[str]:
        free = {*product(range(8), repeat=2)} - {*self.board}
        return {name(at) for at in free if self.flips(at, seat)}

    def legal(self) -> set[str]:
        passes = {"pass"} if self.places(1 - self.seat) else set()
        return self.places(self.seat) or passes

    def play(self, move: str) -> None:
        if move != "pass":
            for at in {cell(move), *self.flips(cell(move), self.seat)}:
                self.board[at] = "bw"[self.seat]
        self.next_turn()

    def winners(self) -> tuple[int, ...] | None:
        if self.legal():
            return None
        black, white = ([*self.board.values()].count(letter) for letter in "bw")
        return () if black == white else (0 if black > white else 1,)
