"""What deploy/ puts before a server, run on this machine as browsers meet it."""

from __future__ import annotations

import contextlib
import re
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from scripts.proxy import DEPLOY, Proxy
from tests.patience import PATIENCE
from tests.server.servers import Servers, behind
from tests.server.site import PASSWORD

TLS = Path(__file__).parents[1] / "data" / "tls"
CERTIFICATE = (TLS / "certificate.pem", TLS / "key.pem")


def compose() -> dict[str, Any]:
    """The services of deploy/compose.yaml, with no more set than has to be."""
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    found = yaml.safe_load(re.sub(r"\$\{\w+:([-?])([^}]*)\}", r"\2", text))
    return dict(found["services"])


@contextlib.contextmanager
def proxied(kind: str, folder: Path, **settings: object) -> Iterator[tuple[Proxy, str]]:
    """A server behind a proxy by TLS, and where that is."""
    with Servers(folder, None, count=1, **settings) as servers:
        proxy = behind(kind, folder, [servers.all[0].pages] * 2, CERTIFICATE)
        try:
            yield proxy, f"https://localhost:{proxy.port}"
        finally:
            proxy.close()


def visitor(url: str, address: str = "127.0.0.1") -> httpx.Client:
    """Somebody with an address of their own."""
    try:
        socket.create_server((address, 0)).close()
    except OSError:
        pytest.skip("this machine has one local address only")
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    transport = httpx.HTTPTransport(verify=context, local_address=address)
    return httpx.Client(base_url=url, transport=transport, timeout=PATIENCE)


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_pages_by_tls_at_another_port(kind: str, tmp_path: Path) -> None:
    """By HTTP/2, with cookies for TLS only, and forms that are not taken for a stranger's."""
    with proxied(kind, tmp_path) as (proxy, url):
        assert proxy.protocol() == "h2"
        with visitor(url) as client:
            game = {"game": "freedom", "seats": ["me", "person"]}
            page = client.post("/api/games", json=game, headers={"Origin": url})
            assert page.status_code == 201
            assert "; Secure" in page.headers["set-cookie"]
            stranger = {"Origin": "https://localhost"}
            elsewhere = client.post("/api/games", json=game, headers=stranger)
            assert elsewhere.status_code == 403
        with visitor(f"http://localhost:{proxy.plain_port}") as plain:
            led = plain.get("/games/x?ply=2")
            assert led.status_code in (301, 308)
            assert re.fullmatch(r"https://localhost(:\d+)?/games/x\?ply=2", led.headers["location"])


def test_compose_tells_visitors_apart(tmp_path: Path) -> None:
    """The processes share the network of the proxy, so it comes from 127.0.0.1."""
    services = compose()
    processes = [services[name] for name in ("livestone1", "livestone2")]
    assert all(one["network_mode"] == "service:proxy" for one in processes)
    told = {
        name.removeprefix("LIVESTONE_"): text
        for name, text in processes[0]["environment"].items()
        if name.startswith("LIVESTONE_") and name not in ("LIVESTONE_DATABASE", "LIVESTONE_PORT")
    }
    assert services["proxy"]["environment"] == {"DOMAIN": told["HOSTS"]}
    with proxied("caddy", tmp_path, **told, NEW_ACCOUNTS=1) as (_, url):
        answers = []
        for name, address in (("Ada", "127.0.0.2"), ("Bob", "127.0.0.2"), ("Cyril", "127.0.0.3")):
            with visitor(url, address) as client:
                client.get("/")
                assert all(cookie.secure for cookie in client.cookies.jar)
                account = {"name": name, "password": PASSWORD}
                answers.append(client.post("/api/register", json=account).status_code)
        assert answers == [201, 429, 201]


def test_compose_names_every_process_to_the_proxy() -> None:
    services = compose()
    ports = {
        one["environment"]["LIVESTONE_PORT"]
        for one in services.values()
        if one.get("network_mode") == "service:proxy"
    }
    lists = re.findall(r"reverse_proxy (.*) \{", (DEPLOY / "Caddyfile").read_text("utf-8"))
    assert len(lists) == 3
    for line in lists:
        assert set(line.split()) == {f"127.0.0.1:{port}" for port in ports}
    published = {line.rpartition(":")[2] for line in services["proxy"]["ports"]}
    assert published == {"80", "443", "443/udp", "5678"}
