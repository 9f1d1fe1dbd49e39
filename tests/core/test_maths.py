"""``exp`` and ``log`` of our own: near those of the system, and the same bits everywhere."""

import math
import sys

import numba
import numpy as np
import pytest

from livestone.core import compiling  # noqa: F401  (tells Numba of them)
from livestone.core.maths import exp, log

NEAR = 1e-12


@numba.njit(error_model="numpy")
def compiled_exp(numbers: np.ndarray, found: np.ndarray) -> None:
    for at in range(len(numbers)):
        found[at] = exp(numbers[at])


@numba.njit(error_model="numpy")
def compiled_log(numbers: np.ndarray, found: np.ndarray) -> None:
    for at in range(len(numbers)):
        found[at] = log(numbers[at])


def test_exp_is_near_and_the_same_when_compiled() -> None:
    rng = np.random.default_rng(1)
    numbers = np.concatenate([
        rng.uniform(-708, 709.7, 3000), rng.uniform(-1, 1, 3000), rng.normal(0, 1e-6, 1000),
        np.linspace(-745, -708, 200), [0.0, -0.0, 1e-320, 709.78, math.inf, -math.inf, math.nan],
    ])  # fmt: skip
    found = np.zeros_like(numbers)
    compiled_exp(numbers, found)
    for number, value in zip(numbers.tolist(), found.tolist(), strict=True):
        plain = exp(number)
        assert plain == value or (math.isnan(plain) and math.isnan(value))
        if math.isfinite(number):
            assert plain == pytest.approx(math.exp(number), rel=NEAR, abs=1e-322)


def test_log_is_near_and_the_same_when_compiled() -> None:
    rng = np.random.default_rng(2)
    numbers = np.concatenate([
        np.exp(rng.uniform(-700, 709, 3000)), rng.uniform(0.5, 2, 3000),
        1 + rng.normal(0, 1e-6, 1000), np.arange(1.0, 3000.0), [5e-324, 1e-310, math.inf],
        [sys.float_info.max, sys.float_info.min, 0.0, -0.0, -1.0, -math.inf, math.nan],
    ])  # fmt: skip
    found = np.zeros_like(numbers)
    compiled_log(numbers, found)
    for number, value in zip(numbers.tolist(), found.tolist(), strict=True):
        plain = log(number)
        assert plain == value or (math.isnan(plain) and math.isnan(value))
        if number > 0:
            assert plain == pytest.approx(math.log(number), rel=NEAR, abs=0)


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
