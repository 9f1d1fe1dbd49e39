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
        self._came = 0  # bytes since it began, or before

    def data_received(self, data: bytes) -> None:
        """See :class:`asyncio.Protocol`."""
        self._came += len(data)
        super().data_received(data)
        if not self._inside:
            self._came = 0
        elif self._came > MOST_HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        self._inside = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """What follows is no head. Raises ValueError, which is answered as what is no HTTP."""
        self._inside = False
        if self._came > MOST_HEAD_BYTES:
            head = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
            if head > MOST_HEAD_BYTES:
                raise ValueError("too long")
        super().on_headers_complete()
