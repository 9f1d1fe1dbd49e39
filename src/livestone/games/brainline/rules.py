"""Brainline, or Taktik, by Åke and Henrik Andersson (about 1970): get four pegs straight.

Goal
    Get your four pegs onto one straight line before your opponent does.

Your turn
    Your pegs begin on the hexagons of your colour. Red starts. Slide one peg straight along a line,
    as far as you like, over empty hexagons only. You may not jump, capture or pass.

Lines
    Lines run from side to side and along both slants, so a peg has six directions. Straight up and
    down there is no line. The hexagons of a row are counted from its left end. Gaps between your
    pegs do not matter, but an enemy peg between the outer two spoils the line.

How it ends
    The first line wins. You lose if your move opens your opponent's line; if it also completes
    your own, you win. The same position a third time is a draw, and so is the end of turn 500.

Options
    ``adjacent_only``  ``true``: the four pegs must stand in four neighbouring hexagons of a line.
    ``ply_cap``        The game is a draw after so many turns; 0 for no such end.

Sources and rulings
    Each player has four pegs on a board of 90 hexagons::

        A       . . . . . . .
        B      . . . . . . . .
        C     r . . . . . . . y
        D      . . . . . . . .
        E     y . . . . . . . r
        F      . . . . . . . .
        G     y . . . . . . . r
        H      . . . . . . . .
        I     r . . . . . . . y
        J      . . . . . . . .
        K       . . . . . . .

    Rows are lettered from the top, the hexagons of a row numbered from the left: ``C1`` is where a
    red peg starts. The coloured hexagons are like any others once the game has begun. A move is
    ``C1-C5``; a peg moves one hexagon or more. A zigzag of hexagons one below the other is not a
    line. An enemy peg on the line beyond the outer two does no harm.

    Text: Rod Rivers's review in Games & Puzzles of the British edition (Palitoy/Bradgate, the
    1970s) has the slide, the goal, and the stricter goal as a suggestion. Picture: a photograph of
    that edition shows the board and where pegs start. The authors' names and the year are those of
    João Pedro Neto's table of games, which elsewhere says 1977. Ours: only pegs between one's own
    outermost ones spoil a line; the mover's line counts first; Red starts; the third repetition and
    the longest game. A player can always move: four enemy pegs are too few to shut in four.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece
from livestone.boards.sight import sights
from livestone.boards.zones import enlist, relist
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import MovingGame, ply_cap
from livestone.core.options import Option
from livestone.core.rules import Rules
from livestone.games.brainline.board import AXES, STARTS, line_tables, start_board

RED, YELLOW = 0, 1
EMPTY, EDGE = 0, 9  # in ``cells`` a peg is its player's index + 1
PEGS = 4


class Brainline(MovingGame):
    """Brainline with its options."""

    id = "brainline"
    title = "Brainline"
    author = "Åke and Henrik Andersson"
    year = 1970
    seats = (Seat("Red", "red"), Seat("Yellow", "yellow"))
    pieces = (
        Piece("red peg", "r", "peg", "red", "R"),
        Piece("yellow peg", "y", "peg", "yellow", "Y"),
    )
    options = (
        Option("adjacent_only", False, (False, True), "The four pegs must stand side by side"),
        ply_cap(500),
    )

    @property
    def max_moves(self) -> int:
        """Four pegs, each with all hexagons in line with its own."""
        return PEGS * int(sights(self.board).shape[1])

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The identity and the mirror that swaps top and bottom; the others swap the colours."""
        return self.board.symmetries[::2][:2]

    def make_board(self) -> Board:
        """The 90 hexagons."""
        return start_board()

    def make_layout(self) -> Layout:
        """The hexagons (with the wall).

        ``places`` lists each player's hexagons in rising order; ``won`` is the winner, counted
        from 1.
        """
        return layout(
            placement=[("cells", "i1", len(self.board) + 1)],
            derived=[("places", "u1", (2, PEGS)), ("won", "i1")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        sites, cap = len(self.board), int(self.option["ply_cap"])
        neighbours = self.board.neighbours.astype(np.uint32)
        starts = [[self.board.site[name] for name in names.split()] for names in STARTS]
        opening = np.zeros(sites + 1, np.int8)
        for player, those in enumerate(starts):
            opening[those] = player + 1
        opening[sites] = EDGE
        in_line, moved, listed = self.find_line(jit), jit(relist), jit(enlist)

        @jit
        def winner(s: Position) -> Any:
            """The player with a line, from 1; the one who has just moved is looked at first."""
            if in_line(s.places[1 - s.mover], s.places[s.mover]):
                return 2 - s.mover
            if in_line(s.places[s.mover], s.places[1 - s.mover]):
                return 1 + s.mover
            return 0

        @jit
        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            for player in range(2):
                listed(s.places[player], s.cells, player + 1, player + 1)
            s.won = winner(s)

        def start(s: Position) -> None:
            for site in range(len(opening)):
                s.cells[site] = opening[site]
            derive(s)

        def moves(s: Position, out: Any) -> Any:
            if s.won or (cap > 0 and s.turn >= cap):
                return 0
            n = 0
            cells, places = s.cells, s.places[s.mover]
            for at in range(PEGS):
                origin = int(places[at])
                for way in range(2 * AXES):
                    site = neighbours[origin, way]
                    while cells[site] == EMPTY:
                        out[n] = origin * sites + site
                        n += 1
                        site = neighbours[site, way]
            return n

        def play(s: Position, move: int) -> None:
            origin, target = move // sites, move % sites
            s.cells[origin] = EMPTY
            s.cells[target] = s.mover + 1
            moved(s.places[s.mover], origin, target)
            s.mover = 1 - s.mover
            s.turn += 1
            s.won = winner(s)

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0.0
            if s.won:
                score[s.won - 1] = 1.0

        return Rules(start, moves, play, outcome, derive=derive)

    def find_line(self, jit: Jit) -> Any:
        """``in_line(own, enemy)``: whether these pegs are a line that those do not spoil."""
        lines, along = line_tables(self.board)
        adjacent = bool(self.option["adjacent_only"])

        @jit
        def in_line(own: Any, enemy: Any) -> Any:
            for axis in range(AXES):
                line = lines[own[0], axis]
                if (
                    lines[own[1], axis] == line
                    and lines[own[2], axis] == line
                    and lines[own[3], axis] == line
                ):
                    # Sites rise along a row and down a diagonal, so the ends are first and last.
                    first, last = along[own[0], axis], along[own[3], axis]
                    if adjacent:
                        return last - first == PEGS - 1
                    for at in range(PEGS):
                        here = along[enemy[at], axis]
                        if lines[enemy[at], axis] == line and first < here < last:
                            return False
                    return True
            return False

        return in_line
