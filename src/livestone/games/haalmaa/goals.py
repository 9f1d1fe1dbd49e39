"""Who has reached their goal in Haalmaa, and the options that say when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from livestone.core.game import Jit, Position
from livestone.core.options import Option

EMPTY = 0

FULL_GOAL = Option(
    "full_goal", False, (False, True), "With eight pawns in a full goal its owner wins"
)
END = Option(
    "end",
    "majority",
    ("majority", "full"),
    "The game ends",
    {"majority": "at eight of the fifteen points", "full": "when all fifteen points are taken"},
)


def first_home(goals: Sequence[Sequence[int]], enough: int, jit: Jit) -> Any:
    """``winner(s)``: the player with a goal full of their own pawns, the last mover first, or -1.

    So many of their own are ``enough`` where the others in it are not theirs.
    """
    sites_of = np.array(goals)
    players, pawns = sites_of.shape
    full_goal = enough < pawns

    @jit
    def full(cells: Any, player: int) -> Any:
        taken = 0
        for at in range(pawns):
            taken += cells[sites_of[player, at]] != EMPTY
        return taken == pawns

    @jit
    def winner(s: Position) -> Any:
        for back in range(1, players + 1):
            player = (s.mover + players - back) % players
            home = s.home[player]
            if home == pawns or (full_goal and home >= enough and full(s.cells, player)):
                return player
        return -1

    return winner


def most_points(most: int, until: int, jit: Jit) -> Any:
    """``winner(s)``: the player who holds ``most`` points, once both hold ``until``, or -1."""

    @jit
    def winner(s: Position) -> Any:
        if s.home[0] + s.home[1] < until:
            return -1
        for player in range(2):
            if s.home[player] >= most:
                return player
        return -1

    return winner
