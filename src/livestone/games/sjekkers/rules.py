"""Sjekkers, by Fred Horn (1982): checkers on a hexagon without horizontal lines.

Rules
    White and Black have eighteen disks each on the crossings of a hexagon, joined by diagonal lines
    only. White starts; then the players take turns. Forward is away from one's own edge, and a
    piece only ever goes along the lines.

    A disk moves to an empty crossing next to it, in one of its two forward directions. Or it jumps
    over a neighbouring piece *of its own side*, forward, to the empty crossing straight behind it.
    Nothing comes of that but speed.

    A disk captures a neighbouring enemy piece by jumping over it to the empty crossing straight
    behind it, forward or backward. Capturing is mandatory, with any piece that can.
    A turn captures one piece and no more.

    A disk that reaches the far row is doubled into a Sjek, which ends the turn. A Sjek moves any
    distance over empty crossings, in all four directions. It also jumps over a neighbouring piece
    of its own side, forward only, as a disk does. It captures along a line: over any number of
    empty crossings (or none), over exactly one enemy piece, to any empty crossing behind it, as far
    as the next piece.

    Who captures all enemy pieces wins. A player who cannot move passes. The game is a draw when
    both pass one after the other, after fifty turns without a capture or a move of a disk, or when
    a position comes back for the third time.

    With ``rules=checkers`` the board is the same and the rules are those of English checkers. Disks
    move and capture forward only and never jump over their own; a doubled disk is a king, which
    moves one crossing in any direction and captures only what is next to it. The player who has
    captured captures on with the same piece as long as it can, unless it has just become a king.
    Who cannot move has lost.

Start
    ::

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
    capture ``4cx6c``; who has no move plays ``pass``. Under checkers each further capture of a turn
    is a ply of its own.

Options
    ``rules``          ``sjekkers``: as above. ``checkers``: the author's variant.
    ``blocked_loses``  ``true``: who cannot move has lost instead of passing, as always under
                       checkers.
    ``ply_cap``        The game is a draw after so many turns; 0 for no such end.

Sources and rulings
    Text: the disk's and the Sjek's moves, compulsory single captures, the goal, the draw when
    nobody can reach it, and the variant's name. Picture: the board, its lines and the start. Ours:
    a Sjek captures from afar and lands where it likes, since the text says only that it jumps over
    one piece; it has four directions since there are no other lines; a captured Sjek loses both its
    disks, and there is always a disk to double with. Pieces jump over own disks and Sjeks alike.
    Becoming a Sjek ends the turn however it came about. The passes, the fifty turns and the third
    repetition. What "normal checkers" are: the English kind.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Label, Piece, Zone, drawn, straight
from livestone.boards.sight import sights, ways
from livestone.boards.zones import relist
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.legacy import OldCapturing
from livestone.core.moving import ply_cap
from livestone.core.odds import by_odds
from livestone.core.options import Option
from livestone.core.rules import Rules

WHITE, BLACK = 0, 1
# What stands on a crossing, in ``cells``: White's disk 1 and Sjek 2, Black's 3 and 4.
EMPTY, DISK, SJEK, EDGE = 0, 1, 2, 9
ROWS, SITES = 9, 61
WALL = SITES
PIECES = 18
# The most crossings on a crossing's two lines.
LONGEST = 16
# Turns without a capture or a move of a disk that end the game as a draw.
QUIET = 50
# ``evaluate``: what a Sjek is worth in disks, what a step forward is, what it is to be one step
# from the far row, and the lead at which a win is e times as likely as not.
SJEK_WORTH, STEP_WORTH, LAST_STEP, SCALE = 3.5, 0.05, 0.5, 2.0


@lru_cache
def crossings() -> Board:
    """The hexagon: two families of lines, about as high as wide, each row named at its ends."""
    sizes = {row: ROWS - abs(ROWS // 2 + 1 - row) for row in range(1, ROWS + 1)}
    places = {
        f"{row}{'abcdefghi'[at]}": (at - (sizes[row] - 1) / 2, float(row))
        for row in sizes
        for at in range(sizes[row])
    }
    board = drawn(places, straight(places, [(0.5, 1.0), (-0.5, 1.0)]))
    labels = [
        Label(
            board.names[row[end]], board.centres[row[end]][0] + beside, board.centres[row[end]][1]
        )
        for row in board.rows
        for end, beside in ((0, -1.1), (-1, 1.1))
    ]
    zones = {"Black's_edge": Zone(board.rows[0]), "White's_edge": Zone(board.rows[-1])}
    return replace(board, labels=tuple(labels), zones=zones, point=0.1)


class Sjekkers(OldCapturing):
    """Sjekkers with its options."""

    id = "sjekkers"
    title = "Sjekkers"
    author = "Fred Horn"
    year = 1982
    summary = "Checkers on a hexagon: leap over your own disks, capture one at a time, double up."
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
    # A playout is long enough for what hangs to be captured, and no longer.
    cut = 6
    explore = 0.3
    max_moves = PIECES * LONGEST

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Disks and doubled disks, by their names in these rules."""
        doubled = "king" if self._checkers else "Sjek"
        return (
            Piece("white disk", "w", "disc", "white"),
            Piece(f"white {doubled}", "W", "stack", "white"),
            Piece("black disk", "b", "disc", "black"),
            Piece(f"black {doubled}", "B", "stack", "black"),
        )

    @property
    def _checkers(self) -> bool:
        return self.option["rules"] == "checkers"

    @property
    def _nobody_passes(self) -> bool:
        return self._checkers or bool(self.option["blocked_loses"])

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
        succession. ``places`` lists each player's crossings in rising order, the wall after them;
        ``men`` counts them.
        """
        return layout(
            placement=[("cells", "i1", SITES + 1)],
            identity=[("capturer", "i1"), ("quiet", "i1"), ("passes", "i1")],
            derived=[("places", "u1", (2, PIECES)), ("men", "i1", 2)],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        checkers, loses = self._checkers, self._nobody_passes
        cap, capture, pass_move = int(self.option["ply_cap"]), self.capture, self.pass_move
        neighbours = self.board.neighbours.astype(np.uint32)
        way, opening = ways(self.board), _opening(self.board)
        far = np.zeros((2, SITES), np.int8)
        far[WHITE, list(self.board.rows[0])] = far[BLACK, list(self.board.rows[-1])] = 1
        captures, others = self._captures(jit), self._others(jit)
        moved = jit(relist)

        @jit
        def count(s: Position) -> None:
            """Fill the derived fields."""
            s.cells[WALL] = EDGE
            s.men[:] = 0
            s.places[:] = WALL
            for site in range(SITES):
                if s.cells[site] != EMPTY:
                    player = (s.cells[site] - 1) // 2
                    if s.men[player] < PIECES:
                        s.places[player, s.men[player]] = site
                        s.men[player] += 1

        @jit
        def remove(s: Position, origin: int, target: int) -> None:
            """Take the one piece between two crossings off the board."""
            enemy = 1 - s.mover
            direction = way[origin, target]
            site = neighbours[origin, direction]
            while s.cells[site] == EMPTY:
                site = neighbours[site, direction]
            s.cells[site] = EMPTY
            moved(s.places[enemy], site, WALL)
            s.men[enemy] -= 1

        @jit
        def can_capture(cells: Any, origin: int) -> Any:
            return captures(cells, origin, np.zeros(LONGEST + 1, np.int32), 0) > 0

        @jit
        def drawn_now(s: Position) -> Any:
            return (s.passes == 2) | (s.quiet >= QUIET) | ((cap > 0) & (s.turn >= cap))

        def start(s: Position) -> None:
            for site in range(len(opening)):
                s.cells[site] = opening[site]
            s.capturer = WALL
            count(s)

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
                doubled = (piece == 2 * mover + DISK) & far[mover, target]
                if captured:
                    remove(s, origin, target)
                s.quiet = 0 if captured or piece == 2 * mover + DISK else s.quiet + 1
                s.cells[origin] = EMPTY
                s.cells[target] = piece + doubled
                moved(s.places[mover], origin, target)
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

        def derive(s: Position) -> None:
            count(s)

        evaluate = self._evaluate(jit)
        return Rules(start, moves, play, outcome, evaluate=evaluate, derive=derive)

    def _captures(self, jit: Jit) -> Any:
        """``captures(cells, origin, out, n) -> n`` adds the captures of a piece."""
        checkers = self._checkers
        table, capture = sights(self.board), self.capture
        in_line, inwards = table[:, :, 0].astype(np.uint32), table[:, :, 1].copy()
        neighbours = self.board.neighbours.astype(np.uint32)
        leap = self.board.leap.astype(np.uint32)

        @jit
        def captures(cells: Any, origin: int, out: Any, n: int) -> Any:
            piece = cells[origin]
            mover = (piece - 1) >> 1
            first = int(origin) * SITES + capture
            own = mover + 1
            if piece == 2 * mover + SJEK and not checkers:
                # Along both lines at once: ``met`` is 1 behind exactly one enemy piece.
                met = 0
                for at in range(LONGEST):
                    target = in_line[origin, at]
                    met &= inwards[origin, at]
                    side = (cells[target] + 1) >> 1
                    out[n] = first + target
                    n += (side == EMPTY) & (met == 1)
                    met += (side == 3 - own) + LONGEST * (side == own)
                return n
            disk = checkers and piece == 2 * mover + DISK
            for at in range(2 if disk else 4):
                direction = (at + 2 * mover) & 3  # forward comes first
                over, target = neighbours[origin, direction], leap[origin, direction]
                out[n] = first + target
                n += ((cells[over] + 1) >> 1 == 3 - own) & (cells[target] == EMPTY)
            return n

        return captures

    def _others(self, jit: Jit) -> Any:
        """``others(cells, origin, out, n) -> n`` adds a piece's moves that capture nothing."""
        checkers = self._checkers
        neighbours = self.board.neighbours.astype(np.uint32)
        leap = self.board.leap.astype(np.uint32)

        @jit
        def others(cells: Any, origin: int, out: Any, n: int) -> Any:
            piece = cells[origin]
            mover = (piece - 1) >> 1
            first = int(origin) * SITES
            sjek = piece == 2 * mover + SJEK
            for at in range(4 if sjek else 2):
                direction = (at + 2 * mover) & 3
                target = neighbours[origin, direction]
                while cells[target] == EMPTY:
                    out[n] = first + target
                    n += 1
                    if checkers or not sjek:
                        break
                    target = neighbours[target, direction]
            if not checkers:
                for at in range(2):
                    direction = 2 * mover + at
                    over, target = neighbours[origin, direction], leap[origin, direction]
                    out[n] = first + target
                    n += ((cells[over] + 1) >> 1 == mover + 1) & (cells[target] == EMPTY)
            return n

        return others

    def _evaluate(self, jit: Jit) -> Any:
        """The likelihood of winning, from the pieces and how far the disks have come."""
        steps = STEP_WORTH * np.arange(ROWS) + LAST_STEP * (np.arange(ROWS) == ROWS - 2)
        worth = np.zeros((2 * SJEK + 1, SITES))
        for row, sites in enumerate(reversed(self.board.rows)):
            worth[DISK, list(sites)] = 1 + steps[row]
            worth[DISK + 2, list(sites)] = -1 - steps[ROWS - 1 - row]
        worth[SJEK], worth[SJEK + 2] = SJEK_WORTH, -SJEK_WORTH
        judge = jit(by_odds)

        def evaluate(s: Position, score: Any) -> None:
            lead = 0.0
            for player in range(2):
                for at in range(s.men[player]):
                    site = s.places[player, at]
                    lead += worth[s.cells[site], site]
            judge(score, WHITE, lead / SCALE)

        return evaluate

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """From and to, or ``pass``; while a piece captures on, only where to."""
        path = super().path(s, move)
        return path if int(s.capturer) == WALL else path[1:]

    def why_not(self, s: Position, text: str) -> str | None:
        """That a piece must capture on, or may not pass; else as for any game with captures."""
        if text == "pass" and self._nobody_passes:
            return "nobody passes in these rules: who cannot move has lost"
        reason = super().why_not(s, text)
        if reason and int(s.capturer) != WALL and "write" not in reason:
            name, on = self.board.names[int(s.capturer)], self.texts_now(s)[0]
            return f"the piece on {name} has captured and must capture on: {on}"
        return reason

    def why_not_there(self, s: Position, origin: int, target: int) -> str:
        """That a capture is possible, or what is wrong with the way there."""
        captures = [text for text in self.texts_now(s) if "x" in text]
        if captures:
            here = self.board.names[origin]
            captures.sort(key=lambda text: not text.startswith(here))  # its own come first
            return f"a capture is possible: {captures[0]}"
        if s.cells[target] != EMPTY:
            return f"{self.board.names[target]} is occupied"
        direction = int(ways(self.board)[origin, target])
        if direction < 0:
            return "pieces go straight along the drawn lines, and none joins these two crossings"
        line = self.board.line(origin, direction)
        between = [int(s.cells[site]) for site in line[1 : line.index(target)]]
        sjek = int(s.cells[origin]) == 2 * int(s.mover) + SJEK
        why = _why_no_sjek_move if sjek else _why_no_disk_move
        return why(between, not self._checkers, direction // 2 == int(s.mover))

    def tally(self, s: Position) -> tuple[str, ...]:
        """How many disks and Sjeks each player has."""
        count = Counter(piece.name for piece in self.standing(s) if piece)
        return tuple(
            ", ".join(
                f"{count[piece.name]} {piece.name.split()[1]}{'s' * (count[piece.name] != 1)}"
                for piece in self.pieces
                if piece.colour == seat.colour
            )
            for seat in self.seats
        )

    def problem(self, s: Position) -> str | None:
        """Pieces that cannot be there, and counts that cannot be."""
        for player, seat in enumerate(self.seats):
            own = [int(cell) - 2 * player for cell in s.cells[:-1]]
            found = own.count(DISK) + own.count(SJEK)
            if found > PIECES:
                return f"{seat.name} has {found} pieces, more than {PIECES}"
            if any(own[site] == DISK for site in self.board.rows[0 if player == WHITE else -1]):
                return f"{seat.name} has a disk on the far row, where it would be doubled"
            if found == 0 and player != int(s.mover):
                return f"{seat.name} has just moved and yet has no piece"
        if not 0 <= int(s.quiet) <= min(QUIET, int(s.turn)):
            return f"quiet={int(s.quiet)} does not fit {int(s.turn)} turns"
        return self.wrong_turn(s) or self._wrong_passes(s) or self._wrong_capturer(s)

    def _wrong_passes(self, s: Position) -> str | None:
        """Why so many cannot have passed in succession."""
        passes = int(s.passes)
        if passes == 0:
            return None
        if self._nobody_passes or not 0 <= passes <= min(2, int(s.quiet)):
            return f"passes={passes} cannot be"
        for back in range(1, passes + 1):
            before = s.copy()
            before.passes = before.quiet = 0
            before.mover = (int(s.mover) + back) % 2
            if self.texts_now(before) != ["pass"]:
                return f"{self.seats[int(before.mover)].name} cannot have passed: there is a move"
        return None

    def _wrong_capturer(self, s: Position) -> str | None:
        """Why the piece that is said to capture on cannot do so."""
        if int(s.capturer) == WALL:
            return None
        enemy, owner = 1 - int(s.mover), (int(s.cells[s.capturer]) - 1) // 2
        if not self._checkers or int(s.quiet) or int(s.passes):
            return "capturer names a piece that has just captured, under checkers only"
        if owner != int(s.mover) or int(s.men[enemy]) == PIECES or not self.texts_now(s):
            name = self.board.names[int(s.capturer)]
            return f"the piece on {name} cannot have captured and go on"
        return None


def _why_no_disk_move(between: list[int], jumps: bool, forward: bool) -> str:
    """Why a disk cannot go along a line, past these, to an empty crossing."""
    if not forward:
        return "a disk goes forward" + ("; only to capture may it go back" if jumps else " only")
    if between == [EMPTY] and jumps:
        return "a disk goes one crossing, or jumps over one neighbouring piece: none is there"
    if len(between) == 1 and not jumps and between != [EMPTY]:
        return "in checkers no piece jumps over its own side"
    return "a disk goes to a neighbouring crossing" + (
        ", or over one neighbouring piece to the crossing straight behind it" if jumps else ""
    )


def _why_no_sjek_move(between: list[int], flies: bool, forward: bool) -> str:
    """Why a Sjek or king cannot go along a line, past these, to an empty crossing."""
    if not flies:
        return "a king goes to a neighbouring crossing, or over one enemy piece to the next"
    if sum(cell != EMPTY for cell in between) > 1:
        return "a Sjek jumps over one piece and no more"
    if len(between) == 1 and not forward:
        return "a Sjek jumps over its own side forward only"
    return "a Sjek jumps over its own side only from next to it to straight behind it"


def _opening(board: Board) -> Any:
    """The cells at the start."""
    found = np.zeros(SITES + 1, np.int8)
    found[WALL] = EDGE
    for row in range(3):
        found[list(board.rows[row])] = DISK + 2
        found[list(board.rows[-1 - row])] = DISK
    return found
