"""PostgreSQL: what is refused in which words, and that connections come back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.databases import execute, postgres
from tests.server.tables.test_store import SEATS, game

from livestone.errors import BadRequest, StorageError
from livestone.server.db.postgres import dial
from livestone.server.db.store import Outdated
from livestone.server.tables.store import GameStore, PlyRow, gone_on

NOBODY = "postgresql://ada:secret@127.0.0.1:9/games"


async def test_no_server_answers() -> None:
    with pytest.raises(StorageError, match=r"ada@127\.0\.0\.1:9/games cannot be used: ") as caught:
        await GameStore.open(Path(), NOBODY)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_no_such_database() -> None:
    url = postgres().rpartition("/")[0] + "/nowhere"
    with pytest.raises(StorageError, match=r'cannot be used: database "nowhere" does not exist'):
        await GameStore.open(Path(), url)


async def test_connections_that_were_cut_are_made_again() -> None:
    url = postgres()
    store = await GameStore.open(Path(), url)
    await store.create(game(), SEATS)
    await execute(url, CUT)
    await asyncio.sleep(0.05)  # until the driver has heard
    assert await store.version("a") == 1
    await store.append(replace(game(), version=2, ply=1), PlyRow(1, "b2", 0))
    await store.try_writing()
    await store.close()


CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


async def test_cut_within_a_transaction() -> None:
    url = postgres()
    store = await GameStore.open(Path(), url)
    await store.create(game(), SEATS)

    async def write() -> None:
        async with store.writing() as connection:
            await connection.exec_driver_sql("UPDATE games SET version = 7")
            await execute(url, CUT)
            await connection.exec_driver_sql("UPDATE games SET version = 8")

    with pytest.raises(StorageError, match=r"could not be saved: .* try again in a moment"):
        await write()
    assert await store.version("a") == 1
    await store.close()


async def test_whatever_the_driver_says_is_told_in_words() -> None:
    """It has errors of its own that are none of PostgreSQL's."""
    from asyncpg.exceptions import InternalClientError

    store = await GameStore.open(Path(), postgres())
    with pytest.raises(StorageError, match=r"could not be saved: .* try again in a moment"):
        async with store.writing():
            raise InternalClientError("cannot switch to state 12")
    await store.close()


async def test_of_several_writers_one_wins() -> None:
    url = postgres()
    stores = [await GameStore.open(Path(), url) for _ in range(3)]
    row = game()
    await stores[0].create(row, SEATS)
    for ply in range(1, 6):
        row = replace(row, version=ply + 1, ply=ply)
        tried = await asyncio.gather(
            *(store.append(row, PlyRow(ply, "b2", 0)) for store in stores), return_exceptions=True
        )
        assert [type(one) for one in tried if one is not None] == [Outdated, Outdated]
    stored = await stores[1].read("a")
    assert [ply.ply for ply in stored.plies] == [1, 2, 3, 4, 5]
    for store in stores:
        await store.close()


async def test_text_that_it_cannot_keep() -> None:
    store = await GameStore.open(Path(), postgres())
    with pytest.raises(BadRequest, match="what was sent cannot be kept"):
        await store.version("a\0b")
    with pytest.raises(BadRequest, match="too long"):
        await store.create(game("a" * 40), SEATS)
    await store.close()


async def test_every_change_is_announced() -> None:
    url = postgres()
    store = await GameStore.open(Path(), url)
    heard: asyncio.Queue[str] = asyncio.Queue()
    listener = await dial(url)
    await listener.add_listener("livestone_games", lambda *told: heard.put_nowait(told[3]))
    await store.create(game(), SEATS)
    await store.append(replace(game(), version=2, ply=1, mover=1, since=7.25), PlyRow(1, "b2", 0))
    await store.change(replace(game(), version=3, mover=1, status="finished"))
    begun, played, ended = [(await heard.get()).split(" ", 4) for _ in range(3)]
    assert begun == ["a", "1", "0", "0"]
    assert played[:4] == ["a", "2", "1", "7.25"]
    assert ended == ["a", "3", "0", "0"]
    await listener.close()
    await store.close()


async def test_what_is_announced_of_a_ply_is_what_the_store_has() -> None:
    """A process that hears of a ply need not read it; any other change it has to read."""
    url = postgres()
    store = await GameStore.open(Path(), url)
    heard: asyncio.Queue[str] = asyncio.Queue()
    listener = await dial(url)
    await listener.add_listener("livestone_games", lambda *told: heard.put_nowait(told[3]))
    row = replace(game(), clock={"left": [1.5, 0.1 + 0.2], "spent": 0.0}, control="5+3")
    await store.create(row, SEATS)
    assert len((await heard.get()).split(" ")) == 4
    ply = PlyRow(1, "b2", 0, 1 / 3, None, 299.7, 1763894000.123456)
    after = replace(row, version=2, ply=1, mover=1, since=1763894000.1, due=2 / 7, updated=5.5)
    await store.append(after, ply)
    *_, version, _, _, said = (await heard.get()).split(" ", 4)
    assert gone_on(row, int(version), said) == await store.step("a", 0)
    drawn = replace(after, version=3, offers={"draw": {"seat": 0, "refused": []}})
    thought = PlyRow(2, "b3", 1, thoughts={"value": [0.5, 0.5]})
    for change in (
        store.change(drawn),
        store.append(replace(drawn, version=4, ply=2, offers=None), PlyRow(2, "b3", 1)),
        store.truncate(replace(after, version=5)),
        store.append(replace(after, version=6, ply=2), thought),
    ):
        await change
        assert len((await heard.get()).split(" ")) == 4
    await listener.close()
    await store.close()
