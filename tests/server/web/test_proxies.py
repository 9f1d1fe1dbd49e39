"""Only a trusted proxy says who asks; other clients are known by their own address."""

from __future__ import annotations

from typing import Any

import pytest

from livestone.server.parsers import networks
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
