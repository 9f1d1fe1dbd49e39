"""The records that UCT's kernels read and write: settings, nodes, and sums at the root."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

# ``explore``: weight of the exploration term; ``margin``: share of the points' lead in the value,
# 0 to 1; ``fresh``: as how many visits at its parent's value a move not yet tried counts;
# ``ripe``: a node gets children at this many visits; ``cut``: the longest playout in plies;
# ``wide``, ``widen``, ``theirs``: where moves have priors, a node looks at so many open
# ones, and at so many more times the root of its visits, the last where others move than at the
# root; ``proofs``: whether they travel up; ``averages``: the share of moves in playouts that have
# brought most so far.
SETTINGS = np.dtype(
    [
        ("explore", "f8"),
        ("margin", "f8"),
        ("fresh", "f8"),
        ("ripe", "i8"),
        ("cut", "i8"),
        ("wide", "f8"),
        ("widen", "f8"),
        ("theirs", "f8"),
        ("proofs", "i8"),
        ("averages", "f8"),
    ]
)
SETTINGS_TYPE = numba.from_dtype(SETTINGS)


def node_type(players: int, *more: tuple[str, str]) -> np.dtype[Any]:
    """The record of one node; ``more`` are fields of another kind of tree."""
    return np.dtype(
        [
            ("value", "f4", (players,)),
            ("visits", "i4"),
            ("move", "i4"),
            ("first", "i4"),
            ("children", "i4"),
            ("mover", "i1"),
            ("proved", "i1"),
            *more,
        ],
        align=True,
    )


def stats_type(players: int) -> np.dtype[Any]:
    """The sums for each move at the root: results of its visits, final points of its playouts."""
    return np.dtype(
        [
            ("results", "f8", (players,)),
            ("visits", "i8"),
            ("points", "f8", (players,)),
            ("playouts", "i8"),
        ]
    )
