"""The random generator: the same numbers everywhere, evenly spread."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from livestone.core.kernels import RANDOM, KernelContext, kernels
from livestone.core.random import below, seeded
from livestone.games import load

MASK = 2**64 - 1


def draw_kernel(context: KernelContext) -> Any:
    return context.below


def draws(seed: int, limits: list[int]) -> list[int]:
    rng = seeded(seed)
    with np.errstate(over="ignore"):
        return [int(below(rng, limit)) for limit in limits]


def splitmix(state: int) -> int:
    """The next word of splitmix64 (Steele, Lea, Flood 2014) in whole Python integers."""
    word = state & MASK
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & MASK
    return word ^ (word >> 31)


@given(st.integers(), st.lists(st.integers(1, 2**32 - 1), max_size=20))
def test_it_is_splitmix64(seed: int, limits: list[int]) -> None:
    state = int(seeded(seed)[0])
    wanted = []
    for limit in limits:
        state += 0x9E3779B97F4A7C15
        wanted.append((splitmix(state) >> 32) * limit >> 32)
    assert draws(seed, limits) == wanted


def test_splitmix64_itself() -> None:
    """The first word for seed 0, as published with the algorithm."""
    assert splitmix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF


def test_compiled_draws_are_the_same() -> None:
    built = kernels(load("shuttle"))
    compiled = built.build(draw_kernel, RANDOM, numba.int64)
    rng = seeded(7)
    limits = [*range(1, 60), 2**31, 2**32 - 1]
    assert [compiled(rng, limit) for limit in limits] == draws(7, limits)


def test_seeds_differ() -> None:
    assert len({int(seeded(seed)[0]) for seed in range(-500, 500)}) == 1000
