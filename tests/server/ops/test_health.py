"""What machines ask a server: one server under a base path, behind a believed proxy."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.server.conftest import PuppetEngine
from tests.server.site import Site

from livestone.errors import StorageError
from livestone.server.db.sqlite_setup import FILE
from livestone.server.ops.health import Health
from livestone.server.parsers import networks
from livestone.server.tables.store import GameStore
from livestone.server.web.settings import WebSettings

TOKEN = "0123456789abcdef"
VIA = {"x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https", "host": "play.example"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    web = WebSettings(
        hosts=("play.example",),
        base_path="/table",
        trusted_proxies=networks("127.0.0.1"),
        log_requests=True,
        figures=True,
        metrics_from=networks("127.0.0.1"),
        metrics_token=TOKEN,
    )
    with Site(tmp_path_factory.mktemp("data"), web=web) as made:
        yield made


def test_alive_and_ready(guest: httpx.Client) -> None:
    assert guest.get("/healthz").json() == {"status": "alive"}
    assert guest.get("/table/readyz").json() == {"status": "ready"}
    assert not guest.cookies


def test_the_base_path(guest: httpx.Client) -> None:
    """Every address that a browser is told leads back to the server."""
    for path in ("/", "/table"):
        assert guest.get(path).headers["location"] == "/table/"
    answer = guest.get("/games")
    assert answer.status_code == 404
    assert "/table/" in answer.text
    for path in ("/", "/games", "/setup/freedom", "/rules/freedom", "/login", "/nowhere"):
        page = guest.get(f"/table{path}").text
        told = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
        assert len(told) >= 5
        assert all(address.startswith("/table/") for address in told)
    answer = guest.get("/table/games/x")
    assert (answer.status_code, answer.headers["location"]) == (301, "/table/game/x")
    assert {cookie.path for cookie in guest.cookies.jar} == {"/table/"}
    schema = guest.get("/table/schema/openapi.json").json()
    assert schema["servers"] == [{"url": "/table"}]


def test_behind_a_proxy(guest: httpx.Client) -> None:
    """The cookie is safe where the proxy says https, and links lead to the proxy."""
    body = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "friend"]}
    answer = guest.post("/table/api/games", json=body, headers=VIA)
    assert answer.status_code == 201
    assert "Secure" in answer.headers["set-cookie"]
    cookie = answer.headers["set-cookie"].partition(";")[0]
    page = guest.get(f"/table/game/{answer.json()['id']}", headers={**VIA, "cookie": cookie})
    assert 'content="https://play.example/table/previews/' in page.text
    assert guest.get("/table/", headers={**VIA, "host": "evil.example"}).status_code == 400


def test_the_log_has_no_secrets(guest: httpx.Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "livestone.requests")
    answer = guest.get("/table/operator/SECRET?also=SECRET", headers={"cookie": "a=SECRET"})
    (record,) = [record for record in caplog.records if record.name == "livestone.requests"]
    fields = vars(record)["fields"]
    assert fields["route"] == "/operator/{key}"
    assert (fields["method"], fields["status"]) == ("GET", answer.status_code)
    assert "SECRET" not in str(vars(record))
    assert re.fullmatch("[0-9a-f]{12}", answer.headers["x-request-id"])


def test_figures(guest: httpx.Client) -> None:
    body = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
    table = guest.post("/table/api/games", json=body).json()
    before = figures(guest)
    play = {"move": table["legal"][0], "ply": 0}
    assert guest.post(f"/table/api/games/{table['id']}/plies", json=play).status_code == 200
    after = figures(guest)
    answered = 'livestone_requests_total{method="POST",route="/api/games/{id}/plies",status="200"}'
    assert after[answered] == before.get(answered, 0) + 1
    assert after["livestone_moves_total"] == before["livestone_moves_total"] + 1
    writes = "livestone_store_write_seconds_count"
    assert after[writes] > before[writes]
    assert after["livestone_live_games"] >= 1
    for name in ("livestone_listeners", "livestone_bot_queue", "process_cpu_seconds_total"):
        assert name in after


def figures(guest: httpx.Client) -> dict[str, float]:
    answer = guest.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"x-forwarded-for": "192.0.2.1"}, 403),
        ({"x-forwarded-for": "192.0.2.1", "authorization": f"Bearer {TOKEN}"}, 200),
        ({"x-forwarded-for": "192.0.2.1", "authorization": "Bearer wrong"}, 403),
        ({"x-forwarded-for": "127.0.0.1, 192.0.2.1"}, 403),
    ],
)
def test_who_may_read_figures(guest: httpx.Client, headers: dict[str, str], status: int) -> None:
    assert guest.get("/metrics", headers=headers).status_code == status


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
async def test_what_stands_in_the_way(
    store: GameStore, tmp_path: Path, engine: PuppetEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.trouble = ""
    health = Health(store, engine)  # type: ignore[arg-type]
    assert await health.trouble() == ""
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        tried = connection.execute("PRAGMA user_version").fetchone()[0]
    assert tried > 0  # something was written
    engine.trouble = "no bot process could be started"
    assert await health.trouble() == engine.trouble

    async def full() -> None:
        raise StorageError("database or disk is full")

    monkeypatch.setattr(store, "try_writing", full)
    assert await health.trouble() == engine.trouble  # the disk is not tried again so soon
    monkeypatch.setattr("livestone.server.ops.health.KEPT_SECONDS", 0.0)
    assert await health.trouble() == "database or disk is full"
    monkeypatch.setattr("livestone.server.ops.health.STORE_SECONDS", 0.01)
    monkeypatch.setattr(store, "try_writing", lambda: asyncio.sleep(60))
    assert "has not answered" in await health.trouble()
    health.stopping = True
    assert await health.trouble() == "the server is stopping"
