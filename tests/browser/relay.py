"""A relay before a server, as a bad network is: it may go silent, and come back."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import Self

from tests.patience import PATIENCE


class Relay:
    """Passes bytes on between clients and a port of this machine, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._flows: asyncio.Event | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._ended: asyncio.Event | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._ended is not None
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(PATIENCE)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def silence(self) -> None:
        """Keep all connections open, take new ones, and pass nothing on."""
        assert self._flows is not None
        self._loop.call_soon_threadsafe(self._flows.clear)

    def flow(self) -> None:
        """Pass everything on again, what came meanwhile first."""
        assert self._flows is not None
        self._loop.call_soon_threadsafe(self._flows.set)

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._flows, self._ended = asyncio.Event(), asyncio.Event()
        self._flows.set()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._ended.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError):
            there = await asyncio.open_connection("127.0.0.1", self._to)
            await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._flows is not None
        try:
            while data := await reader.read(65536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()
