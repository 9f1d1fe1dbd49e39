"""A database that another program keeps locked: one deadline, an answer in words, nothing lost."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from tests.server.conftest import SMALL
from tests.server.site import NO_TLS, Site

from livestone.errors import StorageError
from livestone.server.db import database
from livestone.server.db.database import one_deadline
from livestone.server.db.sqlite_setup import FILE
from livestone.server.db.write_batcher import locked
from livestone.server.tables.store import GameStore


async def test_moves_that_wait_have_one_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, with what else is written and tried again, they would wait for 20."""
    with Site(tmp_path) as site:
        async with httpx.AsyncClient(base_url=site.url, timeout=60, verify=NO_TLS) as me:
            body = {"game": "freedom", "options": SMALL, "seats": ["me", "person"]}
            id = (await me.post("/api/games", json=body)).json()["id"]
            path = f"/api/games/{id}/plies"
            assert (await me.post(path, json={"move": "a1", "ply": 0})).status_code == 200
            other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            monkeypatch.setattr(database, "BUSY_SECONDS", 2.0)
            move = {"move": "a2", "ply": 1}
            async with asyncio.timeout(12):
                answers = await asyncio.gather(*(me.post(path, json=move) for _ in range(8)))
            for answer in answers:
                told = answer.json()
                assert (answer.status_code, told["error"]) == (503, "storage")
                assert "try again" in told["message"]
            other.execute("ROLLBACK")
            other.close()
            monkeypatch.undo()
            assert (await me.get(f"/api/games/{id}")).json()["ply"] == 1
            # Once for all of them, and for who asks again.
            for _ in range(2):
                assert (await me.post(path, json=move)).json()["ply"] == 2


async def test_the_time_of_a_request_is_not_that_of_what_it_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that thinks for long still has time to save its move."""
    store = await GameStore.open(tmp_path)
    goes_on = asyncio.Event()

    async def work() -> None:
        await goes_on.wait()
        await store.try_writing()

    monkeypatch.setattr(database, "BUSY_SECONDS", 0.0)
    with one_deadline():
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
    monkeypatch.setattr(database, "BUSY_SECONDS", 10.0)
    turn = store.database._turn  # type: ignore[attr-defined]
    async with locked(turn, time.monotonic() + 60):
        goes_on.set()
        await asyncio.sleep(0)
        assert not task.done()
    await task
    await store.close()


async def test_another_program_is_blamed_only_for_its_own_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    store = await GameStore.open(tmp_path)
    turn = store.database._turn  # type: ignore[attr-defined]
    async with locked(turn, time.monotonic() + 60):  # a change of our own
        with pytest.raises(StorageError, match="too many changes wait for the database"):
            await store.try_writing()
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="another program kept the database locked"):
        await store.try_writing()
    other.execute("ROLLBACK")
    other.close()
    await store.close()


async def test_more_readers_than_there_are_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    store = await GameStore.open(tmp_path)
    async with AsyncExitStack() as reading:
        for _ in range(4):
            await reading.enter_async_context(store.database.reading())
        with pytest.raises(StorageError, match=r"too many requests wait.*: try again$"):
            await store.of("a visitor", 20, 0)
    assert await store.of("a visitor", 20, 0) == ([], 0)
    await store.close()
