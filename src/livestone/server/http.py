"""Uvicorn with a callback when it is ready; at its end event streams are closed first."""

from __future__ import annotations

import asyncio
import logging
import math
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from litestar import Litestar

from livestone.errors import StorageError
from livestone.server.front import front
from livestone.server.notify import notify
from livestone.server.settings import WebSettings

STEP_SECONDS = 0.1
BACKLOG = 2048
KEEP_ALIVE_SECONDS = 60  # of an idle connection: longer than most people think about a move
FRAME_BYTES = 64 * 1024  # the largest WebSocket message
PING_SECONDS = 20.0  # between two WebSocket pings, and to answer one

log = logging.getLogger("livestone")
_unheard = logging.Logger("unheard", logging.CRITICAL + 1)


class Server(uvicorn.Server):
    """Serves one application; ``ready`` is called when it answers.

    ``leave`` is called before it ends and lets go of who listens to events; unless given, the
    application is asked to (``state.leave``).
    """

    def __init__(
        self,
        app: Litestar,
        ready: Callable[[], None],
        leave: Callable[[], None] | None = None,
        web: WebSettings | None = None,
    ) -> None:
        self._web = web = web or WebSettings()
        tls = web.tls
        super().__init__(
            uvicorn.Config(
                front(app, web),
                log_config=None,  # its own would close what others in this process log to
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="websockets-sansio",
                ws_max_size=FRAME_BYTES,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PING_SECONDS,
                ws_per_message_deflate=False,  # each would keep 40 KB for it
                lifespan="on",
                backlog=BACKLOG,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                ssl_context_factory=None if tls is None else lambda *_: tls,
                # What is being answered may be finished; then connections are cut.
                timeout_graceful_shutdown=math.ceil(web.stop_seconds),
            )
        )
        self._app = app
        self._ready = ready
        self._leave = leave
        self._told = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so. Raises what keeps the application from starting."""
        loud = self.lifespan.logger
        self.lifespan.logger = _unheard  # a traceback of fifty lines, where one says it all
        try:
            await super().startup(sockets)
        except SystemExit as error:
            trouble = self._app.state.get("trouble")
            raise (trouble or StorageError("the server could not start")) from error
        finally:
            self.lifespan.logger = loud
        notify("READY=1")
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note which signal has told the server to end."""
        self._told = signal.Signals(sig).name
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; browsers that wait for events would otherwise hold it up."""
        notify("STOPPING=1")
        log.info("the server ends%s", f" ({self._told})" if self._told else "")
        health = self._app.state.get("health")
        if health is not None:
            health.stopping = True
        for _ in range(round(self._web.drain_seconds / STEP_SECONDS)):
            if self.force_exit:
                break
            await asyncio.sleep(STEP_SECONDS)
        (self._leave or self._app.state.leave)()
        await super().shutdown(sockets)
