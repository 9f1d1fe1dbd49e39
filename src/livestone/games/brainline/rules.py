"""Brainline, or Taktik, by Åke and Henrik Andersson (about 1970): get four pegs straight.

Rules
    Red and Yellow have four pegs each on a board of 90 hexagons. Red starts; then the players take
    turns. A turn slides one peg any distance, one hexagon or more, straight along one of the three
    lines through its hexagon, over empty hexagons only. Nothing is jumped over or captured.

    The player with all four pegs on one straight line, with no enemy peg between them, wins; gaps
    between them do not matter. The mover is looked at first, but a move that opens the other
    player's line loses to it. A zigzag of hexagons one below the other is not a line.

    When a position comes back for the third time, the game is a draw.

Start
    ::

        A       . . . . . . .
        B      . . . . . . . .
        C     r . . . . . . . y
        D      . . . . . . . .
        E     y . . . . . . . r
        F      . . . . . . . .
        G     y . . . . . . . r
        H      . . . . . . . .
        I     r . . . . . . . y
        J      . . . . . . . .
        K       . . . . . . .

    Rows are lettered from the top, the hexagons of a row numbered from the left: ``C1`` is where a
    red peg starts. The coloured hexagons are like any others once the game has begun. A move is
    ``C1-C5``.

Options
    ``adjacent_only``  ``true``: the four pegs must stand in four neighbouring hexagons of a line.
    ``ply_cap``        The game is a draw after so many turns; 0 for no such end.

Sources and rulings
    Text: Rod Rivers's review in Games & Puzzles of the British edition (Palitoy/Bradgate, the
    1970s) has the slide, the goal, and the stricter goal as a suggestion. Picture: a photograph of
    that edition shows the board and where pegs start. The authors' names and the year are those of
    João Pedro Neto's table of games, which elsewhere says 1977. Ours: only pegs between one's own
    outermost ones spoil a line; the mover's line counts first; Red starts; the third repetition and
    the longest game. A player can always move: four enemy pegs are too few to shut in four.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from livestone.boards import Board, Piece, Zone
from livestone.boards.hexrows import hexrows
from livestone.boards.sight import sights, ways
from livestone.boards.zones import relist
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.legacy import OldMoving
from livestone.core.moving import ply_cap
from livestone.core.odds import by_odds
from livestone.core.options import Option
from livestone.core.phrases import Choice
from livestone.core.rules import Rules

RED, YELLOW = 0, 1
EMPTY, EDGE = 0, 9  # in ``cells`` a peg is its player's index + 1
SIZES = (7, 8, 9, 8, 9, 8, 9, 8, 9, 8, 7)
PEGS, AXES = 4, 3
STARTS = ("C1 E9 G9 I1", "C9 E1 G1 I9")
# ``evaluate``, as the logarithm of the odds of winning: a line that cannot be stopped any more, the
# threat of one that can, and lines by how many pegs are on them. Fitted to games of bots, then made
# three times as sharp, which plays better.
WINNING, THREAT = 12.0, 2.0
WITH_ALL = (0.0, 0.25, 0.75, 1.0, 0.0)
WITHOUT = (0.0, 0.0, 0.3, 1.8, 0.0)


@lru_cache
def start_board() -> Board:
    """The 90 hexagons with their holes and the zones where the pegs start."""
    board = hexrows(*SIZES)
    red, yellow = (tuple(board.site[name] for name in names.split()) for names in STARTS)
    zones = {
        "Red's_start": Zone(red, "start", "red"),
        "Yellow's_start": Zone(yellow, "start", "yellow"),
        "holes": Zone(tuple(range(len(board))), "hole", spoken=False),
    }
    ends = [
        (board.line(site, direction)[0], board.line(site, direction)[-1])
        for direction in range(AXES)
        for site in range(len(board))
        if board.neighbours[site, direction + AXES] == board.wall
    ]
    strokes = tuple((board.centres[one], board.centres[other]) for one, other in ends)
    return replace(board, zones=zones, strokes=strokes)


class Brainline(OldMoving):
    """Brainline with its options."""

    id = "brainline"
    title = "Brainline"
    author = "Åke and Henrik Andersson"
    year = 1970
    # The evaluation sees whether the next move wins: random moves would only blur that.
    cut = 0
    explore = 0.1
    summary = "Slide your four pegs onto one straight line before the other player does."
    seats = (Seat("Red", "red"), Seat("Yellow", "yellow"))
    pieces = (
        Piece("red peg", "r", "peg", "red", "R"),
        Piece("yellow peg", "y", "peg", "yellow", "Y"),
    )
    choices: ClassVar[dict[str, Choice]] = {}  # nobody ever has to pass
    options = (
        Option("adjacent_only", False, (False, True), "The four pegs must stand side by side"),
        ply_cap(500),
    )

    @property
    def max_moves(self) -> int:
        """Four pegs, each with all hexagons in line with its own."""
        return PEGS * int(sights(self.board).shape[1])

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The identity and the mirror that swaps top and bottom; the others swap the colours."""
        return self.board.symmetries[::2][:2]

    def make_board(self) -> Board:
        """The 90 hexagons."""
        return start_board()

    def make_layout(self) -> Layout:
        """The hexagons (with the wall).

        ``places`` lists each player's hexagons in rising order; ``won`` is the winner, counted
        from 1.
        """
        return layout(
            placement=[("cells", "i1", len(self.board) + 1)],
            derived=[("places", "u1", (2, PEGS)), ("won", "i1")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        sites, cap = len(self.board), int(self.option["ply_cap"])
        neighbours = self.board.neighbours.astype(np.uint32)
        starts = [[self.board.site[name] for name in names.split()] for names in STARTS]
        opening = np.zeros(sites + 1, np.int8)
        for player, those in enumerate(starts):
            opening[those] = player + 1
        opening[sites] = EDGE
        in_line, moved = self._in_line(jit), jit(relist)

        @jit
        def winner(s: Position) -> Any:
            """The player with a line, from 1; the one who has just moved is looked at first."""
            if in_line(s.places[1 - s.mover], s.places[s.mover]):
                return 2 - s.mover
            if in_line(s.places[s.mover], s.places[1 - s.mover]):
                return 1 + s.mover
            return 0

        @jit
        def count(s: Position) -> None:
            """Fill the derived fields."""
            s.cells[sites] = EDGE
            s.places[:] = sites
            for player in range(2):
                found = 0
                for site in range(sites):
                    if s.cells[site] == player + 1 and found < PEGS:
                        s.places[player, found] = site
                        found += 1
            s.won = winner(s)

        def start(s: Position) -> None:
            for site in range(len(opening)):
                s.cells[site] = opening[site]
            count(s)

        def moves(s: Position, out: Any) -> Any:
            if s.won or (cap > 0 and s.turn >= cap):
                return 0
            n = 0
            cells, places = s.cells, s.places[s.mover]
            for at in range(PEGS):
                origin = int(places[at])
                for way in range(2 * AXES):
                    site = neighbours[origin, way]
                    while cells[site] == EMPTY:
                        out[n] = origin * sites + site
                        n += 1
                        site = neighbours[site, way]
            return n

        def play(s: Position, move: int) -> None:
            origin, target = move // sites, move % sites
            s.cells[origin] = EMPTY
            s.cells[target] = s.mover + 1
            moved(s.places[s.mover], origin, target)
            s.mover = 1 - s.mover
            s.turn += 1
            s.won = winner(s)

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0.0
            if s.won:
                score[s.won - 1] = 1.0

        def derive(s: Position) -> None:
            count(s)

        evaluate = self._evaluate(jit)
        return Rules(start, moves, play, outcome, evaluate=evaluate, derive=derive)

    def _in_line(self, jit: Jit) -> Any:
        """``in_line(own, enemy)``: whether these pegs are a line that those do not spoil."""
        lines, along = _lines(self.board)
        adjacent = bool(self.option["adjacent_only"])

        @jit
        def in_line(own: Any, enemy: Any) -> Any:
            for axis in range(AXES):
                line = lines[own[0], axis]
                if (
                    lines[own[1], axis] == line
                    and lines[own[2], axis] == line
                    and lines[own[3], axis] == line
                ):
                    # Sites rise along a row and down a diagonal, so the ends are first and last.
                    first, last = along[own[0], axis], along[own[3], axis]
                    if adjacent:
                        return last - first == PEGS - 1
                    for at in range(PEGS):
                        here = along[enemy[at], axis]
                        if lines[enemy[at], axis] == line and first < here < last:
                            return False
                    return True
            return False

        return in_line

    def _evaluate(self, jit: Jit) -> Any:
        """The likelihood of winning: lines that one move completes, else what lines promise."""
        ready, saved = self._ready(jit)
        prospects, judge = self._prospects(jit), jit(by_odds)

        def evaluate(s: Position, score: Any) -> None:
            mover = s.mover
            lead = WINNING
            if not ready(s, mover):
                lead = prospects(s, mover) - prospects(s, 1 - mover)
                if ready(s, 1 - mover):
                    lead = lead - THREAT if saved(s) else -WINNING
            judge(score, mover, lead)

        return evaluate

    def _prospects(self, jit: Jit) -> Any:
        """``prospects(s, player)``: the worth of their lines, by the pegs on them or a slide away.

        A line that all four pegs are on or can slide to counts as in WITH_ALL, another one with
        two or three pegs on it as in WITHOUT.
        """
        lines, _ = _lines(self.board)
        neighbours = self.board.neighbours.astype(np.uint32)
        with_all, without = np.array(WITH_ALL), np.array(WITHOUT)
        every, most = (1 << PEGS) - 1, int(lines.max()) + 1

        @jit
        def prospects(s: Position, player: int) -> Any:
            on = np.zeros((AXES, most), np.int8)
            near = np.zeros((AXES, most), np.int8)  # a bit for each peg
            for at in range(PEGS):
                origin = s.places[player, at]
                for axis in range(AXES):
                    on[axis, lines[origin, axis]] += 1
                    near[axis, lines[origin, axis]] |= 1 << at
                for way in range(2 * AXES):
                    site = neighbours[origin, way]
                    while s.cells[site] == EMPTY:
                        for axis in range(AXES):
                            near[axis, lines[site, axis]] |= 1 << at
                        site = neighbours[site, way]
            total = 0.0
            for axis in range(AXES):
                for line in range(most):
                    worth = with_all if near[axis, line] == every else without
                    total += worth[on[axis, line]]
            return total

        return prospects

    def _ready(self, jit: Jit) -> tuple[Any, Any]:
        """``ready(s, player)``: could they complete a line now? ``saved(s)``: can the mover stop
        it?

        Both leave the position as it was.
        """
        lines, _ = _lines(self.board)
        neighbours = self.board.neighbours.astype(np.uint32)
        in_line, moved = self._in_line(jit), jit(relist)

        @jit
        def completes(s: Position, player: int, origin: int, axis: int, line: int) -> bool:
            """Whether the peg on ``origin`` can slide onto the line of the three others and win."""
            own, enemy = s.places[player], s.places[1 - player]
            for way in range(2 * AXES):
                site = neighbours[origin, way]
                while s.cells[site] == EMPTY:
                    if lines[site, axis] == line:
                        moved(own, origin, site)
                        won = in_line(own, enemy)
                        moved(own, site, origin)
                        if won:
                            return True
                    site = neighbours[site, way]
            return False

        @jit
        def ready(s: Position, player: int) -> bool:
            own = s.places[player]
            for axis in range(AXES):
                for lone in range(PEGS):
                    line = lines[own[(lone + 1) % PEGS], axis]
                    three = line == lines[own[(lone + 2) % PEGS], axis]
                    three &= line == lines[own[(lone + 3) % PEGS], axis]
                    if three and completes(s, player, own[lone], axis, line):
                        return True
            return False

        @jit
        def shift(s: Position, origin: int, target: int) -> None:
            s.cells[target] = s.cells[origin]
            s.cells[origin] = EMPTY
            moved(s.places[s.mover], origin, target)

        @jit
        def saved(s: Position) -> bool:
            other = 1 - s.mover
            for at in range(PEGS):
                origin = s.places[s.mover, at]
                for way in range(2 * AXES):
                    site = neighbours[origin, way]
                    while s.cells[site] == EMPTY:
                        shift(s, origin, site)
                        lost = in_line(s.places[other], s.places[s.mover]) or ready(s, other)
                        shift(s, site, origin)
                        if not lost:
                            return True
                        site = neighbours[site, way]
            return False

        return ready, saved

    def why_not_there(self, s: Position, origin: int, target: int) -> str:
        """What is in the way, or that there is no way."""
        names = self.board.names
        if s.cells[target] != EMPTY:
            return f"{names[target]} is occupied"
        direction = int(ways(self.board)[origin, target])
        if direction < 0:
            return (
                f"a peg slides straight along one of the three lines through its hexagon, and none "
                f"joins {names[origin]} and {names[target]}"
            )
        between = (site for site in self.board.line(origin, direction)[1:] if s.cells[site])
        return f"the peg on {names[next(between)]} is in the way: nothing is jumped over"

    def problem(self, s: Position) -> str | None:
        """Pegs missing or too many, or turns that cannot be."""
        for player, seat in enumerate(self.seats):
            found = int(np.sum(s.cells[:-1] == player + 1))
            if found != PEGS:
                return f"{seat.name} has {found} pegs instead of {PEGS}"
        return self.wrong_turn(s)


@lru_cache
def _lines(board: Board) -> tuple[Any, Any]:
    """Two tables of shape (sites + 1, axes): the number of each line, and how far along it."""
    lines = np.full((len(board) + 1, AXES), -1, np.int16)
    along = np.zeros((len(board) + 1, AXES), np.int16)
    for axis, direction in enumerate((0, 4, 5)):  # east, south-west, south-east: sites rise
        back = board.opposite[direction]
        for line, first in enumerate(np.flatnonzero(board.neighbours[:-1, back] == board.wall)):
            for at, site in enumerate(board.line(int(first), direction)):
                lines[site, axis], along[site, axis] = line, at
    return lines, along
