"""Only a trusted proxy says who asks; other clients are known by their own address."""

from __future__ import annotations

import socket
import struct
from pathlib import Path
from typing import Any

import pytest
from tests.server.site import Site

from livestone.server.parsers import networks
from livestone.server.web.middleware import Middleware
from livestone.server.web.proxies import seen_through

PROXIES = networks("127.0.0.1, 10.0.0.0/8")


def scope(client: str, **headers: str) -> dict[str, Any]:
    lines = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return {"client": (client, 5), "scheme": "http", "headers": [(b"host", b"in"), *lines]}


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("6.6.6.6, 192.0.2.1", "192.0.2.1"),  # what the client sent itself comes first
        ("192.0.2.1, 10.1.1.1", "192.0.2.1"),
        ("[2001:db8::7]:99", "2001:db8::7"),
        ("10.1.1.1", "10.1.1.1"),
        ("rubbish", "rubbish"),
        ("", "127.0.0.1"),
    ],
)
def test_who_asks(chain: str, client: str) -> None:
    seen = seen_through(scope("127.0.0.1", x_forwarded_for=chain), PROXIES)
    assert seen["client"][0] == client
    assert "forwarded" not in seen["state"]


def test_the_name_and_the_scheme() -> None:
    asked = scope("10.2.3.4", x_forwarded_proto="https", x_forwarded_host="play.example")
    seen = seen_through(asked, PROXIES)
    assert seen["scheme"] == "https"
    assert [value for name, value in seen["headers"] if name == b"host"] == [b"play.example"]
    assert seen_through(scope("10.2.3.4", x_forwarded_proto="gopher"), PROXIES)["scheme"] == "http"


def test_who_is_not_believed() -> None:
    asked = scope(
        "192.0.2.9", x_forwarded_for="127.0.0.1", x_forwarded_proto="https", x_forwarded_host="x"
    )
    seen = seen_through(asked, PROXIES)
    assert seen["client"] == ("192.0.2.9", 5)
    assert seen["scheme"] == "http"
    assert (b"host", b"in") in seen["headers"]
    assert seen["state"]["forwarded"]
    assert not seen_through(scope("192.0.2.9"), PROXIES)["state"]["forwarded"]


def test_a_connection_that_was_reset_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody asks without an address, by which everybody is told from others and counted."""
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
