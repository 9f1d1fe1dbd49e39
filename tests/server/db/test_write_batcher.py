"""Write batcher: what waits is committed together, and what fails fails alone."""

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
from tests.patience import PATIENCE

from livestone.server.db.write_batcher import STALLED_SECONDS, Job, Turn, WriteBatcher, locked


class Counted(sqlite3.Connection):
    """A connection that counts its commits."""

    commits = 0

    def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        if sql == "COMMIT":
            Counted.commits += 1
        return super().execute(sql, *rest)


@asynccontextmanager
async def writing(path: Path) -> AsyncIterator[WriteBatcher]:
    """A batcher for a file with one table."""
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS said (word TEXT PRIMARY KEY)")
    Counted.commits = 0
    batcher = WriteBatcher(
        lambda: sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, factory=Counted
        ),
        Turn(),
    )
    try:
        yield batcher
    finally:
        await batcher.close()


async def do(batcher: WriteBatcher, job: Job) -> Any:
    """Have a job done that has all the time there is."""
    return await batcher.do(job, time.monotonic() + PATIENCE)


def said(path: Path) -> set[str]:
    """What is in the file."""
    with sqlite3.connect(path) as connection:
        return {word for (word,) in connection.execute("SELECT word FROM said")}


def saying(word: str) -> Job:
    """A job that adds a word."""
    return lambda connection: connection.execute("INSERT INTO said VALUES (?)", (word,)).rowcount


async def test_what_waits_is_committed_together(tmp_path: Path) -> None:
    path, begun, go = tmp_path / "said", threading.Event(), threading.Event()

    def slowly(connection: sqlite3.Connection) -> None:
        begun.set()
        go.wait(PATIENCE)

    async with writing(path) as batcher:
        first = asyncio.create_task(do(batcher, slowly))
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        rest = [asyncio.create_task(do(batcher, saying(str(word)))) for word in range(20)]
        await asyncio.sleep(0)
        assert not any(task.done() for task in rest), "no job is reported before its commit"
        go.set()
        assert await asyncio.gather(first, *rest) == [None] + [1] * 20
        assert Counted.commits == 2
    assert said(path) == {str(word) for word in range(20)}


async def test_what_fails_fails_alone(tmp_path: Path) -> None:
    path = tmp_path / "said"

    def half(connection: sqlite3.Connection) -> None:
        saying("half")(connection)
        saying("a")(connection)

    async with writing(path) as batcher:
        await do(batcher, saying("a"))
        jobs = [saying("b"), saying("a"), half, saying("c")]
        found = await asyncio.gather(*map(partial(do, batcher), jobs), return_exceptions=True)
        assert [type(one) for one in found] == [int, *[sqlite3.IntegrityError] * 2, int]
        with pytest.raises(sqlite3.IntegrityError):
            await do(batcher, half)
    assert said(path) == {"a", "b", "c"}


async def test_what_undoes_all_is_told_to_all(tmp_path: Path) -> None:
    path = tmp_path / "said"

    def ruin(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")  # as a full disk does
        raise sqlite3.OperationalError("database or disk is full")

    async with writing(path) as batcher:
        jobs = map(partial(do, batcher), [saying("a"), ruin, saying("b")])
        found = await asyncio.gather(*jobs, return_exceptions=True)
        assert [str(one) for one in found] == ["database or disk is full"] * 3
        assert await do(batcher, saying("c")) == 1
    assert said(path) == {"c"}


async def test_what_waits_is_finished_though_a_job_is_cancelled(tmp_path: Path) -> None:
    """Even when the batcher is closed meanwhile."""
    path = tmp_path / "said"
    async with writing(path) as batcher:
        gone, *others = (asyncio.create_task(do(batcher, saying(word))) for word in "abc")
        await asyncio.sleep(0)
        gone.cancel()
    assert said(path) == {"a", "b", "c"}
    assert await asyncio.gather(*others) == [1, 1]


async def test_who_has_waited_long_enough_is_told_and_others_wait_on(tmp_path: Path) -> None:
    path = tmp_path / "words.db"
    async with writing(path) as batcher:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        now = time.monotonic()
        first = asyncio.create_task(batcher.do(saying("a"), now + 0.1))
        second = asyncio.create_task(batcher.do(saying("b"), now + 60))
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            await first
        assert not second.done()
        other.execute("ROLLBACK")
        other.close()
        assert await second == 1
    assert said(path) == {"b"}


async def test_time_in_which_the_event_loop_stood_still_is_no_waiting() -> None:
    """Whoever held the lock could not release it, nor could anybody else have taken it."""
    lock = Turn()
    await lock.acquire()

    async def wait() -> None:
        async with locked(lock, time.monotonic() + STALLED_SECONDS / 10):
            pass

    waiting = asyncio.create_task(wait())
    await asyncio.sleep(0)
    time.sleep(2 * STALLED_SECONDS)
    ended = asyncio.get_running_loop().create_future()
    # The lock is let go of a few steps after the timer has fired, as at the end of a transaction.
    ended.add_done_callback(lambda _: asyncio.get_running_loop().call_soon(lock.release))
    asyncio.get_running_loop().call_soon(ended.set_result, None)
    await waiting
    await lock.acquire()
    with pytest.raises(TimeoutError):
        await wait()


async def test_moves_wait_for_one_other_change_and_others_in_their_order() -> None:
    turn, order = Turn(), list[str]()

    async def change(name: str, urgent: bool = False) -> None:
        async with locked(turn, time.monotonic() + PATIENCE, urgent):
            order.append(name)

    await turn.acquire()
    waiting = [asyncio.create_task(change(name)) for name in "abc"]
    waiting += [asyncio.create_task(change(name, urgent=True)) for name in "AB"]
    gone = asyncio.create_task(change("gone", urgent=True))
    await asyncio.sleep(0)
    gone.cancel()
    turn.release()
    await asyncio.gather(*waiting)
    assert order == ["A", "a", "B", "b", "c"]
    assert not turn.locked()


async def test_a_turn_that_comes_to_somebody_who_has_gone_goes_on() -> None:
    turn = Turn()
    await turn.acquire()
    gone = asyncio.create_task(turn.acquire())
    await asyncio.sleep(0)
    turn.release()
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert not turn.locked()
