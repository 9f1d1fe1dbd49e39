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


class Breakthrough(Slow):
    """White goes up, Black goes down."""

    def __init__(self) -> None:
        super().__init__()
        whites = dict.fromkeys(product(range(8), (0, 1)), "w")
        self.board = whites | dict.fromkeys(product(range(8), (6, 7)), "b")

    def legal(self) -> set[str]:
        if self.winners():
            return set()
        own, up = "wb"[self.seat], 1 - 2 * self.seat
        found = set()
        for (x, y), piece in self.board.items():
            for dx in (-1, 0, 1) if piece == own else ():
                there = self.board.get((x + dx, y + up))
                if 0 <= x + dx < 8 and (there is None or (dx and there != own)):
                    found.add(f"{name((x, y))}-{name((x + dx, y + up))}")
        return found

    def play(self, move: str) -> None:
        origin, target = map(cell, move.split("-"))
        self.board[target] = self.board.pop(origin)
        self.next_turn()

    def winners(self) -> tuple[int, ...] | None:
        for seat, (own, far) in enumerate((("w", 7), ("b", 0))):
            if {*self.board.values()} == {own} or own in [
                self.board.get((x, far)) for x in range(8)
            ]:
                return (seat,)
        return None


class LinesOfAction(Slow):
    """Repetition and the turn limit are left out."""

    def __init__(self) -> None:
        super().__init__()
        blacks = dict.fromkeys(product(range(1, 7), (0, 7)), "b")
        self.board = blacks | dict.fromkeys(product((0, 7), range(1, 7)), "w")

    def legal(self) -> set[str]:
        if self.winners():
            return set()
        own = "bw"[self.seat]
        found = set()
        for (x, y), (dx, dy) in product(self.board, WAYS):
            line = [(x + n * dx, y + n * dy) for n in range(-7, 8)]
            steps = sum(at in self.board for at in line)
            way = [(x + n * dx, y + n * dy) for n in range(1, steps + 1)]
            inside = 0 <= way[-1][0] < 8 and 0 <= way[-1][1] < 8
            between = {self.board.get(at, own) for at in way[:-1]}
            if (
                self.board[x, y] == own
                and inside
                and between <= {own}
                and self.board.get(way[-1]) != own
            ):
                found.add(f"{name((x, y))}-{name(way[-1])}")
        return found or {"pass"}

    def play(self, move: str) -> None:
        if move != "pass":
            origin, target = map(cell, move.split("-"))
            self.board[target] = self.board.pop(origin)
        self.next_turn()

    def winners(self) -> tuple[int, ...] | None:
        for seat in (1 - self.seat, self.seat):  # the player who moved last comes first
            left = {at for at, piece in self.board.items() if piece == "bw"[seat]}
            group = {left.pop()}
            while near := {at for at in left if any(_touch(at, other) for other in group)}:
                group |= near
                left -= near
            if not left:
                return (seat,)
        return None


def _touch(one: Cell, other: Cell) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


class Gomoku(Slow):
    """A small board, with the swap."""

    side = 9
    won: int | None = None

    def legal(self) -> set[str]:
        if self.winners() is not None:
            return set()
        free = {*product(range(self.side), repeat=2)} - {*self.board}
        return {*map(name, free), *(["swap"] if self.turn == 1 else [])}

    def play(self, move: str) -> None:
        if move == "swap":
            self.board = {at: "bw"[piece == "b"] for at, piece in self.board.items()}
        else:
            owner = self.seat if self.turn else len(self.board) % 2
            self.board[cell(move)] = "bw"[owner]
            if any(row(self.board, cell(move), step) == 5 for step in WAYS):
                self.won = owner
        if self.turn or len(self.board) == 3:
            self.next_turn()

    def winners(self) -> tuple[int, ...] | None:
        if self.won is not None:
            return (self.won,)
        return () if len(self.board) == self.side**2 else None


class Yavalath3(Slow):
    """Cells are three numbers whose sum is 0, none beyond 4."""

    won: int | None = None

    def __init__(self) -> None:
        super().__init__()
        self.hexes = {(q, r, -q - r) for q, r in product(range(-4, 5), repeat=2) if abs(q + r) <= 4}
        self.stones: dict[tuple[int, int, int], int] = {}
        self.inside = [0, 1, 2]

    @staticmethod
    def named(at: tuple[int, int, int]) -> str:
        """Columns are half cells from the left, rows whole ones from the top."""
        q, r, _ = at
        return f"{LETTERS[2 * q + r + 8]}{r + 5}"

    def longest(self, at: tuple[int, int, int], seat: int) -> int:
        """The longest row of a player through a cell, once they have a stone there."""
        most = 1
        for step in ((1, -1, 0), (0, 1, -1), (1, 0, -1)):
            length = 1
            for sign in (1, -1):
                n = 1
                while self.stones.get(tuple(at[k] + n * sign * step[k] for k in range(3))) == seat:  # type: ignore[call-overload]
                    n += 1
                length += n - 1
            most = max(most, length)
        return most

    def legal(self) -> set[str]:
        if self.winners() is not None:
            return set()
        free = self.hexes - {*self.stones}
        after = self.inside[(self.inside.index(self.seat) + 1) % len(self.inside)]
        threats = {at for at in free if self.longest(at, after) >= 4}
        wins = {at for at in free if self.longest(at, self.seat) >= 4}
        return {self.named(at) for at in (threats | wins if len(threats) == 1 else free)}

    def play(self, move: str) -> None:
        (at,) = (at for at in self.hexes if self.named(at) == move)
        self.stones[at] = seat = self.seat
        self.board = {}
        self.turn += 1
        self.seat = self.inside[(self.inside.index(seat) + 1) % len(self.inside)]
        if self.longest(at, seat) >= 4:
            self.won = seat
        elif self.longest(at, seat) == 3:
            self.inside.remove(seat)

    def winners(self) -> tuple[int, ...] | None:
        if self.won is not None:
            return (self.won,)
        if len(self.inside) == 1:
            return (self.inside[0],)
        return () if len(self.stones) == 61 else None

    def cells(self) -> dict[str, str]:
        return {self.named(at): "wbr"[seat] for at, seat in self.stones.items()}


