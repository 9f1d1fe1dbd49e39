"""Straat (Street), by Fred Schuurhof (1984): blocks with two faces on a board that is turned over.

Goal
    Have more streets than your opponent when the board is full, front and back together.

Your turn
    White starts. Put one of your eight blocks on an empty cell, either face up, turned as you like.

The blocks
    One face of a block is all in your colour, the other half white and half black. The board is an
    open frame: what is not up shows on the back. You always choose how the half face lies, as seen
    from the front.

Streets
    A street is an unbroken way in your colour from left to right or from top to bottom. Half blocks
    serve both players. Corners do not connect.

    Linked edges make as many streets as the edge with fewer linked blocks has. Across and
    up-and-down count separately.

The back
    Streets on the back count as well. You may look at any time.

How it ends
    After sixteen turns, more streets win. Equal numbers are a draw.

Options
    ``show_back``  ``true``: the board may be turned over at any time. ``false``: the game of memory
                   that it was: the back is shown when the game is over, and until then nothing
                   tells of it; bots do not know it either. A block whose back is not to be seen is
                   ``X`` (White's) or ``x`` (Black's) in a position's text.
    ``ply_cap``    the game is a draw after so many turns; 0 for no such end.

Sources and rulings
    The board is a transparent frame of 4x4 cells, empty at the start, with columns a to d and ranks
    1 to 4. A half face is split parallel to an edge. ``b2HN`` puts a block on b2: ``F`` is its full
    face up, ``H`` its half face; then the side of the black half (``N`` top, ``E`` right, ``S``
    bottom, ``W`` left), as seen from the front even where the half face lies behind.

    After sixteen turns both players count their streets on the front; then the board is turned over
    and they count those on the back. How streets are counted: cut each face into 8x8 quarter-cells.
    Those of one colour that touch along an edge form regions. A region has, from top to bottom, as
    many streets as the smaller of two numbers: the blocks on the top edge that it touches, and
    those on the bottom edge; likewise from left to right. One block may serve both ways.

    The Dutch rule sheet of Speel, Amsterdam, as Fred Horn shows it, gives the blocks, the turn,
    that corners do not connect, and an example (leaflet); the translation the rest (text). That two
    blocks linked with two blocks opposite make two streets is the sheet's, the smaller of two
    numbers our wording of it, which agrees with the printed example, where a half block on the edge
    counts as a block too. Ours: equal numbers are a draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from livestone.boards import Board, Piece, square
from livestone.boards.board import Point
from livestone.boards.reverse import reverse
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.options import Option
from livestone.core.random import below
from livestone.core.rules import Rules
from livestone.games.straat.blocks import EMPTY, SIDES, UNSEEN, WAYS, has_full_face_up, looks
from livestone.games.straat.streets import BACK, FRONT, SIDE, SITES, counted, line_points, painted

WHITE, BLACK = 0, 1
EDGE = UNSEEN + 2
TURNS = SITES


class Straat(Game):
    """Straat with its options."""

    id = "straat"
    title = "Straat"
    author = "Fred Schuurhof"
    year = 1984
    seats = (Seat("White", "white"), Seat("Black", "black"))
    options = (
        Option("show_back", True, (True, False), "The back may be seen"),
        Option("ply_cap", 0, (0, 8), "Longest game, in turns", {0: "without end"}),
    )
    max_moves = move_limit = SITES * WAYS
    private = False
    unit = "streets"

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        # Points would tell of the back.
        self.points = bool(self.option["show_back"])

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The looks of blocks whose back may be seen, then of those whose back may not."""
        return looks()[: 2 * WAYS if self.option["show_back"] else None]

    @property
    def other_faces(self) -> Mapping[str, Board]:
        """The back, where left and right change places."""
        return {"back": reverse(self.board)}

    @property
    def line_points(self) -> tuple[Point, ...]:
        """The points of streets on the front, then those on the back."""
        return line_points()

    @property
    def max_turns(self) -> int:
        """A block for each square, or fewer."""
        return int(self.option["ply_cap"]) or TURNS

    def make_board(self) -> Board:
        """The frame of 4x4 cells."""
        return square(SIDE)

    def make_layout(self) -> Layout:
        """The cells (with the wall); ``ink``: the quarter-cells of front and back by colour.

        ``ink[face, colour]`` is a word of 64 bits; the back is seen through the front.
        """
        return layout(
            placement=[("cells", "i1", SITES + 1)],
            derived=[("ink", "u8", (2, 2))],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        cap, ink_of, streets = int(self.option["ply_cap"]), painted(), counted(jit)
        pick, full_face_up = jit(below), jit(has_full_face_up)

        @jit
        def finished(s: Position) -> Any:
            return (s.turn == TURNS) | ((cap > 0) & (s.turn >= cap))

        @jit
        def paint(s: Position, site: int, code: int) -> None:
            """Add a block on ``site`` to the quarter-cells."""
            for face in range(2):
                for colour in range(2):
                    s.ink[face, colour] |= ink_of[code, site, face, colour]

        @jit
        def paint_all(s: Position) -> None:
            s.ink[:] = 0
            for site in range(SITES):
                paint(s, site, s.cells[site])

        def start(s: Position) -> None:
            s.cells[SITES] = EDGE

        def moves(s: Position, out: Any) -> Any:
            n = 0
            if finished(s):
                return n
            for site in range(SITES):
                for way in range(WAYS):
                    out[n + way] = site * WAYS + way
                n += WAYS * (s.cells[site] == EMPTY)
            return n

        def play(s: Position, move: int) -> None:
            site, way = move // WAYS, move % WAYS
            code = 1 + s.mover * WAYS + way
            s.cells[site] = code
            paint(s, site, code)
            s.mover = 1 - s.mover
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            if not (cap and s.turn >= cap):
                for colour in range(2):
                    score[colour] = streets(s.ink[FRONT, colour]) + streets(s.ink[BACK, colour])

        def derive(s: Position) -> None:
            s.cells[SITES] = EDGE
            paint_all(s)

        def observe(s: Position, viewer: int) -> None:
            if not finished(s):
                for site in range(SITES):
                    if full_face_up(s.cells[site]):
                        s.cells[site] = UNSEEN + (s.cells[site] - 1) // WAYS
                paint_all(s)

        def determinise(s: Position, viewer: int, rng: Any) -> None:
            if not finished(s):
                for site in range(SITES):
                    owner = s.cells[site] - UNSEEN
                    if (owner == WHITE) | (owner == BLACK):
                        s.cells[site] = 1 + owner * WAYS + pick(rng, len(SIDES))
                paint_all(s)

        known = Rules(start, moves, play, outcome, derive=derive)
        if self.option["show_back"]:
            return known
        return known._replace(observe=observe, determinise=determinise)
