"""Not Made in Germany: an English board game of the late nineteenth century.

Rules
    England and Germany have nine pieces each: the letters of their name and a flag at either end.
    A turn moves one piece. It steps to a neighbouring vacant square in any of eight directions, or
    it leaps over one neighbouring piece, of either side, to the vacant square straight behind it.
    After a leap it may leap again, in any direction, and stop where it likes. A step and a leap
    are never combined, leaping is never compulsory, and nothing is captured.

    The ornamental squares of the middle row may neither be entered nor crossed. Only its two plain
    squares, d5 and f5, lead through; a diagonal past the corner of an ornament is free.

    Each player brings their pieces to the other side of the board, where they must spell the word
    again, with a flag at each end, readable from that player's seat: every piece ends in its own
    column. The first to do so wins.

    A player passes when no other move is left, and only then. When both pass one after the other,
    or a position comes back for the third time, the game is a draw.

Start
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

    ``*`` is a flag, ``#`` an ornament. England moves first. ``e1-e2`` moves the piece on e1 to e2,
    however many leaps it takes; who has no move plays ``pass``.

Options
    ``first_player``  who begins, ``england`` or ``germany``.
    ``any_order``     ``true``: for a first game, the far row is only to be filled, in any order.
    ``cap_result``    what the longest game ends in: ``draw``, or a win for the player with
                      ``more_pieces_in_place``.
    ``ply_cap``       the longest game, in turns; 0 for no such end.

Sources and rulings
    The rules in the box at Slot Zuylen, reported by Fred Horn, give the moves, the goal and the
    ornaments (text); they speak of one ornamental square, the leaflet of several, so all seven are
    meant (leaflet). The board and the start are the leaflet's picture. Ours: England begins, being
    named first; a player's two flags are alike, and so are England's two Ns; diagonals past an
    ornament are free; staying at home to block the enemy's goal is not forbidden; passing,
    repetition and the longest game.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Piece, Zone, square
from livestone.boards.leaps import chains, why_no_leap
from livestone.boards.zones import blocked, distances, relist
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.legacy import OldMoving
from livestone.core.maths import exp
from livestone.core.moving import ply_cap
from livestone.core.options import Option
from livestone.core.rules import Rules

ENGLAND, GERMANY = 0, 1
EMPTY, EDGE = 0, 16
SIDE = 9
PIECES = 9
# Codes of pieces in ``cells``: England's from 1, Germany's from 8, a flag first.
LETTERS = ("FENGLAD", "fgermany")
FIRST_OF_GERMANY = 1 + len(LETTERS[ENGLAND])
# The home rows from a to i.
WORDS = ("FDNALGNEF", "fgermanyf")
ORNAMENTS = ("a5", "b5", "c5", "g5", "h5", "i5")
ROSETTE = "e5"
# ``evaluate``: the lead in steps at which a win is e times as likely as not, and how much the share
# of the steps counts beside it; without that a player far ahead would not hurry home.
SCALE, SHARE = 6.0, 0.3


@lru_cache
def ornamental_board() -> Board:
    """The 9x9 board with its blocked squares; the home rows are zones."""
    plain = square(SIDE)
    ornaments = tuple(plain.site[name] for name in ORNAMENTS)
    rosette = (plain.site[ROSETTE],)
    zones = {
        "ornament": Zone(ornaments, "panel"),
        "rosette": Zone(rosette, "rosette"),
        "England's_row": Zone(plain.rows[0], "row", "white"),
        "Germany's_row": Zone(plain.rows[-1], "row", "black"),
    }
    return replace(blocked(plain, ornaments + rosette), zones=zones)


def _pieces() -> tuple[Piece, ...]:
    found = []
    for letters, name, colour in zip(
        LETTERS, ("England", "Germany"), ("white", "black"), strict=True
    ):
        for letter in letters:
            flag = letter in "Ff"
            shape, mark = ("flag", "") if flag else ("disc", letter.upper())
            what = f"{name}'s {mark or 'flag'}"
            found.append(Piece(what, letter, shape, colour, mark, turned=letter.isupper()))
    return tuple(found)


class NotMadeInGermany(OldMoving):
    """Not Made in Germany with its options."""

    id = "not_made_in_germany"
    title = "Not Made in Germany"
    author = "Unknown"
    year = 1890
    summary = "Leap the letters of your country across the board until they spell it again."
    seats = (Seat("England", "white"), Seat("Germany", "black"))
    pieces = _pieces()
    options = (
        Option(
            "first_player",
            "england",
            ("england", "germany"),
            "Who begins",
            {"england": "England", "germany": "Germany"},
        ),
        Option("any_order", False, (False, True), "In any order, for a first game"),
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

    @property
    def max_moves(self) -> int:
        """Nine pieces to any of the 74 - 18 vacant squares."""
        return PIECES * (SIDE * SIDE - len(ORNAMENTS) - 1 - 2 * PIECES)

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
        first = GERMANY if self.option["first_player"] == "germany" else ENGLAND
        changed, reach = chains(self.board, jit, EDGE)
        fill = self.moves_of_all(jit, reach)
        moved = jit(relist)
        in_place = self._in_place()
        begin = _begin(self.board)

        @jit
        def count(s: Position) -> None:
            """Fill the derived fields."""
            found = [0, 0]
            s.home[:] = 0
            for site in range(sites):
                code = s.cells[site]
                if code != EMPTY:
                    player = int(code >= FIRST_OF_GERMANY)
                    s.home[player] += in_place[code, site]
                    if found[player] < PIECES:
                        s.places[player, found[player]] = site
                        found[player] += 1
            s.cells[sites] = EDGE
            for site in range(sites):
                changed(s.cells, s.open_ways, site)

        def start(s: Position) -> None:
            for site in range(sites):
                s.cells[site] = begin[site]
            s.mover = first
            count(s)

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

        def derive(s: Position) -> None:
            count(s)

        evaluate = self._evaluate(jit)
        return Rules(start, moves, play, outcome, evaluate=evaluate, derive=derive)

    def _in_place(self) -> Any:
        """``[code, site]``: whether a piece of that code is where it wants to be."""
        table = np.zeros((EDGE + 1, len(self.board) + 1), np.int8)
        for code in range(1, EDGE):
            for target in self._targets(code):
                table[code, target] = 1
        return table

    def _targets(self, code: int) -> list[int]:
        """The sites where a piece of this code may end."""
        player = int(code >= FIRST_OF_GERMANY)
        row = self.board.rows[-1 if player == ENGLAND else 0]
        letter = "".join(LETTERS)[code - 1]
        word = WORDS[player]
        return [
            site
            for site, wanted in zip(row, word, strict=True)
            if self.option["any_order"] or wanted == letter
        ]

    def _evaluate(self, jit: Jit) -> Any:
        """The likelihood of winning from the steps still to go."""
        to_go = self._row_to_go(jit) if self.option["any_order"] else self._word_to_go(jit)

        def evaluate(s: Position, score: Any) -> None:
            mine, yours = to_go(s, 0), to_go(s, 1)
            likely = 1 / (1 + exp((mine - yours) / SCALE))
            score[0] = (1 - SHARE) * likely + SHARE * (yours + 1) / (mine + yours + 2)
            score[1] = 1 - score[0]

        return evaluate

    def _word_to_go(self, jit: Jit) -> Any:
        """``to_go(s, player)``: the steps of every piece to its own place."""
        sites = len(self.board)
        near, far = np.zeros((2, EDGE + 1, sites + 1), np.int32)
        for code in range(1, EDGE):
            one, *other = self._targets(code)
            near[code] = distances(self.board, [one])[0]
            far[code] = distances(self.board, other or [one])[0]
        flags = (1, FIRST_OF_GERMANY)
        english_n = 1 + LETTERS[ENGLAND].index("N")

        @jit
        def to_go(s: Position, player: int) -> Any:
            """Two pieces alike share two places: one of them, the nearer, goes to the first."""
            total, flag, letter = 0, 0, 0
            flags_left, letters_left = True, True
            for at in range(PIECES):
                site = s.places[player, at]
                code = s.cells[site]
                total += far[code, site]
                gain = near[code, site] - far[code, site]
                if code == flags[0] or code == flags[1]:
                    flag = gain if flags_left else min(flag, gain)
                    flags_left = False
                elif code == english_n:
                    letter = gain if letters_left else min(letter, gain)
                    letters_left = False
            return total + flag + letter

        return to_go

    def _row_to_go(self, jit: Jit) -> Any:
        """``to_go(s, player)``: from pieces outside to their nearest holes, and back."""
        rows = np.array([self.board.rows[-1], self.board.rows[0]])
        steps = np.array([distances(self.board, row.tolist()).T for row in rows])
        in_place, limit = self._in_place(), len(self.board)

        @jit
        def to_go(s: Position, player: int) -> Any:
            total = 0
            nearest = np.full(PIECES, limit)
            for at in range(PIECES):
                site = s.places[player, at]
                if in_place[s.cells[site], site]:
                    continue
                least = limit
                for hole in range(SIDE):
                    if not in_place[s.cells[rows[player, hole]], rows[player, hole]]:
                        far = steps[player, site, hole]
                        least = min(least, far)
                        nearest[hole] = min(nearest[hole], far)
                total += least
            for hole in range(SIDE):
                if not in_place[s.cells[rows[player, hole]], rows[player, hole]]:
                    total += nearest[hole]
            return total / 2

        return to_go

    def why_not_there(self, s: Position, origin: int, target: int) -> str:
        """An ornament, something in the way, or no leap that gets there."""
        names = self.board.names
        if names[target] in ORNAMENTS or names[target] == ROSETTE:
            return f"{names[target]} is an ornament: no piece may enter or cross it"
        reason = why_no_leap(self.board, origin, target, lambda site: bool(s.cells[site]))
        middle = square(SIDE)
        for way in range(middle.directions):
            between = names[middle.neighbours[origin, way] % len(names)]
            if middle.leap[origin, way] == target and between in (*ORNAMENTS, ROSETTE):
                return f"{between} is an ornament: no piece may enter or cross it"
        return reason

    def problem(self, s: Position) -> str | None:
        """Pieces missing or on ornaments, or passes and turns that cannot be."""
        for name in (*ORNAMENTS, ROSETTE):
            if s.cells[self.board.site[name]] != EMPTY:
                return f"{name} is an ornament: nothing can stand on it"
        standing = [int(code) for code in s.cells[:-1] if code]
        begun = [int(code) for code in _begin(self.board) if code]
        for code, piece in enumerate(self.pieces, 1):
            if standing.count(code) != begun.count(code):
                have, want = standing.count(code), begun.count(code)
                return f"{piece.name} stands on {have} squares instead of {want}"
        if not 0 <= int(s.passes) <= min(2, int(s.turn)):
            return f"passes={int(s.passes)} does not fit {int(s.turn)} turns"
        first = GERMANY if self.option["first_player"] == "germany" else ENGLAND
        return self.wrong_turn(s, first)


def _begin(board: Board) -> Any:
    """The code on each site at the start."""
    codes = {letter: code for code, letter in enumerate("".join(LETTERS), 1)}
    cells = np.zeros(len(board), np.int8)
    for row, word in zip((board.rows[0], board.rows[-1]), WORDS, strict=True):
        for site, letter in zip(row, word, strict=True):
            cells[site] = codes[letter]
    return cells
