"""What happens at a table, as server-sent events."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from litestar import Controller, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from livestone.server.given import GivenTables, GivenVisitor
from livestone.server.table import Event, Tables

HEARTBEAT_SECONDS = 15.0  # often enough for proxies, and to notice who has left
RETRY_MILLISECONDS = 1000


class Events(Controller):
    """``/games/{id}/events``, for pages, and the same under ``/api``."""

    tags = ("events",)

    @get(["/games/{id:str}/events", "/api/games/{id:str}/events"])
    async def events(
        self, id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
    ) -> ServerSentEvent:
        """What happens at a table from now on, as server-sent events.

        The first is always ``changed``, so that whoever comes back knows whether to look again;
        the others are named as :class:`livestone.server.views.Event` says.
        """
        await tables.view(id, visitor)  # refuse before the stream begins
        return ServerSentEvent(stream(tables, id, visitor))


def stream(tables: Tables, id: str, visitor: str) -> AsyncGenerator[ServerSentEventMessage, None]:
    """Yield a table's events as messages."""
    return messages(tables.subscribe(id, visitor))


async def messages(events: AsyncIterator[Event]) -> AsyncGenerator[ServerSentEventMessage, None]:
    """Yield events as messages, and a comment now and then when nothing happens."""
    yield ServerSentEventMessage(data=None, retry=RETRY_MILLISECONDS)
    async with contextlib.aclosing(_with_pauses(events)) as paused:
        async for event in paused:
            if event is None:
                yield ServerSentEventMessage(data=None, comment="still here")
            else:
                data = json.dumps(dict(event.data), separators=(",", ":"))
                yield ServerSentEventMessage(event=event.name, id=event.id, data=data)


async def _with_pauses(events: AsyncIterator[Event]) -> AsyncGenerator[Event | None, None]:
    """Yield the events, and None whenever there was none for a while."""
    waiting: asyncio.Task[Any] | None = None
    try:
        while True:
            waiting = waiting or asyncio.create_task(_next(events))
            await asyncio.wait({waiting}, timeout=HEARTBEAT_SECONDS)
            if not waiting.done():
                yield None
                continue
            event, waiting = waiting.result(), None
            if event is None:
                return
            yield event
    finally:
        if waiting is not None:
            waiting.cancel()
            await asyncio.wait({waiting})
        if isinstance(events, AsyncGenerator):
            await events.aclose()


async def _next(events: AsyncIterator[Event]) -> Event | None:
    return await anext(events, None)
