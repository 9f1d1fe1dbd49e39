"""The sequential test: values of other programs, the likelihood itself, and how often it errs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livestone.play.sprt import SHARES, Sprt, bounds, gap, llr, score


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "known"),
    [
        # From the tests of fastchess, "logistic pentanomial" 1 and 2, to two decimals.
        ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98),
    ],
)
def test_what_others_have_found(counts: list[int], elo0: float, elo1: float, known: float) -> None:
    assert llr(counts, elo0, elo1) == pytest.approx(known, abs=0.005)


def likelihood(counts: list[int], mean: float) -> float:
    """The largest log-likelihood of a distribution with this mean: Newton over its tilts.

    The distribution is written as exp(a + b share) reweighted; here it is found by projected
    gradient steps over the simplex, which shares nothing with the code under test.
    """
    shares, n = np.array(SHARES), np.array(counts, float)
    rows = np.vstack([np.ones(5), shares])
    p = np.full(5, 0.2)
    # Begin anywhere inside with the right mean: a mixture of the two ends and the middle.
    p = 0.2 * np.array([1, 1, 1, 1, 1]) / 1.0
    p = p + rows.T @ np.linalg.solve(rows @ rows.T, np.array([1.0, mean]) - rows @ p)
    p = np.clip(p, 1e-6, None)
    for _ in range(50):
        # One step of Newton for sum(n log p) under rows @ p = (1, mean).
        gradient, inverse = n / p, p * p / n
        right = np.array([1.0, mean]) - rows @ p
        multipliers = np.linalg.solve(
            rows @ (inverse[:, None] * rows.T), rows @ (inverse * gradient) - right
        )
        step = inverse * (gradient - rows.T @ multipliers)
        size = 1.0
        while np.any(p + size * step <= 0):
            size /= 2
        p = p + size * step
    return float(np.sum(n * np.log(p)))


@settings(max_examples=25)
@given(
    st.lists(st.integers(1, 60), min_size=5, max_size=5),
    st.floats(-60, 60),
    st.floats(1, 60),
)
def test_it_is_the_ratio_of_the_likeliest(counts: list[int], elo0: float, more: float) -> None:
    right = likelihood(counts, score(elo0 + more)) - likelihood(counts, score(elo0))
    assert llr(counts, elo0, elo0 + more) == pytest.approx(right, abs=1e-5)


@given(st.lists(st.integers(0, 30), min_size=5, max_size=5))
def test_turned_round_it_is_the_opposite(counts: list[int]) -> None:
    assert llr(counts, -10, 30) == pytest.approx(-llr(counts[::-1], -30, 10), abs=1e-9)
    assert math.isfinite(llr(counts, -10, 30))


def test_bounds() -> None:
    assert bounds() == pytest.approx((math.log(0.05 / 0.95), math.log(0.95 / 0.05)))
    low, high = bounds(0.01, 0.1)
    assert (low, high) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_the_lead_and_its_error() -> None:
    found = gap([10, 20, 40, 20, 10])
    assert found.value == pytest.approx(0)
    # The variance of a pair is 0.2 / 4 + 0.4 / 16 = 0.075 in shares, of 100 pairs.
    error = 1.959964 * math.sqrt(0.075 / 100)
    assert score(found.high) == pytest.approx(0.5 + error)
    assert score(found.low) == pytest.approx(0.5 - error)
    assert gap([0, 0, 0, 0, 5]).value == math.inf
    assert gap([0] * 5).low == -math.inf


def test_it_stops() -> None:
    test = Sprt(0, 50)
    assert (test.verdict, test.llr, test.pairs) == (None, 0.0, 0)
    for _ in range(200):
        test.add(1.5)
        test.add(1)
    assert test.verdict == "H1"
    pairs = test.pairs
    assert pairs < 100
    test.add(0)
    assert test.pairs == pairs
    for bad in (0.3, -1, 2.5):
        with pytest.raises(ValueError, match="impossible"):
            Sprt(0, 5).add(bad)
    with pytest.raises(ValueError, match="elo1 must be a number above"):
        Sprt(5, 5)


# Pairs with a mean of exactly elo0 and exactly elo1, and with draws as there are.
@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "H1"), (100.0, "H0")])
def test_it_errs_as_rarely_as_promised(elo: float, wrong: str) -> None:
    """150 matches under a seed: about 5 % end wrongly, where 9 % would be over two sigmas."""
    rng = np.random.default_rng(7)
    base = np.array([0.1, 0.2, 0.4, 0.2, 0.1])
    tilt = 0.0
    for _ in range(60):  # tilt it until the mean is right
        odds = base * np.exp(tilt * np.array(SHARES))
        odds /= odds.sum()
        tilt += 5 * (score(elo) - float(odds @ np.array(SHARES)))
    verdicts = []
    for _ in range(150):
        test = Sprt(0, 100)
        while test.verdict is None:
            test.add(2 * SHARES[rng.choice(5, p=odds)])
        verdicts.append(test.verdict)
    assert 0.005 < verdicts.count(wrong) / 150 < 0.09
