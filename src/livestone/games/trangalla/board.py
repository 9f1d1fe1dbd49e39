"""The board of Trangalla: two tips, and the places between them in ranks of two to four."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Zone, drawn, straight

# How many places each rank has, the first rank first.
RANKS = (1, 2, 3, 4, 3, 4, 3, 2, 1)
SITES = sum(RANKS)
WALL = SITES
# Where each player's pieces begin, and the far tip that they have to reach.
HOMES = (("2a", "2b", "3a", "3b", "3c"), ("8a", "8b", "7a", "7b", "7c"))
TARGETS = ("9a", "1a")


@lru_cache
def tip_to_tip() -> Board:
    """The drawn board of 23 places, joined along three families of lines."""
    places = {
        f"{rank}{'abcd'[at]}": (2.0 * at - count + 1, float(rank))
        for rank, count in enumerate(RANKS, 1)
        for at in range(count)
    }
    number = list(places).index
    zones = {
        f"{colour}_target": Zone((number(target),), "target", colour)
        for colour, target in zip(("white", "black"), TARGETS, strict=True)
    }
    return drawn(places, straight(places, ((2, 0), (1, 1), (-1, 1))), zones)


def left_to_right() -> tuple[tuple[int, ...], ...]:
    """The symmetries that keep every place in its rank: the mirror of left and right."""
    board = tip_to_tip()
    ranks = [name[0] for name in board.names]
    return tuple(one for one in board.symmetries if [ranks[site] for site in one] == ranks)


def homes() -> Any:
    """``[player, at]``: the places where each player's pieces begin."""
    site = tip_to_tip().site
    return np.array([[site[name] for name in home] for home in HOMES], np.int32)


def targets() -> Any:
    """``[player]``: the tip that each player's King has to reach."""
    return np.array([tip_to_tip().site[name] for name in TARGETS], np.int32)
