"""The scribe: what waits is committed together, and what fails fails alone."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from livestone.server.db.write_batcher import Job, WriteBatcher


class Counted(sqlite3.Connection):
    """A connection that counts its commits."""

    commits = 0

    def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        if sql == "COMMIT":
            Counted.commits += 1
        return super().execute(sql, *rest)


@asynccontextmanager
async def writing(path: Path) -> AsyncIterator[WriteBatcher]:
    """A scribe for a file with one table."""
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS said (word TEXT PRIMARY KEY)")
    Counted.commits = 0
    scribe = WriteBatcher(
        lambda: sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, factory=Counted
        ),
        asyncio.Lock(),
    )
    try:
        yield scribe
    finally:
        await scribe.close()


async def do(scribe: WriteBatcher, job: Job) -> Any:
    """Have a job done that has all the time there is."""
    return await scribe.do(job, time.monotonic() + 60)


def said(path: Path) -> set[str]:
    """What is in the file."""
    with sqlite3.connect(path) as connection:
        return {word for (word,) in connection.execute("SELECT word FROM said")}


def saying(word: str) -> Job:
    """A job that adds a word."""
    return lambda connection: connection.execute("INSERT INTO said VALUES (?)", (word,)).rowcount


async def test_what_waits_is_committed_together(tmp_path: Path) -> None:
    path, go = tmp_path / "said", threading.Event()

    def slowly(connection: sqlite3.Connection) -> None:
        go.wait(10)

    async with writing(path) as scribe:
        first = asyncio.create_task(do(scribe, slowly))
        await asyncio.sleep(0.01)
        rest = [asyncio.create_task(do(scribe, saying(str(word)))) for word in range(20)]
        await asyncio.sleep(0.01)
        assert not any(task.done() for task in rest), "nobody hears of it before it is done"
        go.set()
        assert await asyncio.gather(first, *rest) == [None] + [1] * 20
        assert Counted.commits == 2
    assert said(path) == {str(word) for word in range(20)}


async def test_what_fails_fails_alone(tmp_path: Path) -> None:
    path = tmp_path / "said"

    def half(connection: sqlite3.Connection) -> None:
        saying("half")(connection)
        saying("a")(connection)

    async with writing(path) as scribe:
        await do(scribe, saying("a"))
        jobs = [saying("b"), saying("a"), half, saying("c")]
        found = await asyncio.gather(*map(partial(do, scribe), jobs), return_exceptions=True)
        assert [type(one) for one in found] == [int, *[sqlite3.IntegrityError] * 2, int]
        with pytest.raises(sqlite3.IntegrityError):
            await do(scribe, half)
    assert said(path) == {"a", "b", "c"}


async def test_what_undoes_all_is_told_to_all(tmp_path: Path) -> None:
    path = tmp_path / "said"

    def ruin(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")  # as a full disk does
        raise sqlite3.OperationalError("database or disk is full")

    async with writing(path) as scribe:
        jobs = map(partial(do, scribe), [saying("a"), ruin, saying("b")])
        found = await asyncio.gather(*jobs, return_exceptions=True)
        assert [str(one) for one in found] == ["database or disk is full"] * 3
        assert await do(scribe, saying("c")) == 1
    assert said(path) == {"c"}


async def test_a_cancelled_job_stops_no_other(tmp_path: Path) -> None:
    path = tmp_path / "said"
    async with writing(path) as scribe:
        gone = asyncio.create_task(do(scribe, saying("a")))
        await asyncio.sleep(0)
        gone.cancel()
        assert await do(scribe, saying("b")) == 1
    assert said(path) == {"a", "b"}


async def test_what_waits_is_finished_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "said"
    async with writing(path) as scribe:
        tasks = [asyncio.create_task(do(scribe, saying(word))) for word in "ab"]
        await asyncio.sleep(0)
    assert said(path) == {"a", "b"}
    assert await asyncio.gather(*tasks) == [1, 1]


async def test_who_has_waited_long_enough_is_told_and_others_wait_on(tmp_path: Path) -> None:
    path = tmp_path / "words.db"
    async with writing(path) as scribe:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        now = time.monotonic()
        first = asyncio.create_task(scribe.do(saying("a"), now + 0.1))
        second = asyncio.create_task(scribe.do(saying("b"), now + 60))
        with pytest.raises(TimeoutError):
            await first
        assert not second.done()
        other.execute("ROLLBACK")
        other.close()
        assert await second == 1
    assert said(path) == {"b"}
