"""What searches are told of Coy Lips: the shapes that a player has and can soon have."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.core.game import Jit, Position
from livestone.core.odds import by_odds
from livestone.core.rules import Knobs, Search
from livestone.games.coy_lips.groups import EMPTY, SHAPES, measuring, places
from livestone.games.coy_lips.rules import MOST, CoyLips, O, X

# What a shape is worth that one stone completes, in this turn, in the next one of the opponent,
# later; what a group of so many stones is worth; and how much a lead says.
NOW, SOON, LATER = 0.9, 0.75, 0.3
GROWTH = (0.0, 0.02, 0.08, 0.16)
SCALE = 0.8


def knobs(game: CoyLips) -> Knobs:
    """``evaluate`` tells more than playing on at random."""
    return Knobs(cut=0, explore=0.05)


def search(game: CoyLips, jit: Jit) -> Search:
    """The odds of winning, from both players' shapes."""
    sites, neighbours = len(game.board), game.board.neighbours.astype(np.uint32)
    square, column, row = places(game.board)
    classify, sums = measuring(game.board, jit)
    growth, judge = np.array(GROWTH), jit(by_odds)

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

    def evaluate(s: Position, score: Any) -> None:
        judge(score, O, SCALE * (hopes(s, O) - hopes(s, X)))

    return Search(evaluate=evaluate)
