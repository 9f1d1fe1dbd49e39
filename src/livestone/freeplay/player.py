"""What a learner derives from: one class with one method."""

from __future__ import annotations

import logging
from typing import Any

from livestone.freeplay.board import Board


class Player:
    """A player of Freedom: derive from it and write :meth:`move`.

    Every game is played by a fresh object. ``board`` is the board as it stands, a new one for each
    move; ``logger`` writes to the game's log. Both are there in ``__init__`` already.

    >>> class FirstFree(Player):
    ...     def move(self):
    ...         return self.board.legal[0]
    """

    board: Board
    logger: logging.Logger

    def move(self) -> Any:
        """Return ``(x, y)``, where to place a stone; or ``"pass"`` where ``board.may_pass``."""
        raise NotImplementedError("write a method move(self) that returns (x, y)")


def make(kind: type[Player], board: Board, logger: logging.Logger) -> Player:
    """Return a player at the beginning of a game, ``board`` and ``logger`` set before anything."""
    player = kind.__new__(kind)
    player.board = board
    player.logger = logger
    player.__init__()  # type: ignore[misc]
    return player
