"""What one connection may do: requests that it sends at once, and its end in the middle of one."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.patience import PATIENCE
from tests.server.site import Site, until

from livestone.server.http_server import MAX_PIPELINED
from livestone.server.web.middleware import Middleware

ASK = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@contextmanager
def line_to(site: Site) -> Iterator[socket.socket]:
    """A connection to a server."""
    with socket.create_connection(("127.0.0.1", int(site.url.rpartition(":")[2])), 60) as line:
        yield line


def read_all(line: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    found = b""
    while piece := line.recv(65536):
        found += piece
    return found


def test_only_some_of_the_requests_of_one_packet_are_answered(site: Site) -> None:
    """The answer to the last of them says that the connection ends there."""
    with line_to(site) as line:
        line.sendall(ASK * (MAX_PIPELINED + 20))
        answers = read_all(line).split(b"HTTP/1.1 ")[1:]
    assert len(answers) == MAX_PIPELINED + 1
    assert all(answer.startswith(b"200") for answer in answers)
    closing = [b"connection: close" in answer for answer in answers]
    assert closing == [False] * MAX_PIPELINED + [True]


def test_requests_within_the_bound_are_all_answered(site: Site) -> None:
    """A connection that sends as many as may wait goes on."""
    with line_to(site) as line:
        for _ in range(3):
            line.sendall(ASK * MAX_PIPELINED)
            found = b""
            while found.count(b"alive") < MAX_PIPELINED:
                found += line.recv(65536)


@pytest.mark.parametrize(
    "sent",
    [
        HEAD + b"Content-Length: 1000\r\n\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        ASK + HEAD + b"Content-Length: 1000\r\n\r\n{",
        ASK * 3,
    ],
    ids=["body", "chunks", "behind a request", "requests"],
)
def test_a_client_that_hangs_up_is_not_logged(
    site: Site, sent: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whichever request is being answered hears of it, and nothing is sent any more."""
    ask = Middleware.__call__
    heard, over = threading.Event(), threading.Event()

    async def answer_late(front: Middleware, scope: Any, receive: Any, send: Any) -> None:
        heard.set()
        while (await receive())["type"] != "http.disconnect":
            pass
        try:
            await ask(front, scope, receive, send)
        finally:
            over.set()

    monkeypatch.setattr(Middleware, "__call__", answer_late)
    with line_to(site) as line:
        line.sendall(sent)
        assert heard.wait(PATIENCE)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert over.wait(PATIENCE)
    until(lambda: not site._server.server_state.tasks)
    assert [record.getMessage() for record in caplog.records if record.levelname != "DEBUG"] == []
