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
from livestone.client.patience import Patience
from livestone.client.wire import MOST_BYTES, Wire, refusal
from livestone.errors import (
    Busy,
    LivestoneError,
    NotAllowed,
    NotFound,
    StorageError,
    Unreachable,
)

if TYPE_CHECKING:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import ClientConnection

Shape = TypeVar("Shape")
# What a server closes a connection with because of what was sent: the same would happen again.
WRONG = (1002, 1003, 1007, 1009)


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


class _Lost(Unreachable):
    """The connection is lost; another one may be opened."""


class _NotSent(_Lost):
    """There is no connection, so nothing was sent."""


class Socket:
    """Requests and streams of events over one connection; for one thread.

    A connection that is lost is opened again, and its streams are followed again: each says first
    how things stand. Every method raises what the server refuses with, and Unreachable where it
    does not come back within the client's ``patience``.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._ids = itertools.count(1)
        self._stack = ExitStack()
        self._heard: deque[tuple[int, Event]] = deque()
        self._followed: dict[int, str] = {}  # paths of streams
        self._is_lost = False
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
            found = self._stack.enter_context(opening)
        except InvalidStatus as error:
            raise refusal(error.response.status_code, bytes(error.response.body or b"")) from None
        except (OSError, InvalidHandshake) as error:
            raise wire.unreachable(error) from None
        answer = found.response
        wire.keep_cookie(() if answer is None else answer.headers.get_all("Set-Cookie"))
        return found

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

    def post(
        self,
        shape: type[Shape],
        path: str,
        data: Mapping[str, Any] | None = None,
        *,
        again: bool = True,
    ) -> Shape:
        """Post to a path under ``/api`` and return the answer in this shape.

        It is posted again where the connection is lost before the answer, unless ``again`` is
        False because asking twice would do it twice.
        """
        return self._ask(shape, {"post": path, "data": dict(data or {})}, again)

    def follow(self, path: str) -> int:
        """Follow a stream of events, such as ``/events``; return the number it has here."""
        number = next(self._ids)
        self._exchange({"id": number, "follow": path}, True)
        self._followed[number] = path
        return number

    def leave(self, number: int) -> None:
        """Follow a stream no longer."""
        self._followed.pop(number, None)
        self._exchange({"id": next(self._ids), "leave": number}, True)

    def events(self, timeout: float | None = None) -> Iterator[tuple[int, Event]]:
        """Yield events with the number of their stream, until none comes for ``timeout`` seconds.

        A stream that has ended says so by an event called ``end``.
        """
        waiting, closed = Patience(self._wire.patience, self._wire.ended), self._wire.closed
        while True:
            while self._heard:
                waiting.renew()
                yield self._heard.popleft()
            try:
                if self._is_lost:
                    self._open_again()
                self._hear(timeout)
            except TimeoutError:
                return
            except (_Lost, Busy, StorageError) as error:
                if self._wire.closed != closed:
                    raise
                waiting.wait(error)

    def _ask(self, shape: type[Shape], frame: dict[str, Any], again: bool = True) -> Shape:
        said = self._exchange({"id": next(self._ids), **frame}, again)
        try:
            if shape is str and said.text:
                return msgspec.convert(said.text, shape)
            return msgspec.json.decode(said.data, type=shape)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            url = self._wire.url
            raise Unreachable(f"{url!r} answered, but not as expected: {error}") from None

    def _exchange(self, frame: dict[str, Any], again: bool) -> _Said:
        """Send a frame and return its answer, ``again`` where the connection is lost before it."""
        waiting, closed = Patience(self._wire.patience, self._wire.ended), self._wire.closed
        while True:
            try:
                if self._is_lost:
                    self._open_again()
                return self._exchange_once(frame)
            except (_Lost, Busy, StorageError) as error:
                undone = isinstance(error, (_NotSent, Busy))
                if not (again or undone) or self._wire.closed != closed:
                    raise
                waiting.wait(error)

    def _exchange_once(self, frame: dict[str, Any]) -> _Said:
        """Send a frame and return its answer; events that come before it are kept."""
        from websockets.exceptions import ConnectionClosed

        try:
            self._connection.send(msgspec.json.encode(frame).decode())
        except ConnectionClosed as error:
            raise self._lost(error) from None
        while True:
            try:
                said = self._hear(self._wire.timeout)
            except TimeoutError as error:
                self._is_lost = True
                raise _Lost(str(self._wire.unreachable(error))) from None
            if said is not None and said.id in (frame["id"], None):
                if said.status >= 300:
                    raise refusal(said.status, msgspec.json.encode(said))
                return said

    def _open_again(self) -> None:
        """Open another connection and follow the streams there. Raises _NotSent."""
        self._stack.close()
        try:
            self._connection, self._is_lost = self._open(), False
            for number, path in tuple(self._followed.items()):
                try:
                    self._exchange_once({"id": number, "follow": path})
                except (NotAllowed, NotFound):  # it is one's own no more
                    self._ended(number)
        except Unreachable as error:
            self._is_lost = True
            raise _NotSent(str(error)) from None

    def _hear(self, timeout: float | None) -> _Said | None:
        """Return the next answer; None for an event, which is kept. Raises TimeoutError."""
        from websockets.exceptions import ConnectionClosed

        try:
            text = self._connection.recv(timeout)
            said = msgspec.json.decode(text, type=_Said)
        except ConnectionClosed as error:
            raise self._lost(error) from None
        except msgspec.DecodeError as error:
            raise LivestoneError(f"the server sent a frame that is none: {error}") from None
        if said.follow is None:
            return said
        data = msgspec.json.decode(said.data, type=dict[str, Any])
        self._heard.append((said.follow, Event(said.event, said.event_id, data)))
        if said.event == "end":
            self._followed.pop(said.follow, None)
        return None

    def _ended(self, number: int) -> None:
        self._followed.pop(number, None)
        self._heard.append((number, Event("end", "", {})))

    def _lost(self, error: ConnectionClosed) -> Unreachable:
        """Return the error of a connection that was closed, which another one may mend or not."""
        self._is_lost = True
        code = None if error.rcvd is None else error.rcvd.code
        kind = Unreachable if code in WRONG else _Lost
        return kind(str(self._wire.unreachable(error)))
