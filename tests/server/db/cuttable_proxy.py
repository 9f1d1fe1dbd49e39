"""A TCP proxy between a server and its database, whose connections may be cut."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from typing import Any, Self

from sqlalchemy.engine import make_url


class CuttableProxy:
    """A context in which the database at ``far`` is reached by ``url`` while it is joined.

    At first it does not: whoever connects is refused.
    """

    def __init__(self, far: str) -> None:
        self._far = make_url(far)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._server: asyncio.Server | None = None
        self._inside: set[asyncio.StreamWriter] = set()
        self._port = 0

    def __enter__(self) -> Self:
        self._thread.start()
        self.join()  # to have a port
        self.cut()
        near = self._far.set(host="127.0.0.1", port=self._port)
        self.url = near.render_as_string(hide_password=False)
        return self

    def __exit__(self, *error: object) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def join(self) -> None:
        """Let whoever connects through from now on."""
        self._do(self._join())

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self._do(self._cut())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _join(self) -> None:
        if self._server is None:
            self._server = await asyncio.start_server(self._carry, "127.0.0.1", self._port)
            self._port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()
        for writer in self._inside:
            writer.transport.abort()
        while self._inside:
            await asyncio.sleep(0.01)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far = await asyncio.open_connection(self._far.host, self._far.port)
        ends = {writer, far}
        self._inside |= ends
        there = asyncio.create_task(_copy(reader, far))
        back = asyncio.create_task(_copy(far_reader, writer))
        await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.transport.abort()
        await asyncio.wait({there, back})
        self._inside -= ends


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
