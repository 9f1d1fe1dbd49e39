"""Whether the time of day may be believed, so that what has expired may be deleted.

A machine may start with a wrong clock, or be set wrong while it runs. Nothing is deleted by a time
that is implausibly far from the last sign of life of a server, or that jumps: not until an operator
says that it is right, or the server has run with it for a day. Restarts do not end the doubt, since
it is kept in the database, for all processes.
"""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.server.db.schema.games import clock_doubts, heartbeats
from livestone.tasks import repeat

if TYPE_CHECKING:
    from livestone.server.db.store import Store

DAY = 86400.0
MAX_PAUSE = DAY  # between signs of life, or of a jump of the clock, that is believed at once
CONFIRMING_SECONDS = DAY  # of running that confirm the time
LOOK_SECONDS = 60.0

_SINCE = select(clock_doubts.c.since)
log = logging.getLogger("livestone")


class DeletionGuard:
    """One process's part in it; ``doubtful`` is what was known at the last look."""

    def __init__(self, store: Store) -> None:
        self.doubtful = False
        self._store = store
        self._offset = _offset()

    async def begin(self) -> None:
        """Compare the time with the last sign of life, before there is a new one. StorageError."""
        async with self._store.writing() as connection:
            last = await connection.scalar(select(heartbeats.c.at))
            gone = 0.0 if last is None else time.time() - last
            if abs(gone) > MAX_PAUSE:
                side = "old" if gone > 0 else "in the future"
                await self._doubt(connection, f"the last sign of life is {_days(gone)} {side}")
            self.doubtful = await connection.scalar(_SINCE) is not None

    async def may_delete(self) -> bool:
        """Whether something may be deleted because of its age now. Raises StorageError."""
        jumped = _offset() - self._offset
        if abs(jumped) > MAX_PAUSE:
            side = "on" if jumped > 0 else "back"
            async with self._store.writing() as connection:
                await self._doubt(connection, f"the clock was set {side} by {_days(jumped)}")
        since = await self._store.scalar(_SINCE)
        if since is not None and time.time() - since >= CONFIRMING_SECONDS:
            await confirm(self._store, since)
            log.info("the clock has run for a day: what has expired is deleted again")
            since = None
        self.doubtful = since is not None
        return not self.doubtful

    async def keep_up(self) -> None:
        await repeat(self.may_delete, LOOK_SECONDS, "the clock was not looked at")

    async def _doubt(self, connection: AsyncConnection, why: str) -> None:
        self._offset = _offset()
        now = time.time()
        await connection.execute(delete(clock_doubts))
        await connection.execute(clock_doubts.insert().values(id=1, since=now))
        log.warning(
            "%s, or the clock is wrong: it says %s. Nothing that has expired is deleted until the "
            "server has run for a day; 'livestone admin clock' says now that the time is right",
            why,
            words_at(now),
        )


async def confirm(store: Store, since: float | None = None) -> bool:
    """End the doubt (that ``since``, where given); whether there was one. Raises StorageError."""
    which = clock_doubts.c.id == 1 if since is None else clock_doubts.c.since == since
    return await store.execute(delete(clock_doubts).where(which)) > 0


def words_at(seconds: float) -> str:
    """A time in words.

    >>> words_at(0)
    '1970-01-01 00:00 UTC'
    """
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def _offset() -> float:
    """What the time of day is ahead of the machine's monotonic clock."""
    return time.time() - time.monotonic()


def _days(seconds: float) -> str:
    return f"{abs(seconds) / DAY:.1f} days"
