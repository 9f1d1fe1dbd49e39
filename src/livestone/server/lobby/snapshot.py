"""What every visitor sees in the lobby, read once for all of them, once a second at most."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from livestone.server.lobby.challenges import ChallengeRow
from livestone.server.lobby.store import HouseAccount, LobbyStore, PublicGame
from livestone.server.web.presence import Presence, VisitorIdentity

READ_SECONDS = 1.0  # between two reads of the challenges
SLOW_SECONDS = 8.0  # between two reads of who is here and which games run
RECENT = 6 * 3600.0  # a game without a move for so long is not worth watching
MAX_SHOWN = 12


@dataclass(frozen=True)
class Snapshot:
    """The lobby when it was ``read`` (milliseconds), the same as it was ``since`` then.

    ``challenges`` are all that are open, seeks included. ``begun`` has by owner the game that has
    begun for them and that they have not seen. ``here`` are those who are here, ``house`` the
    house bots among them, ``watched`` the games to watch with their ``watchers`` by id.
    """

    read: int = 0
    since: int = 0
    challenges: tuple[ChallengeRow, ...] = ()
    begun: dict[str, str] = field(default_factory=dict)
    here: tuple[VisitorIdentity, ...] = ()
    watched: tuple[PublicGame, ...] = ()
    watchers: dict[str, int] = field(default_factory=dict)
    house: tuple[HouseAccount, ...] = ()


class Snapshots:
    """Keeps the newest snapshot, and wakes all who wait for another."""

    def __init__(
        self, store: LobbyStore, presence: Presence, clock: Callable[[], float] = time.time
    ) -> None:
        self.last = Snapshot()  # the newest, about a second old while the server runs
        self.news = asyncio.Event()  # set, and replaced by another, once there is news
        self._store = store
        self._presence = presence
        self._clock = clock
        self._lock = asyncio.Lock()
        self._stale = True
        self._read = self._read_slow = -float("inf")

    def stale(self, games: bool = False) -> None:
        """Have the database read on the next call, with ``games`` those to watch as well."""
        self._stale = True
        if games:
            self._read_slow = -float("inf")

    def wake(self) -> None:
        self.news.set()
        self.news = asyncio.Event()

    async def fresh(self) -> Snapshot:
        """Return a snapshot that is a second old at most. Raises StorageError."""
        async with self._lock:
            now = time.monotonic()
            if self._stale or now - self._read >= READ_SECONDS:
                self._stale = False
                self._read = now
                await self._refresh(now)
            return self.last

    async def _refresh(self, now: float) -> None:
        read, last = int(self._clock() * 1000), self.last
        made = replace(
            last,
            read=read,
            challenges=tuple(await self._store.open()),
            begun=await self._store.begun(read / 1000),
        )
        if now - self._read_slow >= SLOW_SECONDS:
            self._read_slow = now
            here = self._presence.here()
            found = await self._store.to_watch(read / 1000 - RECENT)
            found.sort(key=lambda one: (-one.strength, -one.changed))
            watched = tuple(found[:MAX_SHOWN])
            made = replace(
                made,
                here=tuple(here.values()),
                house=tuple(bot for bot in await self._store.house() if bot.owner_id in here),
                watched=watched,
                watchers={one.game.id: self._watchers(one) for one in watched},
            )
        news = _content(made) != _content(last) or not last.read
        self.last = replace(made, since=read) if news else made
        if news:
            self.wake()

    def _watchers(self, one: PublicGame) -> int:
        players = {seat.owner_id for seat in one.seats}
        return len(self._presence.at(one.game.id) - players)


def _content(one: Snapshot) -> object:
    """What makes two snapshots look the same."""
    return (
        {(challenge.id, challenge.version) for challenge in one.challenges},
        one.begun,
        {who.owner_id for who in one.here},
        [(watched.game.id, watched.version) for watched in one.watched],
        one.watchers,
        one.house,
    )
