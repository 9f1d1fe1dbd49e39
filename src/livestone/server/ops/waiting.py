"""A start waits for a database that is away, and begins again where it goes away meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from livestone.server.web.systemd import notify

PAUSE_SECONDS = 0.5  # between two tries of the database
SPARED_SECONDS = 30  # that the service manager is asked for with each try

Answer = TypeVar("Answer")

log = logging.getLogger("livestone")


async def wait_for_database(url: str) -> None:
    """Return when the database answers. Raises StorageError for what no waiting mends."""
    from livestone.server.db.postgres import shown, trouble

    waits = False
    while reason := await trouble(url):
        if not waits:
            log.warning("the database %s does not answer (%s): waiting for it", shown(url), reason)
        waits = True
        notify(f"STATUS=waiting for the database\nEXTEND_TIMEOUT_USEC={SPARED_SECONDS}000000")
        await asyncio.sleep(PAUSE_SECONDS)
    if waits:
        log.info("the database answers")
        notify("STATUS=")


async def patiently(url: str | None, work: Callable[[], Awaitable[Answer]]) -> Answer:
    """Do a part of the start, again where PostgreSQL goes away meanwhile.

    Raises StorageError for what no waiting mends.
    """
    if url is None:
        return await work()
    from livestone.server.db.postgres import Away

    while True:
        try:
            return await work()
        except Away as error:
            log.warning("the start begins again: %s", error)
        await asyncio.sleep(PAUSE_SECONDS)
        await wait_for_database(url)
