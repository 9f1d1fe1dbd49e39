"""Freedom for search: the same rules, with positions that carry the state of their lines.

A line of ten cells has 3^10 states; a table has the worth of each and the fours it holds. A
position keeps the state of every line as a number, so its evaluation is a look-up, now and after
any move, and so is whether a move touches a four. A line longer than ten cells is cut into two
*stretches* that share five cells, so that every window of six cells lies in one stretch. Being the
player to move has a worth too, by what surrounds the last stone and the cells that may answer it;
so a position also keeps the *ring* around every cell as a number.

The weights are learned; ``weights.py`` defines them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, NamedTuple, Self

import numpy as np

from livestone.boards import square
from livestone.core.folding import Folded
from livestone.core.game import Game, Jit, Position
from livestone.core.layout import Field, Layout
from livestone.core.learning import Features
from livestone.core.rules import Rules, Search
from livestone.errors import BadRequest
from livestone.games.freedom.folding import Part, folded
from livestone.games.freedom.fours import EDGE, EMPTY, long_lines
from livestone.games.freedom.rings import AROUND, codes, patterns, rings
from livestone.games.freedom.rules import BLACK, WHITE, Freedom
from livestone.games.freedom.search import SCALE
from livestone.games.freedom.search import search as plain_search
from livestone.games.freedom.weights import (
    LONGEST,
    WINDOW,
    WINDOWS,
    States,
    bonus_places,
    bonuses,
    reply_places,
    ring_places,
    shipped,
    simple,
    states,
    stiffness,
)

# More would not fit into 16 bits.
MAX_WORTH = 2**15 - 1


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
    states that hold the same fours; ``states`` is what weights apply to. ``parts`` are the kinds of
    stretches.
    """

    stretch: Any
    power: Any
    base: Any
    fours: Any
    states: States
    parts: tuple[Part, ...]


