"""Random choices that are the same in every host: a seed from a text, an index by weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from livestone.core.random import below

# 64-bit FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
_OFFSET, _PRIME = 0xCBF29CE484222325, 0x100000001B3
# A random share is one of so many.
_SHARES = 1 << 30


def seed_of(text: str) -> int:
    """Return a seed for a text: the 64-bit FNV-1a hash of its UTF-8.

    >>> hex(seed_of("a"))
    '0xaf63dc4c8601ec8c'
    """
    found = _OFFSET
    for octet in text.encode():
        found = (found ^ octet) * _PRIME % 2**64
    return found


def draw(rng: Any, count: int) -> int:
    """Return a random integer from 0 to ``count`` - 1, in plain Python."""
    with np.errstate(over="ignore"):
        return int(below(rng, count))


def weighted(rng: Any, weights: Sequence[float]) -> int:
    """Return the index of one of some weights, each with a probability in proportion to it."""
    total = 0.0
    for weight in weights:
        total += weight
    left = draw(rng, _SHARES) / _SHARES * total
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0.0:
            return index
    return len(weights) - 1
