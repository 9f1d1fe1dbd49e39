"""Breakthrough: bring one of your pieces to the other side of the board.

Goal
    Be the first with a piece on the far row.

Your turn
    White begins. Move one piece to the next square forward, straight or diagonally. A piece on a
    diagonal square in front of yours may be captured: move there and take it off. Straight ahead
    nothing is captured.

How it ends
    A piece on the far row wins, and so does capturing all enemy pieces. There is no draw.

Sources and rulings
    Eight by eight squares; the two rows nearest to each player are full of their pieces. Capturing
    is never compulsory. ``a2-b3`` is a move, whether it captures or not. Rules: Dan Troyka, winner
    of the 8x8 Game Design Competition, Abstract Games 7 (2001).
"""

from livestone.boards import Piece, square
from livestone.core.game import Game, Seat
from livestone.core.layout import layout
from livestone.core.rules import Rules

SIDE = 8
EMPTY, EDGE = 0, 3  # in ``cells`` a piece is its player's index + 1
WHITE, BLACK = 1, 2
PIECES = 2 * SIDE
FORWARD = ((1, 2, 3), (5, 6, 7))  # each player's directions, the middle one straight ahead


class Breakthrough(Game):
    """Breakthrough, which has no options."""

    id = "breakthrough"
    title = "Breakthrough"
    author = "Dan Troyka"
    year = 2000
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("white piece", "w", "peg", "white"), Piece("black piece", "b", "peg", "black"))
    max_moves = 3 * PIECES
    move_limit = SIDE**4  # a move is origin * squares + target
    # Each piece has at most five or six rows to go before one more step wins.
    max_turns = 2 * SIDE * (5 + 6) + 1

    @property
    def symmetries(self):
        """Left and right may be exchanged."""
        return self.board.symmetries[:2]

    def make_board(self):
        """Eight by eight squares."""
        return square(SIDE)

    def make_layout(self):
        """The squares (with the wall), and who has won (index + 1)."""
        return layout(placement=[("cells", "i1", SIDE * SIDE + 1)], derived=[("won", "i1")])

    def rules(self, jit):
        """The rules."""
        sites, neighbours, forward = len(self.board), self.board.neighbours, FORWARD

        @jit
        def winner(s):
            """The index + 1 of the player who has broken through or captured everything."""
            white, black = 0, 0
            for site in range(sites):
                white += s.cells[site] == WHITE
                black += s.cells[site] == BLACK
            for column in range(SIDE):
                if s.cells[sites - 1 - column] == WHITE:
                    return WHITE
                if s.cells[column] == BLACK:
                    return BLACK
            return BLACK if white == 0 else WHITE if black == 0 else 0

        def start(s):
            s.cells[sites] = EDGE
            for at in range(PIECES):
                s.cells[at] = WHITE
                s.cells[sites - 1 - at] = BLACK

        def moves(s, out):
            n = 0
            if s.won:
                return n
            for site in range(sites):
                for way in range(3):
                    target = neighbours[site, forward[s.mover][way]]
                    there = s.cells[target]
                    if s.cells[site] == s.mover + 1 and (
                        there == EMPTY or (way != 1 and there == 2 - s.mover)
                    ):
                        out[n] = site * sites + target
                        n += 1
            return n

        def play(s, move):
            s.cells[move % sites] = s.mover + 1
            s.cells[move // sites] = EMPTY
            s.won = winner(s)
            s.mover = 1 - s.mover
            s.turn += 1

        def outcome(s, score):
            score[0], score[1] = 0, 0
            if s.won:
                score[s.won - 1] = 1

        def derive(s):
            s.cells[sites] = EDGE
            s.won = winner(s)

        return Rules(start, moves, play, outcome, derive=derive)
