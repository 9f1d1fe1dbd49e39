"""Uvicorn, saying when it is ready and letting go of listening browsers when it ends."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from litestar import Litestar

# What is being answered may be finished; then connections are cut.
CLOSE_SECONDS = 1


class Server(uvicorn.Server):
    """Serves one application; ``ready`` is called when it answers.

    ``leave`` is called before it ends and lets go of who listens to events; unless given, the
    application is asked to (``state.leave``).
    """

    def __init__(
        self, app: Litestar, ready: Callable[[], None], leave: Callable[[], None] | None = None
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,  # its own would close what others in this process log to
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="none",
                lifespan="on",
                timeout_graceful_shutdown=CLOSE_SECONDS,
            )
        )
        self._app = app
        self._ready = ready
        self._leave = leave

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; browsers that wait for events would otherwise hold it up."""
        (self._leave or self._app.state.leave)()
        await super().shutdown(sockets)