class FreedomSearch(Freedom):
    """Freedom with its options, and the weights it is judged by: those of Livestone unless given.

    ``codes`` holds the state of each stretch, ``worth`` the sum of what they are worth in units of
    1 / SCALE of a point, and ``rings`` what is around each cell. ``evaluate`` gives White the whole
    lead, negative when they are behind.
    """

    def __init__(self, /, weights: Any = None, **options: object) -> None:
        super().__init__(**options)
        given = shipped(str(self.option["scoring"])) if weights is None else weights
        self.weights = np.asarray(given, np.float32)
        if self.weights.shape != simple().shape:
            raise BadRequest(
                f"{len(self.weights)} weights are not what Freedom is judged by, which has "
                f"{len(simple())}: they come from another version of Livestone"
            )
        self._mark = sha256(self.weights.tobytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self._mark == getattr(other, "_mark", None)

    def __hash__(self) -> int:
        return hash((super().__hash__(), self._mark))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.weights, dict(self.option))

    @cached_property
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
        """The windows, the state of every line, and what surrounds the last stone."""
        tables, cells = self._tables, np.array(positions["cells"])
        lines = self._codes(cells)
        windows = sum(tables.states.windows[code].astype(np.int32) for code in lines.T)
        index = np.concatenate(
            [np.broadcast_to(np.arange(WINDOWS), windows.shape), tables.states.weight[lines]], 1
        )
        factor = np.concatenate([windows, tables.states.sign[lines]], 1)
        near, mine = self._near(cells, positions["last"], positions["mover"])
        return Features(
            np.concatenate([index, near], 1).astype(np.int32),
            np.concatenate([factor, mine], 1).astype(np.int8),
        )

    def _near(self, cells: Any, last: Any, mover: Any) -> tuple[Any, Any]:
        """The features of the player to move: their room, the ring, and those of their replies."""
        board, known = self.board, rings(self.board)
        replies = board.neighbours[last]
        around = codes(board, cells, np.column_stack([last, replies]))
        pattern = known.pattern[mover[:, None], around]
        ring, reply, room = pattern[:, :1], pattern[:, 1:], known.room[around[:, 0]]
        stones = (cells[:, : len(board)] != EMPTY).sum(1)
        side = np.where(mover == WHITE, 1, -1)[:, None]
        open_ = np.take_along_axis(cells, replies, 1) == EMPTY
        mine = bonus_places(stones, room, len(board))
        index = np.column_stack([mine, ring_places(ring), reply_places(reply)])
        there = np.column_stack([mine >= 0, ring >= 0, open_])
        return np.where(there, index, 0), np.where(there, side, 0)

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
        return np.clip(np.rint(worth * SCALE), -MAX_WORTH, MAX_WORTH).astype(np.int16)

    @property
    def folded(self) -> tuple[Folded, ...]:
        """The worths of all lines."""
        return (folded(self._worth, self._tables.parts),)

    @cached_property
    def _bonus(self) -> Any:
        """What moving next is worth, by the stones on the board and the room there is."""
        return np.rint(bonuses(self.weights, len(self.board)) * SCALE).astype(np.int32)

    @cached_property
    def _patterned(self) -> tuple[Any, Any]:
        """White's lead by the ring of the last stone and by those of replies: ``[mover, code]``."""
        pattern, signs = rings(self.board).pattern, np.array([[1], [-1]])
        numbers = np.arange(patterns())
        first, second = (
            np.append(self.weights[places(numbers)], 0)[pattern] * signs * SCALE
            for places in (ring_places, reply_places)
        )
        return tuple(
            np.clip(np.rint(worth), -MAX_WORTH, MAX_WORTH).astype(np.int16)
            for worth in (first, second)
        )

    def make_layout(self, *derived: Field) -> Layout:
        """Freedom's, the lines, and the rings."""
        stretches, cells = len(_tables(self.largest).base), self.largest**2 + 1
        return super().make_layout(
            ("worth", "i4"), ("codes", "i4", stretches), ("rings", "u2", cells), *derived
        )

    def placing(self, jit: Jit) -> Any:
        """``put(s, site, stone)``: the lines and rings change with the stone."""
        plain, surround, tables = super().placing(jit), self._surrounding(jit), self._tables
        stretch, power, worth = tables.stretch, tables.power, self._worth
        through = stretch.shape[1]

        @jit
        def put(s: Position, site: int, stone: int) -> None:
            plain(s, site, stone)
            surround(s, site, stone)
            for k in range(through):
                at = stretch[site, k]
                before = s.codes[at]
                after = before + stone * power[site, k]
                s.codes[at] = after
                s.worth += worth[after] - worth[before]

        return put

    def _surrounding(self, jit: Jit) -> Any:
        """``surround(s, site, stone)``: the rings change that a new stone is part of."""
        neighbours = self.board.neighbours.astype(np.uint32)
        back = rings(self.board).back

        @jit
        def surround(s: Position, site: int, stone: int) -> None:
            for direction in range(AROUND):
                s.rings[neighbours[site, direction]] += stone * back[site, direction]

        return surround

    def _turning(self, jit: Jit) -> tuple[Any, Any]:
        """White's lead by what is around the last stone: for ``evaluate`` and for
        ``quick_evaluate``.

        ``turn(s, last, stone, mover, stones)``, where ``stone`` is what will stand there, or 0 when
        it is there already; ``ring(s, last, mover, stones)`` leaves the replies out.
        """
        neighbours, known = self.board.neighbours.astype(np.uint32), rings(self.board)
        back, room, bonus = known.back, known.room, self._bonus
        first, reply = self._patterned

        @jit
        def ring(s: Position, last: int, mover: int, stones: int) -> Any:
            code = s.rings[last]
            return (1 - 2 * mover) * bonus[stones, room[code]] + first[mover, code]

        @jit
        def turn(s: Position, last: int, stone: int, mover: int, stones: int) -> Any:
            total = ring(s, last, mover, stones)
            for direction in range(AROUND):
                near = neighbours[last, direction]
                if s.cells[near] == EMPTY:
                    total += reply[mover, s.rings[near] + stone * back[last, direction]]
            return total

        return turn, ring

    def rules(self, jit: Jit) -> Rules:
        """Freedom's, with lines and rings from the start."""
        rules, tables = super().rules(jit), self._tables
        stretch, power, base = tables.stretch, tables.power, tables.base
        worth, surround = self._worth, self._surrounding(jit)
        through, empty, sites = stretch.shape[1], len(base), len(self.board)
        bare = rings(self.board).base
        plain_start, plain_derive = map(jit, (rules.start, rules.derive))

        @jit
        def clear(s: Position) -> None:
            """Every line is empty, and so is every ring."""
            s.worth = 0
            for at in range(empty):
                s.codes[at] = base[at]
            for site in range(sites + 1):
                s.rings[site] = bare[site]

        def start(s: Position) -> None:
            plain_start(s)
            clear(s)

        def derive(s: Position) -> None:
            plain_derive(s)
            clear(s)
            for site in range(sites):
                stone = s.cells[site]
                if stone != EMPTY:
                    surround(s, site, stone)
                    for k in range(through):
                        s.codes[stretch[site, k]] += stone * power[site, k]
            for at in range(empty):
                s.worth += worth[s.codes[at]]

        return rules._replace(start=start, derive=derive)

    def search(self, jit: Jit) -> Search:
        """Freedom's, quicker, with ``evaluate_moves`` and ``quick_evaluate``."""
        plain, tables = plain_search(self, jit), self._tables
        stretch, power, fours = tables.stretch, tables.power, tables.fours
        worth, (turn, ring) = self._worth, self._turning(jit)
        through, sites = stretch.shape[1], len(self.board)
        auto = self.option["last_cell"] == "auto"
        plain_gains = jit(plain.gains)

        @jit
        def keeps_fours(s: Position, site: int, stone: int) -> bool:
            """Whether a stone there makes no four and spoils none."""
            for k in range(through):
                before = s.codes[stretch[site, k]]
                if fours[before + stone * power[site, k]] != fours[before]:
                    return False
            return True

        @jit
        def lines(s: Position, site: int) -> Any:
            """What all lines are worth once the mover's stone is there."""
            stone, total = s.mover + 1, s.worth
            for k in range(through):
                before = s.codes[stretch[site, k]]
                total += worth[before + stone * power[site, k]] - worth[before]
            return total

        def gains(s: Position, move: int, score: Any) -> None:
            last = auto and s.stones == sites - 2
            if last or not keeps_fours(s, move, s.mover + 1):
                plain_gains(s, move, score)
            else:
                score[:] = 0

        def evaluate(s: Position, score: Any) -> None:
            score[WHITE] = (s.worth + turn(s, s.last, 0, s.mover, s.stones)) / SCALE
            score[BLACK] = 0

        def evaluate_moves(s: Position, moves: Any, n: int, leads: Any) -> bool:
            if s.stones >= sites - 2:
                return False
            for index in range(n):
                site = moves[index]
                around = turn(s, site, s.mover + 1, 1 - s.mover, s.stones + 1)
                leads[index] = (lines(s, site) + around) / SCALE
            return True

        def quick_evaluate(s: Position, moves: Any, n: int, leads: Any) -> bool:
            if s.stones >= sites - 2:
                return False
            for index in range(n):
                site = moves[index]
                leads[index] = (lines(s, site) + ring(s, site, 1 - s.mover, s.stones + 1)) / SCALE
            return True

        return plain._replace(
            evaluate=evaluate,
            gains=gains,
            evaluate_moves=evaluate_moves,
            quick_evaluate=quick_evaluate,
        )


def form(game: Freedom) -> FreedomSearch:
    return FreedomSearch(**game.option)


def _again(kind: type[FreedomSearch], weights: Any, options: dict[str, Any]) -> FreedomSearch:
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
    parts = []
    base = np.zeros(len(stretches) + 1, np.int32)
    for at, stretch in enumerate(stretches):
        kind = (len(stretch.sites), stretch.first, stretch.last)
        if kind not in begins:
            begins[kind] = sum(map(len, fours))
            parts.append(Part(begins[kind], kind[0], stretch.first and stretch.last))
            fours.append(_fours(*kind))
            known.append(states(*kind))
        base[at] = begins[kind]
    return Tables(
        stretch=places[:, :, 0].astype(np.uint32),
        power=places[:, :, 1].astype(np.int32),
        base=base,
        fours=np.concatenate(fours),
        states=States(*(np.concatenate(column) for column in zip(*known, strict=True))),
        parts=tuple(parts),
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
