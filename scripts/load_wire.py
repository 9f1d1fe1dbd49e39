"""Clients of a server under load: bare connections, since thousands of them must cost little."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from dataclasses import dataclass, field

import msgspec

TOLD = re.compile(rb'event: changed\r?\ndata: \{"ply":(\d+)[^\r\n]*')
MOVES = re.compile(rb'"moves":(\["[^]]+"\])')
LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
LONGEST_EVENT = 1000  # bytes; an event may come in two pieces


@dataclass(frozen=True)
class Site:
    """Where the server is."""

    host: str
    port: int


@dataclass(frozen=True)
class Answer:
    """What a server has answered."""

    status: int
    body: bytes

    @property
    def good(self) -> bool:
        """Whether it did what was asked."""
        return self.status < 400

    @property
    def fault(self) -> str:
        """What it refused with: the status, and the error's code where there is one."""
        with contextlib.suppress(msgspec.DecodeError, KeyError, TypeError):
            return f"{self.status} {msgspec.json.decode(self.body)['error']}"
        return str(self.status)


class Refused(Exception):
    """The server has answered with an error."""


class Wire(asyncio.Protocol):
    """A connection for requests, one at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._heard = bytearray()
        self._answer: asyncio.Future[Answer] | None = None

    @property
    def open(self) -> bool:
        """Whether the server has not hung up."""
        return self._transport is not None and not self._transport.is_closing()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See :class:`asyncio.Protocol`."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """See :class:`asyncio.Protocol`."""
        self._heard += data
        found = answer_in(self._heard)
        if found is not None:
            self._heard.clear()
            if self._answer is not None and not self._answer.done():
                self._answer.set_result(found)

    def connection_lost(self, error: Exception | None) -> None:
        """See :class:`asyncio.Protocol`."""
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionResetError("the server hung up"))

    async def ask(self, request: bytes) -> Answer:
        """Send a request and return the answer. Raises ConnectionError."""
        if self._transport is None:
            raise ConnectionResetError("the server hung up")
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


def answer_in(heard: bytes | bytearray) -> Answer | None:
    """The answer in what was heard, once it is whole.

    >>> answer_in(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n{}")
    Answer(status=200, body=b'{}')
    """
    head, end, body = bytes(heard).partition(b"\r\n\r\n")
    if not end:
        return None
    length = LENGTH.search(head)
    size = 0 if length is None else int(length[1])
    return Answer(int(head[9:12]), body[:size]) if len(body) >= size else None


class Stream(asyncio.Protocol):
    """A table's event stream; ``client`` is told how many plies have been played."""

    def __init__(self, client: Client, request: bytes) -> None:
        self._client = client
        self._request = request
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See :class:`asyncio.Protocol`."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """See :class:`asyncio.Protocol`."""
        heard, end = self._rest + data, 0
        if heard.startswith(b"HTTP/") and not heard.startswith(b"HTTP/1.1 200"):
            if (refusal := answer_in(heard)) is not None:
                self._client.lose(Refused(refusal.fault))
            self._rest = heard
            return
        for found in TOLD.finditer(heard):
            if found.end() == len(heard):
                break  # the rest of it is on its way
            end = found.end()
            moves = MOVES.search(found[0])
            self._client.told(int(found[1]), [] if moves is None else msgspec.json.decode(moves[1]))
        self._rest = heard[end:][-LONGEST_EVENT:]

    def connection_lost(self, error: Exception | None) -> None:
        """See :class:`asyncio.Protocol`."""
        if self._transport is not None:
            self._client.broken += 1
            self._client.lose(ConnectionResetError("the stream ended"))

    def close(self) -> None:
        """Hang up; that is no fault."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.abort()


@dataclass(eq=False)
class Client:
    """A guest with a connection for requests and one for events."""

    site: Site
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    reached: int = -1  # plies that the stream has told of
    moves: list[str] = field(default_factory=list)  # the last of them, where it said so
    broken: int = 0  # streams that the server has ended
    address: str = ""  # where it says that it comes from, to a server that trusts this machine

    def __post_init__(self) -> None:
        self._wire: Wire | None = None
        self._stream: Stream | None = None
        self._turn = asyncio.Lock()
        self._waiting: dict[int, asyncio.Future[float]] = {}
        self._lost: Exception | None = None

    async def get(self, path: str) -> Answer:
        """Ask for a path. Raises ConnectionError."""
        return await self._ask(self._request("GET", path))

    async def post(self, path: str, data: object) -> Answer:
        """Send JSON to a path. Raises ConnectionError."""
        return await self._ask(self._request("POST", path, msgspec.json.encode(data)))

    async def listen(self, id: str) -> None:
        """Open the event stream of a game, and wait for its first event. Raises as ``hears``."""
        request = self._request("GET", f"/api/games/{id}/events")
        loop = asyncio.get_running_loop()
        _, self._stream = await loop.create_connection(
            lambda: Stream(self, request), self.site.host, self.site.port
        )
        await self.hears(0)

    def told(self, ply: int, moves: list[str]) -> None:
        """Note how far the game is, and with which moves."""
        self.reached, self.moves = max(self.reached, ply), moves
        now = asyncio.get_running_loop().time()
        for awaited in [one for one in self._waiting if one <= ply]:
            waiting = self._waiting.pop(awaited)
            if not waiting.done():
                waiting.set_result(now)

    def lose(self, error: Exception) -> None:
        """Note that the stream tells nothing more, and why; the first reason counts."""
        self._lost = self._lost or error
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(self._lost)
        self._waiting.clear()

    async def hears(self, ply: int) -> float:
        """Wait until the stream has told of so many plies; return when it did.

        Raises Refused or ConnectionError when it will not.
        """
        loop = asyncio.get_running_loop()
        if self.reached >= ply:
            return loop.time()
        if self._lost is not None:
            raise self._lost
        return await self._waiting.setdefault(ply, loop.create_future())

    def close(self) -> None:
        """Hang up everywhere."""
        for connection in (self._wire, self._stream):
            if connection is not None:
                connection.close()

    async def _ask(self, request: bytes) -> Answer:
        """Ask once more where a kept connection turns out to be closed, as browsers do."""
        async with self._turn:
            if self._wire is not None and self._wire.open:
                with contextlib.suppress(ConnectionError):
                    return await self._wire.ask(request)
            loop = asyncio.get_running_loop()
            _, self._wire = await loop.create_connection(Wire, self.site.host, self.site.port)
            return await self._wire.ask(request)

    def _request(self, method: str, path: str, body: bytes = b"") -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.site.host}:{self.site.port}",
            f"Cookie: livestone={self.token}",
            "User-Agent: livestone-load",
            "Accept-Encoding: gzip",
        ]
        if self.address:
            lines.append(f"X-Forwarded-For: {self.address}")
        if method == "POST":
            lines += [f"Content-Length: {len(body)}", "Content-Type: application/json"]
        return "\r\n".join([*lines, "", ""]).encode() + body
