"""Average results of moves over all playouts, wherever they were played.

In long playouts a move that has done well is a better guess at what players do than a random one
(move-average sampling: Finnsson and Björnsson, AAAI 2008). Averages are one array for a search:
``[move, player, COUNT or SUM]``.
"""

from __future__ import annotations

from typing import Any

from livestone.core.kernels import KernelContext

# How often a player made a move, and what that has brought in sum.
COUNT, SUM = 0, 1


def choosing(context: KernelContext) -> Any:
    """``best(s, moves, n, averages, rng)``: the index of a move, by its average."""
    below = context.below

    @context.jit
    def best(s: Any, moves: Any, n: int, averages: Any, rng: Any) -> Any:
        """The move that has brought its player most so far; one that is new promises a win."""
        mover, begin = s.mover, below(rng, n)
        found, highest = begin, -1.0
        for step in range(n):
            index = (begin + step) % n
            count = averages[moves[index], mover, COUNT]
            worth = averages[moves[index], mover, SUM] / count if count > 0.0 else 1.0
            if worth > highest:
                found, highest = index, worth
        return found

    return best


def learning(context: KernelContext) -> Any:
    """``learn(averages, tree, path, length, played, plies, value)``."""

    @context.jit
    def add(averages: Any, move: int, mover: int, value: Any) -> None:
        averages[move, mover, COUNT] += 1.0
        averages[move, mover, SUM] += value[mover]

    @context.jit
    def learn(
        averages: Any, tree: Any, path: Any, length: int, played: Any, plies: int, value: Any
    ) -> None:
        """Tell of every move on the way and in the playout what came of it."""
        for depth in range(1, length):
            add(averages, tree[path[depth]].move, tree[path[depth - 1]].mover, value)
        for ply in range(plies):
            add(averages, played[ply, 0], played[ply, 1], value)

    return learn
