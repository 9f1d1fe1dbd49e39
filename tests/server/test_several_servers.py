"""Several servers at one database: any takes any move, all hear of it, and one may die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.patience import PATIENCE
from tests.server.cluster import Cluster
from tests.server.databases import fresh
from tests.server.servers import Clients, Servers, ask, everywhere
from tests.server.site import PASSWORD

from livestone.server.ops.waiting import patiently
from livestone.server.tables.store import GameStore

SMALL = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, small_bots: None) -> Iterator[Servers]:
    """Two servers behind nginx."""
    with Servers(tmp_path_factory.mktemp("servers"), fresh("servers")) as running:
        yield running
    assert running.codes == [0, 0]


@contextlib.asynccontextmanager
async def person(servers: Servers) -> AsyncIterator[tuple[httpx.AsyncClient, Clients]]:
    """One visitor by the proxy, and the same one at each of the servers."""
    async with servers.newcomer() as client:
        await ask(client, "/api/games")
        async with everywhere(servers, client) as direct:
            yield client, direct


async def until(lines: AsyncIterator[str], words: str) -> dict[str, Any]:
    """The next event of a stream that has these words in it."""
    async with asyncio.timeout(PATIENCE):
        async for line in lines:
            if line.startswith("data:") and words in line:
                return json.loads(line.removeprefix("data:"))
    raise AssertionError(f"the stream ends without {words!r}")


async def test_every_server_takes_moves_and_tells_of_them(servers: Servers) -> None:
    async with person(servers) as (client, direct), contextlib.AsyncExitStack() as stack:
        table = await ask(client, "/api/games", SMALL)
        path = f"/api/games/{table['id']}"
        streams = [
            (await stack.enter_async_context(one.stream("GET", where))).aiter_lines()
            for one in direct
            for where in (f"{path}/events", "/api/events")
        ]
        for ply in range(4):
            move = {"move": table["legal"][0], "ply": ply}
            table = await ask(direct[ply % 2], f"{path}/plies", move)
            for stream in streams:
                await until(stream, f'"ply":{ply + 1},')


async def test_the_lobby_is_one(servers: Servers) -> None:
    async with servers.newcomer() as ada, servers.newcomer() as bob:
        for client, name in ((ada, "Ada"), (bob, "Bob")):
            await ask(client, "/api/games")
            await ask(client, "/api/register", {"name": name, "password": PASSWORD})
        async with everywhere(servers, bob) as direct, contextlib.AsyncExitStack() as stack:
            streams = [
                (await stack.enter_async_context(one.stream("GET", "/api/events"))).aiter_lines()
                for one in direct
            ]
            wanted = {"game": "freedom", "audience": "person", "to": "Bob"}
            made = await ask(ada, "/api/challenges", wanted)
            for stream in streams:
                await until(stream, '"status":"open"')
            await ask(ada, f"/api/challenges/{made['id']}/cancel", {})
            for stream in streams:
                await until(stream, '"status":"cancelled"')


async def test_a_bot_answers_once(servers: Servers) -> None:
    async with person(servers) as (client, _):
        table = await ask(client, "/api/games", {**SMALL, "seats": ["me", "bot:1"]})
        for turn in range(2):
            move = {"move": table["legal"][0], "ply": 2 * turn}
            async with client.stream("GET", f"/api/games/{table['id']}/events") as stream:
                await ask(client, f"/api/games/{table['id']}/plies", move)
                await until(stream.aiter_lines(), f'"ply":{2 * turn + 2},')
            table = await ask(client, f"/api/games/{table['id']}")
        assert table["my_turn"]


async def test_tournaments_are_found_by_the_proxy(servers: Servers) -> None:
    """One of them has them; the other says in words that it has not."""
    async with servers.newcomer() as client:
        for _ in range(6):
            assert (await client.get("/api/freeplay")).status_code == 200
            assert (await client.get("/api/tournaments")).json()["total"] == 0
            refused = await client.post("/api/operator", json={"secret": "x" * 22})
            assert refused.status_code == 404
    statuses = []
    for server in servers.all:
        async with servers.newcomer(server) as client:
            answer = await client.get("/api/tournaments")
            statuses.append(answer.status_code)
            if answer.status_code == 503:
                assert answer.json()["error"] == "busy"
    assert sorted(statuses) == [200, 503]


async def test_caddy_does_as_well(tmp_path: Path) -> None:
    with Servers(tmp_path, fresh("caddy"), proxy="caddy") as servers:
        await test_every_server_takes_moves_and_tells_of_them(servers)
        await test_tournaments_are_found_by_the_proxy(servers)


async def test_attempts_are_counted_in_all(servers: Servers) -> None:
    """However somebody's guesses are spread, they have no more of them."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(servers.newcomer(server)) for server in servers.all
        ]

        async def guess(number: int) -> int:
            wrong = {"name": "Nobody-else", "password": "x"}
            return (await clients[number % 2].post("/api/login", json=wrong)).status_code

        first = [await guess(number) for number in range(14)]
        assert set(first) == {401, 429}
        assert first[-2:] == [429, 429]
        assert first.count(401) in (10, 11)  # the last two may pass each other


async def test_another_takes_over(tmp_path: Path) -> None:
    """Tournaments, the players' port and bots that were thinking go on after a kill -9."""
    with Servers(tmp_path, fresh("takeover")) as servers:
        async with person(servers) as (client, direct):
            owns = [(await one.get("/readyz/tournaments")).status_code for one in direct]
            owner = owns.index(200)
            table = await ask(client, "/api/games", {**SMALL, "seats": ["me", "bot:1"]})
            servers.all[owner].end(signal.SIGKILL)
            move = {"move": table["legal"][0], "ply": 0}
            await ask(client, f"/api/games/{table['id']}/plies", move)
            async with asyncio.timeout(PATIENCE):
                while (await direct[1 - owner].get("/readyz/tournaments")).status_code != 200:
                    await asyncio.sleep(0.05)
                assert (await client.get("/api/freeplay")).status_code == 200
            servers.all[owner].start()
            assert (await direct[owner].get("/readyz/tournaments")).status_code == 503


async def test_it_waits_for_its_database(tmp_path: Path) -> None:
    """A server that starts while the database is away answers once it is there."""
    with Cluster() as cluster, Servers(tmp_path, cluster.url, count=1) as servers:
        cluster.kill()
        await servers.replace(servers.all[0])
        async with asyncio.timeout(PATIENCE):
            while "waiting for it" not in servers.logged():
                await asyncio.sleep(0.05)
        async with servers.newcomer() as client:  # a proxy would turn to another process at once
            with pytest.raises(httpx.ConnectError):
                await client.get("/readyz")
        await asyncio.to_thread(cluster.start)
        await servers.all_answer()
        async with servers.newcomer() as client:
            assert (await client.get("/readyz")).status_code == 200
        assert servers.logged().count("waiting for it") == 1
        assert "the database answers" in servers.logged()


async def test_a_start_begins_again_where_the_database_goes_away(tmp_path: Path) -> None:
    with Cluster() as cluster:
        tries = list[asyncio.Task[None]]()

        async def back() -> None:
            await asyncio.sleep(0.5)
            await asyncio.to_thread(cluster.start)

        async def begin() -> GameStore:
            if not tries:
                cluster.kill()
                tries.append(asyncio.create_task(back()))
            return await GameStore.open(tmp_path, cluster.url)

        store = await patiently(cluster.url, begin)
        await tries[0]
        assert await store.last_game() is None
        await store.close()
