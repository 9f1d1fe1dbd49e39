"""The windows of a Freedom board: what is known of four cells in a line and the two beyond them.

A window is *lost* to a colour once one of the four holds another stone or one of the two a stone of
that colour; *won* once the four are filled with it and the two with anything else; and *open* until
then. The windows of a line lie in *stretches*, short enough for a table of all their states.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from livestone.boards import square
from livestone.core.random import below, seeded
from livestone.games.freedom.fours import EDGE, EMPTY, FOUR, long_lines
from livestone.games.freedom.rules import BLACK, WHITE

WINDOW = FOUR + 2
# Up to this size a line is one stretch; on larger boards a line of more than eight cells is cut, so
# many windows to a stretch. Numba keeps no kernel on disk with a table of a megabyte.
WHOLE, SHORT, PIECE = 10, 8, 3
# A stretch has at most so many windows and cells.
WINDOWS, CELLS = 7, 10
ALL_CELLS = 2**CELLS - 1
# The first few windows of a stretch, and the others: small tables for each are quick to send.
FEW = 4
SOME, OTHERS = 2**FEW - 1, 2 ** (WINDOWS - FEW) - 1
# Where the parts of ``known`` begin, White's and Black's.
OPEN, LIKELY, WON = (0, 7), (14, 24), (34, 44)
# Cells as bits, in words that never look negative.
WORD = 50


class Stretch(NamedTuple):
    """Neighbouring cells of a line; ``first`` and ``last`` say whether the wall is beyond them."""

    sites: tuple[int, ...]
    first: bool
    last: bool


class Tables(NamedTuple):
    """Where the stretches of a board lie, and what is known of their states.

    ``stretch[site, k]`` is the ``k``-th stretch through a site (the one past the last if there are
    fewer) and ``power[site, k]`` what a white stone there adds to its code. A stretch's code begins
    at ``base`` when it is empty. ``cells[stretch, place]`` are its sites.

    ``known[code]`` packs sets of windows and of cells: the open windows, the cells in them, the
    cells in won ones; by rows the last two are numbers of fours, how many more there may be and how
    many there are.
    """

    stretch: Any
    power: Any
    base: Any
    cells: Any
    known: Any


class KeyWords(NamedTuple):
    """Random words that make keys.

    For each cell that is empty, may be played next, or is certainly live; and for each player's
    sets of windows in a stretch, ``[stretch, player, set]``: of the first FEW, and of the others.
    """

    empty: Any
    near: Any
    sure: Any
    some: Any
    others: Any


@cache
def tables(size: int, by_rows: bool) -> Tables:
    """The tables of a board."""
    board = square(size)
    longest = WHOLE if size <= WHOLE else SHORT
    stretches = [part for line in long_lines(board) for part in cut(line, longest)]
    through: list[list[tuple[int, int]]] = [[] for _ in range(len(board) + 1)]
    for at, part in enumerate(stretches):
        for place, site in enumerate(part.sites):
            through[site].append((at, 3**place))
    most = max(map(len, through))
    filled = [found + [(len(stretches), 0)] * (most - len(found)) for found in through]
    places = np.array(filled)
    begins, known = {}, [np.zeros(1, np.int64)]
    base = np.zeros(len(stretches) + 1, np.int32)
    cells = np.full((len(stretches) + 1, CELLS), len(board), np.uint32)
    for at, part in enumerate(stretches):
        kind = (len(part.sites), part.first, part.last)
        if kind not in begins:
            begins[kind] = sum(map(len, known))
            known.append(_states(*kind, by_rows))
        base[at] = begins[kind]
        cells[at, : len(part.sites)] = part.sites
    return Tables(
        places[:, :, 0].astype(np.uint32),
        places[:, :, 1].astype(np.int32),
        base,
        cells,
        np.concatenate(known),
    )


@cache
def key_words(size: int) -> KeyWords:
    """The words for a board; always the same."""
    sites, stretches = size * size + 1, len(tables(size, False).base)
    rng = seeded(7)
    with np.errstate(over="ignore"):
        drawn = [
            int(below(rng, 2**32)) << 32 | int(below(rng, 2**32))
            for _ in range(3 * sites + 2 * WINDOWS * stretches)
        ]
    found = np.array(drawn, np.uint64)
    by_cell, by_window = found[: 3 * sites], found[3 * sites :].reshape(stretches, 2, WINDOWS)
    empty, near, sure = by_cell.reshape(3, sites)
    return KeyWords(empty, near, sure, _sets(by_window[..., :FEW]), _sets(by_window[..., FEW:]))


def _sets(words: Any) -> Any:
    """The words of all sets of windows: those of their windows mixed."""
    stretches, players, windows = words.shape
    found = np.zeros((stretches, players, 2**windows), np.uint64)
    for chosen in range(1, 2**windows):
        last = chosen.bit_length() - 1
        found[:, :, chosen] = found[:, :, chosen & ~(1 << last)] ^ words[:, :, last]
    return found


def cut(line: tuple[int, ...], longest: int) -> Iterator[Stretch]:
    """The line, or its pieces if it is too long for a table: each window of six in one."""
    if len(line) <= longest:
        yield Stretch(line, True, True)
        return
    # The first window begins one cell before the line, at the wall.
    windows = len(line) + 2 - (WINDOW - 1)
    for begin in range(0, windows, PIECE):
        end = min(begin + PIECE, windows) + WINDOW - 1
        yield Stretch(line[max(begin - 1, 0) : end - 1], begin == 0, end == len(line) + 2)


def _states(length: int, first: bool, last: bool, by_rows: bool) -> Any:
    """``known`` for every state of a stretch."""
    codes = np.arange(3**length)
    cells = [codes // 3**place % 3 for place in range(length)]
    cells = [codes * 0 + EDGE] * first + cells + [codes * 0 + EDGE] * last
    known = np.zeros(3**length, np.int64)
    for player in (WHITE, BLACK):
        stone = player + 1
        is_open, likely, won, fours = np.zeros((4, 3**length), np.int64)
        for at in range(len(cells) - WINDOW + 1):
            window = cells[at : at + WINDOW]
            inside, beyond = window[1:-1], (window[0], window[-1])
            free = np.all([(cell == stone) | (cell == EMPTY) for cell in inside], axis=0)
            free &= (beyond[0] != stone) & (beyond[1] != stone)
            full = free & np.all([cell != EMPTY for cell in window], axis=0)
            four = 15 << (at + 1 - first)
            is_open |= (free & ~full) << at
            likely |= (free & ~full) * four
            won |= full * four
            fours += full
        if by_rows:
            likely, won = most_rows()[is_open], fours
        known |= is_open << OPEN[player] | likely << LIKELY[player] | won << WON[player]
    return known


@cache
def most_rows() -> Any:
    """How many of these windows (the bits of an index) can be fours of one colour together."""
    most = np.zeros(2**WINDOWS, np.int64)
    for chosen in range(1, 2**WINDOWS):
        last = chosen.bit_length() - 1
        # A row ends before the other begins, with a cell between them.
        before = chosen & ((1 << max(last - FOUR, 0)) - 1)
        most[chosen] = max(most[chosen & ~(1 << last)], 1 + most[before])
    return most
