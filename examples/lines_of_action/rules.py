"""Lines of Action: bring all your pieces together.

Goal
    Join all your pieces into one group, by sides or corners.

Your turn
    Black begins. Move one piece in a straight line, in any of eight directions, by exactly as many
    squares as there are pieces of both colours on that line, yours included. It may leap over
    pieces of your own, but not over enemy pieces. It may end on an enemy piece and captures it.

How it ends
    Whoever joins all their pieces wins; a single piece is joined. If a capture joins both sides,
    the player who moved wins. A position that stands a third time, or the turn limit, is a draw.

Options
    ``ply_cap``  the game is a draw after so many turns; 0 for never.

Sources and rulings
    Eight by eight squares. Black has six pieces each on the first and on the last rank, White on
    the first and the last file; the corners are empty. ``b1-b3`` is a move, whether it captures or
    not; a player without any plays ``pass``. Rules: Claude Soucie, in Sid Sackson, A Gamut of
    Games, second edition (1982). Ours: repetition and the turn limit are draws.
"""

import numpy as np

from livestone.boards import Piece, square
from livestone.core.game import Seat
from livestone.core.layout import layout
from livestone.core.moving import MovingGame, ply_cap
from livestone.core.rules import Rules

SIDE = 8
EMPTY, EDGE = 0, 3  # in ``cells`` a piece is its player's index + 1
PIECES = 12


class LinesOfAction(MovingGame):
    """Lines of Action with its options."""

    id = "lines_of_action"
    title = "Lines of Action"
    author = "Claude Soucie"
    year = 1969
    seats = (Seat("Black", "black"), Seat("White", "white"))
    pieces = (
        Piece("black piece", "b", "disc", "black"),
        Piece("white piece", "w", "disc", "white"),
    )
    options = (ply_cap(400),)
    max_moves = 8 * PIECES

    @property
    def symmetries(self):
        """The mirrors and the half turn; a quarter turn exchanges the players."""
        return self.board.symmetries[:4]

    def make_board(self):
        """Eight by eight squares."""
        return square(SIDE)

    def make_layout(self):
        """The squares (with the wall), and who has won (index + 1)."""
        return layout(placement=[("cells", "i1", SIDE * SIDE + 1)], derived=[("won", "i1")])

    def rules(self, jit):
        """The rules."""
        sites, neighbours, cap = len(self.board), self.board.neighbours, self.option["ply_cap"]
        length, pass_move = line_length(self.board, jit), self.pass_move

        @jit
        def joined(cells, player):
            """Whether all pieces of a player are one group."""
            group = np.zeros(PIECES, np.int32)
            seen = np.zeros(sites + 1, np.bool_)
            pieces, known, done = 0, 0, 0
            for site in range(sites):
                if cells[site] == player + 1:
                    pieces += 1
                    group[0] = site
            seen[group[0]] = True
            known = 1
            while done < known:
                for direction in range(8):
                    there = neighbours[group[done], direction]
                    if cells[there] == player + 1 and not seen[there]:
                        seen[there] = True
                        group[known] = there
                        known += 1
                done += 1
            return known == pieces

        @jit
        def winner(cells, mover):
            """The index + 1 of the player whose pieces are joined, first of all the mover's."""
            if joined(cells, mover):
                return mover + 1
            return 2 - mover if joined(cells, 1 - mover) else 0

        @jit
        def reached(s, site, direction):
            """Where a piece of the mover gets by a move, the wall if it cannot."""
            steps, there = length(s.cells, site, direction), site
            for step in range(steps):
                there = neighbours[there, direction]
                if s.cells[there] == 2 - s.mover and step < steps - 1:
                    return sites
            return sites if s.cells[there] == s.mover + 1 else there

        def start(s):
            s.cells[sites] = EDGE
            for at in range(1, SIDE - 1):
                s.cells[at], s.cells[sites - 1 - at] = 1, 1
                s.cells[at * SIDE], s.cells[at * SIDE + SIDE - 1] = 2, 2

        def moves(s, out):
            n = 0
            if s.won or (cap and s.turn >= cap):
                return n
            for site in range(sites):
                for direction in range(8):
                    if s.cells[site] == s.mover + 1:
                        target = reached(s, site, direction)
                        out[n] = site * sites + target
                        n += target != sites
            if n == 0:
                out[0] = pass_move
                n = 1
            return n

        def play(s, move):
            if move != pass_move:
                s.cells[move % sites] = s.mover + 1
                s.cells[move // sites] = EMPTY
                s.won = winner(s.cells, s.mover)
            s.mover = 1 - s.mover
            s.turn += 1

        def outcome(s, score):
            score[0], score[1] = 0, 0
            if s.won:
                score[s.won - 1] = 1

        def derive(s):
            s.cells[sites] = EDGE
            s.won = winner(s.cells, 1 - s.mover)

        return Rules(start, moves, play, outcome, derive=derive)


def line_length(board, jit):
    """``length(cells, site, direction)``: how many pieces stand on the line through a site."""
    sites, neighbours = len(board), board.neighbours

    @jit
    def length(cells, site, direction):
        count = 1
        for way in (direction, (direction + 4) % 8):
            there = neighbours[site, way]
            while there != sites:
                count += cells[there] != EMPTY
                there = neighbours[there, way]
        return count

    return length
