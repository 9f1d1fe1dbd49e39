"""Events on their way to one reader: as they come, with a sign of life when none does.

A stream ends with its events, when its reader has gone, or when the login it was opened with ends.
A reader who does not read is waited for: what happens meanwhile is his subscription's to keep, and
no other reader notices.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from litestar.response import ServerSentEvent
from litestar.types import Receive, Scope, Send

from livestone.server.people.leases import Lease
from livestone.server.views import Event

HEARTBEAT_SECONDS = 15.0  # often enough for proxies, and to notice who has left
RETRY_MILLISECONDS = 1000
GREETING = f"retry: {RETRY_MILLISECONDS}\r\n\r\n".encode()
STILL_HERE = b": still here\r\n\r\n"


class EventStream(ServerSentEvent):
    """An answer of events, until the ``lease`` ends if there is one."""

    def __init__(self, events: AsyncIterator[Event], lease: Lease | None = None) -> None:
        super().__init__("")
        self.telling = Telling(events, lease)

    def to_asgi_response(self, *args: Any, **options: Any) -> Any:
        """Return what sends the headers, and then the events."""
        begun = super().to_asgi_response(*args, **options)

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            await begun.start_response(send)
            await self.telling.run(send, receive)

        return answer


class Telling:
    """Sends events to one reader."""

    def __init__(self, events: AsyncIterator[Event], lease: Lease | None = None) -> None:
        self._events = events
        self._lease = lease
        self._told = False  # whether anything was sent since the last sign of life

    async def run(self, send: Send, receive: Receive) -> None:
        """Tell, until there is nothing more to tell or nobody to be told."""
        ends = [self._tell(send), self._keep_up(send), _gone(receive)]
        tasks = [asyncio.create_task(end) for end in ends]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            if isinstance(self._events, AsyncGenerator):
                await self._events.aclose()
        for task in tasks:
            if not task.cancelled():
                task.result()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _tell(self, send: Send) -> None:
        await self._send(send, GREETING)
        async for event in self._events:
            if self._lease is not None and await self._lease.ended():
                return
            self._told = True
            await self._send(send, event.as_message)

    async def _keep_up(self, send: Send) -> None:
        """Send a sign of life now and then, until the lease ends."""
        while True:
            self._told = False
            if self._lease is None:
                await asyncio.sleep(HEARTBEAT_SECONDS)
            elif await self._lease.ends_within(HEARTBEAT_SECONDS):
                return
            if not self._told:
                await self._send(send, STILL_HERE)

    async def _send(self, send: Send, body: bytes) -> None:
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
