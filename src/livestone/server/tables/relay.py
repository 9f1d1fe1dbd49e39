"""The tables of one process in step with those of the others.

Listeners at a table here are told when it changes anywhere. A bot thinks in the process where
it was made its turn; the others show what that tells of its thoughts.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import convert
from sqlalchemy import select

from livestone.api.tables import Thinking
from livestone.errors import LivestoneError
from livestone.server.db.notifications import Notifications
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.games import games, seats
from livestone.server.tables.registry import TableRegistry
from livestone.server.tables.store import GameStore
from livestone.server.tables.table import Table
from livestone.server.web.events import Event
from livestone.server.web.rate_limit import RateLimit
from livestone.tasks import Tasks, repeat

TELL_SECONDS = 0.3  # between two words of a bot's thoughts
LATE_SECONDS = 20.0  # a bot's turn that lasts longer may be one of a process that has ended
RECENT = 7 * 24 * 3600.0  # games whose bots are asked again by themselves

log = logging.getLogger("livestone")


class Relay:
    """Joins a process's tables to the bus."""

    def __init__(self, registry: TableRegistry, store: GameStore, bus: Notifications) -> None:
        self._registry, self._store, self._bus = registry, store, bus
        # Which tables are to be read, and what was heard of them last.
        self._stale: dict[str, tuple[int, str]] = {}
        self._tasks = Tasks()
        self._last: dict[str, float] = {}
        self._attempts: Mapping[str, RateLimit] = {}
        registry.tell = self.tell
        registry.feed.tell = self._tell_owners
        bus.changed, bus.told, bus.back = self._changed, self._told, self._back

    async def start(self) -> None:
        await self._bus.start()

    def share(self, attempts: Mapping[str, RateLimit]) -> None:
        """Count attempts in all processes together."""
        self._attempts = attempts
        for name, one in attempts.items():
            one.tell = partial(self._tell_attempt, name)

    def _tell_attempt(self, name: str, what: str, key: str) -> None:
        self._bus.tell("", {"attempt": name, "what": what, "key": key})

    async def close(self) -> None:
        await self._bus.close()
        await self._tasks.close()

    def tell(self, table: Table, event: Event, owner_id: OwnerId | None) -> None:
        """Tell other processes of an event at a table, thoughts now and then only."""
        now = time.monotonic()
        if event.name == "thinking" and now - self._last.get(table.id, 0.0) < TELL_SECONDS:
            return
        if len(self._last) > 1000:
            self._last.clear()
        self._last[table.id] = now
        message = {"name": event.name, "version": event.id, "data": dict(event.data)}
        self._bus.tell(table.id, {**message, "to": owner_id})

    def _tell_owners(self, owners: Sequence[OwnerId], event: Event) -> None:
        self._bus.tell("", {"name": event.name, "data": dict(event.data), "owners": list(owners)})

    def _changed(self, game: str, version: int, bot: bool, since: float, said: str) -> None:
        self._registry.witness(since)
        table = self._registry.known(game)
        feed, new = self._registry.feed, table is None or table.version < version
        if new and table is not None and table.listeners:
            self._freshen(game, version, said)
            return
        if table is not None and new and not table.lock.locked():
            table.stop()  # a hint for what is over
        if new and feed.followed and not feed.knows(game, version, said):
            self._tasks.spawn(self._ask(game))

    def _told(self, game: str, message: dict[str, Any]) -> None:
        if (counted := self._attempts.get(message.get("attempt", ""))) is not None:
            counted.hear(message["what"], message["key"])
        for owner_id in message.get("owners", ()):
            self._registry.feed.publish(owner_id, Event(message["name"], 0, message["data"]))
        table = self._registry.known(game)
        if table is None or not game:
            return
        event = Event(message["name"], message["version"], message["data"])
        if event.name == "thinking" and message["to"] is None and event.id == table.version:
            table.thinking = convert(event.data, Thinking)
        elif event.name == "trouble" and event.id == table.version:
            table.trouble = event.data["message"]
        table.publish(event, message["to"])

    def _back(self) -> None:
        """Anything may have happened: tell everybody to look again."""
        for table in self._registry.every():
            if table.listeners:
                table.publish(table.change())
                self._freshen(table.id)
        self._registry.feed.look()

    def _freshen(self, game: str, version: int = -1, said: str = "") -> None:
        """Read a table again, once for however many announcements."""
        waits = game in self._stale
        self._stale[game] = max((version, said), self._stale.get(game, (-1, "")))
        if not waits:
            self._tasks.spawn(self._read(game))

    async def _read(self, game: str) -> None:
        version, said = self._stale.pop(game)
        try:
            await self._registry.freshen(game, version, said)
        except LivestoneError as error:
            log.warning("game %s is not shown as it is: %s", game, error)

    async def _ask(self, game: str) -> None:
        try:
            await self._registry.feed.ask(game)
        except LivestoneError as error:
            log.warning("game %s is not told of: %s", game, error)

    async def keep_bots_awake(self) -> None:
        """Have bots think for ever whose turn began in a process that has ended."""
        await repeat(self._wake_bots, LATE_SECONDS / 4, "bots wait")

    async def _wake_bots(self) -> None:
        """Have bots think that have been to move for long. Raises StorageError."""
        now = time.time()
        query = (
            select(games.c.id)
            .join(seats, (seats.c.game_id == games.c.id) & (seats.c.seat == games.c.mover))
            .where(games.c.status == "running", seats.c.kind == "bot")
            .where(games.c.updated.between(now - RECENT, now - LATE_SECONDS))
        )
        for game in await self._store.scalars(query):
            await self._registry.wake_bot(game)
