"""The rating of a puzzle: from which levels of bots find its move."""

from __future__ import annotations

from collections.abc import Collection

from livestone.core.state import State
from livestone.play.bot import Bot
from livestone.play.levels import PATIENCE

# Who is asked, and how often, each time with another seed: weak levels play by luck too.
ASKED = {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 1, 7: 1}
# A puzzle that every level finds has the least rating; each level that misses it adds a step.
LEAST, STEP = 600, 200
# The level that has to miss a puzzle, and what part of its answers may be right all the same.
WEAK, LUCK = 2, 0.4


def rating(state: State, best: Collection[int]) -> int | None:
    """Return a puzzle's rating, or None where the weak level finds its move.

    That is ``LEAST`` and a ``STEP`` for every level from 1 to 7 that misses the move; for levels
    that are asked several times, as much of a step as they miss.
    """
    if found(state, best, WEAK) > LUCK:
        return None
    missed = sum(1 - found(state, best, level) for level in ASKED)
    return round(LEAST + STEP * missed)


def found(state: State, best: Collection[int], level: int) -> float:
    """In what part of its tries a level plays a best move."""
    return sum(move in best for move in plays(state, level)) / ASKED[level]


def plays(state: State, level: int) -> list[int]:
    """The moves that a level plays, one for each of its tries."""
    return [_play(state, level, seed) for seed in range(ASKED[level])]


def _play(state: State, level: int, seed: int) -> int:
    *_, report = Bot(state.game, level, seed, seconds=PATIENCE).think(state)
    return report.move
