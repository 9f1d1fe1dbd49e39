"""What searches are told of Freedom: what its lines promise, and what a move changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.core.game import Jit, Position
from livestone.core.odds import LeadOdds
from livestone.core.rules import Knobs, Search
from livestone.games.freedom.fours import EDGE, EMPTY, FOUR, gaining, long_lines, only_empty
from livestone.games.freedom.rules import BLACK, WHITE, Freedom
from livestone.games.freedom.weights import HOPES

# ``evaluate`` reads a line through a window of six cells, two bits a cell, and adds up both
# players' hopes in one number, Black's in the upper half, in units of 1 / SCALE of a point.
WINDOW_MASK = 4**6 - 1
HALF = 32
HALF_MASK = 2**HALF - 1
SCALE = 1024
# How an expected lead turns out, by scoring: ``python scripts/calibration.py freedom``.
ODDS = LeadOdds(0.305, 0.923, 105.0, 1 / 3)
ODDS_BY_ROWS = LeadOdds(0.307, 1.42, 151.0, 1 / 3)


def knobs(game: Freedom) -> Knobs:
    """Odds fitted to games of alpha-beta against itself; by rows, leads come in fours."""
    return Knobs(odds=ODDS_BY_ROWS if game.option["scoring"] == "rows" else ODDS)


def search(game: Freedom, jit: Jit) -> Search:
    """What searches are told of Freedom."""
    board, sites, pass_move = game.board, len(game.board), game.pass_move
    neighbours = board.neighbours.astype(np.uint32)
    lines = np.array([site for line in long_lines(board) for site in (*line, sites)], np.uint32)
    gain = gaining(board, jit, game.option["scoring"] == "rows")
    hopes, find_empty = window_hopes(), jit(only_empty)
    auto = game.option["last_cell"] == "auto"

    def evaluate(s: Position, score: Any) -> None:
        code, total = EDGE, 0
        for at in range(len(lines)):
            code = (code << 2 | int(s.cells[lines[at]])) & WINDOW_MASK
            total += hopes[code]
        score[WHITE] = (total & HALF_MASK) / SCALE
        score[BLACK] = (total >> HALF) / SCALE

    def gains(s: Position, move: int, score: Any) -> None:
        score[:] = 0
        if move == pass_move:
            return
        mover = s.mover
        score[mover] = gain(s.cells, move, mover + 1)
        if auto and s.stones == sites - 2:
            s.cells[move] = mover + 1
            score[1 - mover] = max(0, gain(s.cells, find_empty(s.cells), 2 - mover))
            s.cells[move] = EMPTY

    def canonicalise(s: Position) -> None:
        for direction in range(8):
            if s.cells[neighbours[s.last, direction]] == EMPTY:
                return
        s.last = sites

    return Search(evaluate=evaluate, gains=gains, canonicalise=canonicalise)


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
