"""The API over one WebSocket: requests and event streams as JSON frames, answered by their ids.

Each frame is asked of the application just as a request over HTTP would be, with the credentials of
the handshake: so there is one set of routes, permissions, limits and errors, whichever way a client
comes. The frames are described in docs/api.md.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from litestar import asgi
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from livestone.errors import BadRequest, LivestoneError, TooMany
from livestone.server.db.tasks import Tasks
from livestone.server.web.errors import code_of, message_of, status_of
from livestone.server.web.identity import COOKIE
from livestone.server.web.proxies import origin

PATH = "/api/socket"
FRONT = "livestone.front"  # in a socket's scope: what a request would have come through
MOST_AT_ONCE = 16  # requests of one socket that are being answered; then it is read no further
MOST_FOLLOWED = 50  # streams of one socket
MOST_SOCKETS, MOST_FROM_ADDRESS = 20, 500  # of one visitor, and of one address
CHANGES_WHO = ("/register", "/login", "/logout", "/recover")
TEXT_ONLY = 1003
JSON = b"application/json"
# Headers of the handshake that hold for every request.
PASSED = (b"host", b"authorization", b"cookie", b"user-agent")


class Frame(msgspec.Struct, forbid_unknown_fields=True):
    """What a client sends: an ``id`` of its choice, and one thing to do."""

    id: int | str
    get: str | None = None
    post: str | None = None
    data: msgspec.Raw = msgspec.Raw(b"{}")
    follow: str | None = None
    leave: int | str | None = None


@dataclass
class Answer:
    """What a request was answered with."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    def is_of(self, kind: bytes) -> bool:
        """Whether the body is of a kind such as ``application/json``."""
        kinds = [value for name, value in self.headers if name.lower() == b"content-type"]
        return any(value.startswith(kind) for value in kinds)

    def frame(self, id: int | str) -> bytes:
        said: dict[str, Any] = {"id": id, "status": self.status}
        if self.status >= 400:
            with contextlib.suppress(msgspec.DecodeError):
                said |= msgspec.json.decode(self.body, type=dict[str, Any])
        elif self.is_of(JSON):
            said["data"] = msgspec.Raw(self.body)
        else:
            said["text"] = self.body.decode("utf-8", "replace")
        return msgspec.json.encode(said)


def refusal(id: int | str | None, error: LivestoneError) -> bytes:
    said = {"id": id, "status": status_of(error), "error": code_of(error)}
    return msgspec.json.encode({**said, "message": message_of(error)})


class Sockets:
    """The sockets of one process, counted by who has them."""

    def __init__(self) -> None:
        self._open: Counter[tuple[str, str]] = Counter()
        self.leaving = False  # whether the server ends, and with it all streams

    def leave(self) -> None:
        self.leaving = True

    @contextlib.contextmanager
    def counted(self, visitor: str, address: str) -> Iterator[None]:
        """Count a socket until the end of the block. Raises TooMany."""
        keys = {("visitor", visitor): MOST_SOCKETS, ("address", address): MOST_FROM_ADDRESS}
        for key, most in keys.items():
            if key[1] and self._open[key] >= most:
                raise TooMany(f"nobody has more than {most} sockets open: close one first")
        self._open.update(keys.keys())
        try:
            yield
        finally:
            self._open.subtract(keys.keys())
            self._open += Counter()  # forgets those who have gone


