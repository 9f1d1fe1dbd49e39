"""Advisory lock in PostgreSQL: of all processes at one database, one does what only one may do.

That is sweeping, sending mail, rating games, and the port where players log in with their
tournaments. The holder keeps the lock while the database is away; another process takes over within
seconds once the holder's connection is gone and the database answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from livestone.server.db.postgres import OWNING, dial, hang_up

RETRY_SECONDS = 1.0

log = logging.getLogger("livestone")


class OwnerLock:
    """One process's try for the lock; ``decided`` is set once it is known whether it holds it."""

    def __init__(self, url: str, duties: Callable[[], AbstractAsyncContextManager[None]]) -> None:
        self.decided = asyncio.Event()
        self._url = url
        self._duties = duties
        self._connection: Any = None

    async def keep(self) -> None:
        """Do the duties whenever this process holds the lock, until cancelled."""
        while True:
            try:
                await self._hold()
            except Exception as error:  # whatever it is: another process may manage
                log.warning("this process gives up what only one process does: %s", error)
            finally:
                self.decided.set()
                await self._hang_up()
            await asyncio.sleep(RETRY_SECONDS)

    async def _hold(self) -> None:
        """Wait for the lock, and do the duties until another process holds it."""
        while not await self._acquire():
            self.decided.set()
            await asyncio.sleep(RETRY_SECONDS)
        log.info("this process does what only one process may do")
        async with self._duties():
            self.decided.set()
            while await self._is_held():
                await asyncio.sleep(RETRY_SECONDS)
        log.warning("another process does what only one process may do")

    async def _acquire(self) -> bool:
        """Try to get the lock; False where another process has it. Raises ConnectionError."""
        if self._connection is None:
            self._connection = await dial(self._url)
        return bool(await self._connection.fetchval(f"SELECT pg_try_advisory_lock({OWNING})"))

    async def _is_held(self) -> bool:
        """Whether this process still holds the lock; True as well while the database is away."""
        try:
            if self._connection is None:
                return await self._acquire()
            await self._connection.execute("SELECT 1")
        except Exception as error:
            log.debug("the lock of the one process is looked for: %s", error)
            await self._hang_up()
        return True

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        await hang_up(connection)
