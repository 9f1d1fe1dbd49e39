"""Nobody asks without an address: by that everybody is told from others and counted."""

from __future__ import annotations

import socket
import struct
from pathlib import Path
from typing import Any

import pytest
from tests.server.site import Site

from livestone.server.web.middleware import Middleware


def test_a_connection_that_was_reset_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, heard = Site(tmp_path), list[str]()
    ask = Middleware.__call__

    async def hear(front: Middleware, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            heard.append(scope["path"])
        await ask(front, scope, receive, send)

    monkeypatch.setattr(Middleware, "__call__", hear)
    # It waits to be accepted, and has no peer by then.
    with socket.create_connection(("127.0.0.1", int(site.url.rpartition(":")[2]))) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.sendall(b"GET /forged HTTP/1.1\r\nHost: localhost\r\n\r\n")
    with site, site.newcomer() as client:
        assert client.get("/healthz").status_code == 200
    assert heard == ["/healthz"]
