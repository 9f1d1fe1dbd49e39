"""Straat (Street), by Fred Schuurhof (1984): blocks with two faces on a board that is turned over.

Rules
    The board is a transparent frame of 4x4 cells. White and Black have eight square blocks each:
    one face of a block is all in its owner's colour, the other half white and half black, split
    parallel to an edge. White starts. A turn puts one of one's own blocks on any empty cell, either
    face up and turned as one likes. Nothing is moved afterwards.

    After sixteen turns the frame is full. Both players count their streets on the front; then the
    board is turned over and they count those on the back. A street is an unbroken way in one's
    colour between opposite edges, from top to bottom or from left to right; corners do not connect.
    The player with more streets on both faces together wins; as many are a draw.

    How streets are counted: cut each face into 8x8 quarter-cells. Those of one colour that touch
    along an edge form regions. A region has, from top to bottom, as many streets as the smaller of
    two numbers: the blocks on the top edge that it touches, and those on the bottom edge; likewise
    from left to right. One block may serve both ways.

Start
    An empty frame with columns a to d and ranks 1 to 4. ``b2HN`` puts a block on b2: ``F`` is its
    full face up, ``H`` its half face; then the side of the black half (``N`` top, ``E`` right,
    ``S`` bottom, ``W`` left), as seen from the front even where the half face lies behind.

Options
    ``show_back``  ``true``: the board may be turned over at any time. ``false``: the game of memory
                   that it was: the back is shown when the game is over, and until then nothing
                   tells of it; bots do not know it either. A block whose back is not to be seen is
                   ``X`` (White's) or ``x`` (Black's) in a position's text.
    ``ply_cap``    the game is a draw after so many turns; 0 for no such end.

Sources and rulings
    The Dutch rule sheet of Speel, Amsterdam, as Fred Horn shows it, gives the blocks, the turn,
    that corners do not connect, and an example (leaflet); the translation the rest (text). That two
    blocks linked with two blocks opposite make two streets is the sheet's, the smaller of two
    numbers our wording of it, which agrees with the printed example, where a half block on the edge
    counts as a block too. Ours: equal numbers are a draw.
"""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from livestone.boards import Board, Course, Piece, square
from livestone.boards.reverse import reverse
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.options import Option
from livestone.core.phrases import Choice
from livestone.core.random import below
from livestone.core.rules import Rules
from livestone.core.wording import Face

WHITE, BLACK = 0, 1
EMPTY, EDGE = 0, 19
SIDE, SITES = 4, 16
TURNS = SITES
# A block's code is 1 + 8 * owner + 4 * its face + the side of its black half.
FULL, HALF = 0, 1
FACES, SIDES = "FH", "NESW"
WAYS = len(FACES) * len(SIDES)
# One with its full face up is UNSEEN + its owner where its back may not be seen.
UNSEEN = 1 + 2 * WAYS
FRONT, BACK = 0, 1
# Quarter-cells: bit 8 * y + x of a word, from the lower left corner.
FINE = 2 * SIDE
# The edges of a face: bottom, top, left, right; a block on it has the bits BASE + k * STEP and that
# + PAIR.
BASE, STEP, PAIR = (0, 56, 0, 7), (2, 2, 16, 16), (1, 1, 8, 8)
MOVE = re.compile(r"([a-d][1-4])([FH]?)([NESW]?)")
COMPASS = {"N": "top", "E": "right", "S": "bottom", "W": "left"}


