from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from livestone.core.learning import Features
from livestone.training.fit import fit, judge, loss


def some(seed: int, count: int, weights: int) -> Features:
    dice = np.random.default_rng(seed)
    index = dice.integers(0, weights, (count, 5)).astype(np.int32)
    return Features(index, dice.integers(-2, 3, (count, 5)).astype(np.int8))


def dense(features: Features, weights: int) -> np.ndarray:
    matrix = np.zeros((len(features.index), weights))
    for row, (index, factor) in enumerate(zip(*features, strict=True)):
        np.add.at(matrix[row], index, factor)
    return matrix


@given(seed=st.integers(0, 10**6), count=st.integers(1, 60), weights=st.integers(1, 12))
def test_it_solves_the_linear_system(seed: int, count: int, weights: int) -> None:
    features, dice = some(seed, count, weights), np.random.default_rng(seed)
    target, old = dice.normal(size=count), dice.normal(size=weights).astype(np.float32)
    stiffness = dice.uniform(0.5, 30, weights)
    matrix = dense(features, weights)
    assert judge(features, old) == pytest.approx(matrix @ old, abs=1e-5)
    exact = old + np.linalg.solve(
        matrix.T @ matrix + np.diag(stiffness), matrix.T @ (target - matrix @ old)
    )
    fitted = fit(features, target, old, stiffness, steps=60)
    assert fitted.weights == pytest.approx(exact, abs=2e-2)
    assert fitted.losses[0] == pytest.approx(loss(features, target, old))
    assert fitted.losses[-1] == pytest.approx(loss(features, target, fitted.weights), abs=1e-4)


def test_a_stiff_weight_goes_half_way_after_so_many_positions() -> None:
    features = Features(np.zeros((50, 1), np.int32), np.ones((50, 1), np.int8))
    fitted = fit(features, np.full(50, 2.0), np.zeros(1, np.float32), np.array([50.0]))
    assert fitted.weights.tolist() == pytest.approx([1.0])


def test_weights_that_nothing_speaks_about_stay(capsys: pytest.CaptureFixture[str]) -> None:
    features = Features(np.full((9, 2), 1, np.int32), np.array([[1, 0]] * 9, np.int8))
    told: list[tuple[int, int]] = []
    old = np.array([3.0, 0.0, -2.0], np.float32)
    fitted = fit(features, np.ones(9), old, np.ones(3), progress=lambda *at: told.append(at))
    assert fitted.weights.tolist() == pytest.approx([3.0, 0.9, -2.0])
    assert told


def test_more_positions_than_are_multiplied_at_once() -> None:
    features, truth = some(1, 40_000, 30), np.random.default_rng(2).normal(size=30)
    target = judge(features, truth)
    fitted = fit(features, target, np.zeros(30, np.float32), np.full(30, 0.1))
    assert fitted.weights == pytest.approx(truth, abs=1e-2)
    assert fitted.losses[-1] < 1e-3 < fitted.losses[0]
