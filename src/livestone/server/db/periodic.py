"""Work that a server repeats until it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn

log = logging.getLogger("livestone")


async def repeat(
    work: Callable[[], Awaitable[object]], pause: float | Callable[[], float], failing: str
) -> NoReturn:
    """Do work again and again with pauses (seconds); an error is logged, and never ends it."""
    while True:
        try:
            await work()
        except Exception as error:  # whatever it is, people play on
            log.error("%s: %s", failing, error)
            log.debug("the traceback:", exc_info=error)
        await asyncio.sleep(pause if isinstance(pause, float) else pause())
