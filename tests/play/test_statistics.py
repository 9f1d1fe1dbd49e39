"""Statistics against known values: textbooks, brute force, and other libraries' figures."""

from __future__ import annotations

import math
import statistics as standard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livestone.play.statistics import (
    changes,
    decided,
    elo,
    elo_gap,
    histogram,
    leaders,
    quantile,
    resample,
    share,
    summary,
)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.value == count / of


def test_a_share_of_nothing_and_no_share() -> None:
    nothing = share(0, 0)
    assert (nothing.value, nothing.low, nothing.high) == (0.0, 0.0, 1.0)
    for count, of in ((3, 2), (-1, 2)):
        with pytest.raises(ValueError, match="is no share"):
            share(count, of)


@given(st.integers(0, 300), st.integers(1, 300))
def test_intervals_are_symmetric_and_hold_the_share(count: int, more: int) -> None:
    of = count + more
    found, other = share(count, of), share(of - count, of)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert math.isclose(found.low, 1 - other.high, abs_tol=1e-12)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=40))
def test_a_summary_agrees_with_the_standard_library(values: list[int]) -> None:
    found = summary(values)
    assert found is not None
    quartiles = standard.quantiles(values, n=4, method="inclusive")
    assert [found.low, found.median, found.high] == pytest.approx(quartiles)
    assert (found.n, found.least, found.most) == (len(values), min(values), max(values))
    assert found.mean == pytest.approx(standard.mean(values))


def test_summaries_of_little() -> None:
    assert summary([]) is None
    assert summary([7]) == summary([7.0])
    assert quantile([1.0, 2.0], 1.0) == 2.0


def test_elo() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.2) == pytest.approx(-elo(0.8))
    # Three at the table: one of ten times the strength wins ten of twelve.
    assert elo(10 / 12, players=3) == pytest.approx(400)
    assert (elo(0.0), elo(1.0)) == (-math.inf, math.inf)
    gap = elo_gap(share(75, 100), doublings=2)
    assert gap.value == pytest.approx(elo(0.75) / 2)
    assert gap.low < gap.value < gap.high
    assert elo_gap(share(5, 5)).value == math.inf


def test_the_lead_is_kept_until_another_takes_it() -> None:
    values = [(0.5, 0.5), (0.7, 0.3), (0.45, 0.55), (0.3, 0.7), (0.5, 0.5)]
    assert leaders(values, 0.2) == [None, 0, 0, 1, 1]
    assert leaders(values, 0.05) == [None, 0, 1, 1, 1]
    assert leaders([(0.2, 0.5, 0.3), (0.4, 0.35, 0.25)], 0.1) == [1, 1]
    assert leaders([], 0.1) == []


def test_changes_and_when_it_was_decided() -> None:
    assert changes([None, None]) == 0
    assert changes([0, 1, 0, 1]) == 3
    assert decided([None, 0, 1, 1], 1) == 0.5
    assert decided([1, 1], 1) == 0.0
    assert decided([1, 0], 1) == 1.0
    assert decided([], 0) == 0.0


@given(st.lists(st.integers(0, 500), min_size=1, max_size=60), st.integers(1, 30))
def test_a_histogram_counts_everything_once(values: list[int], bins: int) -> None:
    start, width, counts = histogram(values, bins)
    assert len(counts) <= bins
    assert sum(counts) == len(values)
    assert counts[0] > 0 or start <= min(values)
    assert start % width == 0
    for at, count in enumerate(counts):
        low = start + at * width
        assert count == sum(low <= value < low + width for value in values)


def test_histograms_of_little() -> None:
    assert histogram([], 5) == (0, 1, [])
    assert histogram([64, 64], 5) == (64, 1, [2])


def test_resampling_keeps_the_first_and_the_last() -> None:
    assert resample([1.0, 2.0, 3.0], 3) == [1.0, 2.0, 3.0]
    assert resample([1.0], 3) == [1.0, 1.0, 1.0]
    assert resample([float(n) for n in range(100)], 4) == [0.0, 25.0, 50.0, 75.0]
