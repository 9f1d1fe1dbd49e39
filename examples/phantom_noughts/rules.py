"""Phantom noughts and crosses: you do not see what the other player does.

Goal
    Be the first with three of your marks in a row.

Your turn
    Crosses begins. Put a mark of yours on a cell where you see nothing. If the other player's mark
    is there already, you now see it, and choose again.

What you see
    Your own marks, and those of the other player that you have run into.

How it ends
    Three in a row win, across, up or diagonally. A full board without them is a draw.

Sources and rulings
    Three by three cells. A move is the cell's name; each attempt is a ply, and everybody hears how
    many there were. Rules: the phantom games after Henry Michael Temple's Kriegspiel (1899), as in
    Marc Lanctot and others, OpenSpiel: phantom tic-tac-toe.
"""

import numpy as np

from livestone.boards import Piece, square
from livestone.core.game import Game, Seat
from livestone.core.layout import layout
from livestone.core.random import below
from livestone.core.rules import Rules

SIDE = 3
SITES = SIDE * SIDE
EMPTY = 0  # in ``cells`` a mark is its player's index + 1
CROSSES, NOUGHTS = 0, 1
# The rows of three, a bit a cell.
ROWS = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def running_games():
    """Both players' marks, as bits, in every position in which the game is not over.

    Those with fewer marks come first; also where the positions with each number of marks begin.
    """
    sets = [mask for mask in range(1 << SITES) if not any(mask & row == row for row in ROWS)]
    games = [
        (crosses, noughts)
        for crosses in sets
        for noughts in sets
        if crosses & noughts == 0 and crosses.bit_count() - noughts.bit_count() in (0, 1)
    ]
    games.sort(key=lambda game: sum(game).bit_count())
    numbers = [sum(game).bit_count() for game in games]
    return np.array(games), np.searchsorted(numbers, range(SITES + 1))


class PhantomNoughts(Game):
    """Phantom noughts and crosses, which has no options."""

    id = "phantom_noughts"
    title = "Phantom noughts and crosses"
    author = "Folklore"
    year = 1899
    seats = (Seat("Crosses", "black"), Seat("Noughts", "white"))
    pieces = (Piece("cross", "x", "diamond", "black"), Piece("nought", "o", "ring", "white"))
    max_moves = SITES
    max_turns = SITES
    max_turn_plies = 5  # four attempts on marks of the other player

    @property
    def symmetries(self):
        """All of the board's."""
        return self.board.symmetries

    def make_board(self):
        """Three by three cells."""
        return square(SIDE)

    def make_layout(self):
        """The cells (with the wall), and the marks that each player has run into, a bit a cell."""
        return layout(
            placement=[("cells", "i1", SITES + 1)],
            identity=[("found", "i2", 2)],
        )

    def rules(self, jit):
        """The rules."""
        (games, begin), pick = running_games(), jit(below)
        marks, won = marking(jit), winning(jit)

        @jit
        def finished(s):
            return won(s.cells, CROSSES) or won(s.cells, NOUGHTS) or s.turn == SITES

        def start(s):
            pass  # the record arrives zeroed: an empty board, Crosses to move

        def moves(s, out):
            n = 0
            if finished(s):
                return n
            for site in range(SITES):
                if s.cells[site] != s.mover + 1 and not s.found[s.mover] >> site & 1:
                    out[n] = site
                    n += 1
            return n

        def play(s, move):
            if s.cells[move] != EMPTY:
                s.found[s.mover] |= 1 << move
            else:
                s.cells[move] = s.mover + 1
                s.mover = 1 - s.mover
                s.turn += 1

        def outcome(s, score):
            for player in range(2):
                score[player] = won(s.cells, player)

        def observe(s, viewer):
            if finished(s):
                return
            for site in range(SITES):
                found = viewer >= 0 and s.found[viewer] >> site & 1
                if s.cells[site] != viewer + 1 and not found:
                    s.cells[site] = EMPTY
            for player in range(2):
                if player != viewer:
                    s.found[player] = 0

        def determinise(s, viewer, rng):
            if finished(s):
                return
            seen = marks(s.cells, CROSSES), marks(s.cells, NOUGHTS)
            count, chosen = 0, 0
            for game in range(begin[s.turn], begin[s.turn + 1]):
                possible = True
                for player in range(2):
                    hidden = games[game, player] ^ seen[player]
                    possible &= hidden & seen[player] == 0 and (player != viewer or hidden == 0)
                count += possible
                if possible and pick(rng, count) == 0:
                    chosen = game
            for site in range(SITES):
                crosses = games[chosen, CROSSES] >> site & 1
                s.cells[site] = crosses + 2 * (games[chosen, NOUGHTS] >> site & 1)

        return Rules(start, moves, play, outcome, observe, determinise)


def marking(jit):
    """``marks(cells, player)``: the cells with a player's marks, as bits."""

    @jit
    def marks(cells, player):
        found = 0
        for site in range(SITES):
            found |= (cells[site] == player + 1) << site
        return found

    return marks


def winning(jit):
    """``won(cells, player)``: whether a player has three in a row."""
    rows, marks = np.array(ROWS), marking(jit)

    @jit
    def won(cells, player):
        own, count = marks(cells, player), 0
        for row in rows:
            count += own & row == row
        return count > 0

    return won
