"""A small random generator that runs compiled and uncompiled alike: splitmix64 in one word.

The state is a one-element uint64 array, so the same seed gives the same numbers on every machine.
"""

from __future__ import annotations

from typing import Any

import numpy as np

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


def seeded(seed: int) -> Any:
    """Return a generator state for an integer seed (a uint64 array of length 1)."""
    return np.array([(seed * 0x2545F4914F6CDD1D + 0x9E3779B97F4A7C15) % 2**64], dtype=np.uint64)


def below(rng: Any, limit: Any) -> Any:
    """Return a random integer from 0 to ``limit`` - 1; ``limit`` is positive and below 2**32.

    Uncompiled, call it under ``np.errstate(over="ignore")``: the arithmetic wraps on purpose.
    """
    rng[0] += STEP
    word = rng[0]
    word = (word ^ (word >> _30)) * MIX_A
    word = (word ^ (word >> _27)) * MIX_B
    word = (word ^ (word >> _31)) >> _32
    return np.int64((word * np.uint64(limit)) >> _32)
