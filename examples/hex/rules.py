"""Hex: connect your two sides of the board.

Goal
    Join the two sides of your colour by an unbroken chain of your stones.

Your turn
    Red begins. Put a stone on an empty cell. Stones never move and are never taken.

The swap
    Instead of a first stone of their own Blue may take Red's: it turns blue and moves to the cell
    where it stands to Blue's sides as it stood to Red's.

How it ends
    Whoever joins their sides wins. There is no draw: a full board always joins exactly one pair.

Options
    ``size``  3 to 19 cells a side.
    ``swap``  ``false`` plays without the swap.

Sources and rulings
    A rhombus of hexagons. Red's sides are the upper and the lower one, Blue's the left and the
    right one; a corner belongs to both sides that meet there. Columns are lettered from the left,
    rows numbered from the top. A move is the cell's name, or ``swap``. Rules: Piet Hein, Politiken,
    26 December 1942; Cameron Browne, Hex Strategy (2000). The swap that moves the stone is that of
    today's servers: b1 becomes a2.
"""

import numpy as np

from livestone.boards import Piece, rhombus
from livestone.boards.connection import linked, touches
from livestone.core.game import Game, Seat
from livestone.core.layout import layout
from livestone.core.options import Option
from livestone.core.rules import Rules

EMPTY, EDGE = 0, 3  # in ``cells`` a stone is its player's index + 1
RED, BLUE = 1, 2


class Hex(Game):
    """Hex with its options."""

    id = "hex"
    title = "Hex"
    author = "Piet Hein"
    year = 1942
    seats = (Seat("Red", "red"), Seat("Blue", "blue"))
    pieces = (Piece("red", "r", "disc", "red"), Piece("blue", "b", "disc", "blue"))
    options = (
        Option("size", 11, tuple(range(3, 20)), "Board size", common=(7, 9, 11, 13)),
        Option("swap", True, (True, False), "Blue may swap"),
    )

    @property
    def max_moves(self):
        """An empty board, or one stone and the swap that makes up for it."""
        return len(self.board)

    @property
    def max_turns(self):
        """A stone a turn, and the swap."""
        return len(self.board) + 1

    @property
    def symmetries(self):
        """The half turn. The mirrors exchange the players' sides."""
        return self.board.symmetries[:2]

    def make_board(self):
        """The rhombus, with the players' sides in their colours."""
        return rhombus(self.option["size"], colours=("red", "blue"))

    def make_layout(self):
        """The cells (with the wall), whether Blue has swapped, and who has won (index + 1)."""
        return layout(
            placement=[("cells", "i1", len(self.board) + 1)],
            identity=[("swapped", "i1")],
            derived=[("won", "i1")],
        )

    def rules(self, jit):
        """The rules."""
        board, sites, swap = self.board, len(self.board), self.option["swap"]
        mirror = np.array(board.symmetries[2])
        sides = tuple(board.zones[side].sites for side in ("top", "bottom", "left", "right"))
        parts = linked(board, jit, touches(board, sides))
        # What a chain of each player touches when it wins, a bit a side.
        goal = np.array([0b0011, 0b1100])

        @jit
        def wins(cells, site):
            both = goal[cells[site] - 1]
            return parts(cells, site) & both == both

        def start(s):
            s.cells[sites] = EDGE

        def moves(s, out):
            n = 0
            if s.won:
                return n
            for site in range(sites):
                if s.cells[site] == EMPTY:
                    out[n] = site
                    n += 1
            if swap and s.turn == 1:
                out[n] = sites
                n += 1
            return n

        def play(s, move):
            if move < sites:
                s.cells[move] = s.mover + 1
                s.won = (s.mover + 1) * wins(s.cells, move)
            else:
                s.swapped = 1
                for site in range(sites):
                    if s.cells[site] == RED:
                        s.cells[site] = EMPTY
                        s.cells[mirror[site]] = BLUE
                        break
            s.mover = 1 - s.mover
            s.turn += 1

        def outcome(s, score):
            score[0], score[1] = 0, 0
            if s.won:
                score[s.won - 1] = 1

        def derive(s):
            s.cells[sites] = EDGE
            s.won = 0
            for site in range(sites):
                if s.cells[site] != EMPTY and wins(s.cells, site):
                    s.won = s.cells[site]

        return Rules(start, moves, play, outcome, derive=derive)
