"""Heartbeat row in the database. After an outage, its length is credited to every running clock.

While live clocks run, some process of the server writes the time twice a second. Where that was not
possible for longer, since no server ran or since the database or its disk refused, nobody could
move: the clocks of all running games are moved on by as much, in one transaction, before anybody's
time is counted again.

Since when it was not possible, each process knows from what it has seen of the database itself:
every change that it has made, and every one that another process has told it of, is a sign of life
as good as what is written. Only a server none of whose processes is left goes by what is written,
and by the moves in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

from sqlalchemy import case, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.errors import LivestoneError
from livestone.server.db.schema.games import games, heartbeats
from livestone.server.db.statements import Statement
from livestone.server.db.store import put, run
from livestone.server.tables.store import GameStore

LOOK_SECONDS = 0.25  # between two looks whether it was written
# Of the owner, while live clocks run. As much may be given back too much, where nobody has played
# and nothing was seen of the database since the last one.
BEAT_SECONDS = 0.5
STALE_SECONDS = 0.75  # then another process writes it: the owner is being replaced
ALIVE_SECONDS = 3.0  # since a sign of life of a server that is still at work
MISSED_SECONDS = 2.0  # without a sign of life, and nobody could play
PROMPT_SECONDS = 1.0  # in which a change is made and heard of that is a sign of life
REST_SECONDS = 30.0  # between two beats while no live clock runs
SOON_SECONDS = 4 * 3600.0  # what is due later is no live clock

_LAST = Statement(
    select(heartbeats.c.at, select(func.min(games.c.due)).scalar_subquery().label("due"))
)
# The last beat, and when the turn began that began last.
_BEGAN = select(func.max(games.c.since)).where(games.c.due.is_not(None)).scalar_subquery()
_LAST_SIGN = select(heartbeats.c.at, heartbeats.c.offset, _BEGAN.label("began"))

log = logging.getLogger("livestone")


class Heartbeat:
    """One process's part in it; the ``owner`` writes, another process only when it does not.

    ``moved`` is called when the clocks have been moved on. What the ``store`` could change is a
    sign of life; see :meth:`witness` for others.
    """

    def __init__(self, store: GameStore, now: ServerTime) -> None:
        self.moved: Callable[[], None] = lambda: None
        self.owner = False
        self._store, self._time = store, now
        self._lock = asyncio.Lock()
        self._seen = now()  # when the database was known to be at work
        store.changed = lambda seconds: self.witness(now() - seconds)

    def witness(self, began: float) -> None:
        """Note that a change of the database which began at this time has succeeded.

        What took long, or is heard of late, may have waited for the database, and proves nothing.
        Nor does the first change after an interruption: that one ends with a beat.
        """
        prompt = self._time() - began <= PROMPT_SECONDS
        if prompt and began - self._seen <= MISSED_SECONDS:
            self._seen = max(self._seen, began)

    async def resume(self) -> None:
        """Begin where the last server left off: what has passed since is nobody's time.

        A server that is still at work on the same database is joined: it has the database's time,
        or with SQLite that of the same machine.
        """
        async with self._store.writing(urgent=True) as connection:
            offset = await self._store.database.clock_offset(connection)
            if offset is not None:
                self._time.offset = offset
            last = (await connection.execute(_LAST_SIGN)).first()
            if last is not None:
                at = max(last.at, last.began or 0.0)
                there = ServerTime(last.offset if offset is None else offset)
                if 0 <= there() - at < ALIVE_SECONDS:
                    self._time.offset = there.offset
                    self._seen = at
                    return
                now = self._time()
                said = "clocks go on where they stood %.3f seconds ago"
                if now < at:
                    said = "clocks go on where they stood; the time was set back, by %.3f seconds"
                log.info(said, abs(now - at))
                await _move_on(connection, now - at, now)
            await self._write(connection)
        self._seen = self._time()

    async def keep(self) -> None:
        """Keep it up for ever; a last beat of the owner's when cancelled."""
        failed = False
        try:
            while True:
                try:
                    await self.look()
                    failed = False
                except LivestoneError as error:
                    if not failed:
                        log.error("clocks stand still: %s", error)
                    failed = True
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            if self.owner:
                with contextlib.suppress(LivestoneError):
                    await self.beat()

    async def look(self) -> None:
        """Write the time if that is due, and make up for what was missed. Raises StorageError."""
        last = await self._store.ask(_LAST)
        now = self._time()
        at, due = (None, None) if last is None else last
        soon = due is not None and due - now < SOON_SECONDS
        # While live clocks run only what was written is a sign of life.
        self._seen = max(self._seen, at or 0.0) if soon else now
        # The look after this one would come too late for it.
        pause = (BEAT_SECONDS if self.owner else STALE_SECONDS) - LOOK_SECONDS / 2
        if at is None or now - at >= (pause if soon else REST_SECONDS):
            await self.beat()

    async def steady(self) -> bool:
        """Credit clocks for an outage, if there was one; whether it did. Raises StorageError."""
        if self._time() - self._seen <= MISSED_SECONDS:
            return False
        async with self._lock:
            return self._time() - self._seen > MISSED_SECONDS and await self.beat()

    async def beat(self) -> bool:
        """Write the time; whether clocks were credited for what was missed. Raises StorageError."""
        async with self._store.writing(urgent=True) as connection:
            # Moves are no sign of life: one may have waited for the database all the time.
            last = (await connection.execute(select(heartbeats))).first()
            now = self._time()
            gone = now - max(self._seen, 0.0 if last is None else last.at)
            missed = gone > MISSED_SECONDS
            if missed:
                await _move_on(connection, gone, now)
            await self._write(connection)
        self._seen = now
        if missed:
            ago = self._time() - now
            said = "nobody could play for %.3f seconds up to %.3f ago: they are nobody's time"
            log.warning(said, gone, ago)
            self.moved()
        return missed

    async def _write(self, connection: AsyncConnection) -> None:
        row = {"id": 1, "at": self._time(), "offset": self._time.offset}
        await run(connection, *put(heartbeats, row))


async def _move_on(connection: AsyncConnection, gone: float, now: float) -> None:
    """Have all that runs go on as much later; what began meanwhile begins now."""
    late = case((games.c.since > now - gone, now - games.c.since), else_=gone)
    running = games.c.since.is_not(None) | games.c.due.is_not(None)
    await connection.execute(
        update(games)
        .where(running & (games.c.status != "finished"))
        .values(since=games.c.since + late, due=games.c.due + late, version=games.c.version + 1)
    )


WATCH_SECONDS = 10.0  # between two looks at the machine's clock
JUMP_SECONDS = 2.0  # less is the slow correction of a clock that goes wrong


class ServerTime:
    """Seconds since 1970 as this server counts them, from its start on.

    It runs with the machine's monotonic clock, so that running games never notice that the time of
    day was set. ``offset`` is what that clock lacks; processes of one machine that have the same
    offset have the same time.
    """

    def __init__(self, offset: float | None = None) -> None:
        self.offset = time.time() - time.monotonic() if offset is None else offset

    def __call__(self) -> float:
        return time.monotonic() + self.offset


async def watch_clock() -> None:
    """Log for ever how the time of day has jumped against the time since the start."""
    before = ServerTime().offset
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        now = ServerTime().offset
        if abs(now - before) >= JUMP_SECONDS:
            log.warning(
                "the machine's clock has jumped by %+.1f seconds: running clocks do not follow "
                "it, dates of games do",
                now - before,
            )
        before = now
