"""Passing requests on to the process that has what there can be only one of.

Tournaments and players that log in live in one process of a server, and there is one queue before
the engine of studies and reviews. The other processes pass on what is asked about them, over a Unix
socket in a folder that nobody else may enter.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import re
import ssl
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any

from livestone.server.patience import waiting_page

OWNED = ("/freeplay", "/tournaments", "/operator")
OF_THE_ENGINE = re.compile(r"/studies/[^/]+/engine|/games/[^/]+/review(/events)?")
STUDY, ENGINE_ASKED = re.compile(r"/studies/[^/]+"), b"engine=yes"  # by who blocks scripts
OWN_FIGURES = "/metrics/own"  # of one process; answered to the others only
HEADER = b"livestone-passed"  # who asks, as the first process knows
MOST_HEAD = 64 * 1024
PIECE = 64 * 1024
EVENT_END = b"\r\n\r\n"
CONNECT_SECONDS = 5.0

Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


def owned(path: str, query: bytes = b"") -> bool:
    """Whether a path is about what only the owner has.

    >>> owned("/api/tournaments/x"), owned("/freeplay"), owned("/games/x")
    (True, True, False)
    >>> owned("/api/studies/x/engine"), owned("/games/x/review"), owned("/studies/x")
    (True, True, False)
    """
    path = path.removeprefix("/api")
    if OF_THE_ENGINE.fullmatch(path) or (ENGINE_ASKED in query and STUDY.fullmatch(path)):
        return True
    return any(path == start or path.startswith(f"{start}/") for start in OWNED)


def received(scope: Any, secret: str) -> Any:
    """Return the scope of a passed request as the first process had it; None for any other one.

    Only who knows the ``secret`` of this server's processes is believed: a client may send the
    header too, and has no address once it has reset its connection.
    """
    found = next((value for name, value in scope["headers"] if name == HEADER), b"")
    known, _, told = found.partition(b" ")
    if not secret or not hmac.compare_digest(known, secret.encode()):
        return None
    kept = [pair for pair in scope["headers"] if pair[0] != HEADER]
    said = json.loads(told)
    client = None if said["client"] is None else tuple(said["client"])
    state = {**(scope.get("state") or {}), "forwarded": said["forwarded"]}
    return {**scope, "headers": kept, "client": client, "scheme": said["scheme"], "state": state}


def passed_header(secret: str, scope: Mapping[str, Any]) -> bytes:
    """The header that tells another process who asks, and that one of ours says so."""
    said = {
        "client": scope.get("client"),
        "scheme": scope["scheme"],
        "forwarded": scope["state"].get("forwarded", False),
    }
    return HEADER + b": " + secret.encode() + b" " + json.dumps(said).encode()


async def pass_on(
    place: str, tls: bool, scope: Any, receive: Receive, send: Send, secret: str
) -> None:
    """Have the process behind a Unix socket answer, and send its answer on piece by piece.

    It speaks TLS there as well where it does so outside.
    """
    try:
        reader, writer = await dial(place, tls)
    except OSError:
        await _refuse(scope, send)
        return
    try:
        writer.write(_head(scope, secret) + await _body(receive))
        leaving = asyncio.create_task(_left(receive))
        answering = asyncio.create_task(_answer(reader, scope, send))
        try:
            await asyncio.wait({leaving, answering}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                answering.result()
        finally:
            for task in (leaving, answering):
                task.cancel()
            await asyncio.wait({leaving, answering})
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def dial(place: str, tls: bool) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to a process of ours. Raises OSError."""
    safe: dict[str, Any] = {"ssl": _unchecked(), "server_hostname": ""} if tls else {}
    async with asyncio.timeout(CONNECT_SECONDS):
        return await asyncio.open_unix_connection(place, limit=MOST_HEAD, **safe)


@cache
def _unchecked() -> ssl.SSLContext:
    """Nobody else can be behind that socket, whatever name is in the certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _head(scope: Any, secret: str) -> bytes:
    """The request as it is passed on."""
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    path: bytes = scope["raw_path"].partition(b"?")[0] + query
    # HTTP/1.0: the body ends where the connection does.
    lines: list[bytes] = [scope["method"].encode() + b" " + path + b" HTTP/1.0"]
    skipped = (HEADER, b"connection", b"transfer-encoding", b"expect", b"upgrade")
    lines += [name + b": " + value for name, value in scope["headers"] if name not in skipped]
    lines.append(passed_header(secret, scope))
    return b"".join(line + b"\r\n" for line in [*lines, b""])


async def _body(receive: Receive) -> bytes:
    found = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return found
        found += bytes(message.get("body", b""))
        if not message.get("more_body", False) or len(found) > MOST_HEAD * 2:
            return found


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _answer(reader: asyncio.StreamReader, scope: Any, send: Send) -> None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
        await _refuse(scope, send)
        return
    first, *lines = head[:-4].split(b"\r\n")
    headers = []
    for line in lines:
        name, _, value = line.partition(b":")
        if name.lower() not in (b"connection", b"transfer-encoding", b"date", b"x-request-id"):
            headers.append((name.lower(), value.strip()))
    status = int(first.split(b" ")[1])
    await send({"type": "http.response.start", "status": status, "headers": headers})
    events = dict(headers).get(b"content-type", b"").startswith(b"text/event-stream")
    with contextlib.suppress(OSError):
        while piece := await (_event(reader) if events else reader.read(PIECE)):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _event(reader: asyncio.StreamReader) -> bytes:
    """The next event of a stream, whole: a WebSocket tells its reader of each in a frame."""
    try:
        return await reader.readuntil(EVENT_END)
    except asyncio.IncompleteReadError as error:
        return error.partial
    except asyncio.LimitOverrunError:
        return await reader.read(PIECE)


async def _refuse(scope: Any, send: Send) -> None:
    from livestone.server.guard import HEADERS

    words = "this part of the server is starting again: try again in a moment"
    body = waiting_page(words, again=scope["method"] == "GET").encode()
    kind = b"text/html; charset=utf-8"
    if scope["path"].startswith("/api/"):
        body, kind = json.dumps({"error": "busy", "message": words}).encode(), b"application/json"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    headers += [(b"cache-control", b"no-store"), (b"retry-after", b"2"), *HEADERS]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
