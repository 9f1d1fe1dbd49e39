"""The sweeper: what is due at the tables is done, though nobody looks at them.

What is due is in the database (``games.due``), so it outlives every process. A table is settled
under its version like any other change, so that several sweepers do nothing twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy import select

from livestone.errors import LivestoneError, StorageError
from livestone.server.db.schema.games import games
from livestone.server.tables.heartbeat import ServerTime
from livestone.server.tables.registry import TableRegistry
from livestone.server.tables.store import GameStore
from livestone.server.tables.table import Unreadable

LOOK_SECONDS = 1.0  # between two looks, where nothing is due before
BATCH = 100

log = logging.getLogger("livestone")


class Sweeper:
    """Settles the tables of one server when something is due there."""

    def __init__(self, registry: TableRegistry, store: GameStore, time: ServerTime) -> None:
        self._registry = registry
        self._store = store
        self._time = time
        self._wake = asyncio.Event()
        self._wakes = 0.0  # when it will look anyhow
        self._next: float | None = None  # when something is due
        self._broken: set[str] = set()  # games that cannot be settled, told of once
        registry.hurry = self._hurry

    async def keep_time(self) -> None:
        while True:
            try:
                await self.sweep()
            except LivestoneError as error:
                log.error("clocks are not looked after: %s", error)
            await self._sleep()

    async def sweep(self) -> int:
        """Settle every table where something is due, and return how many. Raises StorageError."""
        now, done = self._time(), 0
        for id in await self._due(now):
            try:
                await self._registry.freshen(id)
                done += 1
            except LivestoneError as error:
                if isinstance(error, StorageError) and not isinstance(error, Unreadable):
                    raise  # the game is well, but for its database
                self._broken.add(id)
                log.warning("game %s cannot be settled: %s", id, error)
        return done

    async def _due(self, now: float) -> list[str]:
        """Return where something is due, longest first, and note when the next thing will be."""
        query = select(games.c.id, games.c.due).where(games.c.due.is_not(None))
        soonest = query.order_by(games.c.due).limit(BATCH + len(self._broken))
        rows = await self._store.fetch(soonest)
        found = [(id, at) for id, at in rows if id not in self._broken]
        due = [id for id, at in found if at <= now]
        self._next = None if not found else now if len(due) == len(found) else found[len(due)][1]
        return due

    async def _sleep(self) -> None:
        now = self._time()
        pause = LOOK_SECONDS if self._next is None else min(LOOK_SECONDS, self._next - now)
        self._wakes = now + max(0.0, pause)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.01, pause)):
                await self._wake.wait()
        self._wake.clear()

    def _hurry(self, due: float) -> None:
        """Something is due earlier than was known, perhaps."""
        if due < self._wakes:
            self._wake.set()
