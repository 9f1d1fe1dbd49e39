"""Freedom for the endgame solver: the same rules, with positions that carry bounds of the result.

The result depends on windows, six cells in a line (:mod:`livestone.games.freedom.windows`). A stone
in a won window is certain to be live, and a cell in no open window can no longer become live: this
gives the bounds. The rest of a game depends only on the open windows, the empty cells and where the
next stone may go: positions that agree in these differ only by what is certain already.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from livestone.core.game import Game, Jit, Position
from livestone.core.layout import Field, Layout
from livestone.core.rules import Rules, Search
from livestone.games.freedom.fours import EMPTY, FOUR
from livestone.games.freedom.rules import BLACK, WHITE, Freedom
from livestone.games.freedom.search import search as plain_search
from livestone.games.freedom.windows import (
    ALL_CELLS,
    FEW,
    LIKELY,
    OPEN,
    OTHERS,
    SOME,
    WON,
    WORD,
    KeyWords,
    Tables,
    key_words,
    tables,
)

# The ``chances`` of a cell: White's in the lower half of a byte, Black's in the upper.
CHANCE = (1, 16)
HALF_BYTE = 15


class FreedomSolver(Freedom):
    """Freedom with its options, its positions carrying their bounds and most of their key.

    ``codes`` holds the state of each stretch. By stones, ``chances`` counts for each cell the
    stretches in which it lies in an open window, and ``sure`` are the cells certain to be live, as
    bits. ``settled`` is White's certain lead; ``hopes`` and ``fears`` are what White and Black may
    still add. ``mixed`` is the key but for where the next stone may go.
    """

    @cached_property
    def for_solving(self) -> Game:
        """This form itself."""
        return self

    @property
    def by_rows(self) -> bool:
        """Whether rows are counted, not stones."""
        return bool(self.option["scoring"] == "rows")

    @property
    def tables(self) -> Tables:
        """What is known of its lines."""
        return tables(self.size, self.by_rows)

    @property
    def key_words(self) -> KeyWords:
        """What its keys are made of."""
        return key_words(self.size)

    def make_layout(self, *derived: Field) -> Layout:
        """Freedom's, and what is known."""
        sites = self.largest**2
        stones: list[Field] = [("chances", "u1", sites + 1), ("sure", "i8", -(-sites // WORD))]
        return super().make_layout(
            ("mixed", "u8"),
            ("codes", "u2", len(tables(self.largest, self.by_rows).base)),
            ("settled", "i4"),
            ("hopes", "i4"),
            ("fears", "i4"),
            *([] if self.by_rows else stones),
            *derived,
        )

    def placing(self, jit: Jit) -> Any:
        """``put(s, site, stone)``: what is known changes with the stone."""
        plain, empty = super().placing(jit), self.key_words.empty
        stretch, power, base, _, known = self.tables
        through, note = stretch.shape[1], self.noting(jit)

        @jit
        def put(s: Position, site: int, stone: int) -> None:
            plain(s, site, stone)
            s.mixed ^= empty[site]
            for k in range(through):
                at = stretch[site, k]
                before = base[at] + s.codes[at]
                after = before + stone * power[site, k]
                s.codes[at] += stone * power[site, k]
                if known[after] != known[before]:
                    note(s, at, known[before], known[after])

        return put

    def noting(self, jit: Jit) -> Any:
        """``note(s, at, before, after)``: what is known of a stretch is no longer the same."""
        count = self._counting_rows(jit) if self.by_rows else self._counting_stones(jit)
        some, others = self.key_words.some, self.key_words.others

        @jit
        def note(s: Position, at: int, before: int, after: int) -> None:
            changed = before ^ after
            white, black = changed >> OPEN[WHITE], changed >> OPEN[BLACK]
            s.mixed ^= some[at, WHITE, white & SOME] ^ others[at, WHITE, white >> FEW & OTHERS]
            s.mixed ^= some[at, BLACK, black & SOME] ^ others[at, BLACK, black >> FEW & OTHERS]
            count(s, at, before, after)

        return note

    def _counting_rows(self, jit: Jit) -> Any:
        @jit
        def change(before: int, after: int, part: int) -> Any:
            return FOUR * ((after >> part & ALL_CELLS) - (before >> part & ALL_CELLS))

        @jit
        def count(s: Position, at: int, before: int, after: int) -> None:
            s.hopes += change(before, after, LIKELY[WHITE])
            s.fears += change(before, after, LIKELY[BLACK])
            s.settled += change(before, after, WON[WHITE])
            s.settled -= change(before, after, WON[BLACK])

        return count

    def _counting_stones(self, jit: Jit) -> Any:
        cells, sure = self.tables.cells, self.key_words.sure

        @jit
        def lose(s: Position, site: int, player: int) -> bool:
            """A stretch less in which the cell has a chance; whether a hope went with it."""
            s.chances[site] -= CHANCE[player]
            if s.chances[site] & HALF_BYTE * CHANCE[player]:
                return False
            if s.sure[site // WORD] >> site % WORD & 1 and s.cells[site] == player + 1:
                s.mixed ^= sure[site]
                return False
            return True

        @jit
        def win(s: Position, site: int, player: int) -> bool:
            """The stone is certainly live; whether that had still been a hope."""
            s.sure[site // WORD] |= 1 << site % WORD
            if s.chances[site] & HALF_BYTE * CHANCE[player]:
                s.mixed ^= sure[site]
                return True
            return False

        @jit
        def count_of(s: Position, at: int, gone: int, won: int, player: int) -> tuple[int, int]:
            lost, gained, place = 0, 0, 0
            while gone | won:
                site = np.int64(cells[at, place])
                if gone & 1:
                    lost += lose(s, site, player)
                if won & 1 and not s.sure[site // WORD] >> site % WORD & 1:
                    lost += win(s, site, player)
                    gained += 1
                gone >>= 1
                won >>= 1
                place += 1
            return lost, gained

        @jit
        def count(s: Position, at: int, before: int, after: int) -> None:
            gone, new = before & ~after, after & ~before
            for player in range(2):
                lost, gained = count_of(
                    s,
                    at,
                    gone >> LIKELY[player] & ALL_CELLS,
                    new >> WON[player] & ALL_CELLS,
                    player,
                )
                if player == WHITE:
                    s.hopes -= lost
                    s.settled += gained
                else:
                    s.fears -= lost
                    s.settled -= gained

        return count

    def blanking(self, jit: Jit) -> Any:
        """``blank(s)``: the last cell stays empty, and the game is over."""
        note = self.noting(jit)
        stretch, power, base, _, known = self.tables
        through = stretch.shape[1]
        ends = {OPEN: 7, LIKELY: 10, WON: 10}
        white = sum((2**length - 1) << part[WHITE] for part, length in ends.items())

        @jit
        def blank(s: Position) -> None:
            site = 0
            while s.cells[site] != EMPTY:
                site += 1
            for k in range(through):
                at = stretch[site, k]
                code, step = base[at] + s.codes[at], power[site, k]
                # To either colour it is what a stone of the other would be.
                after = (known[code + 2 * step] & white) | (known[code + step] & ~white)
                if after != known[code]:
                    note(s, at, known[code], after)

        return blank

    def rules(self, jit: Jit) -> Rules:
        """Freedom's, with what is known of every stretch."""
        rules, sites = super().rules(jit), self.size * self.size
        pass_move = self.pass_move
        auto = self.option["last_cell"] == "auto"
        plain_start, plain_play = jit(rules.start), jit(rules.play)
        blank, clear = self.blanking(jit), self.clearing(jit)

        def start(s: Position) -> None:
            plain_start(s)
            clear(s)

        def play(s: Position, move: int) -> None:
            plain_play(s, move)
            if move == pass_move or (auto and s.stones == sites - 1):
                blank(s)

        return rules._replace(
            start=start,
            play=play,
            derive=self.deriving(jit, jit(rules.derive), clear, blank),
        )

    def search(self, jit: Jit) -> Search:
        """Freedom's, with ``bounds`` and ``key``."""
        neighbours, near = self.board.neighbours.astype(np.uint32), self.key_words.near

        def bounds(s: Position) -> tuple[int, int]:
            return s.settled - s.fears, s.settled + s.hopes

        def key(s: Position) -> Any:
            # Whose turn it is follows from the number of empty cells.
            found = s.mixed
            for direction in range(8):
                there = neighbours[s.last, direction]
                if s.cells[there] == EMPTY:
                    found ^= near[there]
            return found

        return plain_search(self, jit)._replace(bounds=bounds, key=key)

    def deriving(self, jit: Jit, plain: Any, clear: Any, blank: Any) -> Any:
        """``derive(s)``: finds what is known from the stones alone."""
        stretch, power, base, _, known = self.tables
        through, stretches, sites = stretch.shape[1], len(base), self.size * self.size
        empty, auto = self.key_words.empty, self.option["last_cell"] == "auto"
        note = self.noting(jit)

        @jit
        def write_lines(s: Position) -> None:
            for site in range(sites):
                if s.cells[site] != EMPTY:
                    s.mixed ^= empty[site]
                for k in range(through):
                    s.codes[stretch[site, k]] += s.cells[site] * power[site, k]
            for at in range(stretches):
                found = known[base[at] + s.codes[at]]
                if found != known[base[at]]:
                    note(s, at, known[base[at]], found)

        def derive(s: Position) -> None:
            plain(s)
            clear(s)
            write_lines(s)
            if s.passed or (auto and s.stones == sites - 1):
                blank(s)

        return derive

    def clearing(self, jit: Jit) -> Any:
        """``clear(s)``: nothing stands, and everything is open."""
        base, cells, by_rows = self.tables.base, self.tables.cells, self.by_rows
        sites, stretches = self.size * self.size, len(base)
        mixed = np.bitwise_xor.reduce(self.key_words.empty[:sites])
        chances, hopes = np.zeros(sites + 1, np.uint8), 0
        for at, code in enumerate(base.tolist()):
            known = int(self.tables.known[code])
            for player, part in enumerate(OPEN):
                mixed ^= self.key_words.some[at, player, known >> part & SOME]
                mixed ^= self.key_words.others[at, player, known >> part + FEW & OTHERS]
            likely = known >> LIKELY[WHITE] & ALL_CELLS
            hopes += FOUR * likely if by_rows else 0
            if not by_rows:
                for place, site in enumerate(cells[at]):
                    chances[site] += sum(CHANCE) * (likely >> place & 1)
        if not by_rows:
            hopes = int(np.count_nonzero(chances))

        def clear_cells(s: Position) -> None:
            s.sure[:] = 0
            for site in range(sites + 1):
                s.chances[site] = chances[site]

        rest = jit(_nothing if by_rows else clear_cells)

        @jit
        def clear(s: Position) -> None:
            s.mixed = mixed
            s.settled = 0
            s.hopes, s.fears = hopes, hopes
            for at in range(stretches):
                s.codes[at] = 0
            rest(s)

        return clear


def _nothing(s: Position) -> None:
    """What a position by rows has besides its stretches."""


def form(game: Freedom) -> FreedomSolver:
    return FreedomSolver(**game.option)
