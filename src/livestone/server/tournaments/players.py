"""What the runner of tournaments needs of players, at a socket or in a class."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from livestone.core.game import Game
from livestone.freeplay.table import Played
from livestone.server.freeplay.limits import Clock
from livestone.server.freeplay.player import Changes


class RunningGame(Protocol):
    """A game while it is played; ``versions`` are those of its players' files, if they have any."""

    id: str
    game: Game
    begun: float

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def moves(self) -> Sequence[str]: ...
    @property
    def seconds(self) -> Sequence[float]: ...
    @property
    def movers(self) -> Sequence[int] | None:
        """The seat of each ply; None: they move in turn."""
        ...

    @property
    def versions(self) -> list[int | None] | None: ...
    @property
    def mover(self) -> int | None: ...

    def left_of(self, seat: int) -> float:
        """The seconds that a seat has now for the rest of the game."""
        ...


class Players(Protocol):
    """Who can play: ``changes`` counts all but moves, ``moves`` those.

    Those who are not entrants of a tournament may ``enter_late``, unless its entrants were chosen.
    """

    changes: Changes

    @property
    def enter_late(self) -> bool: ...
    @property
    def games(self) -> Mapping[str, RunningGame]: ...
    @property
    def moves(self) -> int: ...
    @property
    def present(self) -> frozenset[str]: ...
    @property
    def free(self) -> frozenset[str]: ...

    async def play(
        self,
        names: tuple[str, ...],
        game: Game,
        clock: Clock,
        *,
        words: str = "",
        save: Callable[[RunningGame, Played], Awaitable[None]] | None = None,
    ) -> Played:
        """Play a game, which is given to ``save`` before anyone hears the result.

        Raises Unavailable.
        """
        ...

    async def message(self, name: str, text: str) -> None:
        """Send a player a message. Raises Unavailable."""
        ...

    def disconnect(self, name: str, words: str) -> None:
        """Disconnect a player, who loses the game that they play. Raises Unavailable."""
        ...

    def rest(self, name: str) -> float:
        """How many times as long as usual a player rests between games of the ladder."""
        ...
