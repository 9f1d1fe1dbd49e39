"""Fort Chitral: an English board game of about 1895, after the siege.

Goal
    Be the first with your own pieces on all four squares of the fort, in the middle.

Your turn
    Your eighteen pieces begin on one edge. White starts. Move one piece; pass only if none can
    move. It either steps to an empty neighbouring square, in any of eight directions, or hops.

Hops
    A hop goes straight over a neighbouring piece of your own to the empty square behind it. Then
    the same piece may hop again, in any direction. It may stop anywhere but where it started.

Captures
    You capture an enemy piece when your move ends beside it and another piece of yours stands
    opposite, in a row, a column or a diagonal. One move may capture several. You may safely move in
    between two enemies.

How it ends
    Whoever holds the whole fort wins. If your opponent has three pieces left or fewer, you win as
    well. Two passes in a row, the same position a third time, and a thousand turns are draws.

Options
    ``lose_at_three``  ``true``: a player reduced to three pieces has lost.
    ``capture_lines``  ``all``: captures along rows, columns and diagonals. ``leaflet``: not along
                       columns, since the leaflet says "horizontally or diagonally".
    ``ply_cap``        the game is a draw after so many turns; 0 for never.

Sources and rulings
    Each player has eighteen pieces on a board of 18x18 squares: White fills rank 18 and Black
    rank 1; the fort is i9, j9, i10 and j10. Columns are lettered from the left, a to r, ranks
    numbered from the bottom. Nobody hops over enemy pieces. ``e18-e17`` moves a piece, however
    many hops it takes, and what it captures goes by itself, at once, also inside the fort; who has
    no other move plays ``pass``.

    The leaflet of Woolley & Co., London, and Fred Horn's notes from Slot Zuylen give the board and
    the start (picture), the moves, the capture and the fort (text and leaflet). That three pieces
    lose is Fred Horn's own suggestion (text). Ours: only the piece that has moved captures, from
    the square where it stops; all three kinds of line; captures come off before the fort is looked
    at; passing, repetition and the longest game.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Piece, Zone, square
from livestone.boards.capture import custodial
from livestone.boards.leaps import chains, most_reached
from livestone.boards.zones import enlist, relist
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import MovingGame, ply_cap
from livestone.core.options import Option
from livestone.core.rules import Rules

WHITE, BLACK = 0, 1
EMPTY, EDGE = 0, 3  # in ``cells`` a piece is its player's index + 1
SIDE = 18
PIECES = 18
FEW = 3
FORT = ("i9", "j9", "i10", "j10")
# Of the directions of a square board, the two along columns.
COLUMN = (2, 6)


@lru_cache
def fort_board() -> Board:
    """The 18x18 board with the zone ``fort``."""
    board = square(SIDE)
    return replace(board, zones={"fort": Zone(tuple(board.site[name] for name in FORT), "fort")})


class FortChitral(MovingGame):
    """Fort Chitral with its options."""

    id = "fort_chitral"
    title = "Fort Chitral"
    author = "Woolley & Co."
    year = 1895
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("white", "w", "disc", "white"), Piece("black", "b", "disc", "black"))
    options = (
        Option("lose_at_three", True, (True, False), "A player with only three pieces left loses"),
        Option(
            "capture_lines",
            "all",
            ("all", "leaflet"),
            "Captures",
            {"all": "in rows, columns and diagonals", "leaflet": "in rows and diagonals"},
        ),
        ply_cap(1000),
    )

    @property
    def max_moves(self) -> int:
        """Eighteen pieces with steps, and hops over the others."""
        return PIECES * most_reached(self.board, PIECES - 1)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The identity and the mirror that swaps left and right."""
        return self.board.symmetries[:2]

    def make_board(self) -> Board:
        """The 18x18 board."""
        return fort_board()

    def make_layout(self) -> Layout:
        """The squares (with the wall) and how many passed in succession.

        ``places`` lists each player's squares in rising order, the wall after them; ``men`` counts
        them; ``open_ways`` is the table of :class:`~livestone.boards.leaps.Chains`.
        """
        sites = len(self.board)
        return layout(
            placement=[("cells", "i1", sites + 1)],
            identity=[("passes", "i1")],
            derived=[
                ("places", "i2", (2, PIECES)),
                ("men", "i1", 2),
                ("open_ways", "u1", (2, sites + 1)),
            ],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        sites = len(self.board)
        pass_move, cap = self.pass_move, int(self.option["ply_cap"])
        changed, reach = chains(self.board, jit, EDGE, over_own=True)
        fill = self.moves_of_all(jit, reach)
        flanked = custodial(self.board, jit)
        moved, listed, winner = jit(relist), jit(enlist), self._winner(jit)
        leaflet = self.option["capture_lines"] == "leaflet"
        ways = range(self.board.directions)
        lines = np.array([way for way in ways if not leaflet or way not in COLUMN])

        @jit
        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            for player in range(2):
                s.men[player] = listed(s.places[player], s.cells, player + 1, player + 1)
            for site in range(sites):
                changed(s.cells, s.open_ways, site)

        @jit
        def capture(s: Position, target: int) -> None:
            """Take off what the piece on ``target`` has trapped."""
            enemy = 1 - s.mover
            for way in lines:
                taken = flanked(s.cells, target, way, enemy + 1)
                if taken < sites:
                    s.cells[taken] = EMPTY
                    s.men[enemy] -= 1
                    moved(s.places[enemy], taken, sites)
                    changed(s.cells, s.open_ways, taken)

        def start(s: Position) -> None:
            for column in range(SIDE):
                s.cells[column] = BLACK + 1
                s.cells[sites - SIDE + column] = WHITE + 1
            derive(s)

        def moves(s: Position, out: Any) -> Any:
            if s.passes == 2 or (cap and s.turn >= cap) or winner(s) >= 0:
                return 0
            mover = s.mover
            return fill(s.cells, s.open_ways[mover], s.places[mover], s.men[mover], out)

        def play(s: Position, move: int) -> None:
            mover = s.mover
            if move == pass_move:
                s.passes += 1
            else:
                origin, target = move // sites, move % sites
                s.cells[origin] = EMPTY
                s.cells[target] = mover + 1
                moved(s.places[mover], origin, target)
                changed(s.cells, s.open_ways, origin)
                changed(s.cells, s.open_ways, target)
                capture(s, target)
                s.passes = 0
            s.mover = 1 - mover
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            won = winner(s)
            if won >= 0:
                score[won] = 1

        return Rules(start, moves, play, outcome, derive=derive)

    def _winner(self, jit: Jit) -> Any:
        """``winner(s)``: the player who holds the fort or has left the enemy three pieces, or -1.

        Only in a position that was read can both players have so few: the player who moved last has
        won.
        """
        fort = np.array(self.board.zones["fort"].sites)
        lose_at_three = bool(self.option["lose_at_three"])

        @jit
        def winner(s: Position) -> Any:
            holder = s.cells[fort[0]]
            for at in range(1, len(fort)):
                if s.cells[fort[at]] != holder:
                    holder = EMPTY
            if holder != EMPTY:
                return holder - 1
            if lose_at_three and s.men[s.mover] <= FEW:
                return 1 - s.mover
            if lose_at_three and s.men[1 - s.mover] <= FEW:
                return s.mover
            return -1

        return winner
