"""Server-sent events: what browsers are told, and when nothing happens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.server.conftest import ME, OTHER
from tests.server.site import Site

from livestone.errors import NotAllowed
from livestone.server import events
from livestone.server.table import Tables, TableSpec

TWO = TableSpec("freedom", {"size": "4"}, ("me", "person"))


def parse(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """Messages as a browser's EventSource reads them."""
    found: dict[str, Any] = {}
    for line in lines:
        if not line:
            if "event" in found:
                yield found
            found = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            found[name] = json.loads(value) if name == "data" else value


@pytest.mark.parametrize("prefix", ["", "/api"])
def test_over_http(tmp_path: Any, prefix: str) -> None:
    with Site(tmp_path) as site, site.newcomer() as client:
        seats = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
        id = client.post("/api/games", json=seats).json()["id"]
        at = f"{site.url}{prefix}/games/{id}/events"
        with httpx.stream("GET", at, cookies=client.cookies, timeout=60) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            messages = parse(stream.iter_lines())
            assert next(messages) == {
                "event": "changed",
                "id": "1",
                "data": {"ply": 0, "version": 1},
            }
            client.post(f"/api/games/{id}/plies", json={"move": "b2", "ply": 0})
            assert next(messages)["data"] == {"ply": 1, "version": 2}
            client.post(f"/api/games/{id}/resign")
            assert next(messages)["event"] == "changed"
            assert next(messages) == {
                "event": "finished",
                "id": "3",
                "data": {"winners": [0], "reason": "resigned"},
            }
            # The server ends while somebody listens: the stream ends too, and at once.
            site.__exit__(None, None, None)
            assert list(messages) == []


@pytest.mark.anyio
async def test_heartbeat(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "HEARTBEAT_SECONDS", 0.01)
    id = (await tables.create(TWO, ME)).id
    messages = events.messages(tables.subscribe(id, ME))
    still = b": still here\r\n\r\n"
    assert (await anext(messages)).encode().startswith(b"retry: ")
    while (message := (await anext(messages)).encode()) == still:
        pass
    assert message.startswith(b"id: 1")
    assert [(await anext(messages)).encode() for _ in range(2)] == [still, still]
    await tables.play(id, ME, "b2", 0)
    while (message := (await anext(messages)).encode()).startswith(b":"):
        pass
    assert b"event: changed" in message
    await messages.aclose()


@pytest.mark.anyio
async def test_who_leaves_is_forgotten(tables: Tables) -> None:
    id = (await tables.create(TWO, ME)).id
    messages = events.messages(tables.subscribe(id, ME))
    await anext(messages)
    await anext(messages)
    waiting = asyncio.create_task(anext(messages))  # type: ignore[arg-type]
    await asyncio.sleep(0.01)
    assert len(tables._tables[id].listeners) == 1
    waiting.cancel()
    await asyncio.wait({waiting})
    await messages.aclose()
    assert tables._tables[id].listeners == {}


@pytest.mark.anyio
async def test_not_for_others(tables: Tables) -> None:
    id = (await tables.create(TWO, ME)).id
    messages = events.messages(tables.subscribe(id, OTHER))
    await anext(messages)
    with pytest.raises(NotAllowed):
        await anext(messages)
