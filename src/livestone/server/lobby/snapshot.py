"""What everybody sees in the lobby, read once for all of them, about once a second at most."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from livestone.server.lobby.challenges import Challenge
from livestone.server.lobby.store import HouseBot, LobbyStore, Watched
from livestone.server.web.presence import Presence, Somebody

PAUSE = 1.0  # seconds between two looks at the database
CALM = 8.0  # who is here, and which games run, is news no more often than this
RECENT = 6 * 3600.0  # a game that nobody has moved in for so long is not worth watching
MOST_SHOWN = 12


@dataclass(frozen=True)
class Snapshot:
    """The lobby at one moment: ``read`` then (milliseconds), and so ``since`` an earlier one.

    ``challenges`` are all that are open, wishes included; ``leading`` tells for each owner to
    which game he is to be led; ``here`` are those who are here, ``watched`` the games to watch,
    ``house`` the house bots that are here.
    """

    read: int = 0
    since: int = 0
    challenges: tuple[Challenge, ...] = ()
    leading: dict[str, str] = field(default_factory=dict)
    here: tuple[Somebody, ...] = ()
    watched: tuple[Watched, ...] = ()
    watchers: dict[str, int] = field(default_factory=dict)
    house: tuple[HouseBot, ...] = ()


class Snapshots:
    """Keeps the newest snapshot, and wakes whoever waits for another."""

    def __init__(
        self, store: LobbyStore, presence: Presence, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._presence = presence
        self._clock = clock
        self._lock = asyncio.Lock()
        self._last = Snapshot()
        self._stale = True
        self._looked = self._calm = -float("inf")
        self.news = asyncio.Event()  # set, and replaced by another, once there is news

    @property
    def last(self) -> Snapshot:
        """The newest there is, however old; about a second while the server runs."""
        return self._last

    def stale(self, games: bool = False) -> None:
        """Have the next who asks look at the database, at the ``games`` to watch as well."""
        self._stale = True
        if games:
            self._calm = -float("inf")

    def wake(self) -> None:
        """Wake whoever waits for news."""
        self.news.set()
        self.news = asyncio.Event()

    async def fresh(self) -> Snapshot:
        """Return a snapshot that is a second old at most. Raises StorageError."""
        async with self._lock:
            now = time.monotonic()
            if self._stale or now - self._looked >= PAUSE:
                self._stale = False
                self._looked = now
                await self._look(now)
            return self._last

    async def _look(self, now: float) -> None:
        read, last = int(self._clock() * 1000), self._last
        challenges = tuple(await self._store.open())
        leading = {one.owner: one.game for one in await self._store.leading(read / 1000)}
        here, watched, watchers, house = last.here, last.watched, last.watchers, last.house
        if now - self._calm >= CALM:
            self._calm = now
            known = self._presence.here()
            here = tuple(known.values())
            house = tuple(bot for bot in await self._store.house() if bot.owner in known)
            found = await self._store.to_watch(read / 1000 - RECENT)
            found.sort(key=lambda one: (-one.strength, -one.changed))
            watched = tuple(found[:MOST_SHOWN])
            watchers = {one.game.id: len(self._presence.at(one.game.id)) for one in watched}
        made = Snapshot(read, last.since, challenges, leading, here, watched, watchers, house)
        if _content(made) != _content(last) or not last.read:
            self._last = replace(made, since=read)
            self.wake()
        else:
            self._last = made


def _content(one: Snapshot) -> object:
    """What makes two snapshots look the same; those who wait and their order are nobody's news."""
    return (
        {(challenge.id, challenge.version) for challenge in one.challenges},
        one.leading,
        {who.owner for who in one.here},
        [(watched.game.id, watched.version) for watched in one.watched],
        one.watchers,
        one.house,
    )