class Straat(Game):
    """Straat with its options."""

    id = "straat"
    title = "Straat"
    author = "Fred Schuurhof"
    year = 1984
    summary = "Lay two-sided blocks so that your streets cross the board, on its back as well."
    seats = (Seat("White", "white"), Seat("Black", "black"))
    options = (
        Option("show_back", True, (True, False), "The back may be seen"),
        Option("ply_cap", 0, (0, 8), "Longest game, in turns", {0: "without end"}),
    )
    choices = {
        "F": Choice("Full face up"),
        "H": Choice("Half face up"),
        **{side: Choice(f"Black half at the {word}") for side, word in COMPASS.items()},
    }
    max_moves = move_limit = SITES * WAYS
    private = False
    unit = "streets"
    spread = 1.0

    def __init__(self, /, **options: object) -> None:
        super().__init__(**options)
        # Points would tell of the back.
        self.points = bool(self.option["show_back"])

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Both players' blocks: full face up, then half face up, by the side of the black half.

        Then, where the back is hidden, those of which only the full face is seen.
        """
        return _blocks(tell=True)[: 2 * WAYS if self.option["show_back"] else None]

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
        cap, paint, streets = int(self.option["ply_cap"]), _paint(), _streets(jit)
        pick = jit(below)

        @jit
        def finished(s: Position) -> Any:
            return (s.turn == TURNS) | ((cap > 0) & (s.turn >= cap))

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
            site = move // WAYS
            block = s.mover * WAYS + move % WAYS
            s.cells[site] = 1 + block
            for face in range(2):
                for colour in range(2):
                    s.ink[face, colour] |= paint[block, site, face, colour]
            s.mover = 1 - s.mover
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            if not (cap and s.turn >= cap):
                for colour in range(2):
                    score[colour] = streets(s.ink[FRONT, colour]) + streets(s.ink[BACK, colour])

        @jit
        def fill(s: Position) -> None:
            s.cells[SITES] = EDGE
            s.ink[:] = 0
            for site in range(SITES):
                if s.cells[site] != EMPTY:
                    for face in range(2):
                        for colour in range(2):
                            s.ink[face, colour] |= paint[s.cells[site] - 1, site, face, colour]

        def derive(s: Position) -> None:
            fill(s)

        def observe(s: Position, viewer: int) -> None:
            if not finished(s):
                for site in range(SITES):
                    block = s.cells[site] - 1
                    if (block >= 0) & (block < 2 * WAYS) & (block // len(SIDES) % 2 == FULL):
                        s.cells[site] = UNSEEN + block // WAYS
                fill(s)

        def determinise(s: Position, viewer: int, rng: Any) -> None:
            if not finished(s):
                for site in range(SITES):
                    owner = s.cells[site] - UNSEEN
                    if (owner >= 0) & (owner < 2):
                        s.cells[site] = 1 + owner * WAYS + pick(rng, len(SIDES))
                fill(s)

        known = Rules(start, moves, play, outcome, derive=derive)
        if self.option["show_back"]:
            return known
        return known._replace(observe=observe, determinise=determinise)

    def move_text(self, move: int) -> str:
        """``b2HN``."""
        site, way = divmod(move, WAYS)
        return f"{self.board.names[site]}{FACES[way // 4]}{SIDES[way % 4]}"

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """The cell, the face, and the side of the black half."""
        text = self.move_text(move)
        return text[:2], text[2], text[3]

    def why_not(self, s: Position, text: str) -> str | None:
        """The cell is taken, or a word is missing."""
        found = MOVE.fullmatch(text.replace(" ", ""))
        if found is None:
            return None
        name, face, side = found.groups()
        if s.cells[self.board.site[name]] != EMPTY:
            return f"{name} is taken, and nothing is moved in this game"
        if not face:
            return f"say which face of the block on {name} is up: F for full, H for half"
        if not side:
            return "say on which side its black half is: N, E, S or W, as seen from the front"
        return None

    def problem(self, s: Position) -> str | None:
        """Blocks that do not fit the turns."""
        turn, mover = int(s.turn), int(s.mover)
        cells = [int(code) for code in s.cells[:-1] if code]
        if max(cells, default=EMPTY) >= UNSEEN:
            return "X and x say nothing of what lies behind: write A to D or a to d"
        if mover != turn % 2:
            return f"after {turn} turns it is not {self.seats[mover].name}'s turn"
        for player, seat in enumerate(self.seats):
            found = sum((code - 1) // WAYS == player for code in cells)
            wanted = (turn + 1 - player) // 2
            if found != wanted:
                return f"{seat.name} has laid {found} blocks, not {wanted}, after {turn} turns"
        cap = int(self.option["ply_cap"])
        if cap and turn > cap:
            return f"turn={turn} is past the longest game, {cap} turns"
        return None

    def standing(self, s: Position) -> list[Piece | None]:
        """The front, where everybody may know of the back or not."""
        known = (None, *_blocks(tell=self._tells(s)))
        return [known[code] for code in s["cells"].tolist()[:SITES]]

    def piece(self, s: Position, site: int) -> Piece | None:
        """What is seen on a cell of the front."""
        return self.standing(s)[site]

    def told(self, s: Position, move: int) -> str:
        """The move, less what lies behind where that is not to be seen."""
        text = self.move_text(move)
        return text[:-1] if s.cells[move // WAYS] in (UNSEEN, UNSEEN + 1) else text

    def tally(self, s: Position) -> tuple[str, ...]:
        """The streets on each face."""
        if not self._tells(s):
            return ()
        streets = _streets(lambda function: function)
        return tuple(
            f"front {streets(s.ink[FRONT, colour])}, back {streets(s.ink[BACK, colour])}"
            for colour in range(2)
        )

    def courses(self, s: Position) -> tuple[Course, ...]:
        """The streets on the front, when they are counted."""
        return _drawn(s, FRONT) if int(s.turn) == TURNS else ()

    def faces(self, s: Position) -> dict[str, Face]:
        """The back, where it may be seen."""
        if not self._tells(s):
            return {}
        blocks = _blocks(tell=True)
        board = reverse(self.board)
        seen = [blocks[_behind(code - 1)] if code else None for code in s["cells"].tolist()[:SITES]]
        courses = _drawn(s, BACK) if int(s.turn) == TURNS else ()
        return {"back": Face(board, seen, tuple(map(_across, courses)))}

    def _tells(self, s: Position) -> bool:
        """Whether the back may be seen: always, at the end, or where a position tells of it."""
        cap, turn = int(self.option["ply_cap"]), int(s.turn)
        if self.option["show_back"] or turn == TURNS or 0 < cap <= turn:
            return True
        blocks = [code - 1 for code in s["cells"].tolist()[:SITES] if code != EMPTY]
        full = [block for block in blocks if block // len(SIDES) % 2 == FULL]
        return bool(full) and max(blocks) < 2 * WAYS


@lru_cache
def _blocks(tell: bool) -> tuple[Piece, ...]:
    """A piece for each code less 1; ``tell``: whether its name says what lies behind."""
    found = []
    for owner, colour in enumerate(("white", "black")):
        full = f"{colour} block"
        for face, side in product(range(2), range(4)):
            near, far = f"black {COMPASS[SIDES[side]]}", f"black {COMPASS[SIDES[-side % 4]]}"
            name = f"half block, {near}" if face == HALF else full
            behind = colour if face == HALF else f"half, {far}"
            found.append(
                Piece(
                    f"{name} ({behind} behind)" if tell else name,
                    "ABCDEFGHabcdefgh"[owner * WAYS + face * 4 + side],
                    f"half_{COMPASS[SIDES[side]]}" if face == HALF else "tile",
                    "white" if face == HALF else colour,
                )
            )
    for letter, colour in zip("Xx", ("white", "black"), strict=True):
        found.append(Piece(f"{colour} block", letter, "tile", colour))
    return tuple(found)


def _behind(block: int) -> int:
    """The block as it looks from behind: its other face, left and right exchanged."""
    owner, face, side = block // WAYS, block // 4 % 2, block % 4
    return owner * WAYS + (1 - face) * 4 + -side % 4


def _paint() -> Any:
    """``[block, site, face, colour]``: the quarter-cells of that colour, a word of 64 bits."""
    table = np.zeros((2 * WAYS + 2, SITES, 2, 2), np.uint64)
    # The quarter-cells of a block that are black by the side of its black half.
    dark: dict[int, set[tuple[int, int]]] = {side: set() for side in range(4)}
    for x, y in product(range(2), repeat=2):
        for side, there in enumerate((y == 1, x == 1, y == 0, x == 0)):
            if there:
                dark[side].add((x, y))
    for block, site in product(range(2 * WAYS), range(SITES)):
        owner, up, side = block // WAYS, block // 4 % 2, block % 4
        for face, (x, y) in product(range(2), product(range(2), repeat=2)):
            half = (up == HALF) == (face == FRONT)
            colour = int((x, y) in dark[side]) if half else owner
            bit = FINE * (2 * (site // SIDE) + y) + 2 * (site % SIDE) + x
            table[block, site, face, colour] |= np.uint64(1 << bit)
    for owner in range(2):  # of a block whose back may not be seen only the front is there
        table[2 * WAYS + owner, :, FRONT] = table[owner * WAYS, :, FRONT]
    return table


def _streets(jit: Jit) -> Any:
    """``streets(ink)``: how many streets there are in one colour's quarter-cells of a face."""
    one, row = np.uint64(1), np.uint64(FINE)
    left, right = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
    edges = np.array([0xFF, 0xFF << 56, int(left), int(right)], np.uint64)
    shifts = np.array(
        [[BASE[edge] + k * STEP[edge] for k in range(SIDE)] for edge in range(4)], np.uint64
    )
    pairs = np.array(PAIR, np.uint64)

    @jit
    def region(seed: Any, ink: Any) -> Any:
        """The quarter-cells that hang together with ``seed``."""
        found = seed
        while True:
            wider = found | (found << row) | (found >> row)
            wider |= ((found & ~right) << one) | ((found & ~left) >> one)
            wider &= ink
            if wider == found:
                return found
            found = wider

    @jit
    def blocks(found: Any, edge: int) -> Any:
        """How many blocks on an edge a region touches."""
        count = 0
        for shift in shifts[edge]:
            count += int(((found >> shift) | (found >> (shift + pairs[edge]))) & one)
        return count

    @jit
    def streets(ink: Any) -> Any:
        total = 0
        for begin in (0, 2):
            todo = ink & edges[begin]
            while todo != 0 and ink & edges[begin + 1] != 0:
                found = region(todo & (~todo + one), ink)
                todo &= ~found
                total += min(blocks(found, begin), blocks(found, begin + 1))
        return total

    return streets