class Socket:
    """One socket: what it has asked for, and what it follows."""

    def __init__(self, scope: Any, send: Send) -> None:
        self._scope = scope
        self._send_message: Any = send
        self._ask_app: Any = scope.get(FRONT) or scope["app"]
        self._headers = [pair for pair in scope["headers"] if pair[0] in PASSED]
        self._room = asyncio.Semaphore(MOST_AT_ONCE)
        self._tasks = Tasks()
        self._followed: dict[int | str, asyncio.Event] = {}

    @property
    def visitor(self) -> str:
        """The client's credentials: a token or a cookie."""
        known = [value for name, value in self._headers if name in (b"authorization", b"cookie")]
        return b" ".join(known).decode("latin-1")

    def adopt(self, cookies: list[bytes]) -> None:
        """Go on as the newcomer whom the server has given a cookie."""
        for cookie in cookies:
            pair = cookie.partition(b";")[0]
            if pair.startswith(COOKIE.encode() + b"="):
                self._headers = [one for one in self._headers if one[0] != b"cookie"]
                self._headers.append((b"cookie", pair))

    async def run(self, receive: Receive) -> None:
        try:
            while True:
                message: Any = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                if text is None:
                    await self._send_message({"type": "websocket.close", "code": TEXT_ONLY})
                    return
                await self._take(text)
        finally:
            await self._tasks.close()

    async def _take(self, text: str) -> None:
        id: int | str | None = None
        try:
            frame = _read(text)
            id = frame.id
            await self._do(frame)
        except LivestoneError as error:
            await self._send(refusal(id, error))

    async def _do(self, frame: Frame) -> None:
        """Begin what a frame asks for. Raises BadRequest or TooMany."""
        if frame.leave is not None:
            left = self._followed.pop(frame.leave, None)
            if left is None:
                raise BadRequest(f"nothing is followed as {str(frame.leave)[:40]!r}")
            left.set()
            await self._send(_done(frame.id))
        elif frame.follow is not None:
            if frame.id in self._followed:
                raise BadRequest(f"something is followed as {str(frame.id)[:40]!r} already")
            if len(self._followed) >= MOST_FOLLOWED:
                raise TooMany(f"nobody follows more than {MOST_FOLLOWED} streams: leave one first")
            over = self._followed[frame.id] = asyncio.Event()
            self._tasks.spawn(self._follow(frame.id, frame.follow, over))
        else:
            # Who sends more than is answered at once waits, since nothing more is read.
            await self._room.acquire()
            self._tasks.spawn(self._answer(frame))

    async def _answer(self, frame: Frame) -> None:
        try:
            body = None if frame.post is None else bytes(frame.data)
            answer = await self.ask(frame.get or frame.post or "", body)
            await self._send(answer.frame(frame.id))
        finally:
            self._room.release()

    async def ask(
        self,
        path: str,
        body: bytes | None = None,
        over: asyncio.Event | None = None,
        tell: Callable[[bytes], Awaitable[None]] | None = None,
    ) -> Answer:
        """Ask the application for a path under ``/api``, until it has answered or it is ``over``.

        ``tell`` is given a stream of events piece by piece, and nothing when it begins.
        """
        answer, over, first = Answer(), over or asyncio.Event(), True

        async def receive() -> Any:
            nonlocal first
            if first:
                first = False
                return {"type": "http.request", "body": body or b"", "more_body": False}
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status, answer.headers = message["status"], list(message["headers"])
            piece = message.get("body", b"")
            if tell is not None and answer.is_of(b"text/event-stream"):
                await tell(piece)
            else:
                answer.body += piece

        await self._ask_app(self._request(path, body), receive, send)
        return answer

    async def _follow(self, id: int | str, path: str, over: asyncio.Event) -> None:
        """Pass on the events of a stream until it ends, or is left."""
        begun = False

        async def tell(piece: bytes) -> None:
            nonlocal begun
            if not begun:
                await self._send(_done(id))
            begun = True
            if (event := _event(id, piece)) is not None:
                await self._send(event)

        try:
            answer = await self.ask(path, None, over, tell)
        finally:
            self._followed.pop(id, None)
        if begun and not over.is_set() and not self._scope["app"].state.sockets.leaving:
            await self._send(msgspec.json.encode({"follow": id, "event": "end", "data": {}}))
        elif not begun and answer.status >= 400:
            await self._send(answer.frame(id))
        elif not begun:
            await self._send(refusal(id, BadRequest("this is no stream of events: get it")))

    def _request(self, path: str, body: bytes | None) -> dict[str, Any]:
        """The scope of a request by who has opened the socket."""
        parts = urlsplit(path)
        base = self._scope.get("app_root_path", "") if FRONT in self._scope else ""
        headers = list(self._headers)
        if body is not None:
            headers.append((b"content-type", b"application/json"))
            headers.append((b"content-length", str(len(body)).encode()))
        secure = self._scope["scheme"] in ("wss", "https")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": "GET" if body is None else "POST",
            "scheme": "https" if secure else "http",
            "path": f"{base}/api{unquote(parts.path)}",
            "query_string": parts.query.encode(),
            "headers": headers,
            "client": self._scope.get("client"),
            "server": self._scope.get("server"),
            "state": {},
        }

    async def _send(self, frame: bytes) -> None:
        await self._send_message({"type": "websocket.send", "text": frame.decode()})


