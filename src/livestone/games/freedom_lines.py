"""Freedom for search: the same rules, with positions that carry their lines.

A line of ten cells has 3^10 states, so a table says of each what it is worth and which fours it
holds. A position that keeps the state of every line as a number knows its evaluation at any moment,
what it would be after any move, and that a move touches no four. A line longer than ten cells is
cut into two *stretches* that share five of them, so that every window of six cells lies in one
stretch. To be the player to move is worth something too, by the room around the last stone.

What all that is worth was learned; ``freedom_weights.py`` says what the weights mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, NamedTuple, Self

import numpy as np

from livestone.boards import square
from livestone.core.game import Game, Jit, Position, Rules
from livestone.core.layout import Field, Layout
from livestone.core.learning import Features
from livestone.games.freedom import BLACK, EDGE, EMPTY, SCALE, WHITE, Freedom, long_lines
from livestone.games.freedom_weights import (
    LONGEST,
    WINDOW,
    WINDOWS,
    States,
    bonus_places,
    bonuses,
    shipped,
    states,
    stiffness,
)

# More would not fit into 16 bits.
MOST_WORTH = 2**15 - 1


class Stretch(NamedTuple):
    """Neighbouring cells of a line; ``first`` and ``last`` say whether the line ends there."""

    sites: tuple[int, ...]
    first: bool
    last: bool


class Tables(NamedTuple):
    """Where the stretches of a board lie, and what is known of their states.

    ``stretch[site, k]`` is the ``k``-th stretch through a site (the one past the last if there are
    fewer; for the wall all are) and ``power[site, k]`` what a white stone there adds to its code. A
    stretch's code begins at ``base`` when it is empty. ``fours[code]`` is the same number for
    states that hold the same fours; ``states`` is what weights apply to. ``around``
    holds the neighbours of each site, and the place after the wall for those off the board.
    """

    stretch: Any
    power: Any
    base: Any
    fours: Any
    states: States
    around: Any


class Lined(Freedom):
    """Freedom with its options, and the weights it is judged by: those of Livestone unless given.

    ``codes`` holds the state of each stretch, ``worth`` the sum of what they are worth in units of
    1 / SCALE of a point, and ``room`` how many empty cells touch each cell. ``evaluate`` gives
    White the whole lead, less than nothing when he is behind.
    """

    def __init__(self, /, weights: Any = None, **options: object) -> None:
        super().__init__(**options)
        given = shipped(str(self.option["scoring"])) if weights is None else weights
        self.weights = np.asarray(given, np.float32)
        self._mark = sha256(self.weights.tobytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self._mark == getattr(other, "_mark", None)

    def __hash__(self) -> int:
        return hash((super().__hash__(), self._mark))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.weights, dict(self.option))

    @property
    def for_search(self) -> Game:
        """It is."""
        return self

    @property
    def stiffness(self) -> Any:
        """How firmly training holds each weight."""
        return stiffness()

    def with_weights(self, weights: Any) -> Self:
        """The same game, judging by other weights."""
        return type(self)(weights, **self.option)

    def features(self, positions: Any) -> Features:
        """The windows, the state of every line, and the player to move with his room."""
        tables, sites = self._tables, len(self.board)
        cells, wall = np.array(positions["cells"]), self.board.wall
        lines = self._codes(cells)
        windows = sum(tables.states.windows[code].astype(np.int32) for code in lines.T)
        empty = cells[:, :sites] == EMPTY
        near = self.board.neighbours[positions["last"]]
        room = np.sum((near != wall) & (np.take_along_axis(cells, near, 1) == EMPTY), 1)
        room = np.where(positions["last"] == wall, 8, room)
        mine = bonus_places(sites - empty.sum(1), room, sites)
        index = np.concatenate(
            [np.broadcast_to(np.arange(WINDOWS), windows.shape), tables.states.weight[lines]], 1
        )
        factor = np.concatenate([windows, tables.states.sign[lines]], 1)
        side = np.where(positions["mover"] == WHITE, 1, -1)
        return Features(
            np.column_stack([index, mine]).astype(np.int32),
            np.column_stack([factor, side]).astype(np.int8),
        )

    def _codes(self, cells: Any) -> Any:
        """The codes of every stretch in every position."""
        tables = self._tables
        codes = np.tile(tables.base[:-1], (len(cells), 1))
        for site in range(len(self.board)):
            for at, power in zip(tables.stretch[site], tables.power[site], strict=True):
                if power:
                    codes[:, at] += cells[:, site] * power
        return codes

    @property
    def _tables(self) -> Tables:
        return _tables(self.size)

    @cached_property
    def _worth(self) -> Any:
        """White's lead in every state of a stretch, in 16 bits.

        Numba keeps no kernel on disk with a table of a megabyte.
        """
        windows, weight, sign = self._tables.states
        worth = windows @ self.weights[:WINDOWS] + sign * self.weights[weight]
        return np.clip(np.rint(worth * SCALE), -MOST_WORTH, MOST_WORTH).astype(np.int16)

    @cached_property
    def _bonus(self) -> Any:
        """What moving next is worth, by the stones on the board and the room there is."""
        return np.rint(bonuses(self.weights, len(self.board)) * SCALE).astype(np.int32)

    def make_layout(self, *derived: Field) -> Layout:
        """Freedom's, and the lines; the last two places of ``room`` are the wall and nowhere."""
        codes = len(self._tables.base)
        room = len(self.board) + 2
        return super().make_layout(
            ("worth", "i4"), ("codes", "i4", codes), ("room", "i1", room), *derived
        )

    def placing(self, jit: Jit) -> Any:
        """``put(s, site, stone)``: the lines change with the stone."""
        plain, tables = super().placing(jit), self._tables
        stretch, power, worth = tables.stretch, tables.power, self._worth
        through, around, nowhere = stretch.shape[1], tables.around, len(self.board) + 1

        @jit
        def put(s: Position, site: int, stone: int) -> None:
            plain(s, site, stone)
            for direction in range(8):
                s.room[around[site, direction]] -= 1
            s.room[nowhere] = 0
            for k in range(through):
                at = stretch[site, k]
                before = s.codes[at]
                after = before + stone * power[site, k]
                s.codes[at] = after
                s.worth += worth[after] - worth[before]

        return put

    def rules(self, jit: Jit) -> Rules:
        """Freedom's, some of them quicker, and ``appraise``."""
        rules, tables = super().rules(jit), self._tables
        stretch, power, base, fours, around = (
            tables.stretch,
            tables.power,
            tables.base,
            tables.fours,
            tables.around,
        )
        worth, bonus = self._worth, self._bonus
        through, empty, sites = stretch.shape[1], len(base), len(self.board)
        nowhere = sites + 1
        # What stays true of the wall, from where the first stone may go anywhere.
        space = np.append(np.sum(around[:sites] != nowhere, 1), [8, 0]).astype(np.int8)
        auto = self.option["last_cell"] == "auto"
        plain_start, plain_gains, plain_derive = map(jit, (rules.start, rules.gains, rules.derive))

        @jit
        def clear(s: Position) -> None:
            """Every line is empty, and every cell has all its room."""
            codes, room = s.codes, s.room
            s.worth = 0
            for at in range(empty):
                codes[at] = base[at]
            for site in range(sites + 2):
                room[site] = space[site]

        @jit
        def keeps_fours(s: Position, site: int, stone: int) -> bool:
            """Whether a stone there makes no four and spoils none."""
            for k in range(through):
                before = s.codes[stretch[site, k]]
                if fours[before + stone * power[site, k]] != fours[before]:
                    return False
            return True

        def start(s: Position) -> None:
            plain_start(s)
            clear(s)

        def gains(s: Position, move: int, score: Any) -> None:
            last = auto and s.stones == sites - 2
            if last or not keeps_fours(s, move, s.mover + 1):
                plain_gains(s, move, score)
            else:
                score[:] = 0

        def evaluate(s: Position, score: Any) -> None:
            side = 1 - 2 * s.mover
            score[WHITE] = (s.worth + side * bonus[s.stones, s.room[s.last]]) / SCALE
            score[BLACK] = 0

        def appraise(s: Position, moves: Any, n: int, leads: Any) -> bool:
            if s.stones >= sites - 2:
                return False
            stone, side, after = s.mover + 1, 2 * s.mover - 1, s.stones + 1
            for index in range(n):
                site, total = moves[index], s.worth
                for k in range(through):
                    before = s.codes[stretch[site, k]]
                    total += worth[before + stone * power[site, k]] - worth[before]
                total += side * bonus[after, s.room[site]]
                leads[index] = total / SCALE
            return True

        def derive(s: Position) -> None:
            plain_derive(s)
            clear(s)
            cells, codes, room = s.cells, s.codes, s.room
            for site in range(sites):
                stone = cells[site]
                if stone != EMPTY:
                    for direction in range(8):
                        room[around[site, direction]] -= 1
                    room[nowhere] = 0
                    for k in range(through):
                        codes[stretch[site, k]] += stone * power[site, k]
            for at in range(empty):
                s.worth += worth[codes[at]]

        return rules._replace(
            start=start,
            evaluate=evaluate,
            gains=gains,
            appraise=appraise,
            derive=derive,
        )


