"""Sjekkers, by Fred Horn (1982): checkers on a hexagon without horizontal lines.

Goal
    Capture all enemy pieces.

Your turn
    White starts. Move one piece along the drawn lines. Forward is away from your own edge. If you
    can capture, you must, with any piece that can. Pass only if nothing can move.

Disks
    A disk steps forward to the next crossing, if empty, or jumps forward over a neighbouring piece
    of yours to the empty crossing straight behind.

Captures
    A disk jumps over a neighbouring enemy to the empty crossing straight behind, forward or
    backward. Each turn captures only one piece.

Sjeks
    A disk that reaches the far row becomes a Sjek, and the turn ends. A Sjek goes any distance,
    forward and backward; over a piece of yours it jumps forward only, like a disk. It captures from
    afar: over exactly one enemy, to any free crossing as far as the next piece.

How it ends
    Who captures everything wins. Draws: two passes in a row, the same position a third time, or
    fifty turns without a capture or a disk's move.

Options
    ``rules``          ``sjekkers``: as above. ``checkers``: the author's variant.
    ``blocked_loses``  ``true``: who cannot move has lost instead of passing, as always under
                       checkers.
    ``ply_cap``        The game is a draw after so many turns; 0 for no such end.

Sources and rulings
    White and Black have eighteen disks each on the crossings of a hexagon, joined by diagonal lines
    only::

        9          b b b b b
        8         b b b b b b
        7        b b b b b b b
        6       . . . . . . . .
        5      . . . . . . . . .
        4       . . . . . . . .
        3        w w w w w w w
        2         w w w w w w
        1          w w w w w

    Rows are numbered from White's edge; the crossings of a row are lettered from the left, so
    ``1a`` is White's left corner. A move is ``3a-4b``, a jump over one's own piece ``2a-4a``, a
    capture ``4cx6c``; who has no move plays ``pass``.

    A Sjek moves in all four directions over empty crossings; it jumps over a neighbouring piece of
    its own side forward only, to the empty crossing straight behind it. Between it and the piece it
    captures there may be any number of empty crossings, or none; it lands on any empty crossing
    behind, as far as the next piece. The game is a draw when both players pass one after the other,
    after fifty turns without a capture or a move of a disk, or when a position comes back for the
    third time.

    With ``rules=checkers`` the board is the same and the rules are those of English checkers. Disks
    move and capture forward only and never jump over their own; a doubled disk is a king, which
    moves one crossing in any direction and captures only what is next to it. The player who has
    captured captures on with the same piece as long as it can, unless it has just become a king;
    each further capture of a turn is a ply of its own. Who cannot move has lost.

    Text: the disk's and the Sjek's moves, compulsory single captures, the goal, the draw when
    nobody can reach it, and the variant's name. Picture: the board, its lines and the start. Ours:
    a Sjek captures from afar and lands where it likes, since the text says only that it jumps over
    one piece; it has four directions since there are no other lines; a captured Sjek loses both its
    disks, and there is always a disk to double with. Pieces jump over own disks and Sjeks alike.
    Becoming a Sjek ends the turn however it came about. The passes, the fifty turns and the third
    repetition. What "normal checkers" are: the English kind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece
from livestone.boards.sight import first_piece
from livestone.core.capturing import CapturingGame
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import ply_cap
from livestone.core.options import Option
from livestone.core.rules import Rules
from livestone.games.sjekkers.board import (
    DISK,
    EDGE,
    EMPTY,
    SITES,
    WALL,
    crossings,
    far_rows,
    opening,
)
from livestone.games.sjekkers.places import PIECES, listing
from livestone.games.sjekkers.ways import LONGEST, capturing, going

WHITE, BLACK = 0, 1
# Turns without a capture or a move of a disk that end the game as a draw.
QUIET = 50


class Sjekkers(CapturingGame):
    """Sjekkers with its options."""

    id = "sjekkers"
    title = "Sjekkers"
    author = "Fred Horn"
    year = 1982
    seats = (Seat("White", "white"), Seat("Black", "black"))
    options = (
        Option(
            "rules",
            "sjekkers",
            ("sjekkers", "checkers"),
            "Rules",
            {"sjekkers": "Fred Horn's", "checkers": "those of English checkers"},
        ),
        Option("blocked_loses", False, (False, True), "Who cannot move loses"),
        ply_cap(400, default=0),
    )
    site_fields = ("capturer",)
    max_turn_plies = PIECES  # a capture of each
    max_moves = PIECES * LONGEST

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Disks and doubled disks, by their names in these rules."""
        doubled = "king" if self.checkers else "Sjek"
        return (
            Piece("white disk", "w", "disc", "white"),
            Piece(f"white {doubled}", "W", "stack", "white"),
            Piece("black disk", "b", "disc", "black"),
            Piece(f"black {doubled}", "B", "stack", "black"),
        )

    @property
    def checkers(self) -> bool:
        """Whether the rules are those of checkers."""
        return self.option["rules"] == "checkers"

    @property
    def nobody_passes(self) -> bool:
        """Whether a player who cannot move has lost."""
        return self.checkers or bool(self.option["blocked_loses"])

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The identity and the mirror that swaps left and right."""
        image = {site: row[-1 - at] for row in self.board.rows for at, site in enumerate(row)}
        return tuple(range(SITES)), tuple(image[site] for site in range(SITES))

    def make_board(self) -> Board:
        """The hexagon of 61 crossings."""
        return crossings()

    def make_layout(self) -> Layout:
        """The crossings (with the wall); ``capturer``: whose chain of captures goes on.

        ``quiet`` counts the turns without a capture or a move of a disk, ``passes`` those passed in
        succession. ``places`` and ``men`` are lists of the pieces (``places.py``).
        """
        return layout(
            placement=[("cells", "i1", SITES + 1)],
            identity=[("capturer", "i1"), ("quiet", "i1"), ("passes", "i1")],
            derived=[("places", "u1", (2, PIECES)), ("men", "i1", 2)],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        checkers, loses = self.checkers, self.nobody_passes
        cap, capture, pass_move = int(self.option["ply_cap"]), self.capture, self.pass_move
        met, far, begin = first_piece(self.board, jit), far_rows(), opening()
        captures, others = capturing(self, jit), going(self, jit)
        list_all, list_moved, leave = listing(jit)

        @jit
        def remove(s: Position, origin: int, target: int) -> None:
            """Take the one piece between two crossings off the board."""
            site = met(s.cells, origin, target)
            s.cells[site] = EMPTY
            leave(s, 1 - s.mover, site)

        @jit
        def can_capture(cells: Any, origin: int) -> Any:
            return captures(cells, origin, np.zeros(LONGEST + 1, np.int32), 0) > 0

        @jit
        def drawn_now(s: Position) -> Any:
            return (s.passes == 2) | (s.quiet >= QUIET) | ((cap > 0) & (s.turn >= cap))

        @jit
        def derive(s: Position) -> None:
            s.cells[WALL] = EDGE
            list_all(s)

        def start(s: Position) -> None:
            for site in range(len(begin)):
                s.cells[site] = begin[site]
            s.capturer = WALL
            derive(s)

        def moves(s: Position, out: Any) -> Any:
            mover = s.mover
            if s.men[0] == 0 or s.men[1] == 0 or drawn_now(s):
                return 0
            if checkers and s.capturer != WALL:
                return captures(s.cells, s.capturer, out, 0)
            places, n = s.places[mover], 0
            for at in range(s.men[mover]):
                n = captures(s.cells, places[at], out, n)
            if n == 0:
                for at in range(s.men[mover]):
                    n = others(s.cells, places[at], out, n)
            if n == 0 and not loses:
                out[0] = pass_move
                n = 1
            return n

        def play(s: Position, move: int) -> None:
            mover = s.mover
            s.capturer = WALL
            if move == pass_move:
                s.passes += 1
                s.quiet += 1
            else:
                captured = move >= capture
                plain = move - capture if captured else move
                origin, target = plain // SITES, plain % SITES
                piece = s.cells[origin]
                disk = piece == 2 * mover + DISK
                doubled = disk & far[mover, target]
                if captured:
                    remove(s, origin, target)
                s.quiet = 0 if captured or disk else s.quiet + 1
                s.cells[origin] = EMPTY
                s.cells[target] = piece + doubled
                list_moved(s, mover, origin, target)
                s.passes = 0
                if checkers and captured and not doubled and can_capture(s.cells, target):
                    s.capturer = target
                    return
            s.mover = 1 - mover
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0.0
            for player in range(2):
                if s.men[1 - player] == 0:
                    score[player] = 1.0
            if s.men[0] > 0 and s.men[1] > 0 and not drawn_now(s):
                score[1 - s.mover] = 1.0  # who is to move cannot

        return Rules(start, moves, play, outcome, derive=derive)
