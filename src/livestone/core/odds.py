"""How a lead becomes chances: what ``evaluate`` says of two players, and what analysis says."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from livestone.core.maths import exp, log

# The greatest lead that is told of a value, and how exactly.
MAX_LEAD, PRECISION = 1000.0, 1e-4


def by_odds(score: Any, player: int, odds: float) -> None:
    """Give ``player`` their part of a win, and the other of the two players the rest.

    ``odds`` is the logarithm of the odds that ``player`` wins: 0 is even, at 1 they are e times as
    likely to win as not. A game compiles this with the ``jit`` of its rules.
    """
    score[player] = 1.0 / (1.0 + exp(-odds))
    score[1 - player] = 1.0 - score[player]


@dataclass(frozen=True)
class Chances:
    """How likely the first of two players is to win, to draw and to lose; together 1."""

    win: float
    draw: float
    loss: float

    @property
    def value(self) -> float:
        """What the game is worth to the player: a win 1, a draw a half."""
        return self.win + self.draw / 2


@dataclass(frozen=True)
class LeadOdds:
    """How a final lead that a search expects becomes chances: an ordered logit.

    With ``n`` plies to play, a search's lead is half gone where ``n`` is ``horizon``; a lead of
    ``draw`` turns a draw into an even chance of a win; beyond it, ``spread * n ** growth`` more
    multiply the odds by e. Fitted by ``scripts/calibration.py``.
    """

    spread: float
    draw: float = 0.5
    horizon: float = inf
    growth: float = 0.0

    def chances(self, lead: float, plies: float) -> Chances:
        """The chances of the player expected to win by ``lead``, with ``plies`` to play.

        >>> LeadOdds(1.0).chances(0.0, 10).value
        0.5
        """
        lead *= self._counts(plies)
        steep = self._steep(plies)
        win, loss = _logistic((lead - self.draw) * steep), _logistic((-lead - self.draw) * steep)
        return Chances(win, 1 - win - loss, loss)

    def lead(self, value: float, plies: float) -> float:
        """The lead that is worth so much, with ``plies`` to play; at most ``MAX_LEAD``.

        >>> odds = LeadOdds(1.0)
        >>> round(odds.lead(odds.chances(2.5, 10).value, 10), 3)
        2.5
        """
        low, high = -MAX_LEAD, MAX_LEAD
        while high - low > PRECISION:
            middle = (low + high) / 2
            if self.chances(middle, plies).value < value:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    def table(self, plies: int) -> Any:
        """For 0 to ``plies`` plies to play: by how much a lead counts, and how steep odds are."""
        table = np.zeros((plies + 1, 2))
        fill_odds(table, self.spread, self.horizon, self.growth)
        return table

    def _counts(self, plies: float) -> float:
        return 1.0 / (1.0 + (plies / self.horizon) * (plies / self.horizon))

    def _steep(self, plies: float) -> float:
        return float(1.0 / (self.spread * exp(self.growth * log(max(plies, 1.0)))))


def fill_odds(table: Any, spread: float, horizon: float, growth: float) -> None:
    """Fill ``LeadOdds.table``; compiled, it is the same to the bit."""
    for plies in range(len(table)):
        share = plies / horizon
        table[plies, 0] = 1.0 / (1.0 + share * share)
        table[plies, 1] = 1.0 / (spread * exp(growth * log(max(plies, 1.0))))


def certain(lead: float) -> Chances:
    """The chances of a player sure to win by ``lead``."""
    return Chances(float(lead > 0), float(lead == 0), float(lead < 0))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -700 else 0.0
