"""Sequential probability ratio test: which of two strengths a match's results speak for.

Games come in pairs with the same opening and seats changed, and a pair brings 0, ½, 1, 1½ or 2
points. As fishtest does it (``LLR_logistic`` in its ``stats/LLRcalc.py``), the log-likelihood ratio
compares the distribution of these five that is likeliest among those with the score of ``elo1``
with the likeliest among those with the score of ``elo0``; how to find these is proposition 1.1 of
Michel Van den Bergh's https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf. Bounds are
Wald's (1945). Elo is logistic: a score is ``1 / (1 + 10 ** (-elo / 400))``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from livestone.copying import Independent
from livestone.errors import BadRequest
from livestone.play.statistics import ELO, Gap, Z, elo
from livestone.ranges import check_number

# How often either answer may be wrong, and how often at most.
ERROR, MAX_ERROR = 0.05, 0.49
# What a pair can bring, as a part of 2 points.
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
# What has never happened yet counts so much: fishtest's way to keep it possible.
_NEVER = 1e-3
# Halving an interval so often leaves nothing of it.
_HALVINGS = 60


class Sprt(Independent):
    """A test that goes on pair by pair until its bounds are reached; what comes then is ignored.

    ``verdict`` is ``H0`` (the first player is about ``elo0`` stronger than the other, or less),
    ``H1`` (about ``elo1``, or more), or None. Raises BadRequest.

    >>> test = Sprt(0, 20)
    >>> for share in (1, 2, 1.5, 1, 2) * 20:
    ...     test.add(share)
    >>> test.verdict, test.counts
    ('H1', [0, 0, 21, 11, 21])
    """

    def __init__(self, elo0: float, elo1: float, error: float = ERROR) -> None:
        check_number("elo1", elo1, elo0, above=True)
        self.elo0, self.elo1 = elo0, elo1
        check_number("error", error, 0, MAX_ERROR, above=True)
        self.bounds = bounds(error, error)
        self.counts = [0] * len(SHARES)
        self.llr = 0.0

    @property
    def pairs(self) -> int:
        """How many pairs of games count."""
        return sum(self.counts)

    @property
    def verdict(self) -> str | None:
        """The answer, if there is one."""
        low, high = self.bounds
        return "H0" if self.llr <= low else "H1" if self.llr >= high else None

    @property
    def gap(self) -> Gap:
        """The Elo by which the first player leads, with 95 % bounds, as if the test had no end.

        A test that ends when it has an answer makes the estimate a little too far from even.
        """
        return gap(self.counts)

    def add(self, share: float | Fraction) -> None:
        """Count a pair of games by the points of the first player, 0 to 2. Raises BadRequest."""
        at = 2 * share
        if at not in range(len(SHARES)):
            raise BadRequest(f"{share} points of two games are impossible: a pair brings 0 to 2")
        if self.verdict is None:
            self.counts[int(at)] += 1
            self.llr = llr(self.counts, self.elo0, self.elo1)


def bounds(alpha: float = ERROR, beta: float = ERROR) -> tuple[float, float]:
    """Return where a test ends that may wrongly take ``elo1``, and wrongly ``elo0``, so often.

    >>> [round(bound, 2) for bound in bounds(0.05, 0.05)]
    [-2.94, 2.94]
    """
    for name, value in (("alpha", alpha), ("beta", beta)):
        check_number(name, value, 0, MAX_ERROR, above=True)
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def llr(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of ``elo1`` against ``elo0`` after these pairs.

    ``counts`` are those of 0, ½, 1, 1½ and 2 points. It is 0 without any.
    """
    if not sum(counts):
        return 0.0
    kept = [count or _NEVER for count in counts]
    total = sum(kept)
    odds = [count / total for count in kept]
    one, other = (_likeliest(odds, score(elo1)), _likeliest(odds, score(elo0)))
    return sum(count * math.log(p / q) for count, p, q in zip(kept, one, other, strict=True))


def score(gap: float) -> float:
    """Return what a player who leads by so much Elo scores on average, 0 to 1.

    >>> score(0), round(score(191), 2)
    (0.5, 0.75)
    """
    return 1 / (1 + 10 ** (-gap / ELO))


def gap(counts: Sequence[float]) -> Gap:
    """Return the lead in Elo that pairs of games show, with 95 % bounds from how much they vary."""
    total = sum(counts)
    if not total:
        return Gap(0.0, -math.inf, math.inf)
    parts = [count / total for count in counts]
    mean = sum(part * share for part, share in zip(parts, SHARES, strict=True))
    spread = sum(part * (share - mean) ** 2 for part, share in zip(parts, SHARES, strict=True))
    error = Z * math.sqrt(spread / total)
    return Gap(elo(mean), elo(mean - error), elo(mean + error))


def _likeliest(odds: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean under which what was seen is likeliest.

    It is ``p / (1 + x * (share - mean))`` with the ``x`` that makes the mean right; what has to
    become 0 for that falls all the way between two poles.
    """
    places = [share - mean for share in SHARES]
    low, high = -1 / places[-1], -1 / places[0]
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(p * place / (1 + x * place) for p, place in zip(odds, places, strict=True)) > 0:
            low = x
        else:
            high = x
    return [p / (1 + x * place) for p, place in zip(odds, places, strict=True)]
