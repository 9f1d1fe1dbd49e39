"""How HTTP is read: by httptools, in C, where it can be had; else by uvicorn's own means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

MOST_HEAD_BYTES = 64 * 1024  # of a request's first line and headers

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
else:
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        HttpToolsProtocol = None


def protocol() -> Any:
    """What uvicorn is to read HTTP with."""
    return "h11" if HttpToolsProtocol is None else Bounded


class Bounded(HttpToolsProtocol if HttpToolsProtocol else object):  # type: ignore[misc]
    """uvicorn's protocol over httptools, which would read headers for ever."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._inside = True  # whether a head has begun, or is to begin, that is not whole
        self._parsed = self._pending = 0  # bytes of it that have a place, and all that came

    def data_received(self, data: bytes) -> None:
        """See :class:`asyncio.Protocol`."""
        super().data_received(data)
        self._pending = self._pending + len(data) if self._inside else 0
        if self._pending > MOST_HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        self._inside, self._parsed = True, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        self._count(name + value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """What follows is no head."""
        self._inside = False
        super().on_headers_complete()

    def _count(self, part: bytes) -> None:
        self._parsed += len(part)
        if self._parsed > MOST_HEAD_BYTES:
            raise ValueError("too long")  # the parser's caller answers that this is no HTTP
