"""A counter of changes that tasks can wait for."""

from __future__ import annotations

import asyncio


class Changes:
    """Counts changes, and wakes all who wait for the next one."""

    def __init__(self) -> None:
        self.count = 0
        self._changed = asyncio.Event()

    def notify(self) -> None:
        self.count += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def after(self, seen: int) -> int:
        """Wait until the count differs from ``seen``, and return it."""
        while self.count == seen:
            await self._changed.wait()
        return self.count
