"""Othello: enclose your opponent's discs and turn them over.

Goal
    Have more discs of your colour than your opponent at the end.

Your turn
    Black begins. Put a disc on an empty square so that one or more of your opponent's discs lie in
    a straight line, without a gap, between it and another disc of yours: across, up or diagonally.
    All discs enclosed like this, in all directions, are turned over and become yours.

Passing
    If you can enclose nothing you pass, and only then.

How it ends
    When neither player can move. More discs win; equal numbers are a draw.

Sources and rulings
    Eight by eight squares, ``a1`` in the upper left corner; Black has discs on d5 and e4, White on
    d4 and e5. A move is the square's name or ``pass``. Rules: World Othello Federation. Only discs
    on the board count, not empty squares, as in the rules of the boxed game.
"""

from livestone.boards import Piece, square
from livestone.boards.rows import running
from livestone.core.game import Game, Seat
from livestone.core.layout import layout
from livestone.core.rules import Rules

SIDE = 8
EMPTY, EDGE = 0, 3  # in ``cells`` a disc is its player's index + 1
BLACK, WHITE = 1, 2


class Othello(Game):
    """Othello, which has no options."""

    id = "othello"
    title = "Othello"
    author = "Goro Hasegawa"
    year = 1971
    seats = (Seat("Black", "black"), Seat("White", "white"))
    pieces = (Piece("black", "b", "disc", "black"), Piece("white", "w", "disc", "white"))
    points = True
    unit = "discs"
    max_moves = SIDE * SIDE
    max_turns = 2 * SIDE * SIDE  # no two passes in a row

    @property
    def symmetries(self):
        """The two diagonals are alike, and so are the board's ends."""
        blacks = {self.board.site["d5"], self.board.site["e4"]}
        return tuple(
            way for way in self.board.symmetries if {way[site] for site in blacks} == blacks
        )

    def make_board(self):
        """Eight by eight squares, rank 1 on top."""
        return square(SIDE, top_down=True)

    def make_layout(self):
        """The squares, with the wall."""
        return layout(placement=[("cells", "i1", SIDE * SIDE + 1)])

    def rules(self, jit):
        """The rules."""
        board, run = self.board, running(self.board, jit)
        sites, neighbours = len(board), board.neighbours
        d5, e4, d4, e5 = (board.site[name] for name in ("d5", "e4", "d4", "e5"))

        @jit
        def enclosed(cells, site, direction, player):
            """How many discs a player encloses this way from an empty square."""
            count = run(cells, site, direction, 2 - player)
            end = site
            for _ in range(count + 1):
                end = neighbours[end, direction]
            return count if cells[end] == player + 1 else 0

        @jit
        def can_place(cells, site, player):
            if cells[site] == EMPTY:
                for direction in range(8):
                    if enclosed(cells, site, direction, player) > 0:
                        return True
            return False

        def start(s):
            s.cells[sites] = EDGE
            s.cells[d5], s.cells[e4] = BLACK, BLACK
            s.cells[d4], s.cells[e5] = WHITE, WHITE

        def moves(s, out):
            n = 0
            for site in range(sites):
                if can_place(s.cells, site, s.mover):
                    out[n] = site
                    n += 1
            for site in range(sites):
                if n == 0 and can_place(s.cells, site, 1 - s.mover):
                    out[0] = sites  # pass
                    n = 1
            return n

        def play(s, move):
            if move < sites:
                for direction in range(8):
                    count = enclosed(s.cells, move, direction, s.mover)
                    site = move
                    for _ in range(count):
                        site = neighbours[site, direction]
                        s.cells[site] = s.mover + 1
                s.cells[move] = s.mover + 1
            s.mover = 1 - s.mover
            s.turn += 1

        def outcome(s, score):
            score[0], score[1] = 0, 0
            for site in range(sites):
                if s.cells[site] != EMPTY:
                    score[s.cells[site] - 1] += 1

        def derive(s):
            s.cells[sites] = EDGE

        return Rules(start, moves, play, outcome, derive=derive)
