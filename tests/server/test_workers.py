"""Several processes: any takes any move, all hear of it, and the death of one loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.crew import Together, ask
from tests.server.databases import fresh

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Together]:
    with Together(tmp_path_factory.mktemp("workers"), fresh("workers")) as together:
        yield together
    assert together.code == 0


async def test_every_process_hears_of_every_move(server: Together) -> None:
    spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
    async with server.newcomer() as client:
        await ask(client, "/api/games")
        table = await ask(client, "/api/games", spec)
        async with contextlib.AsyncExitStack() as stack:
            # Of six connections each process has some, but for one chance in thirty.
            streams = [
                await stack.enter_async_context(
                    client.stream("GET", f"/api/games/{table['id']}/events")
                )
                for _ in range(6)
            ]
            move = {"move": table["legal"][0], "ply": 0}
            await ask(client, f"/api/games/{table['id']}/plies", move)
            for stream in streams:
                data: dict[str, object] = {"ply": 0}
                lines = stream.aiter_lines()
                async with asyncio.timeout(60):
                    async for line in lines:
                        if line.startswith("data:"):
                            data = json.loads(line.removeprefix("data:"))
                            if data.get("ply") == 1:
                                break
                assert data["ply"] == 1


async def test_every_process_hears_of_challenges(server: Together) -> None:
    async with server.newcomer() as ada, server.newcomer() as bob, contextlib.AsyncExitStack() as s:
        for client, name in ((ada, "Ada"), (bob, "Bob")):
            await ask(client, "/api/register", {"name": name, "password": "four words will do"})
        streams = [
            (await s.enter_async_context(bob.stream("GET", "/api/events"))).aiter_lines()
            for _ in range(6)
        ]
        wanted = {"game": "freedom", "audience": "person", "to": "Bob"}
        made = await ask(ada, "/api/challenges", wanted)
        for path, status in (("", "open"), (f"/{made['id']}/cancel", "cancelled")):
            if path:
                await ask(ada, f"/api/challenges{path}", {})
            for lines in streams:
                async with asyncio.timeout(10):  # half of what a look at the database may take
                    async for line in lines:
                        if f'"status":"{status}"' in line:
                            break


async def test_a_bot_answers_once(server: Together) -> None:
    spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "bot:1"]}
    async with server.newcomer() as client:
        await ask(client, "/api/games")
        table = await ask(client, "/api/games", spec)
        for turn in range(2):
            move = {"move": table["legal"][0], "ply": 2 * turn}
            await ask(client, f"/api/games/{table['id']}/plies", move)
            async with asyncio.timeout(120):
                while table["ply"] != 2 * turn + 2:
                    await asyncio.sleep(0.1)
                    table = await ask(client, f"/api/games/{table['id']}")
        assert table["my_turn"]


async def test_all_show_tournaments(server: Together) -> None:
    async with server.newcomer() as client:
        for _ in range(6):
            assert (await client.get("/freeplay")).status_code == 200
            assert (await client.get("/api/tournaments")).json()["total"] == 0
            refused = await client.post("/api/operator", json={"secret": "x" * 22})
            assert refused.status_code == 404
            passed = {"livestone-passed": '{"client": null, "scheme": "x", "forwarded": false}'}
            assert (await client.get("/freeplay", headers=passed)).status_code == 200


def test_sqlite_is_for_one(tmp_path: Path) -> None:
    from livestone.server.config import Refused, settle

    with pytest.raises(Refused, match=r"workers cannot be 2 \(LIVESTONE_WORKERS\) with SQLite"):
        settle(None, {"LIVESTONE_WORKERS": "2"})
