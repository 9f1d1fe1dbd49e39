"""Mū tōrere: leave the other player without a move.

Goal
    Move so that your opponent cannot.

Your turn
    Black begins. Move one of your pieces to the empty point: along the rim to the next point, from
    the centre to the rim, or from the rim to the centre. The last only if a piece of your opponent
    is next to yours on the rim.

How it ends
    Whoever cannot move loses. A position that stands a third time, or the turn limit, is a draw.

Options
    ``ply_cap``  the game is a draw after so many turns; 0 for never.

Sources and rulings
    Eight points on a star, ``k1`` to ``k8`` (kawai), and the centre ``p`` (pūtahi). Black begins on
    k1 to k4, White on k5 to k8. A move is the point that a piece leaves, for only one point is
    empty. Rules: Elsdon Best, Games and Pastimes of the Maori (1925); Marcia Ascher, Mu Torere: An
    Analysis of a Maori Game, Mathematics Magazine 60 (1987). Ours: repetition and the turn limit.
"""

from math import cos, pi, sin

from livestone.boards import Piece, drawn
from livestone.core.game import Game, Repetition, Seat
from livestone.core.layout import layout
from livestone.core.moving import ply_cap
from livestone.core.rules import Rules

EMPTY, EDGE = 0, 3  # in ``cells`` a piece is its player's index + 1
RIM = 8
CENTRE, SITES = RIM, RIM + 1


class MuTorere(Game):
    """Mū tōrere with its options."""

    id = "mu_torere"
    title = "Mū tōrere"
    author = "Māori"
    year = 1800
    seats = (Seat("Black", "black"), Seat("White", "white"))
    pieces = (
        Piece("black piece", "b", "disc", "black"),
        Piece("white piece", "w", "disc", "white"),
    )
    options = (ply_cap(200),)
    repetition = Repetition("draw")
    max_moves = 4

    @property
    def symmetries(self):
        """The identity, and the mirror in which each player's points stay theirs."""
        blacks = set(range(4))
        return tuple(
            way for way in self.board.symmetries if {way[site] for site in blacks} == blacks
        )

    def make_board(self):
        """Eight points around a centre, each joined to it and to its two neighbours."""
        names = [f"k{at + 1}" for at in range(RIM)]
        angles = [pi * (3 / 8 - at / 4) for at in range(RIM)]
        places = {name: (cos(a), sin(a)) for name, a in zip(names, angles, strict=True)}
        places["p"] = (0.0, 0.0)
        rim = [(names[at - 1], names[at]) for at in range(RIM)]
        spokes = [(names[at], "p", names[at + 4]) for at in range(RIM // 2)]
        return drawn(places, [*rim, *spokes], names_outside=True)

    def make_layout(self):
        """The points, with the wall."""
        return layout(placement=[("cells", "i1", SITES + 1)])

    def rules(self, jit):
        """The rules."""
        cap, can_leave = self.option["ply_cap"], leaving(jit)

        def start(s):
            s.cells[SITES] = EDGE
            for at in range(RIM):
                s.cells[at] = 1 + at // 4

        def moves(s, out):
            n = 0
            if cap and s.turn >= cap:
                return n
            for site in range(SITES):
                if s.cells[site] == s.mover + 1 and can_leave(s.cells, site):
                    out[n] = site
                    n += 1
            return n

        def play(s, move):
            for site in range(SITES):
                if s.cells[site] == EMPTY:
                    s.cells[site] = s.mover + 1
                    break
            s.cells[move] = EMPTY
            s.mover = 1 - s.mover
            s.turn += 1

        def outcome(s, score):
            score[0], score[1] = 0, 0
            for site in range(SITES):
                if s.cells[site] == s.mover + 1 and can_leave(s.cells, site):
                    return
            score[1 - s.mover] = 1

        def derive(s):
            s.cells[SITES] = EDGE

        return Rules(start, moves, play, outcome, derive=derive)


def leaving(jit):
    """``can_leave(cells, site)``: whether the piece on a site can move to the empty point."""

    @jit
    def can_leave(cells, site):
        if site == CENTRE:
            return True  # the empty point is on the rim
        before, after = (site - 1) % RIM, (site + 1) % RIM
        if cells[CENTRE] == EMPTY:
            other = 3 - cells[site]
            return cells[before] == other or cells[after] == other
        return cells[before] == EMPTY or cells[after] == EMPTY

    return can_leave
