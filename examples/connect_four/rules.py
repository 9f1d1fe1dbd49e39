"""Connect Four: drop discs into columns and be the first with four in a row.

Goal
    Have four of your discs in a row: across, up or diagonally.

Your turn
    Red begins. Drop a disc into a column that is not full; it falls to the lowest empty cell.

How it ends
    Four or more in a row win. A full board without them is a draw.

Sources and rulings
    Seven columns and six ranks, empty at the start. A move is the cell in which the disc comes to
    rest, ``d1``. Rules: Howard Wexler's game as sold by Milton Bradley since 1974, and James D.
    Allen, The Complete Book of Connect 4 (2010).
"""

from livestone.boards import Piece, square
from livestone.boards.rows import running
from livestone.core.game import Game, Seat
from livestone.core.layout import layout
from livestone.core.rules import Rules

COLUMNS, RANKS = 7, 6
EMPTY, EDGE = 0, 3  # in ``cells`` a disc is its player's index + 1
FOUR = 4


class ConnectFour(Game):
    """Connect Four, which has no options."""

    id = "connect_four"
    title = "Connect Four"
    author = "Howard Wexler"
    year = 1974
    seats = (Seat("Red", "red"), Seat("Yellow", "yellow"))
    pieces = (Piece("red", "r", "disc", "red"), Piece("yellow", "y", "disc", "yellow"))
    max_moves = COLUMNS
    max_turns = COLUMNS * RANKS

    @property
    def symmetries(self):
        """Left and right may be exchanged."""
        return self.board.symmetries[:2]

    def make_board(self):
        """Seven by six cells, rank 1 below."""
        return square(COLUMNS, RANKS)

    def make_layout(self):
        """The cells (with the wall), and whether somebody has four in a row."""
        return layout(
            placement=[("cells", "i1", COLUMNS * RANKS + 1)],
            derived=[("won", "i1")],
        )

    def rules(self, jit):
        """The rules."""
        sites, run = COLUMNS * RANKS, running(self.board, jit)

        @jit
        def wins(cells, site):
            for direction in range(4):
                ahead = run(cells, site, direction, cells[site])
                behind = run(cells, site, direction + 4, cells[site])
                if ahead + 1 + behind >= FOUR:
                    return True
            return False

        def start(s):
            s.cells[sites] = EDGE

        def moves(s, out):
            n = 0
            if s.won:
                return n
            for site in range(sites):
                falls = site < COLUMNS or s.cells[site - COLUMNS] != EMPTY
                if falls and s.cells[site] == EMPTY:
                    out[n] = site
                    n += 1
            return n

        def play(s, move):
            s.cells[move] = s.mover + 1
            s.won = wins(s.cells, move)
            s.mover = 1 - s.mover
            s.turn += 1

        def outcome(s, score):
            score[0], score[1] = 0, 0
            if s.won:
                score[1 - s.mover] = 1

        def derive(s):
            s.cells[sites] = EDGE
            s.won = 0
            for site in range(sites):
                if s.cells[site] != EMPTY and wins(s.cells, site):
                    s.won = 1

        return Rules(start, moves, play, outcome, derive=derive)
