"""Under which names and from whose pages one may ask, and what every answer says of itself."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from httpx import Client
from tests.patience import PATIENCE
from tests.server.site import NO_TLS, PASSWORD, Site, new_game
from tests.server.web.test_tls import CERTIFICATE, KEY

from livestone.app.host_names import answers_to, names_of
from livestone.errors import NotAllowed
from livestone.server.parsers import networks
from livestone.server.web.guard import check_origin
from livestone.server.web.settings import WebSettings
from livestone.server.web.tls import Certificate

HSTS = "strict-transport-security"


def answered(site: Site, path: str, *hosts: bytes) -> tuple[int, str]:
    """The status and the body of an answer to a request with these Host headers."""
    address = "127.0.0.1", int(site.url.rpartition(":")[2])
    head = [f"GET {path} HTTP/1.1".encode(), *(b"Host: " + host for host in hosts)]
    with socket.create_connection(address) as line:
        line.sendall(b"\r\n".join([*head, b"Connection: close", b"", b""]))
        found = b""
        while piece := line.recv(65536):
            found += piece
    start, _, body = found.partition(b"\r\n\r\n")
    return int(start.split(b" ")[1]), body.decode()


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.0.7"),
        *("table.example", "localhost:1", "table.example:65535", "[::1]:00080"),
    ],
)
def test_own_hosts(host: str) -> None:
    assert answers_to(names_of(["Table.example"]), host)


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[", "[::1"),
        *("evil.example:80@localhost:1:2", "örtlich", "\0", "a" * 5000, "localhost:80/x@y"),
        *("localhost:65536", "localhost:0", "localhost:-1", "localhost:abc", "localhost:"),
        *("localhost:80:80", "[::1]:99999", "127.0.0.1:99999", "me@localhost", "::1"),
        *("localhost:8\N{SUPERSCRIPT TWO}", "localhost:\N{ARABIC-INDIC DIGIT TWO}"),
    ],
)
def test_foreign_hosts(host: str) -> None:
    assert not answers_to(names_of(["table.example"]), host)


def test_no_page_is_answered_under_a_foreign_name(site: Site) -> None:
    """And what is malformed is no fault of the server's."""
    for hosts in (
        *((b"evil.example",), (b"localhost:99999",), (b"",), (b"[::1",), (b"http://localhost",)),
        *((b"\xff",), (b"localhost:8\xb2",), ("\u00f6rtlich".encode(),)),
        *((), (b"localhost", b"localhost"), (b"localhost", b"evil.example")),
    ):
        for path in ("/api/account", "/", "/healthz"):
            assert answered(site, path, *hosts)[0] == 400, (hosts, path)
        # Where there is nothing is asked before the name is.
        assert answered(site, "/api/nothing", *hosts)[0] in (400, 404), hosts
    said = json.loads(answered(site, "/api/account", b"localhost:99999")[1])
    assert said["error"] == "bad-request"
    assert "this server is not called 'localhost:99999'" in said["message"]
    assert answered(site, "/api/account", b"localhost:65535")[0] == 200


def encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://localhost:8000"},
        {"origin": "https://localhost:8000"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none", "origin": "null"},
    ],
)
def test_own_requests(headers: dict[str, str]) -> None:
    check_origin(encoded(headers), "localhost:8000")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:9000"},
        {"origin": "http://localhost"},
        {"origin": "null"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "", "origin": "http://localhost:8000"},
        {"sec-fetch-site": "cross-site", "origin": "http://localhost:8000"},
    ],
)
def test_foreign_requests(headers: dict[str, str]) -> None:
    with pytest.raises(NotAllowed, match="another site"):
        check_origin(encoded(headers), "localhost:8000")


def test_personal_answers_are_not_cached(newcomer: Callable[..., Client]) -> None:
    client = newcomer("Private")
    id = new_game(client, "me", "friend")["id"]
    client.post("/api/account/tokens", json={"label": "x", "scopes": ["read"]})
    for path in ("/account", "/games", f"/game/{id}", "/", "/people/Private"):
        assert client.get(path).headers["cache-control"] == "private, no-cache", path
    paths = ["/login"]
    paths += ["/api/account", "/api/account/tokens", "/api/account/sessions", "/api/games"]
    paths += [f"/api/games/{id}", f"/api/games/{id}/invitations", "/api/lobby", "/api/nothing"]
    paths += [f"/api/games/{id}/record.txt", "/api/account/games.zip", "/api/people/Private"]
    for path in paths:
        assert client.get(path).headers["cache-control"] == "no-store", path
    for path in ("/api/login", "/api/games", "/logout"):
        wrong = {"name": "Private", "password": PASSWORD}
        assert client.post(path, json=wrong).headers["cache-control"] == "no-store", path
    with client.stream("GET", "/api/lobby/events") as events:
        assert events.headers["cache-control"] == "no-store"
    style = client.get("/app/app.css")
    assert style.headers["cache-control"] == "no-cache"  # everybody's: asked for again each time
    assert HSTS not in style.headers


def test_strict_transport_security(tmp_path: Path) -> None:
    """Told over TLS, whether it is ours or a believed proxy's, and never without."""
    year = "max-age=31536000"
    tls = WebSettings(hosts=("play.example",), tls=Certificate(CERTIFICATE, KEY).context)
    with Site(tmp_path / "tls", web=tls) as site:
        url = site.url.replace("http:", "https:")
        # Its certificate is nobody's whom this machine would trust.
        unchecked = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
        with httpx.Client(base_url=url, verify=unchecked) as client:
            for path in ("/", "/api/account", "/app/app.css", "/nothing"):
                headers = client.get(path, headers={"Host": "play.example"}).headers
                assert headers[HSTS] == year, path
            # Other programs on this machine have this name too.
            assert HSTS not in client.get("/", headers={"Host": "localhost:1"}).headers
    secure = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    web = WebSettings(hosts=("play.example",), trusted_proxies=networks("127.0.0.1"))
    with Site(tmp_path / "proxy", web=web) as site:
        for source, told in (("127.0.0.1", year), ("127.0.0.2", None)):
            transport = httpx.HTTPTransport(NO_TLS, local_address=source)
            with httpx.Client(base_url=site.url, timeout=PATIENCE, transport=transport) as client:
                client.headers["Host"] = "play.example"
                assert client.get("/login", headers=secure).headers.get(HSTS) == told
                assert HSTS not in client.get("/login").headers


def test_a_header_is_sent_once(guest: Client) -> None:
    headers = guest.get("/games").headers
    for name in ("cache-control", "x-request-id"):
        assert len(headers.get_list(name)) == 1
