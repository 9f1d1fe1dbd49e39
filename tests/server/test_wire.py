"""HTTP as it is read: no head is read without end, however it comes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from livestone.server import wire
from livestone.server.crowd import Crowd

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(wire.protocol(Crowd()) == "h11", reason="httptools is not installed"),
]
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
LINE = b"X: " + b"y" * 1000 + b"\r\n"


class Transport(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def resume_reading(self) -> None:
        pass

    def pause_reading(self) -> None:
        pass


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the number of headers, after all of the body."""
    while (await receive()).get("more_body"):
        pass
    body = str(len(scope["headers"])).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def answered(*pieces: bytes) -> Transport:
    """What comes of these bytes."""
    config = uvicorn.Config(app, log_config=None, ws="none", lifespan="off")
    config.load()
    protocol: Any = wire.protocol(Crowd())(config, ServerState(), {})
    transport = Transport()
    protocol.connection_made(transport)
    for piece in pieces:
        protocol.data_received(piece)
        await asyncio.sleep(0)
        if transport.closed:
            break
    for _ in range(200):  # until whatever waits is answered
        await asyncio.sleep(0)
    return transport


@pytest.mark.parametrize(
    "pieces",
    [
        [HEAD, *[LINE] * 100],
        [HEAD + LINE * 100 + b"\r\n"],
        [HEAD + b"X: ", *[b"y" * 1000] * 100],
        [b"GET /", *[b"x" * 1000] * 100],
        [HEAD + b"\r\n", HEAD, *[LINE] * 100],
    ],
    ids=["lines", "at-once", "value", "address", "second"],
)
async def test_a_head_without_end_is_refused(pieces: list[bytes]) -> None:
    transport = await answered(*pieces)
    assert transport.closed
    assert b"HTTP/1.1 400" in transport.written
    assert sum(map(len, pieces)) > wire.MOST_HEAD_BYTES


async def test_long_heads_and_bodies_are_read() -> None:
    long = HEAD + LINE * 30 + b"\r\n"
    body = HEAD.replace(b"GET", b"POST") + b"Content-Length: 100000\r\n\r\n"
    pieces = [long, *[body, b"z" * 50_000, b"z" * 50_000], *[long[at : at + 1] for at in range(99)]]
    transport = await answered(*pieces, long[99:], *[long] * 10)
    assert not transport.closed
    answers = transport.written.split(b"HTTP/1.1 ")
    assert [answer[:3] for answer in answers[1:]] == [b"200"] * 13
    assert answers[2].endswith(b"\r\n\r\n2")
    assert answers[3].endswith(b"\r\n\r\n31")
