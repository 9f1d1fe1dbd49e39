"""Line Sauce: longer and more lines, on a square board.

Goal
    Have the longest line when the board is full; where longest lines are equal, the next ones
    decide, and so on.

Your turn
    X, with the black stones, begins with one. After that, place two stones of yours a turn, on any
    empty cells. Stones never move, and nobody may pass.

Lines
    A line is all stones of one colour side by side in a row, a column or a diagonal, two or more.
    A stone may belong to several lines.

Who is ahead
    Sort each player's lines, the longest first. Compare the first lines, then the second, and so
    on. At the first difference the longer line is ahead. If one list ends first, the other is
    ahead.

The third stone
    If your lines are behind when your turn begins, you may place a third stone, even if your first
    two put you ahead. Or stop after two.

How it ends
    When the board is full, whoever is ahead wins. Equal lists are a draw. If the board gets full
    during a turn, the turn ends.

Sources and rulings
    The board has 9x9 cells and is empty at the start. Column letters run from the left, row numbers
    from the top: ``a1`` is the upper left corner. A move is the cell's name, one stone a ply;
    ``stop`` declines the third stone. A stone may belong to four lines. The right to a third stone
    is the player's whose list is smaller than the opponent's when the turn begins, and stays
    whatever the first two stones do.

    A post of 5 June 2015 on João Pedro Neto's blog of abstract games, with a whole game. It gives
    neither author nor title: ours is a working title, after Sauce, from which the third stone
    comes. Lines, lists and the right are the post's (text). Its game settles the rest: one stone in
    the first turn; lines of two count, along rows, columns and diagonals; lists are compared to
    their ends; the right is fixed when the turn begins. Ours: nobody may pass, a full board ends
    the turn, equal lists are a draw.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece, square
from livestone.boards.rows import running
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.rules import Rules

X, O = 0, 1  # noqa: E741  (the players' names in the source)
EMPTY, EDGE = 0, 3  # in ``cells`` a stone is its player's index + 1
SIDE = 9
# A list of lines is one number, seven bits for how many lines there are of each length from 2 on:
# no more than 127 of one length fit on the board, and comparing numbers compares lists.
BITS = 7


class LineSauce(Game):
    """Line Sauce, which has no options."""

    id = "line_sauce"
    title = "Line Sauce"
    author = "Unknown"
    year = 2015
    seats = (Seat("X", "black"), Seat("O", "white"))
    pieces = (Piece("x", "x", "disc", "black", "X"), Piece("o", "o", "disc", "white", "O"))

    @property
    def max_moves(self) -> int:
        """Every cell on the first move; later a stone is there that ``stop`` makes up for."""
        return SIDE * SIDE

    @property
    def stop(self) -> int:
        """The move that declines the third stone: one past the last cell."""
        return SIDE * SIDE

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All of the board's."""
        return self.board.symmetries

    @property
    def max_turns(self) -> int:
        """Each has a stone."""
        return len(self.board)

    @property
    def max_plies(self) -> int:
        """A ply for each stone, and one for each that was declined."""
        return 2 * len(self.board)

    def make_board(self) -> Board:
        """Nine by nine cells, rows numbered from the top."""
        return square(SIDE, top_down=True)

    def make_layout(self) -> Layout:
        """The cells (with the wall), the stones placed this turn and how many it may have.

        ``lists`` holds both players' lists of lines (see ``BITS``), ``stones`` counts all stones.
        """
        return layout(
            placement=[("cells", "i1", SIDE * SIDE + 1), ("placed", "i1"), ("allowed", "i1")],
            derived=[("lists", "i8", 2), ("stones", "i2")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules."""
        neighbours = self.board.neighbours.astype(np.uint32)
        sites, stop, run = len(self.board), self.stop, running(self.board, jit)
        # What one line of each length adds to a list.
        unit = np.array([0, 0, *(1 << BITS * (n - 2) for n in range(2, SIDE + 1))], np.int64)

        @jit
        def grown(cells: Any, site: int, colour: int) -> Any:
            """How much a stone of ``colour`` on the empty cell ``site`` adds to its list."""
            total = np.int64(0)
            for direction in range(4):
                ahead = run(cells, site, direction, colour)
                behind = run(cells, site, direction + 4, colour)
                total += unit[ahead + behind + 1] - unit[ahead] - unit[behind]
            return total

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            s.allowed = 1

        def moves(s: Position, out: Any) -> int:
            n = 0
            for site in range(sites):
                out[n] = site
                n += s.cells[site] == EMPTY
            if (s.placed == 2) & (n > 0):
                out[n] = stop
                n += 1
            return n

        def play(s: Position, move: int) -> None:
            if move != stop:
                colour = s.mover + 1
                s.lists[s.mover] += grown(s.cells, move, colour)
                s.cells[move] = colour
                s.stones += 1
                s.placed += 1
            if (move == stop) | (s.placed == s.allowed) | (s.stones == sites):
                s.turn += 1
                s.mover = 1 - s.mover
                s.placed = 0
                s.allowed = 3 if s.lists[s.mover] < s.lists[1 - s.mover] else 2

        def outcome(s: Position, score: Any) -> None:
            for player in range(2):
                score[player] = 1.0 if s.lists[player] > s.lists[1 - player] else 0.0

        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            s.stones = 0
            s.lists[:] = 0
            for site in range(sites):
                colour = s.cells[site]
                s.stones += colour != EMPTY
                for direction in range(4):
                    if colour != EMPTY and s.cells[neighbours[site, direction + 4]] != colour:
                        s.lists[colour - 1] += unit[1 + run(s.cells, site, direction, colour)]

        return Rules(start, moves, play, outcome, derive=derive)
