"""What every answer says of itself, and requests under names that make no sense."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from httpx import Client
from tests.server.site import PASSWORD, Site
from tests.server.web.test_tls import CERTIFICATE, KEY

from livestone.server.parsers import networks
from livestone.server.web.settings import WebSettings
from livestone.server.web.tls import Certificate

HSTS = "strict-transport-security"
TWO = {"game": "freedom", "seats": ["me", "friend"], "options": {"size": 4}}


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


def test_malformed_host_names(site: Site) -> None:
    """It is refused like a foreign one, and is no fault of the server's."""
    wrong = [b"localhost:99999", b"localhost:0", b"localhost:-1", b"localhost:abc", b"", b"::1"]
    wrong += [b"me@localhost", b"me:x@localhost:80", b"[::1", b"[::1]:99999", b"http://localhost"]
    wrong += [
        "\u00f6rtlich".encode(),
        b"\xff",
        b"localhost:8\xb2",
        b"localhost:80:80",
        b"localhost:",
    ]
    for host in wrong:
        for path in ("/api/account", "/", "/healthz"):
            assert answered(site, path, host)[0] == 400, (host, path)
        for path in ("/nothing", "/api/nothing"):  # asked before the name is
            assert answered(site, path, host)[0] in (400, 404), (host, path)
    said = json.loads(answered(site, "/api/account", b"localhost:99999")[1])
    assert said["error"] == "bad-request"
    assert "this server is not called 'localhost:99999'" in said["message"]
    for hosts in ((), (b"localhost", b"localhost"), (b"localhost", b"evil.example")):
        assert answered(site, "/api/account", *hosts)[0] == 400
    assert answered(site, "/api/account", b"localhost:65535")[0] == 200


def test_personal_answers_are_not_cached(newcomer: Callable[..., Client]) -> None:
    client = newcomer("Private")
    id = client.post("/api/games", json=TWO).json()["id"]
    client.post("/api/account/tokens", json={"label": "x", "scopes": ["read"]})
    paths = ["/account", "/games", f"/games/{id}", "/", "/login", "/people/Private"]
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
    style = client.get("/static/app.css")
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
            for path in ("/", "/api/account", "/static/app.css", "/nothing"):
                headers = client.get(path, headers={"Host": "play.example"}).headers
                assert headers[HSTS] == year, path
            # Other programs on this machine have this name too.
            assert HSTS not in client.get("/", headers={"Host": "localhost:1"}).headers
    secure = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    for proxies, told in (("127.0.0.1", year), ("192.0.2.9", None)):
        web = WebSettings(hosts=("play.example",), trusted_proxies=networks(proxies))
        with Site(tmp_path / proxies, web=web) as site, site.newcomer() as client:
            client.headers["Host"] = "play.example"
            assert client.get("/", headers=secure).headers.get(HSTS) == told
            assert HSTS not in client.get("/").headers


@pytest.mark.parametrize("name", ["cache-control", "x-request-id"])
def test_a_header_is_sent_once(newcomer: Callable[..., Client], name: str) -> None:
    assert len(newcomer().get("/").headers.get_list(name)) == 1
