"""A server in a thread, for the pages of a command that has something else to do."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from litestar import Litestar, Request, get
from litestar.datastructures import State
from litestar.response import ServerSentEvent
from litestar.types import ControllerRouterHandler

from livestone.server.app import answer_error
from livestone.server.http_server import Server
from livestone.server.main import HOST, address, bind
from livestone.server.web import rendering as render
from livestone.server.web.events import Event, EventStream
from livestone.server.web.guard import Guard, add_headers

# A page that reads itself again at every move of a quick game would show none of them.
PAUSE_SECONDS = 0.2
EVENTS = "/events"
PATIENCE = 60.0


class News:
    """A number that grows with every change, and who waits for it to.

    A listener hears of the latest change only, and not again before he had time to look.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version = 1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[asyncio.Event] = set()
        self._over = False

    @property
    def version(self) -> int:
        """How many changes there were, and one."""
        return self._version

    @property
    def listeners(self) -> int:
        """How many pages listen."""
        return len(self._waiting)

    def changed(self) -> None:
        """Tell that something has changed; from any thread."""
        with self._lock:
            self._version += 1
            loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                loop.call_soon_threadsafe(self._wake)

    def open(self) -> None:
        """Begin to wake listeners, all of whom are in the running loop."""
        with self._lock:
            self._loop = asyncio.get_running_loop()

    def leave(self) -> None:
        """Let every listener go."""
        self._over = True
        self._wake()

    def _wake(self) -> None:
        for woken in self._waiting:
            woken.set()

    async def subscribe(self) -> AsyncIterator[Event]:
        """Yield an event now, and after changes."""
        woken = asyncio.Event()
        self._waiting.add(woken)
        told = 0
        try:
            while not self._over:
                woken.clear()
                if told == self._version:
                    await woken.wait()
                    continue
                told = self._version
                yield Event("changed", told, {"version": told})
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._waiting.discard(woken)


class LittleServer:
    """A context in which pages are served, to this machine only unless told otherwise.

    ``handlers`` are Litestar's routes. They find ``state`` and the :class:`News` (``news``) in
    ``request.app.state``, and may answer with the pages' templates (``pages.render.page``): a
    page with ``data-events="/events"`` follows the news. Raises BadRequest for an address that
    cannot be used.
    """

    def __init__(
        self,
        handlers: Sequence[ControllerRouterHandler],
        state: Mapping[str, Any] | None = None,
        *,
        host: str = HOST,
        port: int = 0,
    ) -> None:
        self.news = News()
        self._listener = bind(host, port)
        self.url = address(self._listener)
        names = (host.lower(), socket.gethostname().lower())
        app = Litestar(
            route_handlers=[*handlers, *render.handlers, events],
            state=State({**(state or {}), "news": self.news, "little": True}),
            middleware=[Guard(names)],
            before_send=[add_headers],
            exception_handlers={Exception: answer_error},
            request_max_body_size=64 * 1024,
            openapi_config=None,
            logging_config=None,
        )
        self._ready = threading.Event()
        self._server = Server(app, self._started, self.news.leave)
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)

    def changed(self) -> None:
        """Have every open page look again; from any thread."""
        self.news.changed()

    def _started(self) -> None:
        self.news.open()
        self._ready.set()

    def _run(self) -> None:
        try:
            self._server.run([self._listener])
        finally:
            self._ready.set()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(PATIENCE)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listener.close()


@get(EVENTS)
async def events(request: Request[Any, Any, Any]) -> ServerSentEvent:
    """What there is new, from now on."""
    news: News = request.app.state.news
    return EventStream(news.subscribe())
