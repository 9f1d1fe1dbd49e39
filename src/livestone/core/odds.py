"""How a lead becomes what ``evaluate`` says of two players."""

from __future__ import annotations

from math import exp
from typing import Any


def by_odds(score: Any, player: int, odds: float) -> None:
    """Give ``player`` his part of a win, and the other of the two players the rest.

    ``odds`` is the logarithm of the odds that ``player`` wins: 0 is even, at 1 he is e times as
    likely to win as not. A game compiles this with the ``jit`` of its rules.
    """
    score[player] = 1.0 / (1.0 + exp(-odds))
    score[1 - player] = 1.0 - score[player]
