"""The last fault of each player's program, as the program told it: for its owner and the operator.

Kept in memory, since the next game tells of the next one.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass

MAX_FAULTS = 1_000  # players whose last fault is known


@dataclass(frozen=True)
class Fault:
    """What a player's program did wrong, as text of several lines; ``game`` is a game's id."""

    player: str
    at: float
    text: str
    game: str | None


class Faults:
    """The last fault of each player, the newest last."""

    def __init__(self) -> None:
        self._last: dict[str, Fault] = {}

    def keep(self, player: str, text: str, game: str | None) -> None:
        """Keep a fault in place of the player's last one; the oldest of too many is forgotten."""
        self._last.pop(player, None)
        self._last[player] = Fault(player, time.time(), text, game)
        while len(self._last) > MAX_FAULTS:
            del self._last[next(iter(self._last))]

    def of(self, players: Collection[str] | None) -> list[Fault]:
        """The faults of these players, or of all, the newest first."""
        found = reversed(self._last.values())
        return [one for one in found if players is None or one.player in players]
