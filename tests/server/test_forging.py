"""Nobody can claim to be another process of the server, and so to come from another address."""

from __future__ import annotations

import json
import socket
import struct
from pathlib import Path
from typing import Any

import pytest
from tests.server.site import Site

from livestone.server.front import Front
from livestone.server.pace import Pace
from livestone.server.passing import passed_header

CLAIM = json.dumps({"client": ["192.0.2.66", 1], "scheme": "https", "forwarded": False})
SECRET = "5ec2e7" * 8


def test_a_connection_that_was_reset_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, heard = Site(tmp_path), list[str]()
    ask = Front.__call__

    async def hear(front: Front, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            heard.append(scope["path"])
        await ask(front, scope, receive, send)

    monkeypatch.setattr(Front, "__call__", hear)
    # It waits to be accepted, and has no peer by then.
    with socket.create_connection(("127.0.0.1", int(site.url.rpartition(":")[2]))) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.sendall(
            f"GET /forged HTTP/1.1\r\nHost: localhost\r\nlivestone-passed: {CLAIM}\r\n\r\n".encode()
        )
    with site, site.newcomer() as client:
        assert client.get("/healthz").status_code == 200
    assert heard == ["/healthz"]


async def ask(front: Front, client: Any, *headers: tuple[bytes, bytes]) -> tuple[int, Any]:
    """The status of an answer, and from whom the application has heard."""
    heard, sent = list[Any](), list[Any]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        heard.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    front.app = app
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "scheme": "http"}
    await front({**scope, "client": client, "headers": list(headers)}, None, send)  # type: ignore[arg-type]
    return sent[0]["status"], heard[0]["client"] if heard else None


@pytest.mark.anyio
async def test_who_knows_the_secret_is_believed() -> None:
    told = {"client": ("192.0.2.66", 1), "scheme": "https", "state": {}}
    name, _, value = passed_header(SECRET, told).partition(b": ")
    front = Front(None, secret=SECRET, pace=Pace(100))  # type: ignore[arg-type]
    assert await ask(front, None, (name, value)) == (200, ("192.0.2.66", 1))
    for wrong in (CLAIM.encode(), b"x" + value, b" " + value, SECRET.encode()[:-1] + b" {}", b""):
        assert await ask(front, None, (name, wrong)) == (400, None)
        assert await ask(front, ("192.0.2.7", 5), (name, wrong)) == (200, ("192.0.2.7", 5))
    assert await ask(front, None) == (400, None)
    alone = Front(None)  # type: ignore[arg-type]
    assert await ask(alone, None, (name, CLAIM.encode())) == (400, None)
    assert await ask(alone, None, passed_header("", told).partition(b": ")[::2]) == (400, None)
