"""Crunching Quax: link three sides of a hexagon, with lines that shift and crush.

Rules
    Two players, O and X, on an empty hexagonal board with six cells a side. O begins with two
    stones. From then on a turn is one of two things. Either the player places three stones on
    empty cells, no two of them on one line of the board, however far apart and whatever lies
    between. Or they move one line and then place one stone on any empty cell.

    A *line* is two or more stones of one colour next to each other in one of the three directions,
    all of them as far as they go. It shifts along itself, either way, by at most as many cells as
    it has stones, over empty cells; it stops where it likes, and before a stone of its own colour
    or the edge. When it meets a shorter line of the enemy (a single stone counts as one), it may go
    on and crush its stones one by one, as many as it is longer; once it has crushed a stone it
    goes on to the last it can, and stops there. What is crushed leaves the board.

    The first player with a connected group that touches three sides of which no two are neighbours
    wins at once. Corners belong to both sides that meet there. If the same position comes back
    for the third time at the beginning of a turn, after 200 turns, or when a player can do nothing,
    the game is a draw.

Start
    An empty board, O to move. The letter of a cell is its column in the printed diagram (cells
    beside each other in a row are two letters apart), the number its row from the top. ``e6``
    places a stone, one a ply; ``f5:h7`` moves the line whose rear is on f5 until its front is on
    h7. If no cell is left for the second or third stone, the turn ends.

Options
    ``non_linear``  ``pairs``: no two of the stones placed in a turn on one line. ``three``: not all
                    three on one line.

Sources and rulings
    A post of 11 June 2015 on João Pedro Neto's blog of abstract games, with a whole game; it is
    Crunching Y, by Bill Taylor and João Pedro Neto (2013), with another goal and another board.
    Turns, line moves and the goal are the post's (text). Its game settles that lines are those of
    the three directions, that stones of a turn may join one group, that the stone after a line
    move may go anywhere, and that a line crushes as many stones as it is longer. That no two
    stones of a turn may share a line is our reading of its "non-linear", as in the authors' other
    games; every turn of the game obeys it. Ours: only whole lines move; crushing cut short by the
    line's own length, its own stones or the edge is legal; repetition, the longest game and having
    nothing to do are a draw.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Piece
from livestone.boards.connection import bridging, linked, steps, touches
from livestone.boards.hexagonal import rimmed, sides
from livestone.boards.rows import running
from livestone.core.game import Game, Jit, Position, Repetition, Seat
from livestone.core.layout import Layout, layout
from livestone.core.odds import by_odds
from livestone.core.options import Option
from livestone.core.rules import Rules

O, X = 0, 1  # noqa: E741  (the players' names in the source)
EMPTY, EDGE = 0, 3  # in ``cells`` a stone is its player's index + 1
SIDE = 6
AXES = 3  # directions 0 to 2 and back, 3 to 5
LONGEST = 2 * SIDE - 1
MOST_TURNS = 200
STONES, FIRST = 3, 2  # in a turn that only places, and in the first one
PLACES = ("upper", "upper_right", "lower_right", "lower", "lower_left", "upper_left")
# Three sides of which no two are neighbours, clockwise from the upper one and from the next.
TRIPLES = ((0, 2, 4), (1, 3, 5))
# No fewer stones link them.
FEWEST = 3 * SIDE - 2
# The parts of a turn, in ``part``.
OPEN, PLACING, MOVED = 0, 1, 2
# ``evaluate``: how much a lead of one stone on the way to three sides says.
SCALE = 0.8


class CrunchingQuax(Game):
    """Crunching Quax with its options."""

    id = "crunching_quax"
    title = "Crunching Quax"
    author = "Bill Taylor and João Pedro Neto"
    year = 2015
    summary = "Three stones a turn, or a line that shifts and crushes: link every second side."
    seats = (Seat("O", "white"), Seat("X", "black"))
    pieces = (Piece("o", "o", "disc", "white"), Piece("x", "x", "disc", "black"))
    options = (
        Option(
            "non_linear",
            "pairs",
            ("pairs", "three"),
            "Stones of a turn",
            {"pairs": "no two on one line", "three": "not all three on one line"},
        ),
    )
    # ``evaluate`` tells more than playing on at random.
    cut, explore = 0, 0.05
    repetition = Repetition("draw")
    site_fields = ("fresh",)

    @property
    def max_moves(self) -> int:
        """A placement for each empty cell; for each stone in a line a step either way."""
        return 2 * AXES * len(self.board)

    @property
    def move_limit(self) -> int:
        """After the cells each cell with each direction and distance."""
        return len(self.board) * (1 + 2 * AXES * LONGEST)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All of the board's: the sides stay every second one."""
        return self.board.symmetries

    def make_board(self) -> Board:
        """A hexagon with six cells a side, every second side alike."""
        looks = ("red", "blue") * 3
        parts = zip(PLACES, looks, range(6), strict=True)
        return rimmed(SIDE, tuple((f"{name}_side", look, n, n) for name, look, n in parts))

    def make_layout(self) -> Layout:
        """The cells (with the wall), the ``part`` of the turn and the sites of its first stones.

        ``fresh`` holds the wall where there is none; ``won`` is the winner, counted from 1.
        """
        sites = len(self.board) + 1
        return layout(
            placement=[("cells", "i1", sites), ("part", "i1"), ("fresh", "u1", STONES - 1)],
            derived=[("stones", "i1", 2), ("won", "i1")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules."""
        board = self.board
        neighbours = board.neighbours.astype(np.uint32)
        axis, run = _axes(board), running(board, jit)
        sites = len(board)
        by_pairs = self.option["non_linear"] == "pairs"
        touch = touches(board, sides(SIDE))
        touched, bridges = linked(board, jit, touch), bridging(board, jit, touch)
        fill, judge = steps(board, jit, touch), jit(by_odds)
        masks = np.array([sum(1 << part for part in triple) for triple in TRIPLES])
        triples, along = np.array(TRIPLES), np.array(sides(SIDE))

        @jit
        def free(s: Position, site: int) -> bool:
            """Whether the next stone of a turn that only places may go there."""
            one, two = s.fresh[0], s.fresh[1]
            if by_pairs:
                apart = (axis[one, site] == 0) & (axis[two, site] == 0)
            else:
                apart = (axis[one, two] == 0) | (axis[one, two] != axis[one, site])
            return bool((s.cells[site] == EMPTY) & apart)

        @jit
        def shifts(s: Position, code: int, front: int, direction: int, out: Any, n: int) -> int:
            """Append the moves of a line; ``front`` is the cell before it, ``code`` its move there.

            The line's length is part of the code: its last stone is so many cells from its rear.
            """
            length, gone = (code - sites) % LONGEST, 0
            while gone < length and s.cells[front] == EMPTY:
                out[n] = code + gone
                gone += 1
                n += 1
                front = neighbours[front, direction]
            if gone < length and s.cells[front] == 2 - s.mover:
                enemy = 1 + run(s.cells, front, direction, s.cells[front])
                if length > enemy:
                    out[n] = code + gone + min(length - enemy, enemy, length - gone) - 1
                    n += 1
            return n

        @jit
        def line_moves(s: Position, out: Any, n: int) -> int:
            """Append all line moves of the mover."""
            colour, cells = s.mover + 1, s.cells
            for site in range(sites):
                if cells[site] != colour:
                    continue
                for direction in range(AXES):
                    back, there = direction + AXES, neighbours[site, direction]
                    behind = neighbours[site, back]
                    if (cells[there] == colour) & (cells[behind] != colour):
                        length, last = 1, there
                        while cells[there] == colour:
                            length += 1
                            last = there
                            there = neighbours[there, direction]
                        ahead = sites + (6 * site + direction) * LONGEST + length
                        astern = sites + (6 * last + back) * LONGEST + length
                        n = shifts(s, ahead, there, direction, out, n)
                        n = shifts(s, astern, behind, back, out, n)
            return n

        @jit
        def shift(s: Position, move: int) -> int:
            """Make a line move; returns where the front stands then."""
            way, distance = (move - sites) // LONGEST, (move - sites) % LONGEST
            rear, direction = way // 6, way % 6
            colour, front = s.cells[rear], rear
            length = 1 + run(s.cells, rear, direction, colour)
            for _ in range(length - 1):
                front = neighbours[front, direction]
            for _ in range(distance - length + 1):
                s.cells[rear] = EMPTY
                rear = neighbours[rear, direction]
                front = neighbours[front, direction]
                s.stones[2 - colour] -= s.cells[front] != EMPTY
                s.cells[front] = colour
            return front

        @jit
        def wins(s: Position, site: int) -> bool:
            """Whether the group of the stone on ``site`` links three sides as it should."""
            if s.stones[s.cells[site] - 1] < FEWEST:
                return False
            found = touched(s.cells, site)
            return bool((found & masks[0] == masks[0]) | (found & masks[1] == masks[1]))

        @jit
        def end(s: Position) -> None:
            s.part = OPEN
            s.fresh[:] = sites
            s.mover = 1 - s.mover
            s.turn += 1

        @jit
        def goes_on(s: Position, placed: int, most: int) -> bool:
            """Whether another stone may be placed in this turn, of which there were ``placed``."""
            if placed < most:
                for site in range(sites):
                    if free(s, site):
                        return True
            return False

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            s.fresh[:] = sites

        def moves(s: Position, out: Any) -> int:
            n = 0
            if s.won or s.turn >= MOST_TURNS:
                return 0
            if s.part == PLACING:
                for site in range(sites):
                    out[n] = site
                    n += free(s, site)
                return n
            for site in range(sites):
                out[n] = site
                n += s.cells[site] == EMPTY
            return line_moves(s, out, n) if s.part == OPEN else n

        def play(s: Position, move: int) -> None:
            if move >= sites:
                s.part = MOVED
                at = shift(s, move)
                if not wins(s, at):
                    return
                s.won = s.cells[at]
                end(s)
                return
            s.cells[move] = s.mover + 1
            s.stones[s.mover] += 1
            if bridges(s.cells, move) and wins(s, move):
                s.won = s.mover + 1
                end(s)
                return
            if s.part == MOVED:
                end(s)
                return
            s.part = PLACING
            placed = 1 + (s.fresh[0] < sites) + (s.fresh[1] < sites)
            most = FIRST if s.stones[O] + s.stones[X] == placed else STONES
            if placed == 1:
                s.fresh[0] = move
            elif placed == 2:
                s.fresh[0], s.fresh[1] = min(s.fresh[0], move), max(s.fresh[0], move)
            if not goes_on(s, placed, most):
                end(s)

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0.0
            if s.won:
                score[s.won - 1] = 1.0

        @jit
        def across(s: Position, colour: int, triple: int, out: Any) -> float:
            """About how many cells a player must fill to link three sides.

            Half of the three ways between them: where they run together they are counted twice.
            """
            total = 0.0
            for first in range(2):
                fill(s.cells, colour, triples[triple, first], out)
                for second in range(first + 1, 3):
                    best = 2 * sites
                    for at in range(SIDE):
                        best = min(best, out[along[triples[triple, second], at]])
                    total += best
            return total / 2

        def evaluate(s: Position, score: Any) -> None:
            out = np.empty(sites, np.int32)
            lead = 1.0 if s.mover == O else -1.0
            for player in range(2):
                one, other = across(s, player + 1, 0, out), across(s, player + 1, 1, out)
                lead += min(one, other) if player == X else -min(one, other)
            judge(score, O, SCALE * lead)

        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            s.won = 0
            s.stones[:] = 0
            for site in range(sites):
                if s.cells[site] != EMPTY:
                    s.stones[s.cells[site] - 1] += 1
            for site in range(sites):
                if s.cells[site] != EMPTY and touch[site] and wins(s, site):
                    s.won = s.cells[site]

        return Rules(start, moves, play, outcome, evaluate, derive=derive)

    def move_text(self, move: int) -> str:
        """``e6``, or ``f5:h7`` for a line."""
        board = self.board
        if move < len(board):
            return board.names[move]
        way, distance = divmod(move - len(board), LONGEST)
        rear, direction = divmod(way, 6)
        front = board.line(rear, direction)[distance]
        return f"{board.names[rear]}:{board.names[front]}"

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """The cells of a line move, or the one of a placement."""
        return tuple(self.move_text(move).split(":"))

    def why_not(self, s: Position, text: str) -> str | None:
        """What is wrong with a placement or a line move."""
        site, names = self.board.site, self.board.names
        if text in site:
            if s.cells[site[text]] != EMPTY:
                return f"{text} is occupied"
            others = [names[at] for at in s.fresh.tolist() if at < len(self.board)]
            if self.option["non_linear"] == "three":
                return f"{' and '.join(others)} and {text} are all on one line"
            axis = _axes(self.board)
            other = next(name for name in others if axis[site[name], site[text]])
            return f"{other} and {text} are on one line, and both of this turn"
        rear, colon, front = text.partition(":")
        if not colon or rear not in site or front not in site:
            return None
        if s.part == MOVED:
            return "a line has moved already: now place a stone"
        if s.part == PLACING:
            return "this turn places stones: a line moves at the beginning of a turn"
        return self._why_no_shift(s, rear, front)

    def _why_no_shift(self, s: Position, rear: str, front: str) -> str:
        """Why the line with its rear on a cell cannot go until its front is on another."""
        site, board = self.board.site, self.board
        mine = s.mover + 1
        if s.cells[site[rear]] != mine:
            return f"there is no stone of yours on {rear}"
        ways = [board.line(site[rear], direction) for direction in range(board.directions)]
        line = next((way for way in ways if site[front] in way[1:]), None)
        if line is None:
            return f"{rear} and {front} are not on one line"
        cells = [int(s.cells[at]) for at in line]
        length = next((at for at, cell in enumerate(cells) if cell != mine), len(cells))
        behind = board.neighbours[site[rear], board.opposite[ways.index(line)]]
        if length < 2 or s.cells[behind] == mine:
            return f"{rear} is not the rear of a line of yours that way: whole lines move"
        if line.index(site[front]) < length:
            return f"the front of the line from {rear} must move on"
        if line.index(site[front]) >= 2 * length:
            return f"a line of {length} moves at most {length} cells"
        stop = next(at for at, cell in enumerate(cells[length:], length) if cell != EMPTY)
        name = board.names[line[stop]]
        if cells[stop] == mine:
            return f"your own stone on {name} is in the way"
        enemy = next((n for n, cell in enumerate(cells[stop:]) if cell != cells[stop]), None)
        enemy = len(cells) - stop if enemy is None else enemy
        if length <= enemy:
            return f"the enemy line from {name} has {enemy}: a line of {length} cannot crush it"
        crushed = min(length - enemy, enemy, 2 * length - stop)
        last = board.names[line[stop + crushed - 1]]
        return f"this line, {length} against {enemy}, crushes on to {last}, no more and no less"

    def prompt(self, s: Position) -> str:
        """What the turn asks for."""
        if s.part == MOVED:
            return "Place a stone on any empty cell."
        if s.part == PLACING:
            placed = sum(at < len(self.board) for at in s.fresh.tolist())
            return f"Place stone {placed + 1}, not in line with the others of this turn."
        if not s.stones.any():
            return "Place two stones that are not in line."
        return "Place three stones, or move a line (first its rear, then where its front goes)."

    def problem(self, s: Position) -> str | None:
        """Stones of this turn that are not there or in line, or a part that does not fit them."""
        sites = len(self.board)
        fresh = [at for at in s.fresh.tolist() if at < sites]
        names = " and ".join(self.board.names[at] for at in fresh)
        if s.part not in (OPEN, PLACING, MOVED) or (s.part == PLACING) != bool(fresh):
            return (
                "part is 0 at the beginning of a turn, 1 with stones placed in it, 2 after a move"
            )
        if sorted(set(fresh)) + [sites] * (STONES - 1 - len(fresh)) != s.fresh.tolist():
            return f"the stones of this turn must be named once each, in order: {names}"
        if any(s.cells[at] != s.mover + 1 for at in fresh):
            return f"the stones of this turn, {names}, must be the mover's"
        pairs = self.option["non_linear"] == "pairs"
        if pairs and len(fresh) == 2 and _axes(self.board)[fresh[0], fresh[1]]:
            return f"{names} are on one line and cannot be of one turn"
        if len(fresh) == FIRST and s.stones.sum() == FIRST:
            return f"with {names} the first turn has ended"
        return None


@lru_cache
def _axes(board: Board) -> Any:
    """For each two sites the axis of the line that they share, counted from 1, or 0 for none."""
    table = np.zeros((len(board) + 1, len(board) + 1), np.int8)
    for site in range(len(board)):
        for direction in range(board.directions):
            table[site, list(board.line(site, direction)[1:])] = direction % AXES + 1
    return table
