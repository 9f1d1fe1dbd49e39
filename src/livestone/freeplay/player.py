"""What a learner derives from: one class with one method.

:class:`Player` plays Freedom and speaks of cells; :class:`GamePlayer` plays any game.
"""

from __future__ import annotations

import logging
import math
import random
import time
from collections.abc import Callable
from operator import methodcaller
from typing import TYPE_CHECKING, TypeVar

from livestone.freeplay.annotations import CellDraw, SiteDraw
from livestone.freeplay.board import Board

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.core.state import State

Kind = TypeVar("Kind")


class Player:
    """A player of Freedom: derive from it and write :meth:`move`.

    Every game is played by a fresh object. ``board`` is the board as it stands, a new one for each
    move; ``logger`` writes to the game's log, and ``draw`` on the board of those who look at the
    game later. All are there in ``__init__`` already.

    >>> class FirstFree(Player):
    ...     def move(self):
    ...         return self.board.legal[0]
    """

    board: Board
    logger: logging.Logger
    draw: CellDraw

    def move(self) -> tuple[int, int] | str:
        """Return ``(x, y)``, where to place a stone; or ``"pass"`` where ``board.may_pass``."""
        raise NotImplementedError("write a method move(self) that returns (x, y)")


class GamePlayer:
    """A player of any game: derive from it and write :meth:`move`.

    Every game is played by a fresh object. ``game`` is the game with its options, ``seat`` the
    index of your seat in ``game.seats``; ``logger`` writes to the game's log, and ``draw`` on the
    board of those who look at the game later. These are there in ``__init__`` already. ``moves``
    are the texts of all plies so far, as far as you may know them.

    >>> class FirstLegal(GamePlayer):
    ...     def move(self, state):
    ...         return state.legal[0]
    """

    game: Game
    seat: int
    logger: logging.Logger
    draw: SiteDraw
    moves: list[str]
    # When the move must be there, as ``time.monotonic()`` counts.
    deadline: float = math.inf
    _guessed: Callable[[State, int, int], State]

    def move(self, state: State) -> int | str:
        """Return one of ``state.legal``, or the text of one: one ply of your turn.

        ``state`` is yours to play on. In a game with secrets it shows what you may see, and its
        own plies begin with it; :meth:`guess` fills in the rest.
        """
        raise NotImplementedError("write a method move(self, state) that returns a legal move")

    def guess(self, state: State) -> State:
        """Return a copy in which what you cannot see is guessed, another guess each time."""
        return self._guessed(state, self.seat, random.getrandbits(63))

    @property
    def time_left(self) -> float:
        """The seconds you have left for this move; infinite without a limit."""
        return max(0.0, self.deadline - time.monotonic())


def make(kind: type[Kind], /, **first: object) -> Kind:
    """Return a player at the beginning of a game, with attributes set before anything else."""
    player = kind.__new__(kind)
    for name, value in first.items():
        setattr(player, name, value)
    methodcaller("__init__")(player)
    return player
