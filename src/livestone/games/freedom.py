"""Freedom, by Veljko Ćirović and Nebojša Sanković (2010).

Rules
    Two players, White and Black, on a square board (10x10; 8x8 for a first game, 12x12 for a long
    one). White starts and places a stone on any cell. From then on each stone must be placed on an
    empty cell that touches the opponent's last stone, along a side or a corner. Who finds no such
    cell has *freedom*: a stone may be placed on any empty cell. Stones never move.

    The game ends when the board is full. A stone is *live* when it is part of a row of exactly
    four stones of its colour, horizontal, vertical or diagonal. Longer and shorter rows give
    nothing, but a stone with a four in one direction is live whatever its other rows are.
    The player with more live stones wins; equal numbers are a draw.

    The player of the last cell may leave it empty when filling it would lower their own score.

Start
    An empty board, White to move. Column letters run from the left, row numbers from the bottom:
    ``a1`` is the lower left corner. A move is the cell's name, ``e5``; leaving the last cell
    empty is ``pass``.

Options
    ``size``       4 to 16 cells a side.
    ``scoring``    ``stones``: each live stone counts once, even where two fours cross.
                   ``rows``: four points for each live row, so a stone in two fours counts twice.
    ``last_cell``  ``choice``: as above; asked only when placing would lower the player's score.
                   ``auto``: nobody is asked; the stone is placed if it raises its player's score,
                   otherwise the cell stays empty. ``always``: the stone is placed, come what may.
    The preset ``freeplay`` is ``scoring=rows, last_cell=auto``.

Sources and rulings
    The inventors' page of 2010 gives the board, the rules, the count of live stones and the last
    cell's choice. igGameCenter's rule sheet agrees on White's start and names the cells; its
    example counts a stone shared by two fours once. The Freeplay library counts rows and plays the
    last cell by itself. That the last stone may be left out exactly when it would lower its
    owner's score is the inventors' "if it reduces his score"; it can never change the opponent's,
    since the cell breaks the opponent's rows either way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece, square
from livestone.boards.rows import running
from livestone.core.game import Choice, Game, Jit, Position, Rules, Seat
from livestone.core.layout import Field, Layout, layout
from livestone.core.odds import LeadOdds
from livestone.core.options import Option

WHITE, BLACK = 0, 1
EMPTY, EDGE = 0, 3  # in ``cells`` a stone is its player's index + 1
FOUR = 4
# ``evaluate`` reads a line through a window of six cells, two bits a cell, and adds up both
# players' hopes in one number, Black's in the upper half, in units of 1 / SCALE of a point.
WINDOW_MASK = 4**6 - 1
HALF = 32
HALF_MASK = 2**HALF - 1
SCALE = 1024
# What four cells in a line with no enemy stone will score in the end, by the number of own stones
# on them (0 to 4) and of empty cells just beyond them (0 to 2), where an own stone would spoil the
# four: fitted by least squares to the results of 2,200 games of alpha-beta against itself.
HOPES = (
    (0.0, 0.0, 0.0),
    (0.13, 0.07, 0.05),
    (0.49, 0.31, 0.18),
    (1.59, 0.82, 0.52),
    (3.2, 1.89, 1.15),
)
# How an expected lead turns out, by scoring: ``python -m livestone.play.calibration freedom``.
ODDS = LeadOdds(0.305, 0.923, 105.0, 1 / 3)
ODDS_BY_ROWS = LeadOdds(0.307, 1.42, 151.0, 1 / 3)


class Freedom(Game):
    """Freedom with its options."""

    id = "freedom"
    title = "Freedom"
    author = "Veljko Ćirović and Nebojša Sanković"
    year = 2010
    front = True
    summary = "Play beside your opponent's last stone, and line up exactly four of your own."
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("white", "w", "disc", "white"), Piece("black", "b", "disc", "black"))
    options = (
        Option("size", 10, tuple(range(4, 17)), "Board size"),
        Option(
            "scoring",
            "stones",
            ("stones", "rows"),
            "Scoring",
            {"stones": "each live stone counts once", "rows": "four points for each live row"},
        ),
        Option(
            "last_cell",
            "choice",
            ("choice", "auto", "always"),
            "The last cell",
            {
                "choice": "may be left empty if filling it would cost points",
                "auto": "filled only if that scores",
                "always": "always filled",
            },
        ),
    )
    presets = {"freeplay": {"scoring": "rows", "last_cell": "auto"}}
    points = True
    choices = {
        "pass": Choice(
            "Leave it empty",
            "This is the last cell. Filling it would break up live stones of yours, "
            "so you may leave it empty instead.",
        )
    }
    site_fields = ("last",)

    @property
    def unit(self) -> str:
        """What the score counts."""
        return "points" if self.option["scoring"] == "rows" else "live stones"

    @property
    def lead_odds(self) -> LeadOdds:
        """Fitted to games of alpha-beta against itself; by rows, leads come in fours."""
        return ODDS_BY_ROWS if self.option["scoring"] == "rows" else ODDS

    @property
    def size(self) -> int:
        """Cells along a side."""
        return int(self.option["size"])

    @property
    def max_moves(self) -> int:
        """Every cell on the first move; the last cell or ``pass`` are only two."""
        return self.size * self.size

    @property
    def pass_move(self) -> int:
        """The move that leaves the last cell empty: one past the last cell."""
        return self.size * self.size

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All of the board's."""
        return self.board.symmetries

    @property
    def for_search(self) -> Game:
        """The same with positions that carry their lines."""
        from livestone.games.freedom_search import FreedomSearch

        return FreedomSearch(**self.option)

    @property
    def for_solving(self) -> Game:
        """The same with positions that know what can still become of them."""
        from livestone.games.freedom_solver import FreedomSolver

        return FreedomSolver(**self.option)

    def make_board(self) -> Board:
        """A square board."""
        return square(self.size)

    def make_layout(self, *derived: Field) -> Layout:
        """The cells (with the wall) and the last stone's site; ``stones`` counts them.

        ``passed`` is 1 once the last cell was left empty by choice.
        """
        return layout(
            placement=[("cells", "i1", self.size * self.size + 1), ("last", "i2")],
            identity=[("passed", "i1")],
            # The longer record does not begin like the shorter one, which Numba would take it for.
            derived=[*derived, ("stones", "i2")],
        )

    def placing(self, jit: Jit) -> Any:
        """``put(s, site, stone)``: places a stone and keeps count."""

        @jit
        def put(s: Position, site: int, stone: int) -> None:
            s.cells[site] = stone
            s.stones += 1

        return put

    def rules(self, jit: Jit) -> Rules:
        """The rules, for this board size, scoring and last-cell rule."""
        sites = len(self.board)
        # Unsigned, so that compiled code need not ask whether an index counts from the end.
        neighbours = self.board.neighbours.astype(np.uint32)
        lines = np.array(
            [site for line in long_lines(self.board) for site in (*line, sites)], np.uint32
        )
        hopes, run, put = window_hopes(), running(self.board, jit), self.placing(jit)
        pass_move = self.pass_move
        by_rows = self.option["scoring"] == "rows"
        choice = self.option["last_cell"] == "choice"
        auto = self.option["last_cell"] == "auto"

        @jit
        def live_across(cells: Any, site: int, direction: int) -> bool:
            """Whether the stone on ``site`` is live in any line but that of ``direction``."""
            colour = cells[site]
            for other in range(4):
                if other != direction:
                    ahead = run(cells, site, other, colour)
                    behind = run(cells, site, other + 4, colour)
                    if ahead + behind + 1 == FOUR:
                        return True
            return False

        @jit
        def worth(cells: Any, site: int, direction: int, length: int) -> int:
            """What ``length`` stones from ``site`` (not counted) on are worth if they make a row.

            A stone that is live across the row already counts only by rows.
            """
            total = length
            for _ in range(length):
                site = neighbours[site, direction]
                total -= (not by_rows) and live_across(cells, site, direction % 4)
            return total

        @jit
        def gain(s: Position, site: int, colour: int) -> Any:
            """How much a stone of ``colour`` on the empty cell ``site`` changes its score.

            Only rows through the cell change: a four beside it grows too long, a shorter row
            becomes a four.
            """
            cells, total, fours = s.cells, 0, 0
            for direction in range(4):
                ahead = run(cells, site, direction, colour)
                behind = run(cells, site, direction + 4, colour)
                if ahead == FOUR:
                    total -= worth(cells, site, direction, ahead)
                if behind == FOUR:
                    total -= worth(cells, site, direction + 4, behind)
                if ahead + behind + 1 == FOUR:
                    total += worth(cells, site, direction, ahead)
                    total += worth(cells, site, direction + 4, behind)
                    fours += 1
            return total + (fours if by_rows else min(fours, 1))

        @jit
        def find_fours(cells: Any, live: Any) -> tuple[int, int]:
            """Set ``live`` to 1 where a stone is live; return each player's points by rows."""
            points = [0, 0, 0, 0]
            length, colour = 0, EDGE
            for at in range(len(lines)):
                found = cells[lines[at]]
                if (length == FOUR) & (found != colour) & (colour != EMPTY):
                    for back in range(1, FOUR + 1):
                        live[lines[at - back]] = 1
                    points[colour] += FOUR
                length = length * (found == colour) + 1
                colour = found
            return points[WHITE + 1], points[BLACK + 1]

        @jit
        def only_empty(cells: Any) -> int:
            """The one empty cell."""
            site = 0
            while cells[site] != EMPTY:
                site += 1
            return site

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            s.last = sites

        def moves(s: Position, out: Any) -> int:
            n = 0
            cells = s.cells
            if s.passed or s.stones == sites:
                return 0
            if auto and s.stones == sites - 1:
                return 0
            last = s.last
            for direction in range(8):
                there = neighbours[last, direction]
                out[n] = there
                n += cells[there] == EMPTY
            if n == 0:
                for there in range(sites):
                    out[n] = there
                    n += cells[there] == EMPTY
            if choice and s.stones == sites - 1 and gain(s, out[0], s.mover + 1) < 0:
                out[n] = pass_move
                n += 1
            return n

        def play(s: Position, move: int) -> None:
            if move == pass_move:
                s.passed = 1
            else:
                put(s, move, s.mover + 1)
                s.last = move
            s.mover = 1 - s.mover
            s.turn += 1
            if auto and s.stones == sites - 1:
                site = only_empty(s.cells)
                if gain(s, site, s.mover + 1) > 0:
                    put(s, site, s.mover + 1)

        def marks(s: Position, out: Any) -> None:
            out[:] = 0
            find_fours(s.cells, out)

        def outcome(s: Position, score: Any) -> None:
            live = np.zeros(sites, np.int8)
            white, black = find_fours(s.cells, live)
            if not by_rows:
                white, black = 0, 0
                for site in range(sites):
                    white += live[site] * (s.cells[site] == WHITE + 1)
                    black += live[site] * (s.cells[site] == BLACK + 1)
            score[WHITE] = white
            score[BLACK] = black

        def gains(s: Position, move: int, score: Any) -> None:
            score[:] = 0
            if move == pass_move:
                return
            mover = s.mover
            score[mover] = gain(s, move, mover + 1)
            if auto and s.stones == sites - 2:
                s.cells[move] = mover + 1
                score[1 - mover] = max(0, gain(s, only_empty(s.cells), 2 - mover))
                s.cells[move] = EMPTY

        def evaluate(s: Position, score: Any) -> None:
            code, total = EDGE, 0
            for at in range(len(lines)):
                code = (code << 2 | int(s.cells[lines[at]])) & WINDOW_MASK
                total += hopes[code]
            score[WHITE] = (total & HALF_MASK) / SCALE
            score[BLACK] = (total >> HALF) / SCALE

        def canonicalise(s: Position) -> None:
            for direction in range(8):
                if s.cells[neighbours[s.last, direction]] == EMPTY:
                    return
            s.last = sites

        def derive(s: Position) -> None:
            s.stones = 0
            for site in range(sites):
                s.stones += s.cells[site] != EMPTY
            s.cells[sites] = EDGE

        return Rules(start, moves, play, outcome, evaluate, gains, canonicalise, derive, marks)

    def move_text(self, move: int) -> str:
        """``e5``, or ``pass``."""
        names = self.board.names
        return names[move] if move < len(names) else "pass"

    def why_not(self, s: Position, text: str) -> str | None:
        """Occupied, not next to the opponent's last stone, or no reason to pass."""
        names = self.board.names
        if text == "pass":
            if int(s.stones) < len(names) - 1:
                return "only the last cell may be left empty"
            return "the last cell may be left empty only when filling it would cost points"
        if text not in self.board.site:
            return None
        if s.cells[self.board.site[text]] != EMPTY:
            return f"{text} is occupied"
        last = names[int(s.last)]
        return f"{text} does not touch {last}, the last stone, and there are empty cells that do"

    def problem(self, s: Position) -> str | None:
        """Stones that cannot have been placed in turns, or a last stone that is not there."""
        white, black = (int(np.sum(s.cells[:-1] == player + 1)) for player in (WHITE, BLACK))
        last, mover, empty = int(s.last), int(s.mover), len(self.board) - white - black
        if s.passed not in (0, 1) or (
            s.passed and (empty != 1 or self.option["last_cell"] != "choice")
        ):
            return "passed is 0, or 1 when the last cell was left empty by choice"
        if white - black not in (0, 1):
            return f"{white} white and {black} black stones cannot have been placed in turns"
        if (last == self.board.wall) != (white == 0):
            return "last names the last stone placed, and must be left out on an empty board only"
        # The player whose turn it is by the count of stones; who passed or was given the last
        # cell by the auto rule has had it.
        due = white - black
        filled = empty == 0 and self.option["last_cell"] == "auto"
        if mover != (1 - due if s.passed or filled else due):
            return f"with {white} white and {black} black stones it is the other player's turn"
        if white and s.cells[last] != (due if filled else 1 - due) + 1:
            return f"the last stone placed cannot be on {self.board.names[last]}"
        if s.passed and self._gain_by_filling(s, due) >= 0:
            return "the last cell cannot have been left empty: filling it costs nothing"
        if empty == 1 and self.option["last_cell"] == "auto" and self._gain_by_filling(s, due) > 0:
            return "the last cell cannot be empty: filling it scores"
        return None

    def _gain_by_filling(self, s: Position, player: int) -> float:
        """How much a stone on the last cell would change its player's score."""
        filled, before, after = s.copy(), np.zeros(2), np.zeros(2)
        filled.cells[s.cells.tolist().index(EMPTY)] = player + 1
        self.plain.outcome(s, before)
        self.plain.outcome(filled, after)
        return float(after[player] - before[player])


def long_lines(board: Board) -> list[tuple[int, ...]]:
    """All lines of four cells or more, from edge to edge."""
    return [
        line
        for direction in range(4)
        for site in range(len(board))
        if len(line := board.line(site, direction)) >= FOUR
        and board.neighbours[site, direction + 4] == board.wall
    ]


def window_hopes() -> Any:
    """For each window of six cells: what four in its middle can be expected to score."""
    found = np.zeros(4**6, np.int64)
    for code in range(4**6):
        window = [code >> 2 * place & 3 for place in range(6)]
        ends = (window[0], window[5])
        for player in (WHITE, BLACK):
            stone, inside = player + 1, window[1 : FOUR + 1]
            if stone in ends or any(cell not in (EMPTY, stone) for cell in inside):
                continue
            worth = HOPES[inside.count(stone)][ends.count(EMPTY)]
            found[code] += int(worth * SCALE) << HALF * player
    return found
