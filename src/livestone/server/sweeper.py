"""The sweeper: what is due at the tables is done, though nobody looks at them.

What is due is in the database (``games.due``), so it outlives every process. A table is settled
under its version like any other change, so that several sweepers do nothing twice. The server's
*pulse* is kept beside it: what passed between its last beat and the next start is nobody's time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.errors import LivestoneError
from livestone.server.clock import ServerTime
from livestone.server.rooms import Rooms
from livestone.server.schema import games, pulse
from livestone.server.store import Store

LOOK_SECONDS = 1.0  # between two looks, where nothing is due before
BEAT_SECONDS = 1.0  # of the pulse, while live clocks run
REST_SECONDS = 30.0  # of the pulse, while none does
SOON_SECONDS = 4 * 3600.0  # what is due later is no live clock
BATCH = 100

log = logging.getLogger("livestone")


class Sweeper:
    """Settles the tables of one server when something is due there."""

    def __init__(self, tables: Rooms, store: Store, time: ServerTime) -> None:
        self._tables = tables
        self._store = store
        self._time = time
        self._wake = asyncio.Event()
        self._wakes = 0.0  # when it will look anyhow
        self._next: float | None = None  # when something is due
        self._beaten = float("-inf")
        self._broken: set[str] = set()  # games that cannot be settled, told of once
        tables.hurry = self._hurry

    async def resume(self) -> None:
        """Begin where the last server left off: what has passed since is nobody's time.

        A server that is still at work on the same database, and the same machine, is joined.
        """
        async with self._store.writing() as connection:
            last = (await connection.execute(select(pulse))).first()
            if last is not None:
                there = ServerTime(last.offset)
                if 0 <= there() - last.at < 3 * BEAT_SECONDS:
                    self._time.offset = there.offset
                    return
                gone = self._time() - last.at
                running = games.c.since.is_not(None) | games.c.due.is_not(None)
                await connection.execute(
                    update(games)
                    .where(running & (games.c.status != "finished"))
                    .values(
                        since=games.c.since + gone,
                        due=games.c.due + gone,
                        version=games.c.version + 1,
                    )
                )
            await self._beat(connection)

    async def join(self) -> None:
        """Take the time of the server whose process this is."""
        async with self._store.reading() as connection:
            last = (await connection.execute(select(pulse))).first()
        if last is not None:
            self._time.offset = last.offset

    async def keep_time(self) -> None:
        """Sweep for ever; a last beat of the pulse when cancelled."""
        try:
            while True:
                try:
                    await self.sweep()
                    await self._live()
                except LivestoneError as error:
                    log.error("clocks are not looked after: %s", error)
                await self._sleep()
        finally:
            with contextlib.suppress(LivestoneError):
                await self._live(last=True)

    async def sweep(self) -> int:
        """Settle every table where something is due, and return how many."""
        now, done = self._time(), 0
        for id in await self._due(now):
            try:
                await self._tables.settle(id)
                done += 1
            except LivestoneError as error:
                self._broken.add(id)
                log.warning("game %s cannot be settled: %s", id, error)
        return done

    async def _due(self, now: float) -> list[str]:
        """Return where something is due, longest first, and note when the next thing will be."""
        async with self._store.reading() as connection:
            query = (
                select(games.c.id, games.c.due)
                .where(games.c.due.is_not(None))
                .order_by(games.c.due)
                .limit(BATCH + len(self._broken))
            )
            found = [
                (row.id, row.due)
                for row in await connection.execute(query)
                if row.id not in self._broken
            ]
        due = [id for id, at in found if at <= now]
        self._next = None if not found else now if len(due) == len(found) else found[len(due)][1]
        return due

    async def _live(self, last: bool = False) -> None:
        """Beat the pulse, often while live clocks run."""
        now = self._time()
        soon = self._next is not None and self._next - now < SOON_SECONDS
        if last or now - self._beaten >= (BEAT_SECONDS if soon else REST_SECONDS):
            async with self._store.writing() as connection:
                await self._beat(connection)

    async def _beat(self, connection: AsyncConnection) -> None:
        self._beaten = self._time()
        values = {"id": 1, "at": self._beaten, "offset": self._time.offset}
        await connection.execute(delete(pulse))
        await connection.execute(insert(pulse), values)

    async def _sleep(self) -> None:
        now = self._time()
        pause = LOOK_SECONDS if self._next is None else min(LOOK_SECONDS, self._next - now)
        self._wakes = now + max(0.0, pause)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), max(0.01, pause))
        self._wake.clear()

    def _hurry(self, due: float) -> None:
        """Something is due earlier than was known, perhaps."""
        if due < self._wakes:
            self._wake.set()
