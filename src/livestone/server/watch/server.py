"""A server in a thread: it shows, by the app, what a command is busy with."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Self

from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.params import FromQuery
from litestar.response import ServerSentEvent
from litestar.types import ControllerRouterHandler

from livestone.app.host_names import names_of
from livestone.app.shell import About
from livestone.languages.words import t
from livestone.server.app import answer_error
from livestone.server.db.owners import OwnerId
from livestone.server.freeplay.player import Changes
from livestone.server.http_server import Server
from livestone.server.main import HOST, address, bind
from livestone.server.tables import descriptions
from livestone.server.web import rendering, shell
from livestone.server.web.events import Event, EventStream, joined
from livestone.server.web.guard import add_headers, guard
from livestone.server.web.identity import AnyRequest, Caller

# Between two events: a page that reloads at every move of a quick game would show none of them.
PAUSE_SECONDS = 0.2
TIMEOUT = 60.0
NOBODY = Caller(OwnerId(""), "")  # who asks is of no consequence


class LocalServer:
    """A context in which the app is served, to this machine only unless told otherwise.

    ``handlers`` are Litestar's routes: what the app's pages of a tournament and of a game ask the
    API for. They find ``state`` and this server (``server``) in ``request.app.state``; pages read
    them again when the ``version`` changes. Raises BadRequest for an address that cannot be used.
    """

    def __init__(
        self,
        handlers: Sequence[ControllerRouterHandler],
        state: Mapping[str, Any] | None = None,
        *,
        host: str = HOST,
        port: int = 0,
    ) -> None:
        self.listeners = 0  # pages that are open
        self._changes = Changes()
        self._changes.notify()  # nobody has seen the first version, which is 1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = False
        self._listener = bind(host, port)
        self.url = address(self._listener)
        names = names_of((host, socket.gethostname()))
        own = {"server": self, "leave": self._end_streams, "local_only": True, "more": "watch"}
        app = Litestar(
            route_handlers=[
                *handlers,
                *descriptions.handlers,
                *rendering.handlers,
                shell.file,
                show,
                events,
                topics,
            ],
            state=State({**(state or {}), **own}),
            middleware=[guard(names)],
            before_send=[add_headers],
            exception_handlers={Exception: answer_error},
            request_max_body_size=64 * 1024,
            openapi_config=None,
            logging_config=None,
        )
        self._ready = threading.Event()
        self._server = Server(app, self._started)
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)

    @property
    def version(self) -> int:
        return self._changes.count

    def changed(self) -> None:
        """Have every open page updated; from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                self._loop.call_soon_threadsafe(self._changes.notify)

    async def subscribe(self) -> AsyncIterator[Event]:
        """Yield an event now, and for the latest version after changes."""
        self.listeners += 1
        try:
            told = await self._changes.after(0)
            while not self._closing:
                yield Event("changed", told, {"version": told})
                await asyncio.sleep(PAUSE_SECONDS)
                told = await self._changes.after(told)
        finally:
            self.listeners -= 1

    def _end_streams(self) -> None:
        self._closing = True
        self._changes.notify()

    def _started(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready.set()

    def _run(self) -> None:
        try:
            self._server.run([self._listener])
        finally:
            self._ready.set()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(TIMEOUT)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(TIMEOUT)
        self._listener.close()


def version_of(request: AnyRequest) -> int:
    """The version of an answer; asked for before it is made, so that it is never newer."""
    server: LocalServer = request.app.state.server
    return server.version


@get(["/tournaments/{id:str}", "/freeplay/games/{id:str}"])
async def show(request: AnyRequest) -> Response[bytes]:
    """The app."""
    picture = rendering.preview_address(request)
    return await shell.page_of(request, About(t("Games"), t(shell.DESCRIPTION), picture))


@get(["/api/freeplay/events", "/api/freeplay/games/{id:str}/events"])
async def events(request: AnyRequest) -> ServerSentEvent:
    return EventStream(await _subscribe(request, NOBODY, ""))


@get("/api/events")
async def topics(request: AnyRequest, topics: FromQuery[str]) -> ServerSentEvent:
    """What the app follows: every topic is the one thing that goes on here."""
    kinds = dict.fromkeys(("freeplay", "freeplay/games"), _subscribe)
    return EventStream(await joined(kinds, request, NOBODY, topics))


async def _subscribe(request: AnyRequest, _: Caller, __: str) -> AsyncIterator[Event]:
    server: LocalServer = request.app.state.server
    return server.subscribe()
