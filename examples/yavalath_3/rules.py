"""Yavalath for three: four in a row win, but three lose.

Goal
    Have four or more of your stones in a row, without having three before.

Your turn
    White begins, then Black, then Red. Put a stone on an empty cell. If the next player could win
    at once you must prevent it where you can, unless you win yourself.

Three in a row
    Whoever makes a row of three, and no row of four with the same stone, is out. Their stones stay,
    and the others go on.

How it ends
    Four in a row win, and so does the last player left. A full board is a draw.

Sources and rulings
    A hexagon with five cells a side. A move is the cell's name. Rules: Cameron Browne and the
    program Ludi, Yavalath (Nestorgames, 2009), with its rule for three players. Ours: a player who
    must block does so even with a row of three; where one stone cannot prevent the win, any move is
    legal.
"""

from livestone.boards import Piece, hexhex
from livestone.boards.rows import running
from livestone.core.game import Game, Seat
from livestone.core.layout import layout
from livestone.core.rules import Rules

SIDE, PLAYERS = 5, 3
EMPTY, EDGE = 0, 9  # in ``cells`` a stone is its player's index + 1
THREE, FOUR = 3, 4


class Yavalath3(Game):
    """Yavalath for three, which has no options."""

    id = "yavalath_3"
    title = "Yavalath for three"
    author = "Cameron Browne and Ludi"
    year = 2007
    seats = (Seat("White", "white"), Seat("Black", "black"), Seat("Red", "red"))
    pieces = (
        Piece("white", "w", "disc", "white"),
        Piece("black", "b", "disc", "black"),
        Piece("red", "r", "disc", "red"),
    )

    @property
    def max_moves(self):
        """Every cell on the first move."""
        return len(self.board)

    @property
    def max_turns(self):
        """A stone a turn."""
        return len(self.board)

    @property
    def symmetries(self):
        """All of the board's."""
        return self.board.symmetries

    def make_board(self):
        """A hexagon."""
        return hexhex(SIDE)

    def make_layout(self):
        """The cells (with the wall); who is out, a bit a player, and who has won (index + 1)."""
        return layout(
            placement=[("cells", "i1", len(self.board) + 1)],
            derived=[("gone", "i1"), ("won", "i1")],
        )

    def rules(self, jit):
        """The rules."""
        sites, run = len(self.board), running(self.board, jit)

        @jit
        def longest(cells, site, code):
            """The longest row through a site, with a stone ``code`` on it."""
            most = 1
            for direction in range(3):
                ahead = run(cells, site, direction, code)
                most = max(most, ahead + 1 + run(cells, site, direction + 3, code))
            return most

        @jit
        def next_player(gone, player):
            player = (player + 1) % PLAYERS
            while gone >> player & 1:
                player = (player + 1) % PLAYERS
            return player

        @jit
        def last_one(gone):
            """The index + 1 of the only player who is not out, 0 while there are more."""
            for player in range(PLAYERS):
                if gone | 1 << player == (1 << PLAYERS) - 1 and not gone >> player & 1:
                    return player + 1
            return 0

        def start(s):
            s.cells[sites] = EDGE

        def moves(s, out):
            n = 0
            if s.won:
                return n
            after, threats, threat = next_player(s.gone, s.mover), 0, 0
            for site in range(sites):
                if s.cells[site] == EMPTY and longest(s.cells, site, after + 1) >= FOUR:
                    threats += 1
                    threat = site
            for site in range(sites):
                free = threats != 1 or site == threat
                if s.cells[site] == EMPTY and (free or longest(s.cells, site, s.mover + 1) >= FOUR):
                    out[n] = site
                    n += 1
            return n

        def play(s, move):
            s.cells[move] = s.mover + 1
            row = longest(s.cells, move, s.mover + 1)
            if row >= FOUR:
                s.won = s.mover + 1
            elif row == THREE:
                s.gone |= 1 << s.mover
                s.won = last_one(s.gone)
            s.mover = next_player(s.gone, s.mover)
            s.turn += 1

        def outcome(s, score):
            for player in range(PLAYERS):
                score[player] = s.won == player + 1

        def derive(s):
            s.cells[sites] = EDGE
            s.gone, s.won = 0, 0
            for site in range(sites):
                if s.cells[site] != EMPTY and longest(s.cells, site, s.cells[site]) == THREE:
                    s.gone |= 1 << (s.cells[site] - 1)
            for site in range(sites):
                if s.cells[site] != EMPTY and longest(s.cells, site, s.cells[site]) >= FOUR:
                    s.won = s.cells[site]
                    s.gone &= ~(1 << (s.cells[site] - 1))
            if s.won == 0:
                s.won = last_one(s.gone)

        return Rules(start, moves, play, outcome, derive=derive)
