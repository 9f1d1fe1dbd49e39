"""A connection to SQLite that asks its thread as rarely as may be.

aiosqlite asks it four times for each statement: for a cursor, to execute, for the rows, and to
close the cursor. On a busy machine each time is a wait for a processor and for the event loop, and
all that time a change keeps others waiting. Here it is asked once; and not at all for what is small
in a transaction that holds the lock, since that takes less time than asking.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import aiosqlite

SMALL = ("SELECT", "INSERT", "UPDATE")
MAX_SMALL_BYTES, MAX_SMALL_ROWS = 16 * 1024, 20


def is_small(statement: str, rows: Sequence[Sequence[Any]]) -> bool:
    """Whether a statement of a transaction takes about as long as asking a thread."""
    texts = [value for row in rows for value in row if isinstance(value, str | bytes)]
    return (
        statement.lstrip()[:6].upper() in SMALL
        and len(rows) <= MAX_SMALL_ROWS
        and sum(map(len, texts)) <= MAX_SMALL_BYTES
    )


class Cursor:
    """What SQLAlchemy needs of a cursor; its rows come with the answer."""

    description: Any = None
    rowcount = -1
    lastrowid: int | None = None
    arraysize = 1

    def __init__(
        self, ask: Callable[[Callable[[], Any]], Any], raw: sqlite3.Connection, writes: bool
    ) -> None:
        self._ask, self._raw, self._writes = ask, raw, writes
        self._rows: list[Any] = []

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, statement: str, values: Sequence[Any] = ()) -> Cursor:
        return await self._do(lambda: self._raw.execute(statement, values), statement, [values])

    async def executemany(self, statement: str, rows: Sequence[Sequence[Any]]) -> Cursor:
        return await self._do(lambda: self._raw.executemany(statement, rows), statement, rows)

    async def _do(
        self, work: Callable[[], sqlite3.Cursor], statement: str, rows: Sequence[Sequence[Any]]
    ) -> Cursor:
        def answer() -> None:
            cursor = work()
            try:
                self.description, self.rowcount = cursor.description, cursor.rowcount
                self.lastrowid = cursor.lastrowid
                self._rows = cursor.fetchall() if cursor.description else []
            finally:
                cursor.close()

        if self._writes and self._raw.in_transaction and is_small(statement, rows):
            answer()
        else:
            await self._ask(answer)
        return self

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """There is nothing left to close."""


class Connection(aiosqlite.Connection):
    """aiosqlite's, with these cursors; one that ``writes`` has the lock in its transactions."""

    writes = False

    def cursor(self) -> Cursor:  # type: ignore[override]
        return Cursor(self._execute, self._conn, self.writes)


async def connect(path: Path, writes: bool) -> aiosqlite.Connection:
    """Open a file."""
    opening = Connection(lambda: sqlite3.connect(path, check_same_thread=False), 64)
    opening.writes = writes
    opening._thread.daemon = True
    return await opening
