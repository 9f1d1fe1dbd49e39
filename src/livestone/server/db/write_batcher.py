"""Small changes of a SQLite database: whatever waits meanwhile is committed together.

A change is on the disk before its maker hears of it. While one commit waits for the disk, others
gather; the next takes all of them, so that a slow disk slows nobody down more than once.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

# Does what is to be done within a transaction; what it raises is its maker's, and undoes it alone.
Job = Callable[[sqlite3.Connection], Any]
Entry = tuple[Job, asyncio.Future[Any], float]  # a job, who waits for it, and how long

STALLED_SECONDS = 0.25  # a timer that fires so late says that the event loop stood still


class Turn:
    """A lock: moves come before everything else.

    Who is ``urgent`` waits for one other holder at most, others in their order.
    """

    def __init__(self) -> None:
        self._held = self._was_urgent = False
        self._waiting: dict[bool, deque[asyncio.Future[None]]] = {True: deque(), False: deque()}

    def locked(self) -> bool:
        return self._held

    async def acquire(self, urgent: bool = False) -> None:
        if not self._held:
            self._held, self._was_urgent = True, urgent
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting[urgent].append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Let the next one have it: after somebody urgent one who is not, if there is any."""
        for urgent in (not self._was_urgent, self._was_urgent):
            while self._waiting[urgent]:
                turn = self._waiting[urgent].popleft()
                if not turn.done():
                    self._was_urgent = urgent
                    turn.set_result(None)
                    return
        self._held = False


async def acquire(take: Callable[[], Awaitable[object]], until: float) -> float:
    """Acquire a lock; return by when (monotonic time) what it is for must have begun.

    That is later than ``until`` where the event loop stood still meanwhile: whoever held the lock
    could not release it. Raises TimeoutError where the lock is not free in time.
    """
    while True:
        until = max(until, time.monotonic())
        try:
            async with asyncio.timeout(until - time.monotonic()):
                await take()
            return until
        except TimeoutError:
            stalled = time.monotonic() - until
            if stalled < STALLED_SECONDS:
                raise
            until += 2 * stalled


@asynccontextmanager
async def locked(turn: Turn, until: float, urgent: bool = False) -> AsyncIterator[float]:
    """Hold a lock in the block; yield what :func:`acquire` returns."""
    until = await acquire(partial(turn.acquire, urgent), until)
    try:
        yield until
    finally:
        turn.release()


class WriteBatcher:
    """Does jobs in a thread of its own; ``turn`` is held while it writes."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], turn: Turn) -> None:
        self._connect = connect
        self._turn = turn
        self._thread = ThreadPoolExecutor(1, "livestone-writer")
        self._connection: sqlite3.Connection | None = None
        self._waiting: list[Entry] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, job: Job, until: float) -> Any:
        """Do and commit a job. Raises sqlite3.Error, or TimeoutError if its turn came too late."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done, until))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await done

    async def close(self) -> None:
        if self._task is not None:
            await self._task
        if self._connection is not None:
            self._thread.submit(self._connection.close).result()
        self._thread.shutdown()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch: list[Entry] = []
                found: list[tuple[bool, Any]] | Exception = TimeoutError()
                soonest = min(until for _, _, until in self._waiting)
                with suppress(TimeoutError):
                    async with locked(self._turn, soonest, urgent=True) as latest:
                        batch, self._waiting = self._waiting, []
                        jobs = [job for job, _, _ in batch]
                        found = await loop.run_in_executor(self._thread, self._commit, jobs, latest)
                if isinstance(found, Exception):  # those that have more time wait on
                    self._waiting = batch + self._waiting
                    self._give_up(found)
                    continue
                for (_, done, _), (good, result) in zip(batch, found, strict=True):
                    if done.done():  # nobody waits for it any more
                        continue
                    if good:
                        done.set_result(result)
                    else:
                        done.set_exception(result)
        finally:
            self._task = None

    def _give_up(self, reason: Exception) -> None:
        now, waiting = time.monotonic(), self._waiting
        self._waiting = [entry for entry in waiting if entry[2] > now]
        for _, done, until in waiting:
            if until <= now and not done.done():
                done.set_exception(reason)

    def _commit(self, jobs: Sequence[Job], until: float) -> list[tuple[bool, Any]] | Exception:
        """Do the jobs in one transaction; the error where the database stayed locked ``until``."""
        try:
            if self._connection is None:
                self._connection = self._connect()
            self._connection.execute(wait_for(until - time.monotonic()))
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                    return error
                raise
            try:
                found = [_tried(self._connection, job, len(jobs) > 1) for job in jobs]
                self._connection.execute("COMMIT")
                return found
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
        except BaseException as error:  # theirs who wait, whatever it is
            return [(False, error) for _ in jobs]


def wait_for(seconds: float) -> str:
    """The statement that has a connection wait so long for another program's lock."""
    return f"PRAGMA busy_timeout={max(1, round(seconds * 1000))}"


def _tried(connection: sqlite3.Connection, job: Job, several: bool) -> tuple[bool, Any]:
    """Do one job. Raises what it raises where the other ones are undone as well."""
    if several:
        connection.execute("SAVEPOINT job")
    try:
        found = job(connection)
    except Exception as error:
        if not several or not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return False, error
    if several:
        connection.execute("RELEASE job")
    return True, found
