"""Uvicorn, saying when it is ready and letting go of listening browsers when it ends."""

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

from livestone.errors import StorageError
from livestone.server.crowd import Crowd
from livestone.server.front import front
from livestone.server.homes import Homes
from livestone.server.notify import notify
from livestone.server.settings import WebSettings
from livestone.server.socket_wire import MOST_FRAME_BYTES, PING_SECONDS, SocketProtocol
from livestone.server.wire import protocol

STEP_SECONDS = 0.1
BACKLOG = 2048
KEPT_SECONDS = 60  # an idle connection: longer than most people think about a move

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
        place: str = "",
        backlog: int = BACKLOG,
        homes: Homes | None = None,
        secret: str = "",
    ) -> None:
        self._homes = homes
        self._web = web = web or WebSettings()
        tls = web.tls
        self._crowd = Crowd(web.connections, web.per_address, web.trusted_proxies)
        super().__init__(
            uvicorn.Config(
                front(app, web, place, secret),
                log_config=None,  # its own would close what others in this process log to
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                http=protocol(self._crowd, homes),
                ws=SocketProtocol,
                ws_max_size=MOST_FRAME_BYTES,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PING_SECONDS,
                ws_per_message_deflate=False,  # each would keep 40 KB for it
                lifespan="on",
                backlog=backlog,
                timeout_keep_alive=KEPT_SECONDS,
                ssl_context_factory=None if tls is None else lambda *_: tls,
                # What is being answered may be finished; then connections are cut.
                timeout_graceful_shutdown=math.ceil(web.stop_seconds),
            )
        )
        self._app = app
        self._ready = ready
        self._leave = leave
        self._told = ""
        self._taking: set[asyncio.Task[Any]] = set()

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
        self._looking = asyncio.create_task(self._crowd.keep_up())
        if self._homes is not None:
            self._homes.listen(self._take)
        notify("READY=1")
        self._ready()

    def _take(self, visitor: socket.socket, began: bytes) -> None:
        """Serve a connection from another process, of which that has read something."""
        visitor.setblocking(False)
        made = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            began=began,
        )
        serving = asyncio.get_running_loop().connect_accepted_socket(lambda: made, visitor)
        task = asyncio.create_task(serving)
        self._taking.add(task)
        task.add_done_callback(self._taken)

    def _taken(self, task: asyncio.Task[Any]) -> None:
        self._taking.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("a connection of another process is lost: %s", error)

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
        self._looking.cancel()
        if self._homes is not None:
            self._homes.close()
        (self._leave or self._app.state.leave)()
        await super().shutdown(sockets)
