"""Events on their way to one reader: as they come, with a sign of life when none does.

A stream ends with its events, when its reader has gone, or when the login it was opened with ends.
A reader who does not read is waited for, and no other reader notices: their subscription keeps what
happens meanwhile.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from litestar.response import ServerSentEvent
from litestar.types import Receive, Scope, Send

from livestone.errors import BadRequest, Busy, LivestoneError, NotFound
from livestone.languages.words import t
from livestone.server.web.errors import code_of, message_of
from livestone.server.web.expiring_streams import StreamExpiry
from livestone.server.web.identity import AnyRequest, Caller

if TYPE_CHECKING:
    from livestone.server.accounts.sessions import Sessions

HEARTBEAT_SECONDS = 6.0  # of silence: docs/api.md promises 15, and a busy machine is late
RETRY_MILLISECONDS = 1000
GREETING = f"retry: {RETRY_MILLISECONDS}\r\n\r\n".encode()
MAX_TOPICS = 100  # of one stream
# An event, since browsers tell pages nothing of comments.
STILL_HERE = b"event: heartbeat\r\ndata: {}\r\n\r\n"


@dataclass(frozen=True)
class Event:
    """Something that happened at a table, for its subscribers.

    ``name`` is ``changed`` (data: ``ply``, ``version``; read the view again), ``thinking`` (the
    JSON of :class:`Thinking`), ``hint`` (the JSON of :class:`Hint`), ``trouble`` (``message``) or
    ``finished`` (``winners``, ``reason``), ``talk`` (``room``). ``id`` is the table's
    version, to reconnect from. A ``changed`` with ``moves``, ``mover`` and ``clock`` says all that
    has happened since the version before.
    :mod:`livestone.server.tables.feed` has events of its own.
    """

    name: str
    id: int
    data: Mapping[str, Any]

    @cached_property
    def as_message(self) -> bytes:
        """The event as browsers' EventSource reads it: made once for all who are told."""
        data = json.dumps(dict(self.data), separators=(",", ":"))
        return f"id: {self.id}\r\nevent: {self.name}\r\ndata: {data}\r\n\r\n".encode()

    def within(self, topic: str) -> Event:
        """Return the event as a stream of several topics has it."""
        return replace(self, data={**self.data, "topic": topic})


# Opens the events of one kind of topic: of what has this id, if topics of the kind have one.
# Raises LivestoneError for who may not hear them.
Topic = Callable[[AnyRequest, Caller, str], Awaitable[AsyncIterator[Event]]]


class EventStream(ServerSentEvent):
    """An answer of events, until the login of the ``expiry`` ends, if there is one."""

    def __init__(self, events: AsyncIterator[Event], expiry: StreamExpiry | None = None) -> None:
        super().__init__("")
        self._events = events
        self._expiry = expiry
        self._last_sent = 0.0

    def to_asgi_response(self, *args: Any, **options: Any) -> Any:
        begun = super().to_asgi_response(*args, **options)

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            await begun.start_response(send)
            await self.run(send, receive)

        return answer

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
            if self._expiry is not None and await self._expiry.ended():
                return
            await self._send(send, event.as_message)

    async def _keep_up(self, send: Send) -> None:
        """Send a sign of life when nothing was sent for a while, until the login ends."""
        now = asyncio.get_running_loop().time
        self._last_sent = now()
        while True:
            quiet_until = self._last_sent + HEARTBEAT_SECONDS
            if self._expiry is None:
                await asyncio.sleep(quiet_until - now())
            elif await self._expiry.ends_within(quiet_until - now()):
                return
            if now() >= self._last_sent + HEARTBEAT_SECONDS:
                await self._send(send, STILL_HERE)

    async def _send(self, send: Send, body: bytes) -> None:
        await send({"type": "http.response.body", "body": body, "more_body": True})
        self._last_sent = asyncio.get_running_loop().time()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def answer(caller: Caller, logins: Sessions, events: AsyncIterator[Event]) -> EventStream:
    """Send events to who asks for as long as they are logged in; guests always are."""
    login = caller.session or caller.token
    if login is None:
        return EventStream(events)
    expiry = logins.expiry(login)
    return EventStream(within(logins.open_streams.held(login.owner_id, expiry), events), expiry)


async def within(
    block: AbstractContextManager[None], events: AsyncIterator[Event]
) -> AsyncGenerator[Event, None]:
    """Pass events on, in a block that ends with them."""
    with block:
        try:
            async for one in events:
                yield one
        finally:
            if isinstance(events, AsyncGenerator):
                await events.aclose()


async def joined(
    kinds: Mapping[str, Topic], request: AnyRequest, caller: Caller, names: str
) -> AsyncIterator[Event]:
    """Open the events of topics named like ``lobby,games/ID``, as one iterator.

    A topic that is refused has one event, ``refused``. Raises BadRequest for too many, and Busy.
    """
    wanted = dict.fromkeys(filter(None, names.split(",")))
    if len(wanted) > MAX_TOPICS:
        raise BadRequest(t("a stream has at most {n} topics", n=MAX_TOPICS))
    opened: dict[str, AsyncIterator[Event]] = {}
    refused = []
    for topic in wanted:
        kind, _, id = topic.rpartition("/") if "/" in topic else (topic, "", "")
        try:
            if kind not in kinds:
                raise NotFound(t("there is no topic {topic}", topic=repr(topic[:40])))
            opened[topic] = await kinds[kind](request, caller, id)
        except Busy:
            raise
        except LivestoneError as error:
            told = {"error": code_of(error), "message": message_of(error)}
            refused.append(Event("refused", 0, told).within(topic))
    return _merged(opened, refused)


async def _merged(
    topics: Mapping[str, AsyncIterator[Event]], first: list[Event]
) -> AsyncGenerator[Event, None]:
    """Yield what comes first, then the events of all topics as they come, until one ends."""
    queue: asyncio.Queue[Event | None] = asyncio.Queue(1)

    async def pass_on(topic: str, events: AsyncIterator[Event]) -> None:
        try:
            async for event in events:
                await queue.put(event.within(topic))
        except LivestoneError:
            pass  # the reader opens the stream again
        await queue.put(None)

    tasks = [asyncio.create_task(pass_on(*one)) for one in topics.items()]
    try:
        for event in first:
            yield event
        while (heard := await queue.get()) is not None:
            yield heard
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
