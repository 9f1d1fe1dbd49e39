"""Onlookers who are behind: nothing that they are sent shows what they may not see yet."""

from __future__ import annotations

import asyncio
import re
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from httpx import Client
from tests.server.conftest import ME, OTHER, PASSWORD, SMALL
from tests.server.roles import routes
from tests.server.site import Site

from livestone.errors import BadRequest
from livestone.server.engine import Engine
from livestone.server.store import Store
from livestone.server.table import Tables, TableSpec
from livestone.server.views import Event

NOBODY = "no" * 32
LATE = TableSpec("freedom", SMALL, ("me", "friend"), None, "5+3", public=True, delay_seconds=60)


class Time:
    """The server's time, as the test wants it."""

    def __init__(self) -> None:
        self.at = 1_000_000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def now() -> Time:
    """The time."""
    return Time()


@pytest.fixture
async def tables(store: Store, engine: Engine, now: Time) -> Any:
    """A table service with that time."""
    service = Tables(store, engine, now)
    yield service
    await service.close()


async def begun(tables: Tables, spec: TableSpec = LATE) -> str:
    """A game between two."""
    id = (await tables.create(spec, ME, "s")).id
    (link,) = (await tables.invitations(id, ME, "s")).values()
    await tables.sit(link, OTHER)
    return id


async def play(tables: Tables, id: str, *moves: str) -> None:
    """Play from the beginning on."""
    for ply, move in enumerate(moves):
        await tables.play(id, (ME, OTHER)[ply % 2], move, ply)


@pytest.mark.anyio
async def test_seconds(tables: Tables, now: Time) -> None:
    id = await begun(tables)
    before = (await tables.view(id, NOBODY)).as_json()
    await tables.play(id, ME, "b2", 0)
    now.at += 59
    assert (await tables.view(id, NOBODY)).as_json() == before
    with pytest.raises(BadRequest):
        await tables.view(id, NOBODY, 1)
    await tables.play(id, OTHER, "b3", 1)
    assert "b2" not in await tables.record(id, NOBODY)
    assert (await tables.view(id, ME)).last_ply == 2
    now.at += 1.5
    seen = await tables.view(id, NOBODY)
    assert (seen.last_ply, seen.mover, seen.clock) == (1, 1, None)
    assert "b3" not in await tables.record(id, NOBODY)
    now.at += 60
    assert (await tables.view(id, NOBODY)).last_ply == 2
    await tables.play(id, ME, "c3", 2)
    await tables.resign(id, OTHER)
    over = await tables.view(id, NOBODY)
    assert (over.last_ply, over.status) == (3, "finished")
    assert over.version > seen.version


@pytest.mark.anyio
async def test_seconds_and_plies(tables: Tables, now: Time) -> None:
    id = await begun(tables, replace(LATE, delay=1))
    await play(tables, id, "b2", "b3", "c3")
    assert (await tables.view(id, NOBODY)).last_ply == 0
    now.at += 61
    assert (await tables.view(id, NOBODY)).last_ply == 2


@pytest.mark.anyio
async def test_events_come_when_they_are_due(store: Store, engine: Engine) -> None:
    tables = Tables(store, engine)
    id = await begun(tables, replace(LATE, delay_seconds=1))
    heard: list[Event] = []

    async def listen() -> None:
        async for event in tables.subscribe(id, NOBODY):  # what is heard is looked at meanwhile
            heard.append(event)  # noqa: PERF401

    task = asyncio.create_task(listen())
    try:
        async with asyncio.timeout(20):
            while not heard:
                await asyncio.sleep(0.01)
            await tables.play(id, ME, "b2", 0)
            await tables.offer(id, OTHER, "pause", 1)
            await asyncio.sleep(0.1)
            assert [event.data["ply"] for event in heard] == [0]
            while len(heard) < 2:
                await asyncio.sleep(0.01)
            assert [event.data["ply"] for event in heard] == [0, 1]
            assert (await tables.view(id, NOBODY)).last_ply == 1
            await tables.resign(id, ME)
            while heard[-1].name != "finished":
                await asyncio.sleep(0.01)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await tables.close()


def everything(site: Site, onlooker: Client, id: str, name: str) -> dict[str, tuple[int, str]]:
    """What an onlooker is answered on every route that can be read, but for streams."""
    site.app.state.meeting.snapshots.stale(games=True)
    found = {}
    for method, path in routes():
        kind = re.search(r"/(games|people|new|rules)/\{", path)
        if method != "GET" or ("{" in path and kind is None) or "events" in path:
            continue
        first = {"games": id, "people": name, "new": "freedom", "rules": "freedom"}
        address = re.sub(r"\{\w+\}", first[kind[1]] if kind else "", path, count=1)
        address = address.replace("{form}", "txt")
        for query in ("", "?ply=1") if kind and kind[1] == "games" else ("",):
            answer = onlooker.get(address + query)
            assert answer.status_code < 500, address
            text = re.sub(r"\d+ (second|minute)s? ago|just now|right now", "ago", answer.text)
            # Who is here at all, and when that was looked at.
            text = re.sub(r'"?(version|guests)"?[:=]"?([0-9]{13}|[0-9]\b)', "", text)
            text = re.sub(r"\b(\d+|a|no) guests?", "guests", text)
            found[address + query] = answer.status_code, text
    return found


@pytest.mark.parametrize(
    ("name", "late"),
    [
        ("Minutes", {"delay_seconds": 600}),
        pytest.param("Moves", {"delay": 2}, marks=pytest.mark.slow),
    ],
)
def test_no_route_shows_what_is_not_due(site: Site, name: str, late: dict[str, int]) -> None:
    with (
        closing(site.newcomer()) as one,
        closing(site.newcomer()) as other,
        closing(site.newcomer()) as onlooker,
    ):
        account = {"name": name, "password": PASSWORD}
        assert one.post("/api/register", json=account).status_code == 201
        game = {"game": "freedom", "seats": ["me", "friend"], "options": {"size": 4}}
        game |= {"control": "3d", "public": True, **late}
        id = one.post("/api/games", json=game).json()["id"]
        (seat,) = one.get(f"/api/games/{id}/invitations").json()
        assert other.post(f"/api/invitations/{seat['invitation']}").is_success
        onlooker.get("/api/account")
        onlooker.get(f"/games/{id}")
        before = everything(site, onlooker, id, name)
        assert before[f"/games/{id}"][0] == 200
        for ply, (who, move) in enumerate(((one, "b2"), (other, "b3"))):
            body = {"move": move, "ply": ply}
            assert who.post(f"/api/games/{id}/plies", json=body).is_success
        after = everything(site, onlooker, id, name)
        assert {path: text for path, text in after.items() if text != before[path]} == {}
        study = onlooker.post("/api/studies", json={"table": id})
        assert study.status_code < 500
        assert "b2" not in study.text
        assert one.get(f"/api/games/{id}").json()["last_ply"] == 2