def _again(kind: type[Lined], weights: Any, options: dict[str, Any]) -> Lined:
    return kind(weights, **options)


@cache
def _tables(size: int) -> Tables:
    board = square(size)
    stretches = [stretch for line in long_lines(board) for stretch in _cut(line)]
    through: list[list[tuple[int, int]]] = [[] for _ in range(len(board) + 1)]
    for at, stretch in enumerate(stretches):
        for place, site in enumerate(stretch.sites):
            through[site].append((at, 3**place))
    most = max(map(len, through))
    filled = [found + [(len(stretches), 0)] * (most - len(found)) for found in through]
    places = np.array(filled)
    begins: dict[tuple[int, bool, bool], int] = {}
    fours, known = [np.zeros(1, np.int16)], [_nothing()]
    base = np.zeros(len(stretches) + 1, np.int32)
    for at, stretch in enumerate(stretches):
        kind = (len(stretch.sites), stretch.first, stretch.last)
        if kind not in begins:
            begins[kind] = sum(map(len, fours))
            fours.append(_fours(*kind))
            known.append(states(*kind))
        base[at] = begins[kind]
    return Tables(
        stretch=places[:, :, 0].astype(np.uint32),
        power=places[:, :, 1].astype(np.int32),
        base=base,
        fours=np.concatenate(fours),
        states=States(*(np.concatenate(column) for column in zip(*known, strict=True))),
        around=np.where(board.neighbours == board.wall, board.wall + 1, board.neighbours).astype(
            np.uint32
        ),
    )


