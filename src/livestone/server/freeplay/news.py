"""Hearing that something has changed, without anybody being kept waiting."""

from __future__ import annotations

import asyncio


class News:
    """Counts changes. Who listens is woken, and sees at once whatever he missed meanwhile."""

    def __init__(self) -> None:
        self.count = 0
        self._woken = asyncio.Event()

    def tell(self) -> None:
        """Something has changed."""
        self.count += 1
        self._woken.set()
        self._woken = asyncio.Event()

    async def after(self, seen: int) -> int:
        """Wait until there have been other than ``seen`` changes, and return how many."""
        while self.count == seen:
            await self._woken.wait()
        return self.count
