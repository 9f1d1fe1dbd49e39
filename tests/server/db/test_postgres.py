"""PostgreSQL: what is refused in which words, and that connections come back."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.cluster import programs
from tests.server.databases import execute, fresh, postgres
from tests.server.tables.test_store import SEATS, game

from livestone.errors import BadRequest, StorageError
from livestone.server.db.postgres import dial
from livestone.server.db.store import Outdated
from livestone.server.tables.store import GameStore, PlyRow, gone_on

CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
NOBODY = "postgresql://ada:secret@127.0.0.1:9/games"


async def test_no_server_answers() -> None:
    with pytest.raises(StorageError, match=r"ada@127\.0\.0\.1:9/games cannot be used: ") as caught:
        await GameStore.open(Path(), NOBODY)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_no_such_database(url: str) -> None:
    with pytest.raises(StorageError, match=r'cannot be used: database "nowhere" does not exist'):
        await GameStore.open(Path(), url.rpartition("/")[0] + "/nowhere")


@pytest.fixture
def url() -> str:
    """The address of an empty database."""
    return postgres()


@pytest.fixture
async def store(url: str) -> AsyncIterator[GameStore]:
    """The store in it."""
    opened = await GameStore.open(Path(), url)
    yield opened
    await opened.close()


async def test_connections_that_were_cut_are_made_again(store: GameStore, url: str) -> None:
    await store.create(game(), SEATS)
    await execute(url, CUT)
    await asyncio.sleep(0.05)  # until the driver has heard
    assert await store.version("a") == 1
    await store.append(replace(game(), version=2, ply=1), PlyRow(1, "b2", 0))
    await store.try_writing()


async def test_cut_within_a_transaction(store: GameStore, url: str) -> None:
    await store.create(game(), SEATS)

    async def write() -> None:
        async with store.writing() as connection:
            await connection.exec_driver_sql("UPDATE games SET version = 7")
            await execute(url, CUT)
            await connection.exec_driver_sql("UPDATE games SET version = 8")

    with pytest.raises(StorageError, match=r"could not be saved: .* try again in a moment"):
        await write()
    assert await store.version("a") == 1


async def test_whatever_the_driver_says_is_told_in_words(store: GameStore) -> None:
    """It has errors of its own that are none of PostgreSQL's."""
    from asyncpg.exceptions import InternalClientError

    with pytest.raises(StorageError, match=r"could not be saved: .* try again in a moment"):
        async with store.writing():
            raise InternalClientError("cannot switch to state 12")


async def test_of_several_writers_one_wins(url: str) -> None:
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


async def test_text_that_it_cannot_keep(store: GameStore) -> None:
    with pytest.raises(BadRequest, match="what was sent cannot be kept"):
        await store.version("a\0b")
    with pytest.raises(BadRequest, match="too long"):
        await store.create(game("a" * 40), SEATS)


@pytest.fixture
async def heard(store: GameStore, url: str) -> AsyncIterator[asyncio.Queue[str]]:
    """What is announced."""
    told: asyncio.Queue[str] = asyncio.Queue()
    listener = await dial(url)
    await listener.add_listener("livestone_games", lambda *of: told.put_nowait(of[3]))
    yield told
    await listener.close()


async def test_every_change_is_announced(store: GameStore, heard: asyncio.Queue[str]) -> None:
    await store.create(game(), SEATS)
    await store.append(replace(game(), version=2, ply=1, mover=1, since=7.25), PlyRow(1, "b2", 0))
    await store.change(replace(game(), version=3, mover=1, status="finished"))
    begun, played, ended = [(await heard.get()).split(" ", 4) for _ in range(3)]
    assert begun == ["a", "1", "0", "0"]
    assert played[:4] == ["a", "2", "1", "7.25"]
    assert ended == ["a", "3", "0", "0"]


async def test_what_is_announced_of_a_ply_is_what_the_store_has(
    store: GameStore, heard: asyncio.Queue[str]
) -> None:
    """A process that hears of a ply need not read it; any other change it has to read."""
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


def lines(program: str) -> str:
    """The line of the handbook that begins with a program."""
    text = (Path(__file__).parents[3] / "docs" / "operations.md").read_text("utf-8")
    found = re.search(rf"^{program} .*$", text, re.M)
    return re.sub(r"livestone-.*?\.dump", "copy.dump", found[0])


def do(program: str, folder: Path, url: str) -> None:
    """Do what the handbook says, with a database's address in the variable that it names."""
    environment = {**os.environ, "LIVESTONE_DATABASE": url}
    environment["PATH"] = f"{programs()}:{environment['PATH']}"
    subprocess.run(
        ["sh", "-ec", lines(program)], cwd=folder, env=environment, check=True, timeout=120
    )


async def test_dump_and_restore(tmp_path: Path) -> None:
    """PostgreSQL's own copies, made and put back by the very lines of docs/operations.md."""
    url, other = fresh("dumped"), fresh("restored")
    store = await GameStore.open(tmp_path, url)
    await store.create(game(), SEATS)
    await store.append(replace(game(), version=2, ply=1), PlyRow(1, "b2", 0))
    do("pg_dump", tmp_path, url)
    kept = await store.read("a")
    await store.append(replace(game(), version=3, ply=2), PlyRow(2, "b3", 1))
    await store.close()
    for database in (url, other):
        do("pg_restore", tmp_path, database)
        store = await GameStore.open(tmp_path, database)
        assert await store.read("a") == kept
        await store.append(replace(game(), version=3, ply=2), PlyRow(2, "b4", 1))
        await store.close()