def _nothing() -> States:
    """The one state of the stretch that is none."""
    return States(np.zeros((1, WINDOWS), np.int8), np.zeros(1, int), np.zeros(1, np.int8))


def _cut(line: tuple[int, ...]) -> Iterator[Stretch]:
    """The line, or its two halves if it is too long for a table: each window of six in one."""
    if len(line) <= LONGEST:
        yield Stretch(line, True, True)
        return
    # The first window begins one cell before the line, at the wall.
    windows = len(line) + 2 - (WINDOW - 1)
    half = (windows + 1) // 2
    yield Stretch(line[: half + WINDOW - 2], True, False)
    yield Stretch(line[half - 1 :], False, True)


def _fours(length: int, first: bool, last: bool) -> Any:
    """A number for the fours in each state of a stretch; at its ends there may be a wall."""
    codes = np.arange(3**length)
    cells = [codes // 3**place % 3 for place in range(length)]
    cells = [codes * 0 + EDGE] * first + cells + [codes * 0 + EDGE] * last
    fours = np.zeros(3**length, np.int16)
    for at in range(len(cells) - WINDOW + 1):
        window = cells[at : at + WINDOW]
        for stone in (WHITE + 1, BLACK + 1):
            row = np.all([cell == stone for cell in window[1:-1]], axis=0)
            four = row & (window[0] != stone) & (window[-1] != stone)
            fours += (four << 2 * at + stone - 1).astype(np.int16)
    return fours
