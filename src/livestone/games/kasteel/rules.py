"""Kasteel, two games by Fred Horn (1982): a crowd of pawns against three that capture.

Rules
    White attacks a castle in the corner of a 6x6 board, Black defends it. White starts; then the
    players take turns. Nobody may pass.

    White moves one pawn one square to the left (towards column a) or up (towards row 6), to an
    empty square. White never captures.

    Black moves one pawn any distance in a straight line, in any of the eight directions, over
    empty squares to an empty square. Or a pawn captures: it goes over any number of empty squares
    (or none), jumps over exactly one white pawn, and lands on an empty square behind it, as far as
    the next piece. The white pawn is taken off at once. The same pawn may go on to capture from
    where it landed, or ``stop``.

    The second game gives Black a King. Instead of a pawn Black may move the King, one square in any
    direction to an empty square of the castle. The King never leaves the castle, never captures
    and is never captured.

    White wins by standing on all six squares of the castle (in the second game: on all but the
    King's), or when it is Black's turn and there is no move. In the second game White also wins
    when it is Black's turn and the King has no step, at least one of the castle squares beside it
    being held by a white pawn. Black wins as soon as White has no more than five pawns (in the
    second game: three), or when White has no move.

Start
    ::

        6  x x _ . . .        6  K _ x . . .
        5  x _ . . . o        5  _ x . . . o
        4  _ . . . o o        4  x . . . o o
        3  . . . o o o        3  . . . o o o
        2  . . o o o o        2  . . o o o o
        1  . o o o o o        1  . o o o o o
           a b c d e f           a b c d e f

    White's 15 pawns are ``o``, Black's three ``x``, Black's King ``K``; ``_`` is an empty square of
    the castle. Columns are lettered from the left, rows numbered from the bottom. A move is
    ``f5-e5``, a capture ``c6xc2``; each further capture of the same turn is a ply of its own.

Options
    ``capture``            ``fly_any``: as above. ``fly_next``: the pawn lands directly behind the
                           one it captures. ``adjacent``: moreover it captures only a pawn that
                           stands beside it. The last two help White.
    ``mandatory_capture``  ``true``: Black must capture when possible; having captured once, Black
                           may still stop.
    ``ply_cap``            The game is a draw after so many turns; 0 for no such end.

Sources and rulings
    Text: the two goals, both sides' moves, the King, how many pawns White may lose. Picture: the
    board, the castle and both start positions. Ours: a capture may land on any empty square as far
    as the next piece, for it has the same words as the plain move; capturing is a choice, since the
    text says "can"; "jump over a Black pawn" in its last sentence is a slip for White. Black's
    pawns may leave the castle and come back. The King is immobile only if White has a part in it.
    Who cannot move has lost. White goes only left and up, so that every game ends by itself and no
    position ever comes back: no cap is needed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from livestone.boards import Board, Piece
from livestone.boards.sight import ways
from livestone.boards.zones import relist
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import ply_cap
from livestone.core.options import Option
from livestone.core.phrases import Words
from livestone.core.rules import Rules
from livestone.games.kasteel.board import CASTLE, SIDE, SITES, castle_board, castle_squares
from livestone.games.kasteel.ways import CAPTURE, DEFENDER, EDGE, EMPTY, KING, PAWN, pawn_ways

WHITE, BLACK = 0, 1
WALL = SITES
ATTACKERS = (
    *("f5", "e4", "f4", "d3", "e3", "f3", "c2", "d2", "e2", "f2"),
    *("b1", "c1", "d1", "e1", "f1"),
)
DEFENDERS = 3
STOP = 2 * CAPTURE  # after all moves and captures
LEFT, UP = 4, 2  # White's two directions


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
        Option(
            "capture",
            "fly_any",
            ("fly_any", "fly_next", "adjacent"),
            "How a pawn captures",
            {
                "fly_any": "from afar, landing anywhere behind",
                "fly_next": "from afar, landing directly behind",
                "adjacent": "only the pawn beside it, landing directly behind",
            },
        ),
        Option("mandatory_capture", False, (False, True), "Black must capture"),
        ply_cap(200, default=0, short=20),
    )
    site_fields = ("capturer",)
    # Where Black's pawns and King begin, and with how many pawns White has lost.
    defenders: ClassVar[str]
    king: ClassVar[str] = ""
    too_few: ClassVar[int]
    summary: ClassVar[str]

    # Black has most: three pawns, each with at most one move a square on its lines (19 from the
    # middle), and a King with at most five steps. White has at most two moves for 15 pawns.
    max_moves = 3 * 19 + 5
    move_limit = STOP + 1

    @property
    def words(self) -> Words:
        """With the game's own summary."""
        return replace(super().words, summary=self.summary)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The mirror that exchanges left and up."""
        mirror = tuple(
            SIDE * (SIDE - 1 - site % SIDE) + SIDE - 1 - site // SIDE for site in range(SITES)
        )
        return tuple(range(SITES)), mirror

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
        neighbours, castle = self.board.neighbours, castle_squares()
        way, (reach, captures_on) = ways(self.board), pawn_ways(self, jit)
        opening = _opening(self.defenders, self.king)
        too_few, cap = self.too_few, int(self.option["ply_cap"])
        full = len(CASTLE) - bool(self.king)
        must = bool(self.option["mandatory_capture"])
        has_king = bool(self.king)
        most = self.max_moves
        moved = jit(relist)

        @jit
        def king_steps(s: Position, out: Any, n: int) -> Any:
            origin = int(s.throne)
            for direction in range(8):
                site = neighbours[origin, direction]
                out[n] = origin * SITES + site
                n += castle[site] & (s.cells[site] == EMPTY)
            return n

        @jit
        def besieged(s: Position) -> bool:
            """Whether the King has no step and a white pawn has a part in it."""
            attacked = 0
            for direction in range(8):
                site = neighbours[s.throne, direction]
                if castle[site]:
                    if s.cells[site] == EMPTY:
                        return False
                    attacked += s.cells[site] == PAWN
            return attacked > 0

        @jit
        def defend(s: Position, out: Any, n: int, plain: int) -> Any:
            for pawn in range(DEFENDERS):
                n = reach(s.cells, s.posts[pawn], out, n, plain)
            if has_king and plain:
                n = king_steps(s, out, n)
            return n

        @jit
        def attack(s: Position, out: Any) -> Any:
            n = 0
            cells = s.cells
            for site in range(SITES):
                ours = cells[site] == PAWN
                left, up = neighbours[site, LEFT], neighbours[site, UP]
                out[n] = site * SITES + left
                n += ours & (cells[left] == EMPTY)
                out[n] = site * SITES + up
                n += ours & (cells[up] == EMPTY)
            return n

        @jit
        def decided(s: Position) -> int:
            """The winner by what stands on the board; -1 for none yet."""
            if s.attackers <= too_few:
                return BLACK
            if s.inside == full:
                return WHITE
            if has_king and s.mover == BLACK and s.capturer == WALL and besieged(s):
                return WHITE
            return -1

        @jit
        def available(s: Position, out: Any) -> Any:
            if s.mover == WHITE:
                return attack(s, out)
            if s.capturer != WALL:
                n = reach(s.cells, s.capturer, out, 0, 0)
                out[n] = STOP
                return n + 1
            if must:
                n = defend(s, out, 0, 0)
                if n > 0:
                    return n
            return defend(s, out, 0, 1)

        @jit
        def remove(s: Position, origin: int, target: int) -> None:
            """Take the pawn between two squares off the board."""
            direction = way[origin, target]
            site = neighbours[origin, direction]
            while s.cells[site] != PAWN:
                site = neighbours[site, direction]
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

        @jit
        def count(s: Position) -> None:
            """Fill the derived fields."""
            s.cells[WALL] = EDGE
            s.attackers, s.inside, s.throne = 0, 0, WALL
            s.posts[:] = WALL
            found = 0
            for site in range(SITES):
                s.attackers += s.cells[site] == PAWN
                s.inside += castle[site] * (s.cells[site] == PAWN)
                if s.cells[site] == KING:
                    s.throne = site
                if s.cells[site] == DEFENDER and found < DEFENDERS:
                    s.posts[found] = site
                    found += 1

        def start(s: Position) -> None:
            for site in range(len(opening)):
                s.cells[site] = opening[site]
            s.capturer = WALL
            count(s)

        def moves(s: Position, out: Any) -> Any:
            if decided(s) >= 0 or (cap > 0 and s.turn >= cap):
                return 0
            return available(s, out)

        def play(s: Position, move: int) -> None:
            s.capturer = WALL
            if move < CAPTURE:
                shift(s, move // SITES, move % SITES)
            elif move < STOP:
                origin, target = move // SITES - SITES, move % SITES
                remove(s, origin, target)
                shift(s, origin, target)
                if s.attackers > too_few and captures_on(s.cells, target):
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

        def derive(s: Position) -> None:
            count(s)

        return Rules(start, moves, play, outcome, derive=derive)


class Kasteel1(Kasteel):
    """The first game: three pawns defend."""

    id = "kasteel_1"
    title = "Kasteel I"
    summary = "Fill the castle with your crowd of pawns, or hunt them down with only three."
    defenders = "a6 b6 a5"
    too_few = 5


class Kasteel2(Kasteel):
    """The second game: three pawns and a King defend."""

    id = "kasteel_2"
    title = "Kasteel II"
    summary = "Lock the King into its castle, or save it with three pawns that capture in chains."
    defenders = "c6 b5 a4"
    king = "a6"
    too_few = 3


def _opening(defenders: str, king: str) -> Any:
    """The cells at the start."""
    found = np.zeros(SITES + 1, np.int8)
    found[SITES] = EDGE
    for names, piece in ((ATTACKERS, PAWN), (defenders.split(), DEFENDER), (king.split(), KING)):
        for name in names:
            found[castle_board().site[name]] = piece
    return found
