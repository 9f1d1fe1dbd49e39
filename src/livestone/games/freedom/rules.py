"""Freedom, by Veljko Ćirović and Nebojša Sanković (2010).

Goal
    Have more live stones than your opponent when the board is full: stones in rows of exactly
    four.

Your turn
    White starts on any cell. After that, place a stone on an empty cell that touches your
    opponent's last stone, along a side or at a corner. Stones never move.

Freedom
    If no empty cell touches that stone, you have *freedom*: place yours on any empty cell.

Live stones
    Four in a row, straight or diagonal, are live. Three are too few, five too many. A stone in a
    four is live whatever its other rows are.

The last cell
    Fill the last cell, unless that would lower your own score: then you may leave it empty.

How it ends
    When the board is full, more live stones win. Equal numbers are a draw.

Options
    ``size``       4 to 16 cells a side: 8 for a first game, 12 for a long one.
    ``scoring``    ``stones``: each live stone counts once, even where two fours cross.
                   ``rows``: four points for each live row, so a stone in two fours counts twice.
    ``last_cell``  ``choice``: as above; asked only when placing would lower the player's score.
                   ``auto``: nobody is asked; the stone is placed if it raises its player's score,
                   otherwise the cell stays empty. ``always``: the stone is placed, come what may.
    The preset ``freeplay`` is ``scoring=rows, last_cell=auto``.

Sources and rulings
    The board is empty at the start. Column letters run from the left, row numbers from the bottom:
    ``a1`` is the lower left corner. A move is the cell's name, ``e5``; leaving the last cell empty
    is ``pass``. A stone is live when it is part of a row of exactly four stones of its colour,
    horizontal, vertical or diagonal; longer and shorter rows give nothing.

    The inventors' page of 2010 gives the board, the rules, the count of live stones and the last
    cell's choice. igGameCenter's rule sheet agrees on White's start and names the cells; its
    example counts a stone shared by two fours once. The Freeplay library counts rows and plays the
    last cell by itself. That the last stone may be left out exactly when it would lower its
    owner's score is the inventors' "if it reduces his score"; it can never change the opponent's,
    since the cell breaks the opponent's rows either way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece, square
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Field, Layout, layout
from livestone.core.options import Option
from livestone.core.rules import Rules
from livestone.games.freedom.fours import EDGE, EMPTY, counting, gaining, only_empty

WHITE, BLACK = 0, 1
# Boards up to each of these sizes have positions of one layout, and so one compiled code.
LAID_OUT = (10, 16)


class Freedom(Game):
    """Freedom with its options."""

    id = "freedom"
    title = "Freedom"
    author = "Veljko Ćirović and Nebojša Sanković"
    year = 2010
    front = True
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("white", "w", "disc", "white"), Piece("black", "b", "disc", "black"))
    options = (
        Option("size", 10, tuple(range(4, 17)), "Board size", common=(6, 8, 10, 12)),
        Option(
            "scoring",
            "stones",
            ("stones", "rows"),
            "Scoring",
            {"stones": "each live stone counts once", "rows": "four points for each live row"},
        ),
        Option(
            "last_cell",
            "choice",
            ("choice", "auto", "always"),
            "The last cell",
            {
                "choice": "may be left empty if filling it would cost points",
                "auto": "filled only if that scores",
                "always": "always filled",
            },
        ),
    )
    presets = {"beginner": {"size": 8}, "freeplay": {"scoring": "rows", "last_cell": "auto"}}
    points = True
    site_fields = ("last",)

    @property
    def unit(self) -> str:
        """What the score counts."""
        return "points" if self.option["scoring"] == "rows" else "live stones"

    @property
    def size(self) -> int:
        """Cells along a side."""
        return int(self.option["size"])

    @property
    def largest(self) -> int:
        """The size of the largest board whose positions have the same layout."""
        return next(size for size in LAID_OUT if size >= self.size)

    @property
    def max_moves(self) -> int:
        """Every cell on the first move; the last cell or ``pass`` are only two."""
        return self.size * self.size

    @property
    def pass_move(self) -> int:
        """The move that leaves the last cell empty: one past the last cell."""
        return self.size * self.size

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All of the board's."""
        return self.board.symmetries

    @property
    def max_turns(self) -> int:
        """A turn for each cell."""
        return self.size * self.size

    def make_board(self) -> Board:
        """A square board."""
        return square(self.size)

    def make_layout(self, *derived: Field) -> Layout:
        """The cells (with the wall, and room for more) and the last stone's site; ``stones``
        counts them.

        ``passed`` is 1 once the last cell was left empty by choice.
        """
        return layout(
            placement=[("cells", "i1", self.largest**2 + 1), ("last", "i2")],
            identity=[("passed", "i1")],
            # The longer record does not begin like the shorter one, which Numba would take it for.
            derived=[*derived, ("stones", "i2")],
        )

    def placing(self, jit: Jit) -> Any:
        """``put(s, site, stone)``: places a stone and keeps count."""

        @jit
        def put(s: Position, site: int, stone: int) -> None:
            s.cells[site] = stone
            s.stones += 1

        return put

    def rules(self, jit: Jit) -> Rules:
        """The rules, for this board size, scoring and last-cell rule."""
        sites, pass_move = len(self.board), self.pass_move
        # Unsigned, so that compiled code need not ask whether an index counts from the end.
        neighbours = self.board.neighbours.astype(np.uint32)
        by_rows = self.option["scoring"] == "rows"
        put, gain = self.placing(jit), gaining(self.board, jit, by_rows)
        find_fours = counting(self.board, jit)
        choice = self.option["last_cell"] == "choice"
        auto = self.option["last_cell"] == "auto"
        find_empty = jit(only_empty)

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            s.last = sites

        def moves(s: Position, out: Any) -> int:
            n = 0
            cells = s.cells
            if s.passed or s.stones == sites or (auto and s.stones == sites - 1):
                return 0
            last = s.last
            for direction in range(8):
                there = neighbours[last, direction]
                out[n] = there  # kept where the cell is empty: the next one is written after it
                n += cells[there] == EMPTY
            if n == 0:  # freedom
                for there in range(sites):
                    out[n] = there
                    n += cells[there] == EMPTY
            if choice and s.stones == sites - 1 and gain(cells, out[0], s.mover + 1) < 0:
                out[n] = pass_move
                n += 1
            return n

        def play(s: Position, move: int) -> None:
            if move == pass_move:
                s.passed = 1
            else:
                put(s, move, s.mover + 1)
                s.last = move
            s.mover = 1 - s.mover
            s.turn += 1
            if auto and s.stones == sites - 1:
                site = find_empty(s.cells)
                if gain(s.cells, site, s.mover + 1) > 0:
                    put(s, site, s.mover + 1)

        def outcome(s: Position, score: Any) -> None:
            live = np.zeros(sites, np.int8)
            white, black = find_fours(s.cells, live)
            if not by_rows:
                white, black = 0, 0
                for site in range(sites):
                    white += live[site] * (s.cells[site] == WHITE + 1)
                    black += live[site] * (s.cells[site] == BLACK + 1)
            score[WHITE] = white
            score[BLACK] = black

        def derive(s: Position) -> None:
            s.stones = 0
            for site in range(sites):
                s.stones += s.cells[site] != EMPTY
            s.cells[sites] = EDGE

        def marks(s: Position, out: Any) -> None:
            out[:] = 0
            find_fours(s.cells, out)

        return Rules(start, moves, play, outcome, derive=derive, marks=marks)
