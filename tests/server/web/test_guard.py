"""Foreign names and other sites' pages are refused; every answer carries the safety headers."""

from __future__ import annotations

import pytest
from litestar.datastructures import Headers

from livestone.errors import BadRequest, NotAllowed
from livestone.server.web.guard import Guard, check_origin


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.0.7"),
        *("table.example", "localhost:1", "table.example:65535", "[::1]:00080"),
    ],
)
def test_own_hosts(host: str) -> None:
    Guard(("Table.example",)).check_host(host)


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[", "[::1"),
        *("evil.example:80@localhost:1:2", "örtlich", "\0", "a" * 5000, "localhost:80/x@y"),
        *("localhost:99999", "localhost:65536", "localhost:0", "localhost:-1", "localhost:abc"),
        *("localhost:", "localhost:80:80", "[::1]:99999", "127.0.0.1:99999", "me@localhost"),
        *("localhost:8\N{SUPERSCRIPT TWO}", "localhost:\N{ARABIC-INDIC DIGIT TWO}", "::1"),
    ],
)
def test_foreign_hosts(host: str) -> None:
    with pytest.raises(BadRequest, match="not called"):
        Guard(("table.example",)).check_host(host)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://localhost:8000"},
        {"origin": "https://localhost:8000"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"sec-fetch-site": "same-origin", "origin": "null"},
    ],
)
def test_own_requests(headers: dict[str, str]) -> None:
    check_origin(Headers(headers), "localhost:8000")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:9000"},
        {"origin": "http://localhost"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "", "origin": "http://localhost:8000"},
        {"sec-fetch-site": "cross-site", "origin": "http://localhost:8000"},
    ],
)
def test_foreign_requests(headers: dict[str, str]) -> None:
    with pytest.raises(NotAllowed, match="another site"):
        check_origin(Headers(headers), "localhost:8000")
