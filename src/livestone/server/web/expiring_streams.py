"""Streams that end when the session or the token they were opened with does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from livestone.server.db.owners import OwnerId

LOOK_SECONDS = 60.0  # so long a session that another process has ended may still be listened with


class StreamExpiry:
    """What an open stream waits for besides its events: word that its login may have ended."""

    def __init__(self, good: Callable[[], Awaitable[bool]]) -> None:
        self.word = asyncio.Event()
        self._good = good
        self._looked = asyncio.get_running_loop().time()

    async def ended(self) -> bool:
        """Whether the login has ended; asked of the store only now and then, and upon word."""
        now = asyncio.get_running_loop().time()
        if not self.word.is_set() and now - self._looked <= LOOK_SECONDS:
            return False
        self.word.clear()
        self._looked = now
        return not await self._good()

    async def ends_within(self, seconds: float) -> bool:
        """Wait so long or for word about a login; return whether the stream's has ended."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.word.wait()
        return await self.ended()


class OpenStreams:
    """The open streams of people who are logged in."""

    def __init__(self) -> None:
        self._open: set[tuple[OwnerId, StreamExpiry]] = set()

    @contextmanager
    def held(self, owner_id: OwnerId, expiry: StreamExpiry) -> Iterator[None]:
        """Tell a stream when a login of its owner may have ended."""
        self._open.add((owner_id, expiry))
        try:
            yield
        finally:
            self._open.discard((owner_id, expiry))

    def tell(self, owner_id: OwnerId) -> None:
        """Have every stream of a person's make sure that its login is good still."""
        for owner, expiry in self._open:
            if owner == owner_id:
                expiry.word.set()
