"""Kamelen (Camels), by Fred Horn (1991): a caravan race in which every square on the way counts.

Goal
    Bring a Camel onto the enemy's home-field, in the middle of their back row, or capture all four
    of the enemy's key camels.

Your turn
    South starts. Move one animal; pass only if none can move. The two squares on its way must be
    empty: nobody passes animals or rocks. It stops on an empty square, or captures an enemy
    animal there. You need not capture.

Camels
    A Camel, with two humps, goes two squares straight, then one diagonally, further away.

Dromedaries
    A Dromedary, with one hump, goes two squares diagonally, then one straight, further away.

Key camels
    By their moves, only four of your Camels can ever reach the enemy's home-field: your key
    camels, each with a ring.

How it ends
    A Camel on the enemy's home-field wins two points. Capturing the last of the enemy's key camels
    wins one point. Otherwise home-fields are ordinary squares: a Dromedary wins nothing there.
    Draws: two passes in a row, the same position a third time, or a hundred turns, both players'
    counted, without a capture.

Options
    ``ranks``    11, 12 or 13 ranks: one, two or three empty ones more between the two sides.
    ``ply_cap``  the game is a draw after so many turns; 0 for no such end.

Sources and rulings
    South and North have eight Camels, ten Dromedaries and three rocks each; in the middle of each
    back row lies a home-field. South's side, which North mirrors on the last two ranks, counted
    from the top::

        2   D D D D D # D D D D D
        1   C C C C # H # C C C C       C Camel, D Dromedary, # rock, H home-field
            a b c d e f g h i j k

    With 11 or 13 ranks the key camels are those of the files b, d, h and j, with 12 those of a, c,
    i and k: a Camel keeps to squares of one colour, as on a chessboard. A Camel goes along its row
    or column first, a Dromedary ends along a row or a column. Rocks never move and are never
    captured. A move is ``c2-a4``, a capture ``c2xe5``; who has no move plays ``pass``. In a match
    the points are added up.

    Fred Horn's rules give the goals, the double win, the rocks, captures, and that nothing is
    passed (text); the drawings the start and that both moves bend outward (picture). The text says
    of four Camels only that they can conquer the home-field; which they are follows from the
    squares' colours. It lets the youngest begin: here South does (ours). Ours too: home-fields are
    otherwise ordinary squares, where any animal may stand, pass and be captured; a Dromedary wins
    nothing there (the text says Camel); the draws, passing, and adding points up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.boards.zones import enlist, relist
from livestone.core.capturing import CapturingGame
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import ply_cap
from livestone.core.options import Option
from livestone.core.rules import Rules
from livestone.games.kamelen.board import (
    CAMEL,
    DROMEDARY,
    EDGE,
    EMPTY,
    PIECES,
    desert,
    homes,
    key_squares,
    opening,
)
from livestone.games.kamelen.ways import fork_moves

SOUTH, NORTH = 0, 1
CAMELS, DROMEDARIES = 8, 10
SINGLE, DOUBLE = 1, 2
QUIET = 100


class Kamelen(CapturingGame):
    """Kamelen with its options."""

    id = "kamelen"
    title = "Kamelen"
    author = "Fred Horn"
    year = 1991
    seats = (Seat("South", "white"), Seat("North", "black"))
    pieces = PIECES
    options = (
        Option("ranks", 11, (11, 12, 13), "Ranks"),
        ply_cap(1000, default=0),
    )
    stake = DOUBLE

    @property
    def max_moves(self) -> int:
        """Eighteen animals with eight ways each."""
        return 8 * (CAMELS + DROMEDARIES)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The identity and the mirror that swaps left and right."""
        return self.board.symmetries[:2]

    def make_board(self) -> Board:
        """Eleven files with the home-fields as zones."""
        return desert(int(self.option["ranks"]))

    def make_layout(self) -> Layout:
        """The squares (with the wall), the turns without a capture, and those passed in succession.

        ``camels`` and ``dromedaries`` list each player's squares in rising order, the wall after
        them; ``men[player]`` counts both kinds, ``keys`` the key camels.
        """
        sites = len(self.board)
        return layout(
            placement=[("cells", "i1", sites + 1)],
            identity=[("quiet", "i1"), ("passes", "i1")],
            derived=[
                ("camels", "u1", (2, CAMELS)),
                ("dromedaries", "u1", (2, DROMEDARIES)),
                ("men", "i1", (2, 2)),
                ("keys", "i1", 2),
            ],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        sites = len(self.board)
        pass_move, capture, cap = self.pass_move, self.capture, int(self.option["ply_cap"])
        begin, key = opening(self.board), key_squares(self.board)
        # Bit ``code`` of ``open_to[player]``: whether their animals may end where that stands.
        open_to = np.array([0b11001, 0b00111], np.int32)
        moved, listed, winner = jit(relist), jit(enlist), self._winner(jit)
        reach = fork_moves(self.board, capture, jit)

        @jit
        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            s.keys[:] = 0
            for player in range(2):
                camel, dromedary = CAMEL + 2 * player, DROMEDARY + 2 * player
                s.men[player, 0] = listed(s.camels[player], s.cells, camel, camel)
                s.men[player, 1] = listed(s.dromedaries[player], s.cells, dromedary, dromedary)
                for at in range(s.men[player, 0]):
                    s.keys[player] += key[player, s.camels[player, at]]

        @jit
        def take(s: Position, code: int, target: int) -> None:
            """Take an animal off its owner's list."""
            player, kind = (code - 1) >> 1, (code - 1) & 1
            s.men[player, kind] -= 1
            if kind == 0:
                moved(s.camels[player], target, sites)
                s.keys[player] -= key[player, target]
            else:
                moved(s.dromedaries[player], target, sites)

        def start(s: Position) -> None:
            for site in range(sites):
                s.cells[site] = begin[site]
            derive(s)

        def moves(s: Position, out: Any) -> Any:
            over = (s.passes == 2) | (s.quiet >= QUIET) | ((cap > 0) & (s.turn >= cap))
            if over or winner(s)[1] > 0:
                return 0
            cells, mover = s.cells, s.mover
            may = open_to[mover]
            n = reach(cells, s.camels[mover], s.men[mover, 0], 0, may, out, 0)
            n = reach(cells, s.dromedaries[mover], s.men[mover, 1], 1, may, out, n)
            if n == 0:
                out[0] = pass_move
                n = 1
            return n

        def play(s: Position, move: int) -> None:
            mover = s.mover
            s.quiet += 1
            if move == pass_move:
                s.passes += 1
            else:
                origin, target = move % capture // sites, move % sites
                if move >= capture:
                    origin, target = (move - capture) // sites, (move - capture) % sites
                    take(s, s.cells[target], target)
                    s.quiet = 0
                code = s.cells[origin]
                s.cells[origin] = EMPTY
                s.cells[target] = code
                if (code - 1) & 1 == 0:
                    moved(s.camels[mover], origin, target)
                else:
                    moved(s.dromedaries[mover], origin, target)
                s.passes = 0
            s.mover = 1 - mover
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            player, points = winner(s)
            score[player] = points

        def marks(s: Position, out: Any) -> None:
            for site in range(sites):
                code = s.cells[site]
                south, north = code == CAMEL, code == CAMEL + 2
                out[site] = (south & key[SOUTH, site]) | (north & key[NORTH, site])

        return Rules(start, moves, play, outcome, marks=marks, derive=derive)

    def _winner(self, jit: Jit) -> Any:
        """``winner(s)``: the winner and the points won; 0 points while there is none."""
        goals = np.array(homes(self.board)[::-1])

        @jit
        def winner(s: Position) -> Any:
            # The player who moved last comes first, should a position be read in which both have
            # won.
            last = 1 - int(s.mover)
            for nth in range(2):
                player = last ^ nth
                if s.cells[goals[player]] == CAMEL + 2 * player:
                    return player, DOUBLE
            for nth in range(2):
                if s.keys[1 - (last ^ nth)] == 0:
                    return last ^ nth, SINGLE
            return last, 0

        return winner
