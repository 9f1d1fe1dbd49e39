"""Limits of a player's process, and faults that lose a game."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from livestone.errors import LivestoneError
from livestone.ranges import check_number, check_whole

MARGIN = 0.05
NO_ENGINE = "may not be imported here: players do without Livestone's engine"
BOX = "/player"  # the folder of a player in a sandbox


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


def lacking() -> str:
    """What this system does not limit for a player's process, in words; maybe nothing."""
    try:
        import resource  # noqa: F401
    except ImportError:
        return "memory, CPU time and size of files"
    return "memory" if sys.platform == "darwin" else ""


class Clocks:
    """Every seat's clock: the seconds that are ``left``, and a ``bonus`` after each move.

    ``MARGIN`` is forgiven: what it takes to tell a move is no thinking.
    """

    def __init__(self, seats: int, seconds: float, bonus: float = 0.0) -> None:
        self.left = [seconds] * seats
        self.bonus = bonus
        self._told = f"{seconds:g} s for the game" + (f" and {bonus:g} s a move" if bonus else "")

    def took(self, seat: int, seconds: float) -> None:
        """Count the time of a move. Raises Fault."""
        self.left[seat] -= seconds
        if self.left[seat] < -MARGIN:
            raise Fault("timeout", f"it ran out of time, {self._told}")
        self.left[seat] = max(0.0, self.left[seat]) + self.bonus


class Killed(LivestoneError):
    """A player's process was ended by someone else, who is not at fault for the player's loss."""

    code = "killed"


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
