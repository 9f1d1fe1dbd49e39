"""``exp`` and ``log`` of our own: near those of the system, and the same bits everywhere."""

import math
import sys
from collections.abc import Callable

import numba
import numpy as np
import pytest

from livestone.core import kernels  # noqa: F401  (tells Numba of them)
from livestone.core.maths import exp, log

NEAR = 1e-12


RNG = np.random.default_rng(1)
EXPONENTS = np.concatenate([
    RNG.uniform(-708, 709.7, 3000), RNG.uniform(-1, 1, 3000), RNG.normal(0, 1e-6, 1000),
    np.linspace(-745, -708, 200), [0.0, -0.0, 1e-320, 709.78, math.inf, -math.inf, math.nan],
])  # fmt: skip
POWERS = np.concatenate([
    np.exp(RNG.uniform(-700, 709, 3000)), RNG.uniform(0.5, 2, 3000),
    1 + RNG.normal(0, 1e-6, 1000), np.arange(1.0, 3000.0), [5e-324, 1e-310, math.inf],
    [sys.float_info.max, sys.float_info.min, 0.0, -0.0, -1.0, -math.inf, math.nan],
])  # fmt: skip


@pytest.mark.parametrize(
    ("ours", "theirs", "numbers", "least"),
    [(exp, math.exp, EXPONENTS, 1e-322), (log, math.log, POWERS, 0.0)],
    ids=["exp", "log"],
)
def test_they_are_near_and_the_same_when_compiled(
    ours: Callable[[float], float],
    theirs: Callable[[float], float],
    numbers: np.ndarray,
    least: float,
) -> None:
    @numba.njit(error_model="numpy")
    def compiled(numbers: np.ndarray, found: np.ndarray) -> None:
        for at in range(len(numbers)):
            found[at] = ours(numbers[at])

    found = np.zeros_like(numbers)
    compiled(numbers, found)
    for number, value in zip(numbers.tolist(), found.tolist(), strict=True):
        plain = ours(number)
        assert plain == value or (math.isnan(plain) and math.isnan(value))
        if math.isfinite(number) if ours is exp else number > 0:
            assert plain == pytest.approx(theirs(number), rel=NEAR, abs=least)


def test_where_the_system_raises_they_have_a_value() -> None:
    assert exp(1000.0) == math.inf
    assert exp(-1000.0) == 0.0
    assert exp(-math.inf) == 0.0
    assert math.isnan(exp(math.nan))
    assert log(0.0) == -math.inf
    assert math.isnan(log(-1.0))
    assert log(math.inf) == math.inf


def test_whole_numbers_and_exact_values() -> None:
    assert (exp(0), log(1)) == (1.0, 0.0)
    assert log(2) == math.log(2)
    assert exp(1) == math.e
