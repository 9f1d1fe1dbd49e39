"""A connection to SQLite that asks its thread once for each statement.

aiosqlite asks it four times: for a cursor, to execute, for the rows, and to close the cursor. On a
busy machine each time is a wait for a processor, and all that time a change keeps others waiting.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import aiosqlite


class Cursor:
    """What SQLAlchemy needs of a cursor; its rows come with the answer."""

    description: Any = None
    rowcount = -1
    lastrowid: int | None = None
    arraysize = 1

    def __init__(self, ask: Callable[[Callable[[], Any]], Any], raw: sqlite3.Connection) -> None:
        self._ask, self._raw = ask, raw
        self._rows: list[Any] = []

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, statement: str, values: Iterable[Any] = ()) -> Cursor:
        return await self._do(lambda: self._raw.execute(statement, values))  # type: ignore[arg-type]

    async def executemany(self, statement: str, values: Iterable[Any]) -> Cursor:
        return await self._do(lambda: self._raw.executemany(statement, values))

    async def _do(self, work: Callable[[], sqlite3.Cursor]) -> Cursor:
        def answer() -> None:
            cursor = work()
            try:
                self.description, self.rowcount = cursor.description, cursor.rowcount
                self.lastrowid = cursor.lastrowid
                self._rows = cursor.fetchall() if cursor.description else []
            finally:
                cursor.close()

        await self._ask(answer)
        return self

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """There is nothing left to close."""


class Connection(aiosqlite.Connection):
    """aiosqlite's, with these cursors."""

    def cursor(self) -> Cursor:  # type: ignore[override]
        return Cursor(self._execute, self._conn)


def open_file(path: Path) -> Connection:
    """A connection that opens when it is awaited, as ``aiosqlite.connect`` returns."""
    found = Connection(lambda: sqlite3.connect(path, check_same_thread=False), 64)
    found._thread.daemon = True
    return found
