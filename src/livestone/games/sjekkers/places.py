"""Lists of where the pieces of Sjekkers stand, so that nobody has to look for them.

``places`` lists each player's crossings in rising order, the wall after them; ``men`` counts them.
"""

from __future__ import annotations

from typing import Any

from livestone.boards.zones import enlist, relist
from livestone.core.game import Jit, Position
from livestone.games.sjekkers.board import DISK, SJEK, WALL

PIECES = 18


def listing(jit: Jit) -> tuple[Any, Any, Any]:
    """``fill(s)``, ``move(s, player, origin, target)`` and ``leave(s, player, site)``.

    They list all pieces afresh, put one elsewhere, and take one from the list.
    """
    replace, listed = jit(relist), jit(enlist)

    @jit
    def fill(s: Position) -> None:
        for player in range(2):
            disk, sjek = DISK + 2 * player, SJEK + 2 * player
            s.men[player] = listed(s.places[player], s.cells, disk, sjek)

    @jit
    def move(s: Position, player: int, origin: int, target: int) -> None:
        replace(s.places[player], origin, target)

    @jit
    def leave(s: Position, player: int, site: int) -> None:
        replace(s.places[player], site, WALL)
        s.men[player] -= 1

    return fill, move, leave
