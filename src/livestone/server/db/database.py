"""What differs between databases: connections, transactions, setting up, refusals.

SQLite is here; PostgreSQL is in :mod:`livestone.server.db.postgres`, which is imported only where
it is asked for. Everything else of the server writes SQL that both understand.
"""

from __future__ import annotations

import asyncio
import builtins
import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, TimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from livestone.errors import LivestoneError, StorageError
from livestone.server.db import one_hop, sqlite_setup
from livestone.server.db.sqlite_setup import BUSY_SECONDS, FILE, make_safe, prepare, set_up
from livestone.server.db.statements import (
    ADD_PLY,
    CHANGE_GAME,
    DECIDED,
    Statement,
    given,
    stored_json,
)
from livestone.server.db.write_batcher import Turn, WriteBatcher, locked

if TYPE_CHECKING:
    from livestone.server.db.postgres import Postgres

# Either has the present schema, and the same methods, which raise its ``failures``.
Database: TypeAlias = "Sqlite | Postgres"

ROOM_BYTES = 256 * 1024  # more than any move needs
CROWDED = "too many requests wait for the database: try again"
FULL = "database or disk is full"  # as SQLite says
CROWDED_CHANGES = "too many changes wait for the database: try again"
LOCKED = f"another program kept the database locked for {BUSY_SECONDS:g} seconds: try again"


class _Deadline:
    """By when (monotonic time) what is done in a block must have begun; ``over`` after the block.

    Tasks that outlive the block in which they were started are on their own.
    """

    def __init__(self) -> None:
        self.until = time.monotonic() + BUSY_SECONDS
        self.over = False


_deadline: ContextVar[_Deadline | None] = ContextVar("deadline", default=None)


async def connect(folder: Path, url: str | None = None) -> Database:
    """Make or upgrade the database at a URL, or the one in a folder. Raises StorageError."""
    if url is None:
        path = folder / FILE
        await asyncio.to_thread(prepare, path)
        return Sqlite(path)
    from livestone.server.db.postgres import Postgres

    return await Postgres.open(url)


async def look(folder: Path, url: str | None = None) -> str:
    """What :func:`connect` would find, in words; changes nothing. Raises StorageError."""
    if url is None:
        return await asyncio.to_thread(sqlite_setup.look, folder / FILE)
    from livestone.server.db import postgres

    return await postgres.look(url)


@contextmanager
def one_deadline() -> Iterator[None]:
    """Changes in the block, with retries, wait no longer for the database than one would."""
    outer = _deadline.get()
    if outer is not None and not outer.over:
        yield
        return
    patience = _Deadline()
    token = _deadline.set(patience)
    try:
        yield
    finally:
        patience.over = True
        _deadline.reset(token)


def deadline() -> float:
    """By when (monotonic time) a change that is asked for now must have begun."""
    patience = _deadline.get()
    return (_Deadline() if patience is None or patience.over else patience).until


class Sqlite:
    """SQLite in a file.

    One connection writes at a time, with ``BEGIN IMMEDIATE``, so that a write never fails half-way
    for want of a lock; others read beside it. Small questions are answered where they are asked:
    that takes less time than asking another thread, and no reader waits for a writer.
    """

    failures: tuple[type[Exception], ...] = (DBAPIError, TimeoutError, OSError, sqlite3.Error)

    def __init__(self, path: Path) -> None:
        url = URL.create("sqlite+aiosqlite", database=str(path))

        self.writer = create_async_engine(
            url,
            pool_size=1,
            max_overflow=0,
            json_serializer=stored_json,
            json_deserializer=msgspec.json.decode,
            async_creator=partial(one_hop.connect, path, True),
        )
        self._reader = create_async_engine(
            url,
            pool_size=4,
            max_overflow=0,
            pool_timeout=BUSY_SECONDS,
            json_deserializer=msgspec.json.decode,
            async_creator=partial(one_hop.connect, path, False),
        )
        self._until = 0.0  # of the change whose turn it is
        set_up(self.writer.sync_engine, "BEGIN IMMEDIATE", lambda: self._until - time.monotonic())
        set_up(self._reader.sync_engine, "BEGIN")
        self._path = path
        self._turn = Turn()
        self._batcher = WriteBatcher(self._connect, self._turn)
        self._plain_reader = self._connect()

    @asynccontextmanager
    async def writing(self, alone: bool, urgent: bool) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes, committed at the end; here one runs at a time anyway."""
        async with locked(self._turn, deadline(), urgent) as until:
            self._until = until
            async with self.writer.begin() as connection:
                yield connection

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection that sees the database as it was at one moment."""
        return self._reader.connect()

    async def ask(self, question: Statement, **values: Any) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""
        rows = self._plain_reader.execute(question.for_sqlite, question.written(values)).fetchall()
        return [question.read(row) for row in rows]

    async def play(self, game: Mapping[str, Any], ply: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """Change a game and add a ply, given by column; None where its version is another.

        Returns what the next mover has decided ahead, a row of :data:`statements.DECIDED`; each
        value is None where that is nothing.
        """
        values = given(game, ply)
        change, add = CHANGE_GAME.written(values), ADD_PLY.written(values)

        def job(connection: sqlite3.Connection) -> tuple[Any, ...] | None:
            if connection.execute(CHANGE_GAME.for_sqlite, change).rowcount != 1:
                return None
            connection.execute(ADD_PLY.for_sqlite, add)
            found = connection.execute(DECIDED.for_sqlite, values).fetchone()
            return (None, None) if found is None else DECIDED.read(found)

        decided: tuple[Any, ...] | None = await self._batcher.do(job, deadline())
        return decided

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        make_safe(connection)
        return connection

    async def clock_offset(self, connection: AsyncConnection) -> float | None:
        """Return the database's time less this machine's monotonic clock; None without a server."""
        return None

    async def check_room(self) -> None:
        """Raises OSError where files in the database's folder cannot grow by a move.

        A change that fits into pages and the log as they are would not show it.
        """
        await asyncio.to_thread(_grow, self._path.parent)

    def free_bytes(self) -> int | None:
        """How many bytes the disk has free for us; None where that cannot be known."""
        try:
            return shutil.disk_usage(self._path.parent).free
        except OSError:
            return None

    async def try_writing(self, connection: AsyncConnection) -> None:
        """Have the transaction write something that means nothing to the disk."""
        # Not even the same number may be taken for no change.
        now = int(time.monotonic()) % 2**31
        await connection.exec_driver_sql(f"PRAGMA user_version = {now}")

    def refusal(self, doing: str, error: Exception) -> LivestoneError:
        """Return what people are told of a driver's error; ``doing`` is what failed, in words."""
        if isinstance(error, TimeoutError):  # all connections are in use
            return StorageError(f"{doing}: {CROWDED}")
        reason = error.orig if isinstance(error, DBAPIError) else error
        code = getattr(reason, "sqlite_errorcode", 0) & 0xFF
        busy = code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if isinstance(reason, builtins.TimeoutError):  # there was no turn in time
            return StorageError(f"{doing}: {CROWDED_CHANGES}")
        if getattr(reason, "errno", None) == errno.ENOSPC:
            return StorageError(f"{doing}: {FULL}")
        return StorageError(f"{doing}: {LOCKED if busy else reason}")

    async def close(self) -> None:
        await self._batcher.close()
        self._plain_reader.close()
        for engine in (self.writer, self._reader):
            await engine.dispose()


def _grow(folder: Path) -> None:
    """Write a file without a name, and let go of it. Raises OSError."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        written = file.write(bytes(ROOM_BYTES))
        os.fsync(file.fileno())  # some file systems find out only then
    if written < ROOM_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
