"""Uvicorn with a callback when it is ready; at its end event streams are closed first."""

from __future__ import annotations

import asyncio
import logging
import math
import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from livestone.errors import StorageError
from livestone.server.web.middleware import Middleware
from livestone.server.web.settings import WebSettings
from livestone.server.web.systemd import notify
from livestone.server.web.work import metered_task

STEP_SECONDS = 0.1
KEEP_ALIVE_SECONDS = 60  # of an idle connection: longer than most people think about a move
HEAD_BYTES = 64 * 1024  # of a request's first line and headers
HEAD_SECONDS = 20.0  # in which they have to come
MAX_PIPELINED = 8  # requests of a connection that wait while another one is answered

log = logging.getLogger("livestone")
_silent = logging.Logger("silent", logging.CRITICAL + 1)


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's protocol, with bounds on a request's head, its time, and pipelined requests.

    Requests beyond :data:`MAX_PIPELINED` are not read: the connection closes after the answer to
    the last request before them, so that the client knows which were not answered.
    """

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._answering: RequestResponseCycle | None = None
        self._full = False
        self._expect_head()
        if self.client is None:  # it was reset, so its address is unknown
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_head()
        self.pipeline.clear()
        super().connection_lost(exc)
        # uvicorn tells only the request that was read last.
        if (answering := self._answering) is not None and not answering.response_complete:
            answering.disconnected = True
            answering.message_event.set()

    def data_received(self, data: bytes) -> None:
        if self._full:
            return
        super().data_received(data)
        if self._due is not None:
            self._read += len(data)
            if self._read > HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response("The head of this request is too long.")

    def send_400_response(self, msg: str) -> None:
        if not self._full:  # else what was asked before is answered first
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        """Another request begins. Raises ValueError, which stops the parser, for one too many."""
        if len(self.pipeline) >= MAX_PIPELINED:
            self._full = True
            self.cycle.keep_alive = False
            raise ValueError("too many requests wait")
        if self._due is None:
            self._expect_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is whole. Raises ValueError, which is answered with 400."""
        self._has_head()
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > HEAD_BYTES:
            raise ValueError("too long")
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            async def send_if_open(message: Any) -> None:
                if self.transport.is_closing():  # writing to it would be an error
                    cycle.disconnected = True
                await send(message)

            await app(scope, receive, send_if_open)

        super()._start_asgi_task(cycle, answer)

    def _expect_head(self) -> None:
        self._read = 0
        self._due: asyncio.TimerHandle | None = self.loop.call_later(
            HEAD_SECONDS, self.transport.abort
        )

    def _has_head(self) -> None:
        if self._due is not None:
            self._due.cancel()
        self._due = None


class Server(uvicorn.Server):
    """Serves an application, whose ``state.leave`` ends event streams; calls ``ready`` once."""

    def __init__(self, app: Litestar, ready: Callable[[], None]) -> None:
        self._web = web = app.state.get("web") or WebSettings()
        tls = web.tls
        super().__init__(
            uvicorn.Config(
                Middleware(app, web, lambda: app.state.get("figures")),
                log_config=None,  # its own would close what others in this process log to
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                http=BoundedProtocol,
                ws="none",
                lifespan="on",
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                ssl_context_factory=None if tls is None else lambda *_: tls,
                # What is being answered may be finished; then connections are cut.
                timeout_graceful_shutdown=math.ceil(web.stop_seconds),
            )
        )
        self._app = app
        self._ready = ready
        self._told = ""

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve, and charge tasks to the visitors for whom they are done."""
        if self._web.address_work:
            asyncio.get_running_loop().set_task_factory(metered_task)
        await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so. Raises what keeps the application from starting."""
        logger = self.lifespan.logger
        self.lifespan.logger = _silent  # a traceback of fifty lines, where one says it all
        try:
            await super().startup(sockets)
        except SystemExit as error:
            trouble = self._app.state.get("trouble")
            raise (trouble or StorageError("the server could not start")) from error
        finally:
            self.lifespan.logger = logger
        notify("READY=1")
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._told = signal.Signals(sig).name
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, event streams first: open ones would hold it up."""
        notify("STOPPING=1")
        log.info("the server ends%s", f" ({self._told})" if self._told else "")
        health = self._app.state.get("health")
        if health is not None:
            health.stopping = True
        for _ in range(round(self._web.drain_seconds / STEP_SECONDS)):
            if self.force_exit:
                break
            await asyncio.sleep(STEP_SECONDS)
        self._app.state.leave()
        await super().shutdown(sockets)
