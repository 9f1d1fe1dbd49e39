"""Kasteel, two games by Fred Horn (1982): a crowd of pawns against three that capture.

Goal
    White wants to fill the castle in the corner; Black wants to capture White's pawns.

Your turn
    White starts. Move one piece; nobody may pass.

White's pawns
    One square to the left or up, to an empty square. They never capture.

Black's pawns
    Any distance in eight directions, over empty squares.

Captures
    A black pawn leaps over exactly one white pawn, which is taken off, to any empty square behind
    it as far as the next piece. Then it may capture again, or stop. Nobody has to capture.

How it ends
    White wins with the castle full, or when Black cannot move. Black wins once White has only five
    pawns left, or cannot move.

Options
    ``capture``            ``fly_any``: as above. ``fly_next``: the pawn lands directly behind the
                           one it captures. ``adjacent``: moreover it captures only a pawn that
                           stands beside it. The last two help White.
    ``mandatory_capture``  ``true``: Black must capture when possible; having captured once, Black
                           may still stop.
    ``ply_cap``            The game is a draw after so many turns; 0 for no such end.

Sources and rulings
    The start of the first game and of the second::

        6  x x _ . . .        6  K _ x . . .
        5  x _ . . . o        5  _ x . . . o
        4  _ . . . o o        4  x . . . o o
        3  . . . o o o        3  . . . o o o
        2  . . o o o o        2  . . o o o o
        1  . o o o o o        1  . o o o o o
           a b c d e f           a b c d e f

    White's 15 pawns are ``o``, Black's three ``x``, Black's King ``K``; ``_`` is an empty square of
    the castle. The board has 6x6 squares, the castle six of them. Columns are lettered from the
    left, rows numbered from the bottom: White goes towards column a or row 6. A move is ``f5-e5``,
    a capture ``c6xc2``; each further capture of the same turn is a ply of its own, and ``stop``
    ends the turn.

    A black pawn moves and captures in any of the eight directions. A capture goes over any number
    of empty squares (or none), jumps over exactly one white pawn, and lands on an empty square
    behind it, as far as the next piece. The white pawn is taken off at once.

    White wins by standing on all six squares of the castle (in the second game: on all but the
    King's), or when it is Black's turn and there is no move. In the second game White also wins
    when it is Black's turn and the King has no step, at least one of the castle squares beside it
    being held by a white pawn. The King goes in any direction and never leaves the castle. Black
    wins as soon as White has no more than five pawns (in the second game: three), or when it is
    White's turn and there is no move.

    Text: the two goals, both sides' moves, the King, how many pawns White may lose. Picture: the
    board, the castle and both start positions. Ours: a capture may land on any empty square as far
    as the next piece, for it has the same words as the plain move; capturing is a choice, since the
    text says "can"; "jump over a Black pawn" in its last sentence is a slip for White. Black's
    pawns may leave the castle and come back. The King is immobile only if White has a part in it.
    Who cannot move has lost. White goes only left and up, so that every game ends by itself and no
    position ever comes back: no cap is needed.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from livestone.boards import Board, Piece
from livestone.boards.sight import first_piece
from livestone.boards.zones import enlist, relist
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import ply_cap
from livestone.core.options import Option
from livestone.core.rules import Rules
from livestone.games.kasteel.board import (
    CASTLE,
    DEFENDER,
    DEFENDERS,
    EDGE,
    EMPTY,
    KING,
    PAWN,
    SITES,
    WALL,
    castle_board,
    castle_squares,
    mirrors,
    opening,
)
from livestone.games.kasteel.ways import CAPTURE, CAPTURES, STOP, piece_ways

WHITE, BLACK = 0, 1


class Kasteel(Game):
    """What both games share; the subclasses say what stands in the castle."""

    author = "Fred Horn"
    year = 1982
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (
        Piece("white pawn", "w", "disc", "white"),
        Piece("black pawn", "b", "disc", "black"),
        Piece("King", "k", "crown", "black"),
    )
    options = (
        Option("capture", "fly_any", tuple(CAPTURES), "How a pawn captures", CAPTURES),
        Option("mandatory_capture", False, (False, True), "Black must capture"),
        ply_cap(200, default=0, short=20),
    )
    site_fields = ("capturer",)
    max_turn_plies = 16  # a capture of each of the pawns, and a stop
    defenders: ClassVar[str]  # where Black's pawns begin
    king: ClassVar[str] = ""
    too_few: ClassVar[int]  # the number of pawns with which White has lost

    # Black has most: three pawns, each with at most one move a square on its lines (19 from the
    # middle), and a King with at most five steps. White has at most two moves for 15 pawns.
    max_moves = 3 * 19 + 5
    move_limit = STOP + 1

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The mirror that exchanges left and up."""
        return mirrors()

    @property
    def full(self) -> int:
        """How many white pawns fill the castle, besides the King if there is one."""
        return len(CASTLE) - bool(self.king)

    def make_board(self) -> Board:
        """6x6 with the castle in the upper left corner as a zone."""
        return castle_board()

    def make_layout(self) -> Layout:
        """The squares (with the wall); ``capturer``: whose chain of captures goes on.

        ``attackers`` counts White's pawns, ``inside`` those in the castle; ``posts`` are the sites
        of Black's pawns and ``throne`` the King's (the wall where there is none).
        """
        numbers = [(name, "i1") for name in ("attackers", "inside", "throne")]
        return layout(
            placement=[("cells", "i1", SITES + 1)],
            identity=[("capturer", "i1")],
            derived=[*numbers, ("posts", "i1", DEFENDERS)],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for this game and way of capturing."""
        castle, begin = castle_squares(), opening(self.defenders, self.king)
        too_few, full = self.too_few, self.full
        most, cap, has_king = self.max_moves, int(self.option["ply_cap"]), bool(self.king)
        must_capture = bool(self.option["mandatory_capture"])
        attack, defend, capture_on, can_capture, besieged = piece_ways(self, jit)
        met, moved, listed = first_piece(self.board, jit), jit(relist), jit(enlist)

        @jit
        def available(s: Position, out: Any) -> Any:
            if s.mover == WHITE:
                return attack(s.cells, out)
            if s.capturer != WALL:
                n = capture_on(s.cells, s.capturer, out)
                out[n] = STOP
                return n + 1
            n = defend(s, out, 0) if must_capture else 0
            return n if n > 0 else defend(s, out, 1)

        @jit
        def decided(s: Position) -> int:
            """The winner by what stands on the board; -1 for none yet."""
            if s.attackers <= too_few:
                return BLACK
            if s.inside == full:
                return WHITE
            black_begins = s.mover == BLACK and s.capturer == WALL
            return WHITE if has_king and black_begins and besieged(s.cells, s.throne) else -1

        @jit
        def derive(s: Position) -> None:
            s.cells[WALL] = EDGE
            s.attackers, s.inside, s.throne = 0, 0, WALL
            for site in range(SITES):
                s.attackers += s.cells[site] == PAWN
                s.inside += castle[site] * (s.cells[site] == PAWN)
                if s.cells[site] == KING:
                    s.throne = site
            listed(s.posts, s.cells, DEFENDER, DEFENDER)

        @jit
        def remove(s: Position, site: int) -> None:
            """Take a white pawn off the board."""
            s.cells[site] = EMPTY
            s.attackers -= 1
            s.inside -= castle[site]

        @jit
        def shift(s: Position, origin: int, target: int) -> None:
            """Move a piece, whatever it is."""
            piece = s.cells[origin]
            s.cells[origin] = EMPTY
            s.cells[target] = piece
            s.inside += (castle[target] - castle[origin]) * (piece == PAWN)
            if piece == KING:
                s.throne = target
            elif piece == DEFENDER:
                moved(s.posts, origin, target)

        def start(s: Position) -> None:
            for site in range(SITES):
                s.cells[site] = begin[site]
            s.capturer = WALL
            derive(s)

        def moves(s: Position, out: Any) -> Any:
            if decided(s) >= 0 or (cap > 0 and s.turn >= cap):
                return 0
            return available(s, out)

        def play(s: Position, move: int) -> None:
            s.capturer = WALL
            if move != STOP:
                origin, target = move % CAPTURE // SITES, move % SITES
                if move >= CAPTURE:
                    remove(s, met(s.cells, origin, target))
                shift(s, origin, target)
                if move >= CAPTURE and s.attackers > too_few and can_capture(s.cells, target):
                    s.capturer = target
                    return
            s.turn += 1
            s.mover = 1 - s.mover

        def outcome(s: Position, score: Any) -> None:
            score[WHITE], score[BLACK] = 0.0, 0.0
            winner = decided(s)
            if winner < 0 and available(s, np.zeros(most + 1, np.int32)) == 0:
                winner = 1 - s.mover
            if winner >= 0:
                score[winner] = 1.0

        return Rules(start, moves, play, outcome, derive=derive)


class Kasteel1(Kasteel):
    """The first game: three pawns defend.

    Goal
        White wants a pawn on all six squares of the castle; Black wants to capture ten of
        White's fifteen pawns.
    """

    id = "kasteel_1"
    title = "Kasteel I"
    summary = "Fill the castle with your crowd of pawns, or hunt them down with only three."
    defenders = "a6 b6 a5"
    too_few = 5


class Kasteel2(Kasteel):
    """The second game: three pawns and a King defend.

    Goal
        White wants to lock Black's King in; Black wants to capture twelve of White's fifteen pawns.

    The King
        Instead of a pawn Black may move the King one square in any direction, inside the castle. It
        neither captures nor is captured.

    How it ends
        White wins when, on Black's turn, the King cannot step and a white pawn stands beside it in
        the castle, even diagonally; or when Black cannot move. Black wins once White has only three
        pawns left, or cannot move.
    """

    id = "kasteel_2"
    title = "Kasteel II"
    summary = "Lock the King into its castle, or save it with three pawns that capture in chains."
    defenders = "c6 b5 a4"
    king = "a6"
    too_few = 3
