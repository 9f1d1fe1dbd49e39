"""How far pieces still are from filling a zone: each hole in it has a piece of its own to come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from livestone.boards.board import IntTable

# How often pieces are looked at again for a better exchange of their holes.
ROUNDS = 3


def filling(costs: IntTable, goal: Sequence[int], code: int, jit: Callable[[Any], Any]) -> Any:
    """``to_go(cells, places) -> cost`` for the pieces ``code`` on ``places``, as many as holes.

    ``costs`` says what a piece's way counts, as [site, hole], 0 from a hole to itself: its steps,
    for example. Pieces within the goal count as home, for no exchange would make the way shorter.
    The others are given the holes one by one, the nearest first, and exchange them while that
    costs less: next to the cheapest way there is. Others' pieces are no obstacle. ``jit``
    compiles, or does nothing.
    """
    holes = np.array(goal)
    steps = costs.astype(np.int32)
    inside = steps.min(axis=1) == 0
    most = len(holes)

    @jit
    def exchange(out: Any, to: Any, n: int) -> bool:
        better = False
        for one in range(n):
            mine, goal = out[one], to[one]
            for other in range(one + 1, n):
                apart = steps[mine, goal] + steps[out[other], to[other]]
                if steps[mine, to[other]] + steps[out[other], goal] < apart:
                    out[one], out[other] = out[other], mine
                    mine = out[one]
                    better = True
        return better

    @jit
    def to_go(cells: Any, places: Any) -> int:
        # Unsigned, so that compiled code need not ask whether an index counts from the end.
        both = np.zeros((2, most + 1), np.uint32)
        out, to = both[0], both[1]
        n, left = 0, 0
        for at in range(most):
            out[n] = places[at]
            n += not inside[places[at]]
            to[left] = at
            left += cells[holes[at]] != code
        for one in range(n):
            nearest, least = one, steps[out[one], to[one]]
            for other in range(one + 1, n):
                way = steps[out[other], to[one]]
                if way < least:
                    nearest, least = other, way
            out[one], out[nearest] = out[nearest], out[one]
        for _ in range(ROUNDS):
            if not exchange(out, to, n):
                break
        total = 0
        for one in range(n):
            total += steps[out[one], to[one]]
        return total

    return to_go
