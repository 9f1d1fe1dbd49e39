"""The whole API over one WebSocket."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import urlencode

import msgspec

from livestone.api.events import Event
from livestone.client.wire import MOST_BYTES, Wire, refusal
from livestone.errors import LivestoneError, Unreachable

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

Shape = TypeVar("Shape")


class _Said(msgspec.Struct):
    """A frame of the server's: an answer (``id``) or an event (``follow``)."""

    id: int | str | None = None
    status: int = 0
    data: msgspec.Raw = msgspec.Raw(b"null")
    text: str = ""
    error: str = ""
    message: str = ""
    field: str = ""
    follow: int | None = None
    event: str = ""
    event_id: str = ""


class Socket:
    """Requests and streams of events over one connection; for one thread, and not opened again.

    Every method raises what the server refuses with, and Unreachable once the connection is gone.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._ids = itertools.count(1)
        self._stack = ExitStack()
        self._heard: deque[tuple[int, Event]] = deque()
        self._connection = self._open()

    def _open(self) -> ClientConnection:
        from websockets.exceptions import InvalidHandshake, InvalidStatus
        from websockets.sync.client import connect

        wire, url = self._wire, "ws" + self._wire.url.removeprefix("http")
        try:
            opening = connect(
                f"{url}/api/socket",
                additional_headers=wire.credentials,
                user_agent_header=wire.agent,
                compression=None,
                open_timeout=wire.timeout,
                max_size=MOST_BYTES,
                proxy=None,
            )
            return self._stack.enter_context(opening)
        except InvalidStatus as error:
            raise refusal(error.response.status_code, bytes(error.response.body or b"")) from None
        except (OSError, InvalidHandshake) as error:
            raise wire.unreachable(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._stack.close()

    def get(self, shape: type[Shape], path: str, **query: Any) -> Shape:
        """Ask for a path under ``/api`` and return the answer in this shape."""
        given = {name: value for name, value in query.items() if value is not None}
        return self._ask(shape, {"get": path + (f"?{urlencode(given)}" if given else "")})

    def post(self, shape: type[Shape], path: str, data: Mapping[str, Any] | None = None) -> Shape:
        """Post to a path under ``/api`` and return the answer in this shape."""
        return self._ask(shape, {"post": path, "data": dict(data or {})})

    def follow(self, path: str) -> int:
        """Follow a stream of events, such as ``/events``; return the number it has here."""
        return self._send({"follow": path})

    def leave(self, number: int) -> None:
        """Follow a stream no longer."""
        self._send({"leave": number})

    def events(self, timeout: float | None = None) -> Iterator[tuple[int, Event]]:
        """Yield events with the number of their stream, until none comes for ``timeout`` seconds.

        A stream that has ended says so by an event called ``end``.
        """
        while True:
            while self._heard:
                yield self._heard.popleft()
            try:
                self._hear(timeout)
            except TimeoutError:
                return

    def _ask(self, shape: type[Shape], frame: dict[str, Any]) -> Shape:
        said = self._exchange(frame)
        try:
            if shape is str and said.text:
                return msgspec.convert(said.text, shape)
            return msgspec.json.decode(said.data, type=shape)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            url = self._wire.url
            raise Unreachable(f"{url!r} answered, but not as expected: {error}") from None

    def _send(self, frame: dict[str, Any]) -> int:
        self._exchange(frame)
        return self._last

    def _exchange(self, frame: dict[str, Any]) -> _Said:
        """Send a frame and return its answer; events that come before it are kept."""
        from websockets.exceptions import ConnectionClosed

        self._last = next(self._ids)
        try:
            self._connection.send(msgspec.json.encode({"id": self._last, **frame}).decode())
        except ConnectionClosed as error:
            raise self._wire.unreachable(error) from None
        while True:
            try:
                said = self._hear(self._wire.timeout)
            except TimeoutError as error:
                raise self._wire.unreachable(error) from None
            if said is not None and said.id in (self._last, None):
                if said.status >= 300:
                    raise refusal(said.status, msgspec.json.encode(said))
                return said

    def _hear(self, timeout: float | None) -> _Said | None:
        """Return the next answer; None for an event, which is kept. Raises TimeoutError."""
        from websockets.exceptions import ConnectionClosed

        try:
            text = self._connection.recv(timeout)
            said = msgspec.json.decode(text, type=_Said)
        except ConnectionClosed as error:
            raise self._wire.unreachable(error) from None
        except msgspec.DecodeError as error:
            raise LivestoneError(f"the server sent a frame that is none: {error}") from None
        if said.follow is None:
            return said
        data = msgspec.json.decode(said.data, type=dict[str, Any])
        self._heard.append((said.follow, Event(said.event, said.event_id, data)))
        return None
