"""Limits of a player's process, and faults that lose a game."""

from __future__ import annotations

from dataclasses import dataclass

from livestone.errors import LivestoneError
from livestone.ranges import check_number, check_whole


@dataclass(frozen=True)
class Limits:
    """The most a player's process may use.

    Seconds for a ``move``, for all moves of a ``game`` together, and to ``load`` the file and make
    a player; seconds of ``cpu`` time in a game, all threads together; ``megabytes`` of memory.
    """

    move: float = 5.0
    game: float = 120.0
    load: float = 30.0
    cpu: float = 150.0
    megabytes: int = 1024

    def __post_init__(self) -> None:
        for name in ("move", "game", "load", "cpu"):
            check_number(name, getattr(self, name), 0, above=True)
        check_whole("megabytes", self.megabytes, 1)


class Fault(LivestoneError):
    """What a player did that loses them the game.

    ``reason`` is a record's word for it: ``illegal``, ``timeout`` or ``failed``. The message says
    it on one line; ``details`` may have more, such as a traceback.
    """

    code = "player"

    def __init__(self, reason: str, message: str, details: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.details = details
