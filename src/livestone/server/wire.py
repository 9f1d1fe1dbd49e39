"""How HTTP is read: by httptools, in C, where it can be had; else by uvicorn's own means."""

from __future__ import annotations

import math
import socket
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from livestone.server.crowd import Crowd, address_of
from livestone.server.homes import Homes

MOST_HEAD_BYTES = 64 * 1024  # of a request's first line and headers
HEAD_SECONDS = 20.0  # in which a request's first line and headers have to come
BODY_SECONDS = 30.0  # in which its body has to
READ_SECONDS = 30.0  # so long an answer may wait for who does not read it
NO_ROOM = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"retry-after: 10\r\nconnection: close\r\n\r\n"
    b"Too many connections are open here, or from your address: try again later.\n"
)

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
else:
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        HttpToolsProtocol = None


def protocol(crowd: Crowd, homes: Homes | None = None) -> Any:
    """What uvicorn is to read HTTP with."""
    return "h11" if HttpToolsProtocol is None else partial(Bounded, crowd=crowd, homes=homes)


class Bounded(HttpToolsProtocol if HttpToolsProtocol else object):  # type: ignore[misc]
    """uvicorn's protocol over httptools, which would read, and wait to be read, for ever.

    It is a :class:`livestone.server.crowd.Guest`.
    """

    def __init__(
        self,
        *args: Any,
        crowd: Crowd,
        homes: Homes | None = None,
        began: bytes = b"",
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self._homes = homes
        self._began = began  # what another process has read of it
        self._inside = True  # whether a head has begun, or is to begin, that is not whole
        self._came = 0  # bytes since it began, or before
        self._crowd = crowd
        self._reads = math.inf  # by when a request has to be whole
        self._writes = math.inf  # by when an answer has to be read further
        self.address = ""

    @property
    def due(self) -> float:
        """When it has taken too long."""
        return min(self._reads, self._writes)

    def send_away(self) -> None:
        """End the connection: what was not read yet never will be."""
        self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        """Somebody connects, perhaps one too many."""
        super().connection_made(transport)
        if self.client is None:
            family = transport.get_extra_info("socket").family
            if family in (socket.AF_INET, socket.AF_INET6):  # reset: nobody is there any more
                transport.abort()
                return
        self.address = address_of(self.client)
        self._reads = time.monotonic() + HEAD_SECONDS
        if self.address and not self._crowd.enter(self):
            transport.write(NO_ROOM)
            transport.close()
        elif self._began:
            self.data_received(self._began)

    def connection_lost(self, exc: Exception | None) -> None:
        """See :class:`asyncio.Protocol`."""
        self._crowd.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See :class:`asyncio.Protocol`."""
        if self._homes is not None and self._begins and self._goes_home(self._homes, data):
            return
        self._came += len(data)
        if self._reads == math.inf:  # another request begins, if only with an empty line
            self._reads = time.monotonic() + HEAD_SECONDS
        super().data_received(data)
        if not self._inside:
            self._came = 0
        elif self._came > MOST_HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    @property
    def _begins(self) -> bool:
        """Whether what is read now begins a request, and nothing is left to be sent before."""
        if self.cycle is None:
            return self._came == 0
        answered = self.cycle.response_complete and self._reads == math.inf
        return answered and self.transport.get_write_buffer_size() == 0

    def _goes_home(self, homes: Homes, data: bytes) -> bool:
        """Hand the connection to the process that is to be asked, if there is another."""
        home = homes.elsewhere(data) if self.address and self.scheme == "http" else None
        if home is None or self.transport.is_closing():
            return False
        file = self.transport.get_extra_info("socket").fileno()
        if not homes.hand_over(home, data, file):
            return False
        self.transport.abort()  # here; it stays open there
        return True

    def on_message_begin(self) -> None:
        """A request begins."""
        self._inside = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """What follows is no head. Raises ValueError, which is answered as what is no HTTP."""
        self._inside = False
        self._reads = time.monotonic() + BODY_SECONDS
        self._crowd.works(self)
        if self._came > MOST_HEAD_BYTES:
            head = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
            if head > MOST_HEAD_BYTES:
                raise ValueError("too long")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._reads = math.inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered, and unless another one waits already, the connection is only held."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self._crowd.waits(self)

    def pause_writing(self) -> None:
        """An answer waits for who is to read it."""
        self._writes = time.monotonic() + READ_SECONDS
        super().pause_writing()

    def resume_writing(self) -> None:
        """He reads."""
        self._writes = math.inf
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """From now on this connection is a socket's, but counts here still."""
        self._reads = math.inf
        super().handle_websocket_upgrade()
        self.transport.get_protocol().left = partial(self._crowd.leave, self)
