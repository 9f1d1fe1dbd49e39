"""What happens, at a table or at all of somebody's, as server-sent events.

A stream ends when the session or the token it was opened with does.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractContextManager
from typing import Any

from litestar import Controller, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from livestone.server.given import GivenCaller, GivenMeeting, GivenPeople, GivenTables
from livestone.server.identity import Caller
from livestone.server.meeting.presence import LOBBY
from livestone.server.people.leases import Lease
from livestone.server.people.service import People
from livestone.server.people.store import Session, Token
from livestone.server.table import Event

HEARTBEAT_SECONDS = 15.0  # often enough for proxies, and to notice who has left
RETRY_MILLISECONDS = 1000


class Events(Controller):
    """``/games/{id}/events``, for pages, and the same under ``/api``; ``/api/events``."""

    tags = ("events",)

    @get(["/games/{id:str}/events", "/api/games/{id:str}/events"])
    async def events(
        self,
        id: FromPath[str],
        tables: GivenTables,
        meeting: GivenMeeting,
        caller: GivenCaller,
        people: GivenPeople,
    ) -> ServerSentEvent:
        """What happens at a table from now on, as server-sent events.

        The first is always ``changed``, so that whoever comes back knows whether to look again;
        the others are named as :class:`livestone.server.views.Event` says.
        """
        table = await tables.view(id, caller.owner)  # refuse before the stream begins
        staying = meeting.presence.staying(caller.somebody, id if table.onlooker else LOBBY)
        return answer(caller, people, _here(staying, tables.subscribe(id, caller.owner)))

    @get("/api/events")
    async def mine(
        self, tables: GivenTables, meeting: GivenMeeting, caller: GivenCaller, people: GivenPeople
    ) -> ServerSentEvent:
        """What happens at all your tables, as server-sent events.

        At first there is a ``game`` for each game that is not over, so that whoever comes back
        has missed nothing, and then one for each change: ``id``, ``game``, ``status``, ``ply``,
        ``version`` and ``my_turn``. Likewise a ``challenge`` for each that you are in or that is
        for you (``for_you``, ``from``), as ``GET /api/challenges/{id}`` shows it, also if it has
        ended in the last two minutes; and ``talk`` when somebody speaks in your room (``id`` is
        the game).
        """
        staying = meeting.presence.staying(caller.somebody)
        return answer(caller, people, _here(staying, tables.feed.subscribe(caller.owner)))


async def _here(
    staying: AbstractContextManager[None], events: AsyncIterator[Event]
) -> AsyncGenerator[Event, None]:
    """Have somebody be here while he is told."""
    with staying:
        try:
            async for one in events:
                yield one
        finally:
            if isinstance(events, AsyncGenerator):
                await events.aclose()


def answer(caller: Caller, people: People, events: AsyncIterator[Event]) -> ServerSentEvent:
    """Send events to who asks for as long as he is logged in; guests always are."""
    login = caller.session or caller.token
    if login is None:
        return ServerSentEvent(messages(events))
    return ServerSentEvent(_leased(people, login, events))


async def _leased(
    people: People, login: Session | Token, events: AsyncIterator[Event]
) -> AsyncGenerator[ServerSentEventMessage, None]:
    lease = people.lease(login)
    with people.leases.held(login.person, lease):
        async with contextlib.aclosing(messages(events, lease)) as found:
            async for message in found:
                yield message


async def messages(
    events: AsyncIterator[Event], lease: Lease | None = None
) -> AsyncGenerator[ServerSentEventMessage, None]:
    """Yield events as messages, and a comment now and then when nothing happens."""
    yield ServerSentEventMessage(data=None, retry=RETRY_MILLISECONDS)
    async with contextlib.aclosing(_with_pauses(events, lease)) as paused:
        async for event in paused:
            if event is None:
                yield ServerSentEventMessage(data=None, comment="still here")
            else:
                data = json.dumps(dict(event.data), separators=(",", ":"))
                yield ServerSentEventMessage(event=event.name, id=event.id, data=data)


async def _with_pauses(
    events: AsyncIterator[Event], lease: Lease | None
) -> AsyncGenerator[Event | None, None]:
    """Yield the events until the lease ends, and None whenever there was none for a while."""
    waiting: asyncio.Task[Any] | None = None
    word = None if lease is None else asyncio.create_task(lease.word.wait())
    try:
        while True:
            waiting = waiting or asyncio.create_task(_next(events))
            first = {waiting} if word is None else {waiting, word}
            await asyncio.wait(
                first, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            if lease is not None and await lease.ended():
                return
            if word is not None and lease is not None and word.done():
                word = asyncio.create_task(lease.word.wait())
            if not waiting.done():
                yield None
                continue
            event, waiting = waiting.result(), None
            if event is None:
                return
            yield event
    finally:
        await _cancel(waiting, word)
        if isinstance(events, AsyncGenerator):
            await events.aclose()


async def _cancel(*tasks: asyncio.Task[Any] | None) -> None:
    going = {task for task in tasks if task is not None}
    for task in going:
        task.cancel()
    if going:
        await asyncio.wait(going)


async def _next(events: AsyncIterator[Event]) -> Event | None:
    return await anext(events, None)
