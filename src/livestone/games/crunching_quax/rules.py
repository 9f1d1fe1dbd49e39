"""Crunching Quax: link three sides of a hexagon, with lines that shift and crush.

Goal
    Link the three red sides of the board, or the three blue ones, with one connected group of
    stones.

Your turn
    O, White, starts by placing two; X is Black. From then on, place three stones, or move one line
    and then place one, on any empty cell.

Placing
    No two stones placed in a turn may be on one straight line of cells, in any of three directions,
    however far apart.

Moving a line
    A line is all your stones side by side in a row, two or more. It shifts along that row by at
    most as many cells as it has stones, over empty ones.

Crushing
    Where it meets a shorter enemy line, or a single stone, it may crush its stones one by one, as
    many as it is longer. Once it has crushed one it must crush on while it may, and stops where the
    last one stood.

How it ends
    Linking the three sides wins at once; a corner cell belongs to both its sides. The same
    position a third time, 200 turns, or having nothing to do make a draw.

Options
    ``non_linear``  ``pairs``: no two of the stones placed in a turn on one line. ``three``: not all
                    three on one line.

Sources and rulings
    Two players, O and X, on an empty hexagonal board with six cells a side. The three sides to be
    linked are any three of which no two are neighbours: every second side has one colour. The
    letter of a cell is its column in the printed diagram (cells beside each other in a row are two
    letters apart), the number its row from the top. ``e6`` places a stone, one a ply; ``f5:h7``
    moves the line whose rear is on f5 until its front is on h7. If no cell is left for the second
    or third stone, the turn ends. Stones are on one row whatever lies between them. A line is two
    or more stones of one colour next to each other in one of the three directions, all of them as
    far as they go. It stops where it likes, and before a stone of its own colour or the edge; once
    it has crushed a stone it goes on to the last it can, and stops there. What is crushed leaves
    the board. Positions are compared for repetition at the beginning of a turn.

    A post of 11 June 2015 on João Pedro Neto's blog of abstract games, with a whole game; it is
    Crunching Y, by Bill Taylor and João Pedro Neto (2013), with another goal and another board.
    Turns, line moves and the goal are the post's (text). Its game settles that lines are those of
    the three directions, that stones of a turn may join one group, that the stone after a line
    move may go anywhere, and that a line crushes as many stones as it is longer. That no two
    stones of a turn may share a line is our reading of its "non-linear", as in the authors' other
    games; every turn of the game obeys it. Ours: only whole lines move; crushing cut short by the
    line's own length, its own stones or the edge is legal; repetition, the longest game and having
    nothing to do are a draw.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece
from livestone.boards.connection import bridging, linked, touches
from livestone.boards.hexagonal import sides
from livestone.core.game import Game, Jit, Position, Repetition, Seat
from livestone.core.layout import Layout, layout
from livestone.core.options import Option
from livestone.core.rules import Rules
from livestone.games.crunching_quax.board import AXES, LONGEST, SIDE, TRIPLES, axes, quax_board
from livestone.games.crunching_quax.lines import EMPTY, moving_lines

O, X = 0, 1  # noqa: E741  (the players' names in the source)
EDGE = 3  # the wall in ``cells``, where a stone is its player's index + 1
MAX_TURNS = 200
STONES, FIRST = 3, 2  # in a turn that only places, and in the first one
# No fewer stones link three sides.
FEWEST = 3 * SIDE - 2
# The parts of a turn, in ``part``.
OPEN, PLACING, MOVED = 0, 1, 2


class CrunchingQuax(Game):
    """Crunching Quax with its options."""

    id = "crunching_quax"
    title = "Crunching Quax"
    author = "Bill Taylor and João Pedro Neto"
    year = 2015
    seats = (Seat("O", "white"), Seat("X", "black"))
    pieces = (Piece("o", "o", "disc", "white", "O"), Piece("x", "x", "disc", "black", "X"))
    options = (
        Option(
            "non_linear",
            "pairs",
            ("pairs", "three"),
            "Stones of a turn",
            {"pairs": "no two on one line", "three": "not all three on one line"},
        ),
    )
    repetition = Repetition("draw")
    site_fields = ("fresh",)
    max_turns, max_turn_plies = MAX_TURNS, STONES

    @property
    def max_moves(self) -> int:
        """A placement for each empty cell; for each stone in a line a step either way."""
        return 2 * AXES * len(self.board)

    @property
    def move_limit(self) -> int:
        """After the cells each cell with each direction and distance."""
        return len(self.board) * (1 + 2 * AXES * LONGEST)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All of the board's: the sides stay every second one."""
        return self.board.symmetries

    def make_board(self) -> Board:
        """A hexagon with six cells a side, every second side alike."""
        return quax_board()

    def make_layout(self) -> Layout:
        """The cells (with the wall), the ``part`` of the turn and the sites of its first stones.

        ``fresh`` holds the wall where there is none; ``won`` is the winner, counted from 1.
        """
        sites = len(self.board) + 1
        return layout(
            placement=[("cells", "i1", sites), ("part", "i1"), ("fresh", "u1", STONES - 1)],
            derived=[("stones", "i1", 2), ("won", "i1")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules."""
        board = self.board
        sites, axis = len(board), axes(board)
        line_moves, shift = moving_lines(board, jit)
        by_pairs = self.option["non_linear"] == "pairs"
        touch = touches(board, sides(SIDE))
        touched, bridges = linked(board, jit, touch), bridging(board, jit, touch)
        masks = np.array([sum(1 << part for part in triple) for triple in TRIPLES])

        @jit
        def free(s: Position, site: int) -> bool:
            """Whether the next stone of a turn that only places may go there."""
            one, two = s.fresh[0], s.fresh[1]
            if by_pairs:
                apart = (axis[one, site] == 0) & (axis[two, site] == 0)
            else:
                apart = (axis[one, two] == 0) | (axis[one, two] != axis[one, site])
            return bool((s.cells[site] == EMPTY) & apart)

        @jit
        def wins(s: Position, site: int) -> bool:
            """Whether the group of the stone on ``site`` links three sides as it should."""
            if s.stones[s.cells[site] - 1] < FEWEST:
                return False
            found = touched(s.cells, site)
            return bool((found & masks[0] == masks[0]) | (found & masks[1] == masks[1]))

        @jit
        def end(s: Position) -> None:
            s.part = OPEN
            s.fresh[:] = sites
            s.mover = 1 - s.mover
            s.turn += 1

        @jit
        def goes_on(s: Position, placed: int, most: int) -> bool:
            """Whether another stone may be placed in this turn, of which there were ``placed``."""
            if placed < most:
                for site in range(sites):
                    if free(s, site):
                        return True
            return False

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            s.fresh[:] = sites

        def moves(s: Position, out: Any) -> int:
            n = 0
            if s.won or s.turn >= MAX_TURNS:
                return 0
            if s.part == PLACING:
                for site in range(sites):
                    out[n] = site
                    n += free(s, site)
                return n
            for site in range(sites):
                out[n] = site
                n += s.cells[site] == EMPTY
            return line_moves(s, out, n) if s.part == OPEN else n

        def play(s: Position, move: int) -> None:
            if move >= sites:
                s.part = MOVED
                at = shift(s, move)
                if not wins(s, at):
                    return
                s.won = s.cells[at]
                end(s)
                return
            s.cells[move] = s.mover + 1
            s.stones[s.mover] += 1
            if bridges(s.cells, move) and wins(s, move):
                s.won = s.mover + 1
                end(s)
                return
            if s.part == MOVED:
                end(s)
                return
            s.part = PLACING
            placed = 1 + (s.fresh[0] < sites) + (s.fresh[1] < sites)
            most = FIRST if s.stones[O] + s.stones[X] == placed else STONES
            if placed == 1:
                s.fresh[0] = move
            elif placed == 2:
                s.fresh[0], s.fresh[1] = min(s.fresh[0], move), max(s.fresh[0], move)
            if not goes_on(s, placed, most):
                end(s)

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0.0
            if s.won:
                score[s.won - 1] = 1.0

        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            s.won = 0
            s.stones[:] = 0
            for site in range(sites):
                if s.cells[site] != EMPTY:
                    s.stones[s.cells[site] - 1] += 1
            for site in range(sites):
                if s.cells[site] != EMPTY and touch[site] and wins(s, site):
                    s.won = s.cells[site]

        return Rules(start, moves, play, outcome, derive=derive)
