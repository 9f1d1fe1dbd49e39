"""Freedom for search: the same rules, with positions that carry their lines.

A line of ten cells has 3^10 states, so a table says of each what ``evaluate`` thinks of it and
which fours it holds. A position that keeps the state of every line as a number knows its
evaluation at any moment, what it would be after any move, and that a move touches no four. A line
longer than ten cells is cut into two *stretches* that share five of them, so that every window of
six cells lies in one stretch.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from livestone.boards import square
from livestone.core.game import Game, Jit, Position, Rules
from livestone.core.layout import Field, Layout
from livestone.games.freedom import (
    BLACK,
    EDGE,
    FOUR,
    HALF,
    HALF_MASK,
    SCALE,
    WHITE,
    Freedom,
    long_lines,
    window_hopes,
)

WINDOW = FOUR + 2
LONGEST = 10


class Stretch(NamedTuple):
    """Neighbouring cells of a line; ``first`` and ``last`` say whether the line ends there."""

    sites: tuple[int, ...]
    first: bool
    last: bool


class Tables(NamedTuple):
    """Where the stretches of a board lie, and what is known of their states.

    ``stretch[site, k]`` is the ``k``-th stretch through a site (the one past the last if there are
    fewer; for the wall all are) and ``power[site, k]`` what a white stone there adds to its code. A
    stretch's code begins at ``base`` when it is empty. ``worth[code]`` is White's hopes less
    Black's, in units of 1 / SCALE of a point; ``fours[code]`` is the same number for states that
    hold the same fours.
    """

    stretch: Any
    power: Any
    base: Any
    worth: Any
    fours: Any


class Lined(Freedom):
    """Freedom with its options; ``codes`` holds the state of each stretch, ``worth`` their sum.

    Its ``evaluate`` gives White the whole lead, less than nothing when he is behind.
    """

    @property
    def for_search(self) -> Game:
        """It is."""
        return self

    @property
    def _tables(self) -> Tables:
        return _tables(self.size)

    def make_layout(self, *derived: Field) -> Layout:
        """Freedom's, and the lines."""
        codes = len(self._tables.base)
        return super().make_layout(("worth", "i4"), ("codes", "i4", codes), *derived)

    def placing(self, jit: Jit) -> Any:
        """``put(s, site, stone)``: the lines change with the stone."""
        plain, tables = super().placing(jit), self._tables
        stretch, power, worth = tables.stretch, tables.power, tables.worth
        through = stretch.shape[1]

        @jit
        def put(s: Position, site: int, stone: int) -> None:
            plain(s, site, stone)
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
        stretch, power, base, worth, fours = tables
        through, empty, sites = stretch.shape[1], len(base), len(self.board)
        auto = self.option["last_cell"] == "auto"
        plain_start, plain_gains, plain_derive = map(jit, (rules.start, rules.gains, rules.derive))

        @jit
        def clear(s: Position) -> None:
            """Every line is empty."""
            s.worth = 0
            for at in range(empty):
                s.codes[at] = base[at]

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
            score[WHITE] = s.worth / SCALE
            score[BLACK] = 0

        def appraise(s: Position, moves: Any, n: int, leads: Any) -> bool:
            if s.stones >= sites - 2:
                return False
            stone = s.mover + 1
            for index in range(n):
                site, total = moves[index], s.worth
                for k in range(through):
                    before = s.codes[stretch[site, k]]
                    total += worth[before + stone * power[site, k]] - worth[before]
                leads[index] = total / SCALE
            return True

        def derive(s: Position) -> None:
            plain_derive(s)
            clear(s)
            for site in range(sites):
                for k in range(through):
                    s.codes[stretch[site, k]] += s.cells[site] * power[site, k]
            for at in range(empty):
                s.worth += worth[s.codes[at]]

        return rules._replace(
            start=start,
            evaluate=evaluate,
            gains=gains,
            appraise=appraise,
            derive=derive,
        )


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
    begins, worth, fours = {}, [np.zeros(1, np.int16)], [np.zeros(1, np.int16)]
    base = np.zeros(len(stretches) + 1, np.int32)
    for at, stretch in enumerate(stretches):
        kind = (len(stretch.sites), stretch.first, stretch.last)
        if kind not in begins:
            begins[kind] = sum(map(len, worth))
            hopes, held = _states(*kind)
            worth.append(hopes)
            fours.append(held)
        base[at] = begins[kind]
    return Tables(
        places[:, :, 0].astype(np.uint32),
        places[:, :, 1].astype(np.int32),
        base,
        np.concatenate(worth),
        np.concatenate(fours),
    )


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


def _states(length: int, first: bool, last: bool) -> tuple[Any, Any]:
    """``worth`` and ``fours`` of every state of a stretch; at its ends there may be a wall.

    In 16 bits, which both fit: Numba keeps no kernel on disk with a table of a megabyte.
    """
    codes = np.arange(3**length)
    cells = [codes // 3**place % 3 for place in range(length)]
    cells = [codes * 0 + EDGE] * first + cells + [codes * 0 + EDGE] * last
    hopes = window_hopes()
    worth, fours = np.zeros((2, 3**length), np.int16)
    for at in range(len(cells) - WINDOW + 1):
        window = cells[at : at + WINDOW]
        found = hopes[sum(cell << 2 * place for place, cell in enumerate(window))]
        worth += ((found & HALF_MASK) - (found >> HALF)).astype(np.int16)
        for stone in (WHITE + 1, BLACK + 1):
            row = np.all([cell == stone for cell in window[1:-1]], axis=0)
            four = row & (window[0] != stone) & (window[-1] != stone)
            fours += (four << 2 * at + stone - 1).astype(np.int16)
    return worth, fours