def _done(id: int | str) -> bytes:
    """The frame of what was done and has no answer."""
    return msgspec.json.encode({"id": id, "status": 200, "data": None})


def _read(text: str) -> Frame:
    """Return what a frame asks for. Raises BadRequest."""
    try:
        frame = msgspec.json.decode(text, type=Frame)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRequest(f"this is no frame: {error}") from None
    if isinstance(frame.id, str) and len(frame.id) > 64:
        raise BadRequest("an id has 64 characters at most")
    given = [frame.get, frame.post, frame.follow, frame.leave]
    if sum(one is not None for one in given) != 1:
        raise BadRequest("a frame has one of get, post, follow and leave")
    if frame.leave is None:
        _check(frame.get or frame.post or frame.follow or "")
    return frame


def _check(path: str) -> None:
    """Raises BadRequest for what is no path under ``/api`` that a socket may ask for."""
    try:
        plain = unquote(urlsplit(path).path)
    except ValueError:
        plain = ""
    printable = path.isascii() and path.isprintable() and " " not in path
    if not plain or not path.startswith("/") or not printable or len(path) > 2000:
        raise BadRequest(f"{path[:80]!r} is no path under /api, such as /games")
    if plain.rstrip("/") in CHANGES_WHO:
        raise BadRequest("a socket stays whose it is: do this over HTTP, then open another one")


def _event(id: int | str, text: bytes) -> bytes | None:
    """Return the frame of an event of a stream; None for a sign of life."""
    parts = (line.partition(b": ") for line in text.splitlines())
    fields = {name: value for name, _, value in parts}
    if b"event" not in fields:
        return None
    said = {"follow": id, "event": fields[b"event"].decode(), "data": msgspec.Raw(fields[b"data"])}
    return msgspec.json.encode({**said, "event_id": fields[b"id"].decode()})


async def _refuse(send: Any, scope: Any, answer: Answer) -> None:
    """Answer a handshake as the request was answered that it stands for."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(name, value) for name, value in answer.headers if name.lower() != b"set-cookie"]
    start = {"type": "websocket.http.response.start", "status": answer.status, "headers": headers}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": answer.body})


@asgi(PATH, copy_scope=False)
async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """A WebSocket, until either side has enough of it."""
    if scope["type"] != ScopeType.WEBSOCKET:
        raise BadRequest("this is the address of a WebSocket: open one (docs/api.md)")
    here: Any = scope
    await receive()  # the client connects
    one = Socket(here, send)
    # Any client may ask who it is, so it is known, or refused, before anything begins.
    found = await one.ask("/account")
    if found.status != 200:
        await _refuse(send, here, found)
        return
    cookies = [value for name, value in found.headers if name.lower() == b"set-cookie"]
    one.adopt(cookies)
    sockets: Sockets = here["app"].state.sockets
    try:
        with sockets.counted(one.visitor, origin((here.get("client") or ("", 0))[0])):
            given = [(b"set-cookie", cookie) for cookie in cookies]
            await send({"type": "websocket.accept", "subprotocol": None, "headers": given})
            await one.run(receive)
    except TooMany as error:
        headers = [(b"content-type", JSON)]
        await _refuse(send, here, Answer(status_of(error), headers, refusal(None, error)))
