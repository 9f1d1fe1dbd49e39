"""Fitting weights to positions: least squares, with every weight held where it was.

A judgement is a sum of weights (:class:`livestone.core.learning.Features`), so the best weights
solve a linear system. It has one row a weight and is never written down: conjugate gradients
(Hestenes and Stiefel 1952), scaled by the diagonal, need only products with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from livestone.core.learning import Features

STEPS = 30
# How many positions are multiplied at once, for memory's sake.
_CHUNK = 1 << 14
# What is left of the error when more steps would change nothing.
_ENOUGH = 1e-5


class Fitted(NamedTuple):
    """Weights, and the mean squared error on the positions they were fitted to, step by step."""

    weights: Any
    losses: tuple[float, ...]


def fit(
    features: Features,
    target: Any,
    weights: Any,
    stiffness: Any,
    *,
    steps: int = STEPS,
    progress: Callable[[int, int], None] = lambda step, steps: None,
) -> Fitted:
    """Return weights whose sums come closer to the ``target`` of each position, in points.

    ``stiffness`` times the squared change of a weight is added to the squared errors.
    """
    start = weights.astype(np.float64)
    change = np.zeros_like(start)
    error = target - judge(features, weights)
    losses = [_mean_square(error)]
    scale = 1 / (_squares(features, len(start)) + stiffness)
    rest = _gather(features, error, len(start))
    towards = rest * scale
    gain = first = float(rest @ towards)
    for step in range(steps):
        if gain <= first * _ENOUGH:
            break
        seen = judge(features, towards)
        bent = _gather(features, seen, len(start)) + stiffness * towards
        length = gain / float(towards @ bent)
        change += length * towards
        error = error - length * seen
        rest -= length * bent
        losses.append(_mean_square(error))
        scaled = rest * scale
        before, gain = gain, float(rest @ scaled)
        towards = scaled + gain / before * towards
        progress(step + 1, steps)
    return Fitted((start + change).astype(np.float32), tuple(losses))


def judge(features: Features, weights: Any) -> Any:
    """What these weights think of each position: player 0's lead in points."""
    parts = [
        np.einsum("ij,ij->i", factor, weights[index], dtype=np.float64)
        for index, factor in _chunks(features)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


def loss(features: Features, target: Any, weights: Any) -> float:
    """The mean squared error of a judgement."""
    return _mean_square(target - judge(features, weights))


def _mean_square(error: Any) -> float:
    return float(np.mean(np.square(error))) if len(error) else 0.0


def _gather(features: Features, values: Any, count: int) -> Any:
    """For each weight the sum of the values of the positions it counts in, times its factors."""
    total, begin = np.zeros(count), 0
    for index, factor in _chunks(features):
        part = factor * values[begin : begin + len(index), None]
        total += np.bincount(index.ravel(), part.ravel(), count)
        begin += len(index)
    return total


def _squares(features: Features, count: int) -> Any:
    total = np.zeros(count)
    for index, factor in _chunks(features):
        total += np.bincount(index.ravel(), np.square(factor, dtype=float).ravel(), count)
    return total


def _chunks(features: Features) -> Iterator[tuple[Any, Any]]:
    for begin in range(0, len(features.index), _CHUNK):
        part = slice(begin, begin + _CHUNK)
        yield features.index[part], features.factor[part]
