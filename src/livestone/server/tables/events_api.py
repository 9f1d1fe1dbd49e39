"""What happens at a table, or at all tables of a visitor, as server-sent events.

A stream ends when the session or the token it was opened with does.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractContextManager

from litestar import Controller, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent

from livestone.server.tables.commands import TablesDep
from livestone.server.web.events import Event, answer
from livestone.server.web.identity import CallerDep, LoginsDep, PresenceDep
from livestone.server.web.presence import LOBBY


class Events(Controller):
    """``/games/{id}/events``, for pages, and the same under ``/api``; ``/api/events``."""

    tags = ("events",)

    @get(["/games/{id:str}/events", "/api/games/{id:str}/events"])
    async def events(
        self,
        id: FromPath[str],
        tables: TablesDep,
        presence: PresenceDep,
        caller: CallerDep,
        logins: LoginsDep,
    ) -> ServerSentEvent:
        """What happens at a table from now on, as server-sent events.

        The first is always ``changed``, so that a returning client knows whether to look again;
        one with ``moves`` is all that has happened since the version before. The others are named
        as :class:`livestone.server.tables.shapes.Event` says.
        """
        table = await tables.view(id, caller.owner)  # refuse before the stream begins
        staying = presence.staying(caller.identity, id if table.onlooker else LOBBY)
        return answer(caller, logins, _here(staying, tables.subscribe(id, caller.owner)))

    @get("/api/events")
    async def mine(
        self, tables: TablesDep, presence: PresenceDep, caller: CallerDep, logins: LoginsDep
    ) -> ServerSentEvent:
        """What happens at all your tables, as server-sent events.

        At first there is a ``game`` for each game that is not over, so that a returning client
        has missed nothing, and then one for each change: ``id``, ``game``, ``status``, ``ply``,
        ``version`` and ``my_turn``. Likewise a ``challenge`` for each that you are in or that is
        for you (``for_you``, ``from``), as ``GET /api/challenges/{id}`` shows it, also if it has
        ended in the last two minutes; and ``talk`` at a new message in your room (``id`` is
        the game).
        """
        staying = presence.staying(caller.identity)
        return answer(caller, logins, _here(staying, tables.feed.subscribe(caller.owner)))


async def _here(
    staying: AbstractContextManager[None], events: AsyncIterator[Event]
) -> AsyncGenerator[Event, None]:
    with staying:
        try:
            async for one in events:
                yield one
        finally:
            if isinstance(events, AsyncGenerator):
                await events.aclose()