class PhantomNoughts(Slow):
    """What each player has run into is a set of cells."""

    def __init__(self) -> None:
        super().__init__()
        self.found: tuple[set[str], set[str]] = (set(), set())

    def legal(self) -> set[str]:
        if self.winners() is not None:
            return set()
        own = {name(at) for at, piece in self.board.items() if piece == "xo"[self.seat]}
        return {*map(name, product(range(3), repeat=2))} - own - self.found[self.seat]

    def play(self, move: str) -> None:
        if cell(move) in self.board:
            self.found[self.seat].add(move)
        else:
            self.board[cell(move)] = "xo"[self.seat]
            self.next_turn()

    def winners(self) -> tuple[int, ...] | None:
        for at, piece in self.board.items():
            if any(row(self.board, at, step) == 3 for step in WAYS):
                return ("xo".index(piece),)
        return () if len(self.board) == 9 else None


class MuTorere(Slow):
    """A ring of eight, and the centre ``p``; repetition is left out."""

    ring = "bbbbwwww"
    centre = "."

    def legal(self) -> set[str]:
        own, other = "bwb"[self.seat : self.seat + 2]
        found = {"p"} if self.centre == own else set()
        for at, piece in enumerate(self.ring):
            beside = {self.ring[at - 1], self.ring[(at + 1) % 8]}
            wanted = other if self.centre == "." else "."
            if piece == own and wanted in beside:
                found.add(f"k{at + 1}")
        return found

    def play(self, move: str) -> None:
        places = [*self.ring, self.centre]
        site = 8 if move == "p" else int(move[1:]) - 1
        places[places.index(".")], places[site] = places[site], "."
        self.ring, self.centre = "".join(places[:8]), places[8]
        self.next_turn()

    def winners(self) -> tuple[int, ...] | None:
        return None if self.legal() else (1 - self.seat,)

    def cells(self) -> dict[str, str]:
        names = [*(f"k{at}" for at in range(1, 9)), "p"]
        return {
            name: piece
            for name, piece in zip(names, self.ring + self.centre, strict=True)
            if piece != "."
        }


class Kalah(Slow):
    """Houses and stores by name, in the order of sowing."""

    around = [f"{letter}1" for letter in "abcdef"] + ["south"]
    around += [f"{letter}2" for letter in "fedcba"] + ["north"]

    def __init__(self) -> None:
        super().__init__()
        self.seeds = dict.fromkeys(self.around, 4) | {"south": 0, "north": 0}

    def houses(self, seat: int) -> list[str]:
        return [f"{letter}{seat + 1}" for letter in "abcdef"]

    def legal(self) -> set[str]:
        if self.winners() is not None:
            return set()
        return {house for house in self.houses(self.seat) if self.seeds[house]}

    def play(self, move: str) -> None:
        store, other = ("south", "north") if self.seat == 0 else ("north", "south")
        ring = [place for place in self.around if place != other]
        hand, self.seeds[move], at = self.seeds[move], 0, ring.index(move)
        for _ in range(hand):
            at = (at + 1) % len(ring)
            self.seeds[ring[at]] += 1
        last = ring[at]
        if last in self.houses(self.seat) and self.seeds[last] == 1:
            opposite = f"{last[0]}{2 - self.seat}"
            if self.seeds[opposite]:
                self.seeds[store] += 1 + self.seeds[opposite]
                self.seeds[last] = self.seeds[opposite] = 0
        sides = [sum(self.seeds[house] for house in self.houses(seat)) for seat in (0, 1)]
        if 0 in sides:
            self.seeds |= dict.fromkeys([*self.houses(0), *self.houses(1)], 0)
            self.seeds["south"] += sides[0]
            self.seeds["north"] += sides[1]
        if 0 in sides or last != store:
            self.next_turn()

    def winners(self) -> tuple[int, ...] | None:
        south, north = self.seeds["south"], self.seeds["north"]
        if south + north < 48:
            return None
        return () if south == north else (0 if south > north else 1,)

    def cells(self) -> dict[str, str]:
        letters = "." + LETTERS + LETTERS.upper()
        return {place: letters[seeds] for place, seeds in self.seeds.items() if seeds}
