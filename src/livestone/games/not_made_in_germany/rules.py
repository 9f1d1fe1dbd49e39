"""Not Made in Germany: an English board game of the late nineteenth century.

Goal
    Be the first to bring all nine pieces across, each to the other end of its column; in a first
    game, anywhere in the far row. Your two flags are alike, and so are England's Ns.

Your turn
    England, with the white pieces, starts. Step or leap with one piece, never both. Pass only if
    none can move.

Steps
    A step goes to a neighbouring empty square in any of eight directions.

Leaps
    A leap goes over one neighbouring piece, yours or your opponent's, to the empty square straight
    behind it. The piece may leap again in any direction and stop where it likes.

The middle row
    Nobody may enter or cross the ornaments. Only d5 and f5 lead through; diagonals past an
    ornament's corner are free.

How it ends
    The first with all nine across wins. Draws: two passes in a row, the same position a third time,
    600 turns.

Options
    ``first_player``  who begins, ``england`` or ``germany``.
    ``any_order``     ``true``, as in a first game: any order in the far row.
    ``cap_result``    what the longest game ends in: ``draw``, or a win for the player with
                      ``more_pieces_in_place``.
    ``ply_cap``       the longest game, in turns; 0 for no such end.

Sources and rulings
    England and Germany have nine pieces each: the letters of their name and a flag at either end.
    England's letters stand upside down, as they face a player on the far side::

           a b c d e f g h i
        9  * D N A L G N E *    England
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  # # # . # . # # #
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  * G E R M A N Y *    Germany

    ``*`` is a flag, ``#`` an ornament. ``e1-e2`` moves the piece on e1 to e2, however many leaps it
    takes; who has no move plays ``pass``. A step and a leap are never combined. On the other side
    of the board the pieces spell the word again, with a flag at each end, readable from their
    player's seat. The game is a draw when both players pass one after the other, or when a position
    comes back for the third time.

    The rules in the box at Slot Zuylen, reported by Fred Horn, give the moves, the goal and the
    ornaments (text); they speak of one ornamental square, the leaflet of several, so all seven are
    meant (leaflet). The board and the start are the leaflet's picture. Ours: England begins, being
    named first; a player's two flags are alike, and so are England's two Ns; diagonals past an
    ornament are free; staying at home to block the enemy's goal is not forbidden; passing,
    repetition and the longest game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.boards.leaps import chains
from livestone.boards.zones import enlist, relist
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import MovingGame, ply_cap
from livestone.core.options import Option
from livestone.core.rules import Rules
from livestone.games.not_made_in_germany.board import (
    HOME_ROWS,
    LETTERS,
    ORNAMENTS,
    SIDE,
    lettered_pieces,
    opening,
    ornamental_board,
)

ENGLAND, GERMANY = 0, 1
EMPTY, EDGE = 0, 16
PIECES = 9
FIRST_OF_GERMANY = 1 + len(LETTERS[ENGLAND])


class NotMadeInGermany(MovingGame):
    """Not Made in Germany with its options."""

    id = "not_made_in_germany"
    title = "Not Made in Germany"
    author = "Unknown"
    year = 1890
    seats = (Seat("England", "white"), Seat("Germany", "black"))
    pieces = lettered_pieces()
    options = (
        Option(
            "first_player",
            "england",
            ("england", "germany"),
            "Who begins",
            {"england": "England", "germany": "Germany"},
        ),
        Option("any_order", False, (False, True), "Letters in any order"),
        Option(
            "cap_result",
            "draw",
            ("draw", "more_pieces_in_place"),
            "The longest game",
            {
                "draw": "is a draw",
                "more_pieces_in_place": "is won by the player with more pieces in place",
            },
        ),
        ply_cap(600),
    )
    presets = {"beginner": {"any_order": True}}

    @property
    def max_moves(self) -> int:
        """Nine pieces to any of the 74 - 18 vacant squares."""
        return PIECES * (SIDE * SIDE - len(ORNAMENTS) - 1 - 2 * PIECES)

    @property
    def first_player(self) -> int:
        """Who begins."""
        return GERMANY if self.option["first_player"] == "germany" else ENGLAND

    def make_board(self) -> Board:
        """The 9x9 board whose middle row has two gates."""
        return ornamental_board()

    def make_layout(self) -> Layout:
        """The squares (with the wall) and how many passed in succession.

        ``places`` lists each player's squares in rising order, ``home`` counts their pieces in
        place; ``open_ways`` is the table of :class:`~livestone.boards.leaps.Chains`.
        """
        sites = len(self.board)
        return layout(
            placement=[("cells", "i1", sites + 1)],
            identity=[("passes", "i1")],
            derived=[
                ("places", "i2", (2, PIECES)),
                ("home", "i1", 2),
                ("open_ways", "u1", (1, sites + 1)),
            ],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        sites = len(self.board)
        pass_move, cap = self.pass_move, int(self.option["ply_cap"])
        counted = self.option["cap_result"] == "more_pieces_in_place"
        first = self.first_player
        changed, reach = chains(self.board, jit, EDGE)
        fill = self.moves_of_all(jit, reach)
        moved, listed = jit(relist), jit(enlist)
        in_place = self.places_of_pieces()
        begin, first_code = opening(self.board), (1, FIRST_OF_GERMANY, EDGE)

        @jit
        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            s.home[:] = 0
            for player in range(2):
                listed(s.places[player], s.cells, first_code[player], first_code[player + 1] - 1)
                for site in s.places[player]:
                    s.home[player] += in_place[s.cells[site], site]
            for site in range(sites):
                changed(s.cells, s.open_ways, site)

        def start(s: Position) -> None:
            for site in range(sites):
                s.cells[site] = begin[site]
            s.mover = first
            derive(s)

        def moves(s: Position, out: Any) -> Any:
            home = s.home
            if home[0] == PIECES or home[1] == PIECES or s.passes == 2 or (cap and s.turn >= cap):
                return 0
            return fill(s.cells, s.open_ways[0], s.places[s.mover], PIECES, out)

        def play(s: Position, move: int) -> None:
            mover = s.mover
            if move == pass_move:
                s.passes += 1
            else:
                origin, target = move // sites, move % sites
                code = s.cells[origin]
                s.cells[origin] = EMPTY
                s.cells[target] = code
                s.home[mover] += in_place[code, target] - in_place[code, origin]
                moved(s.places[mover], origin, target)
                changed(s.cells, s.open_ways, origin)
                changed(s.cells, s.open_ways, target)
                s.passes = 0
            s.mover = 1 - mover
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            # The player who moved last comes first, should a position be read in which both are
            # home.
            last = 1 - s.mover
            if s.home[last] == PIECES:
                score[last] = 1
            elif s.home[1 - last] == PIECES:
                score[1 - last] = 1
            elif counted and s.passes < 2 and s.home[0] != s.home[1]:
                score[int(s.home[1] > s.home[0])] = 1

        return Rules(start, moves, play, outcome, derive=derive)

    def places_of_pieces(self) -> Any:
        """``[code, site]``: whether a piece of that code is where it wants to be."""
        table = np.zeros((EDGE + 1, len(self.board) + 1), np.int8)
        for code in range(1, EDGE):
            for target in self.targets(code):
                table[code, target] = 1
        return table

    def targets(self, code: int) -> list[int]:
        """The sites where a piece of this code may end."""
        player = int(code >= FIRST_OF_GERMANY)
        row = self.board.rows[-1 if player == ENGLAND else 0]
        letter = "".join(LETTERS)[code - 1]
        word = HOME_ROWS[player]
        return [
            site
            for site, wanted in zip(row, word, strict=True)
            if self.option["any_order"] or wanted == letter
        ]
