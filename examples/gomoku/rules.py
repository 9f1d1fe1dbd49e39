"""Gomoku with the swap: five stones in a row.

Goal
    Have exactly five of your stones in a row: across, up or diagonally.

The opening
    Black places three stones anywhere: a black one, a white one and another black one. Then White
    chooses: place a white stone and go on as White, or swap. In a swap all three stones change
    their colours, and Black goes on with the next stone.

Your turn
    After that, place one stone of your colour on an empty point.

How it ends
    A row of exactly five wins; six or more in a row do not count. A full board is a draw.

Options
    ``size``  9, 15 or 19 points a side.
    ``swap``  ``false``: Black begins with one stone, and nobody swaps.

Sources and rulings
    A move is the point's name, or ``swap``. Rules: the Renju International Federation's gomoku with
    the opening rule Swap, where the second player chooses a colour. Here players keep their seats
    and the stones change colours instead, which is the same game.
"""

from livestone.boards import Piece, square
from livestone.boards.rows import running
from livestone.core.game import Game, Seat
from livestone.core.layout import layout
from livestone.core.options import Option
from livestone.core.rules import Rules

EMPTY, EDGE = 0, 3  # in ``cells`` a stone is its player's index + 1
FIVE = 5
OPENING = 3  # stones in Black's first turn


class Gomoku(Game):
    """Gomoku with its options."""

    id = "gomoku"
    title = "Gomoku"
    author = "Folklore"
    year = 700
    seats = (Seat("Black", "black"), Seat("White", "white"))
    pieces = (Piece("black", "b", "disc", "black"), Piece("white", "w", "disc", "white"))
    options = (
        Option("size", 15, (9, 15, 19), "Board size"),
        Option("swap", True, (True, False), "White may swap after three stones"),
    )
    max_turn_plies = OPENING

    @property
    def max_moves(self):
        """An empty board, or fewer points and the swap."""
        return len(self.board)

    @property
    def max_turns(self):
        """A stone a turn, more in the first one, and the swap."""
        return len(self.board)

    @property
    def symmetries(self):
        """All of the board's."""
        return self.board.symmetries

    def make_board(self):
        """A square board."""
        return square(self.option["size"])

    def make_layout(self):
        """The points (with the wall), whether White has swapped, and what follows from them."""
        return layout(
            placement=[("cells", "i1", len(self.board) + 1)],
            identity=[("swapped", "i1")],
            derived=[("won", "i1"), ("stones", "i2")],
        )

    def rules(self, jit):
        """The rules."""
        sites, swap, run = len(self.board), self.option["swap"], running(self.board, jit)
        opening = OPENING if swap else 1

        @jit
        def wins(cells, site):
            for direction in range(4):
                ahead = run(cells, site, direction, cells[site])
                behind = run(cells, site, direction + 4, cells[site])
                if ahead + 1 + behind == FIVE:
                    return True
            return False

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
                # The second of the three stones in the opening is the other player's.
                owner = s.mover if s.turn > 0 else s.stones % 2
                s.cells[move] = owner + 1
                s.stones += 1
                s.won = (owner + 1) * wins(s.cells, move)
            else:
                s.swapped = 1
                for site in range(sites):
                    if s.cells[site] != EMPTY:
                        s.cells[site] = 3 - s.cells[site]
            if s.turn > 0 or s.stones == opening:
                s.mover = 1 - s.mover
                s.turn += 1

        def outcome(s, score):
            score[0], score[1] = 0, 0
            if s.won:
                score[s.won - 1] = 1

        def derive(s):
            s.cells[sites] = EDGE
            s.won, s.stones = 0, 0
            for site in range(sites):
                if s.cells[site] != EMPTY:
                    s.stones += 1
                    if wins(s.cells, site):
                        s.won = s.cells[site]

        return Rules(start, moves, play, outcome, derive=derive)