def _drawn(s: Position, face: int) -> tuple[Course, ...]:
    """The streets of both colours on a face as lines from edge to edge, seen from the front."""
    found = []
    for colour, word in enumerate(("white", "black")):
        ink = int(s.ink[face, colour])
        inked = {bit for bit in range(FINE * FINE) if ink >> bit & 1}
        for upright in (True, False):
            found += [Course(points, word) for points in _ways(inked, upright)]
    return tuple(found)


def _ways(inked: set[int], upright: bool) -> list[tuple[tuple[float, float], ...]]:
    """The streets one way: region by region, from the first blocks on one edge to the other's."""
    found = []
    step, along = (FINE, 1) if upright else (1, FINE)
    begins = [along * at for at in range(FINE) if along * at in inked]
    seen: set[int] = set()
    for begin in begins:
        if begin in seen:
            continue
        region = set(_walk(begin, inked))
        seen |= region
        ends = [
            [edge + along * at for at in range(FINE) if edge + along * at in region]
            for edge in (0, step * (FINE - 1))
        ]
        near, far = ({at // along % FINE // 2: at for at in reversed(end)} for end in ends)
        for one, other in zip(sorted(near), sorted(far), strict=False):
            found.append(_line(near[one], far[other], region, upright))
    return found


def _walk(begin: int, inked: set[int]) -> dict[int, int]:
    """Every quarter-cell that can be walked to, with the one before it on the shortest way."""
    before, todo = {begin: begin}, deque([begin])
    while todo:
        here = todo.popleft()
        x, y = here % FINE, here // FINE
        for u, v in ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)):
            there = FINE * v + u
            if 0 <= u < FINE and 0 <= v < FINE and there in inked and there not in before:
                before[there] = here
                todo.append(there)
    return before


def _line(begin: int, end: int, region: set[int], upright: bool) -> tuple[tuple[float, float], ...]:
    """The shortest way between two quarter-cells, out to the edges, in the board's measure."""
    before = _walk(begin, region)
    way = [end]
    while way[-1] != begin:
        way.append(before[way[-1]])
    points = [(at % FINE / 2 - 0.25, at // FINE / 2 - 0.25) for at in way]
    (ex, ey), (bx, by) = points[0], points[-1]
    first, last = -0.5, SIDE - 0.5
    outer = ((ex, last), (bx, first)) if upright else ((last, ey), (first, by))
    return (outer[0], *points, outer[1])


def _across(course: Course) -> Course:
    """The line as it looks from behind."""
    return Course(tuple((SIDE - 1 - x, y) for x, y in course.points), course.colour)
