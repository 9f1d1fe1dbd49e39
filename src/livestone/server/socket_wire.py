"""WebSockets as uvicorn has them, but for readers who do not read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

MOST_FRAME_BYTES = 64 * 1024
PING_SECONDS = 20.0  # an idle socket is asked so often whether it is there, and has as long to say
SLOW_SECONDS = 20.0  # so long what is sent may wait for a reader
LAST_SECONDS = 5.0  # in which he may still read that he was dropped
TOO_SLOW = 4008


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket that is dropped when its reader keeps us waiting, so that nothing piles up."""

    left: Callable[[], None] | None = None  # told when the connection is gone

    def connection_lost(self, exc: Exception | None) -> None:
        """See :class:`asyncio.Protocol`."""
        if self.left is not None:
            self.left()
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """Send, and wait for the reader only so long. Raises ClientDisconnected."""
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                await self.writable.wait()
        except TimeoutError:
            self._drop()
            raise ClientDisconnected from None
        await super().send(message)

    def _drop(self) -> None:
        if self.disconnected or self.close_sent:
            return
        self.close_sent = True
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_SLOW})
        try:
            self.conn.send_close(TOO_SLOW, "too slow")
            self.transport.write(b"".join(self.conn.data_to_send()))
        except InvalidState:
            pass
        # Who reads on within seconds learns why; who does not is cut off.
        self.transport.close()
        self.loop.call_later(LAST_SECONDS, self.transport.abort)
