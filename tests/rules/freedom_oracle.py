"""Freedom a second time, slowly: sets and dicts, written from the rules alone.

It shares no code with the package. Cells are (column, row) pairs from (0, 0), colours are "white"
and "black", and a move is a cell or None for leaving the last cell empty.
"""

from __future__ import annotations

Cell = tuple[int, int]
WHITE, BLACK = "white", "black"
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


class Freedom:
    def __init__(self, size: int, scoring: str, last_cell: str) -> None:
        self.size, self.scoring, self.last_cell = size, scoring, last_cell
        self.stones: dict[Cell, str] = {}
        self.last: Cell | None = None
        self.mover = WHITE
        self.over = False

    def copy(self) -> Freedom:
        twin = Freedom(self.size, self.scoring, self.last_cell)
        twin.stones, twin.last = dict(self.stones), self.last
        twin.mover, twin.over = self.mover, self.over
        return twin

    def empty(self) -> set[Cell]:
        cells = {(x, y) for x in range(self.size) for y in range(self.size)}
        return cells - set(self.stones)

    def fours(self, colour: str) -> list[frozenset[Cell]]:
        """The rows of exactly four."""
        mine = {cell for cell, other in self.stones.items() if other == colour}
        found = []
        for dx, dy in LINES:
            for x, y in mine:
                if (x - dx, y - dy) in mine:
                    continue
                row = []
                while (x, y) in mine:
                    row.append((x, y))
                    x, y = x + dx, y + dy
                if len(row) == 4:
                    found.append(frozenset(row))
        return found

    def score(self, colour: str) -> int:
        fours = self.fours(colour)
        if self.scoring == "rows":
            return 4 * len(fours)
        return len(frozenset().union(*fours))

    def score_with(self, cell: Cell, colour: str) -> int:
        twin = self.copy()
        twin.stones[cell] = colour
        return twin.score(colour)

    def legal(self) -> set[Cell | None]:
        if self.over:
            return set()
        empty = self.empty()
        near: set[Cell | None] = set()
        if self.last is not None:
            x, y = self.last
            near = {(a, b) for a, b in empty if max(abs(a - x), abs(b - y)) == 1}
        moves: set[Cell | None] = near or set(empty)
        if len(empty) == 1 and self.last_cell == "choice":
            (cell,) = empty
            if self.score_with(cell, self.mover) < self.score(self.mover):
                moves.add(None)
        return moves

    def play(self, move: Cell | None) -> None:
        if move is None:
            self.over = True
        else:
            self.stones[move] = self.mover
            self.last = move
        self.mover = BLACK if self.mover == WHITE else WHITE
        empty = self.empty()
        if not empty:
            self.over = True
        elif len(empty) == 1 and self.last_cell == "auto":
            (cell,) = empty
            if self.score_with(cell, self.mover) > self.score(self.mover):
                self.stones[cell] = self.mover
            self.over = True

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in self.legal():
            twin = self.copy()
            twin.play(move)
            total += twin.perft(depth - 1)
        return total
