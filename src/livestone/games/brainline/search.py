"""What searches are told of Brainline: lines that one move completes, and what others promise."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.zones import relist
from livestone.core.game import Jit, Position
from livestone.core.odds import by_odds
from livestone.core.rules import Knobs, Search
from livestone.games.brainline.board import AXES, line_tables
from livestone.games.brainline.rules import EMPTY, PEGS, Brainline

# ``evaluate``, as the logarithm of the odds of winning: a line that cannot be stopped any more, the
# threat of one that can, and lines by how many pegs are on them. Fitted to games of bots, then made
# three times as sharp, which plays better.
WINNING, THREAT = 12.0, 2.0
WITH_ALL = (0.0, 0.25, 0.75, 1.0, 0.0)
WITHOUT = (0.0, 0.0, 0.3, 1.8, 0.0)


def knobs(game: Brainline) -> Knobs:
    """The evaluation sees whether the next move wins: random moves would only blur that."""
    return Knobs(cut=0, explore=0.1)


def search(game: Brainline, jit: Jit) -> Search:
    """The likelihood of winning: lines that one move completes, else what lines promise."""
    ready, saved = _ready(game, jit)
    prospects, judge = _prospects(game, jit), jit(by_odds)

    def evaluate(s: Position, score: Any) -> None:
        mover = s.mover
        lead = WINNING
        if not ready(s, mover):
            lead = prospects(s, mover) - prospects(s, 1 - mover)
            if ready(s, 1 - mover):
                lead = lead - THREAT if saved(s) else -WINNING
        judge(score, mover, lead)

    return Search(evaluate=evaluate)


def _prospects(game: Brainline, jit: Jit) -> Any:
    """``prospects(s, player)``: the worth of their lines, by the pegs on them or a slide away.

    A line that all four pegs are on or can slide to counts as in WITH_ALL, another one with
    two or three pegs on it as in WITHOUT.
    """
    lines, _ = line_tables(game.board)
    neighbours = game.board.neighbours.astype(np.uint32)
    with_all, without = np.array(WITH_ALL), np.array(WITHOUT)
    every, most = (1 << PEGS) - 1, int(lines.max()) + 1

    @jit
    def prospects(s: Position, player: int) -> Any:
        on = np.zeros((AXES, most), np.int8)
        near = np.zeros((AXES, most), np.int8)  # a bit for each peg
        for at in range(PEGS):
            origin = s.places[player, at]
            for axis in range(AXES):
                on[axis, lines[origin, axis]] += 1
                near[axis, lines[origin, axis]] |= 1 << at
            for way in range(2 * AXES):
                site = neighbours[origin, way]
                while s.cells[site] == EMPTY:
                    for axis in range(AXES):
                        near[axis, lines[site, axis]] |= 1 << at
                    site = neighbours[site, way]
        total = 0.0
        for axis in range(AXES):
            for line in range(most):
                worth = with_all if near[axis, line] == every else without
                total += worth[on[axis, line]]
        return total

    return prospects


def _ready(game: Brainline, jit: Jit) -> tuple[Any, Any]:
    """``ready(s, player)``: could they complete a line now? ``saved(s)``: can the mover stop
    it?

    Both leave the position as it was.
    """
    lines, _ = line_tables(game.board)
    neighbours = game.board.neighbours.astype(np.uint32)
    in_line, moved = game.find_line(jit), jit(relist)

    @jit
    def completes(s: Position, player: int, origin: int, axis: int, line: int) -> bool:
        """Whether the peg on ``origin`` can slide onto the line of the three others and win."""
        own, enemy = s.places[player], s.places[1 - player]
        for way in range(2 * AXES):
            site = neighbours[origin, way]
            while s.cells[site] == EMPTY:
                if lines[site, axis] == line:
                    moved(own, origin, site)
                    won = in_line(own, enemy)
                    moved(own, site, origin)
                    if won:
                        return True
                site = neighbours[site, way]
        return False

    @jit
    def ready(s: Position, player: int) -> bool:
        own = s.places[player]
        for axis in range(AXES):
            for lone in range(PEGS):
                line = lines[own[(lone + 1) % PEGS], axis]
                three = line == lines[own[(lone + 2) % PEGS], axis]
                three &= line == lines[own[(lone + 3) % PEGS], axis]
                if three and completes(s, player, own[lone], axis, line):
                    return True
        return False

    @jit
    def shift(s: Position, origin: int, target: int) -> None:
        s.cells[target] = s.cells[origin]
        s.cells[origin] = EMPTY
        moved(s.places[s.mover], origin, target)

    @jit
    def saved(s: Position) -> bool:
        other = 1 - s.mover
        for at in range(PEGS):
            origin = s.places[s.mover, at]
            for way in range(2 * AXES):
                site = neighbours[origin, way]
                while s.cells[site] == EMPTY:
                    shift(s, origin, site)
                    lost = in_line(s.places[other], s.places[s.mover]) or ready(s, other)
                    shift(s, site, origin)
                    if not lost:
                        return True
                    site = neighbours[site, way]
        return False

    return ready, saved
