"""The server's time, which ignores changes of the machine's clock, and a watch for them."""

from __future__ import annotations

import asyncio
import logging
import time

LOOK_SECONDS = 10.0
JUMP_SECONDS = 2.0  # less is the slow correction of a clock that goes wrong

log = logging.getLogger("livestone")


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


class ClockWatch:
    """Compares the time of day with the time since the start."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def look(self) -> float:
        """Return by how many seconds the clock has jumped since the last look, and log it."""
        offset = time.time() - time.monotonic()
        jump, self._offset = offset - self._offset, offset
        if abs(jump) < JUMP_SECONDS:
            return 0.0
        log.warning(
            "the machine's clock has jumped by %+.1f seconds: running clocks do not follow it, "
            "dates of games do",
            jump,
        )
        return jump

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()
