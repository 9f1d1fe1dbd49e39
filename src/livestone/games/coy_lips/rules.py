"""Coy Lips, by Bill Taylor (2014): collect the seven tetrahexes.

Rules
    Two players, O and X, on a hexagonal board with seven cells a side, empty at first. O starts
    with at most two stones; from then on a turn places at most four stones on empty cells. Stones
    never move. When the turn ends, the stones placed in it must stand in different groups of their
    colour (a lone stone is a group): so no stone may touch a group in which there is already a
    stone of this turn. A player may stop after any stone, or place none at all.

    A group of exactly four stones is a *tetrahex*, of one of seven shapes, named after the letters
    they look like, however they are turned or mirrored. It counts as long as no fifth stone joins
    it. The seven are::

        C       O       Y       L        I          P        S
         o o     o o    o           o    o o o o    o o o        o
        o       o o      o o       o                   o      o o
         o              o       o o                          o

    The first player with all seven shapes on the board together wins at once. Otherwise the game
    ends when the board is full or when two turns in succession place no stone; then more different
    shapes win. With equal numbers, the player wins whose final set of shapes has stood longer;
    with no shape at all the game is a draw.

Start
    An empty board, O to move. The letter of a cell is its column in the printed diagram (cells
    beside each other in a row are two letters apart), the number its row from the top. A move is a
    cell's name, one stone a ply; ``pass`` ends the turn.

Options
    None.

Sources and rulings
    A post of 11 June 2015 on João Pedro Neto's blog of abstract games, with a whole game, and the
    archive of Bill Taylor's games, which names the year. Turns, groups, passes, what counts as a
    tetrahex and who wins are the post's (text). Its captions name the seven shapes (picture).
    Ours: a set is complete as soon as its last stone is placed; a shape counts once however
    often it is there; a fifth stone takes a shape away; O's empty first turn counts as one of the
    two; a set dates from the turn in which it last changed; a turn ends by itself on a full
    board, or when no cell is left for its next stone, which is no pass; no shape on either side is
    a draw.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece, hexhex
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.odds import by_odds
from livestone.core.phrases import Choice
from livestone.core.rules import Rules

O, X = 0, 1  # noqa: E741  (the players' names in the source)
EMPTY, EDGE = 0, 3  # in ``cells`` a stone is its player's index + 1
SIDE = 7
SHAPES = "COYLIPS"
# A tetrahex is told by the squared distances between its cells, added up over all six pairs.
SPREAD = {"C": 13, "O": 8, "Y": 12, "L": 17, "I": 20, "P": 11, "S": 16}
MOST, FIRST = 4, 2  # stones in a turn, and in the first one
# ``evaluate``: what a shape is worth that one stone completes, in this turn, in the next one of
# the opponent, later; what a group of so many stones is worth; and how much a lead says.
NOW, SOON, LATER = 0.9, 0.75, 0.3
GROWTH = (0.0, 0.02, 0.08, 0.16)
SCALE = 0.8


class CoyLips(Game):
    """Coy Lips, which has no options."""

    id = "coy_lips"
    title = "Coy Lips"
    author = "Bill Taylor"
    year = 2014
    summary = "Four stones a turn, all in different groups: complete the seven shapes of four."
    seats = (Seat("O", "white"), Seat("X", "black"))
    pieces = (Piece("o", "o", "disc", "white"), Piece("x", "x", "disc", "black"))
    # ``evaluate`` tells more than playing on at random.
    cut, explore = 0, 0.05
    choices = {"pass": Choice("End the turn", "You may place fewer stones, or none at all.")}
    site_fields = ("fresh",)
    mark = "tetrahexes"

    @property
    def max_moves(self) -> int:
        """Every cell, and to pass."""
        return len(self.board) + 1

    @property
    def pass_move(self) -> int:
        """The move that ends the turn: one past the last cell."""
        return len(self.board)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All of the board's."""
        return self.board.symmetries

    def make_board(self) -> Board:
        """A hexagon with seven cells a side."""
        return hexhex(SIDE)

    def make_layout(self) -> Layout:
        """The cells (with the wall) and the sites of this turn's stones, the wall for none.

        ``quiet`` counts the turns without a stone just before; ``changed`` is the player, plus 1,
        whose set of shapes changed last. A group goes by its lowest site: ``label`` names it for
        each stone and ``link`` leads round its stones in rising order. There ``members`` counts
        them, and ``kind`` is their tetrahex, counted from 1, if they are one. ``shapes`` counts
        both players' tetrahexes and ``sets`` has a bit for each shape that is there; ``held`` is
        the mover's set when the turn began. ``free`` is 1 for each cell that may take the next
        stone, ``placed`` counts this turn's.
        """
        sites = len(self.board) + 1
        return layout(
            placement=[("cells", "i1", sites), ("fresh", "u1", MOST - 1)],
            identity=[("quiet", "i1"), ("changed", "i1")],
            derived=[
                ("label", "u1", sites),
                ("link", "u1", sites),
                ("members", "u1", sites),
                ("kind", "u1", sites),
                ("free", "u1", sites),
                ("shapes", "i1", (2, len(SHAPES))),
                ("sets", "i1", 2),
                ("held", "i1"),
                ("stones", "u1"),
                ("placed", "i1"),
            ],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules."""
        neighbours = self.board.neighbours.astype(np.uint32)
        column, row = _places(self.board)
        square = column * column + 3 * row * row
        shape_of = _shape_of()
        sites, pass_move = len(self.board), self.pass_move
        full = (1 << len(SHAPES)) - 1
        growth, judge = np.array(GROWTH), jit(by_odds)

        @jit
        def count(s: Position, label: int, change: int) -> None:
            """A tetrahex more, or less."""
            player, shape = s.cells[label] - 1, s.kind[label] - 1
            s.shapes[player, shape] += change
            others = s.sets[player] & (full - (1 << shape))
            s.sets[player] = others | (s.shapes[player, shape] > 0) << shape

        @jit
        def join(s: Position, group: int, other: int) -> int:
            """Unite two groups; returns the label of the whole."""
            low, high = min(group, other), max(group, other)
            here, there = low, high
            while True:
                ahead = s.link[here]
                if there > ahead > low:
                    here = ahead
                    continue
                rest = s.link[there]
                s.link[here] = there
                s.link[there] = ahead
                s.label[there] = low
                here = there
                if rest == high:
                    break
                there = rest
            for label in (low, high):
                if s.kind[label]:
                    count(s, label, -1)
                    s.kind[label] = 0
            s.members[low] += s.members[high]
            s.members[high] = 0
            return low

        @jit
        def classify(squares: int, columns: int, rows: int) -> Any:
            """Which tetrahex four cells make, counted from 1, from the sums over them."""
            return shape_of[(4 * squares - columns * columns - 3 * rows * rows) // 4]

        @jit
        def sums(s: Position, label: int) -> tuple[int, int, int]:
            """Squares of the distance from the corner, columns and rows, summed over a group."""
            squares, columns, rows, site = 0, 0, 0, label
            for _ in range(s.members[label]):
                squares += square[site]
                columns += column[site]
                rows += row[site]
                site = s.link[site]
            return squares, columns, rows

        @jit
        def completed(s: Position, site: int, player: int) -> Any:
            """Which tetrahex a stone on an empty cell would make, counted from 1; 0 for none."""
            first, second, size = sites, sites, 1
            squares, columns, rows = square[site], column[site], row[site]
            for direction in range(6):
                there = neighbours[site, direction]
                label = s.label[there]
                if s.cells[there] == player + 1 and label != first and label != second:
                    size += s.members[label]
                    if size > 4:
                        return 0
                    more = sums(s, label)
                    squares += more[0]
                    columns += more[1]
                    rows += more[2]
                    first, second = label, first
            return classify(squares, columns, rows) if size == 4 else 0

        @jit
        def hopes(s: Position, player: int) -> Any:
            """How many shapes a player has and can soon have, and what their small groups are."""
            near, ready, total = 0, 0, 0.0
            left = MOST - s.placed if player == s.mover else MOST
            for site in range(sites):
                if s.cells[site] == EMPTY:
                    near |= 1 << completed(s, site, player)
                elif s.cells[site] == player + 1 and s.members[site] < 4:
                    total += growth[s.members[site]]
            for shape in range(len(SHAPES)):
                have = s.sets[player] >> shape & 1
                ready += (1 - have) & (near >> shape + 1)
                total += have
            now = min(ready, left)
            return total + now * (NOW if player == s.mover else SOON) + (ready - now) * LATER

        @jit
        def add(s: Position, site: int, player: int) -> Any:
            """Put a stone on an empty cell; returns the label of its group."""
            s.cells[site] = player + 1
            s.free[site] = 0
            s.stones += 1
            s.label[site] = site
            s.link[site] = site
            s.members[site] = 1
            label: Any = np.int64(site)
            for direction in range(6):
                there = neighbours[site, direction]
                if s.cells[there] == player + 1 and s.label[there] != label:
                    label = join(s, label, np.int64(s.label[there]))
            if s.members[label] == 4:
                squares, columns, rows = sums(s, label)
                s.kind[label] = classify(squares, columns, rows)
                count(s, label, 1)
            return label

        @jit
        def bar(s: Position, label: int) -> None:
            """No more stones beside this group in this turn."""
            site = label
            for _ in range(s.members[label]):
                for direction in range(6):
                    s.free[neighbours[site, direction]] = 0
                site = s.link[site]

        @jit
        def insert(fresh: Any, site: int) -> None:
            """Enter a stone of this turn, so that their order of placing makes no difference."""
            for at in range(len(fresh)):
                if site < fresh[at]:
                    fresh[at], site = site, fresh[at]

        @jit
        def begin(s: Position) -> None:
            """Make ready for the mover's turn."""
            s.fresh[:] = sites
            s.placed = 0
            for site in range(sites):
                s.free[site] = s.cells[site] == EMPTY
            s.held = s.sets[s.mover]

        @jit
        def end(s: Position) -> None:
            s.quiet = s.quiet + 1 if s.placed == 0 else 0
            if s.sets[s.mover] != s.held:
                s.changed = s.mover + 1
            s.mover = 1 - s.mover
            s.turn += 1
            begin(s)

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            begin(s)

        def moves(s: Position, out: Any) -> int:
            if (s.quiet == 2) | (s.stones == sites):
                return 0
            if (s.sets[O] == full) | (s.sets[X] == full):
                return 0
            n = 0
            for site in range(sites):
                out[n] = site
                n += s.free[site]
            out[n] = pass_move
            return n + 1

        def play(s: Position, move: int) -> None:
            if move == pass_move:
                end(s)
                return
            mover = s.mover
            label = add(s, move, mover)
            s.placed += 1
            most = FIRST if (mover == O) & (s.stones == s.placed) else MOST
            if s.placed < most and s.sets[mover] != full:
                insert(s.fresh, move)
                bar(s, label)
                for site in range(sites):
                    if s.free[site]:
                        return
            end(s)

        def marks(s: Position, out: Any) -> None:
            for site in range(sites):
                out[site] = s.cells[site] != EMPTY and s.kind[s.label[site]] > 0

        def outcome(s: Position, score: Any) -> None:
            lead = 0
            for shape in range(len(SHAPES)):
                lead += (s.sets[O] >> shape & 1) - (s.sets[X] >> shape & 1)
            if lead == 0 and s.sets[O]:
                lead = 1 if s.changed == X + 1 else -1
            score[O] = 1.0 if lead > 0 else 0.0
            score[X] = 1.0 if lead < 0 else 0.0

        def evaluate(s: Position, score: Any) -> None:
            judge(score, O, SCALE * (hopes(s, O) - hopes(s, X)))

        def derive(s: Position) -> None:
            cells, fresh = s.cells.copy(), s.fresh.copy()
            s.cells[:] = EMPTY
            s.cells[sites] = EDGE
            s.label[:] = 0
            s.link[:] = 0
            s.members[:] = 0
            s.kind[:] = 0
            s.shapes[:] = 0
            s.sets[:] = 0
            s.stones = 0
            for site in range(sites):
                if cells[site] != EMPTY and (cells[site] != s.mover + 1 or site not in fresh):
                    add(s, site, cells[site] - 1)
            begin(s)
            for at in range(len(fresh)):
                s.fresh[at] = fresh[at]
                if cells[fresh[at]] == s.mover + 1:
                    label = add(s, fresh[at], s.mover)
                    s.placed += 1
                    bar(s, label)

        return Rules(start, moves, play, outcome, evaluate, derive=derive, marks=marks)

    def move_text(self, move: int) -> str:
        """``h2``, or ``pass``."""
        names = self.board.names
        return names[move] if move < len(names) else "pass"

    def why_not(self, s: Position, text: str) -> str | None:
        """Occupied, or beside a group that has a stone of this turn."""
        site = self.board.site.get(text)
        if site is None:
            return None
        if s.cells[site] != EMPTY:
            return f"{text} is occupied"
        beside = self.board.neighbours[site].tolist()
        group = {int(s.label[there]) for there in beside if s.cells[there] == s.mover + 1}
        fresh = [at for at in s.fresh.tolist() if at < len(self.board) and s.label[at] in group]
        return f"{text} would join the group of {self.board.names[fresh[0]]}, placed this turn"

    def prompt(self, s: Position) -> str:
        """Which stone of how many."""
        most = FIRST if s.mover == O and s.stones == s.placed else MOST
        return f"Place stone {int(s.placed) + 1} of up to {most}, or end the turn."

    def problem(self, s: Position) -> str | None:
        """Stones of this turn that are not there or in one group, or counters out of range."""
        fresh = [site for site in s.fresh.tolist() if site < len(self.board)]
        names = [self.board.names[site] for site in fresh]
        if any(s.cells[site] != s.mover + 1 for site in fresh):
            return f"the stones of this turn, {' '.join(names)}, must be the mover's, once each"
        if fresh != sorted(set(fresh)) or s.fresh.tolist() != sorted(s.fresh.tolist()):
            return f"the stones of this turn must be named once each, in order: {' '.join(names)}"
        if len({int(s.label[site]) for site in fresh}) < len(fresh):
            return f"{' '.join(names)} are in one group and cannot be of one turn"
        if not 0 <= s.quiet <= min(2, s.turn) or (s.quiet == 2 and fresh):
            return "quiet counts the turns without a stone just before this one: 0, 1 or 2"
        if s.changed not in (0, O + 1, X + 1):
            return "changed is 0, or 1 for O, 2 for X, whose set of shapes changed last"
        if fresh and (not s.free.any() or (s.mover == O and len(fresh) == s.stones == FIRST)):
            return f"with {' '.join(names)} placed this turn has ended"
        # Those of an unfinished turn do not count yet.
        if (s.held or s.sets[1 - int(s.mover)]) and not s.changed:
            return "changed must say whose set of shapes changed last: there are shapes"
        return None

    def tally(self, s: Position) -> tuple[str, ...]:
        """Each player's shapes."""
        found = [[SHAPES[at] for at in np.flatnonzero(row)] for row in s.shapes]
        return tuple(" ".join(shapes) or "no shapes" for shapes in found)


def _places(board: Board) -> tuple[Any, Any]:
    """Column and row of each cell, columns of neighbours in a row two apart."""
    letters = [ord(name[0]) for name in board.names]
    return np.array(letters), np.array([int(name[1:]) for name in board.names])


def _shape_of() -> Any:
    """Which shape, counted from 1, has how great a spread."""
    table = np.zeros(max(SPREAD.values()) + 1, np.uint8)
    for shape, spread in SPREAD.items():
        table[spread] = 1 + SHAPES.index(shape)
    return table
