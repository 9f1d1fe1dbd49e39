"""How fast a game's rules are, function by function."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from livestone.conformance.cases import looks
from livestone.core.game import Game
from livestone.core.kernels import KernelContext, kernels
from livestone.core.playouts import MAX_PLIES, random_games
from livestone.core.random import seeded

# A function that takes longer than this is called slow, in seconds; those of the games here take a
# tenth of it.
SLOW = 10e-6
# Calls are repeated for so long, in seconds; the best of some rounds counts.
ROUND, ROUNDS = 0.02, 5


class Timing(NamedTuple):
    """What a function takes, in seconds, at positions of a random game."""

    name: str
    seconds: float

    @property
    def slow(self) -> bool:
        """Whether that is worth a look."""
        return self.seconds > SLOW


def plies_a_second(game: Game, seconds: float = 1.0) -> float:
    """How many plies of random games the compiled rules play in a second."""
    play, stack = random_games(kernels(game)), game.layout.array(2)
    kernels(game).rule("start")(stack[0])
    wins, rng = np.zeros(game.players + 1), seeded(1)
    begun, plies = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        plies += play(stack, 16, MAX_PLIES, rng, wins)
    return plies / (time.perf_counter() - begun)


def timings(game: Game) -> Iterator[Timing]:
    """Yield how long each compiled rule takes, what a call from Python takes left out."""
    built, states = kernels(game), [state for state in looks(game) if not state.over]
    out, score = np.zeros(game.max_moves + 1, np.int32), np.zeros(game.players)
    records = game.layout.array(len(states))
    nothing = built.build(nothing_kernel, built.record)

    def seconds(call: Callable[[int], object]) -> float:
        return min(_once(call, len(states)) for _ in range(ROUNDS))

    def copied(at: int) -> object:
        records[at] = states[at].position
        return records[at]

    empty = seconds(lambda at: nothing(copied(at)))
    moves, play, outcome = (built.rule(name) for name in ("moves", "play", "outcome"))
    calls: dict[str, Callable[[int], object]] = {
        "moves": lambda at: moves(copied(at), out),
        "play": lambda at: play(copied(at), states[at].unsorted[0]),
        "outcome": lambda at: outcome(copied(at), score),
    }
    if game.plain_search.evaluate:
        evaluate = built.rule("evaluate")
        calls["evaluate"] = lambda at: evaluate(copied(at), score)
    for name, call in calls.items():
        yield Timing(name, max(0.0, seconds(call) - empty))


def nothing_kernel(context: KernelContext) -> Callable[..., Any]:
    """A function that does nothing with a position."""

    def nothing(s: Any) -> None:
        pass

    return nothing


def _once(call: Callable[[int], object], count: int) -> float:
    begun, calls = time.perf_counter(), 0
    while time.perf_counter() - begun < ROUND:
        for at in range(count):
            call(at)
        calls += count
    return (time.perf_counter() - begun) / calls
