"""The way of pieces to the holes of a zone, against trying every order."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np

from livestone.boards import square
from livestone.boards.filling import filling
from livestone.boards.zones import distances


def test_the_way_is_almost_always_the_shortest() -> None:
    board, rng = square(6), Random(1)
    goal = [board.site[name] for name in ("a1", "b1", "c2", "f6", "e5")]
    steps = distances(board, goal)
    to_go = filling(steps.T, goal, 1, lambda function: function)
    longer = 0
    for _ in range(100):
        places = sorted(rng.sample(range(len(board)), len(goal)))
        cells = np.zeros(len(board) + 1, np.int8)
        cells[places] = 1
        shortest = min(
            sum(int(steps[hole, place]) for hole, place in enumerate(order))
            for order in permutations(places)
        )
        found = to_go(cells, np.array(places))
        assert found >= shortest
        longer += found > shortest
    assert longer <= 5
    cells = np.zeros(len(board) + 1, np.int8)
    cells[goal] = 1
    assert to_go(cells, np.array(sorted(goal))) == 0
