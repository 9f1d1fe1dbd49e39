"""Transactions on the database, with its refusals in words; what each feature's store builds on."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy import Table, and_, delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.server.db.database import Database, connect
from livestone.server.db.deletion_guard import DeletionGuard
from livestone.server.db.statements import Statement

if TYPE_CHECKING:
    from livestone.server.quotas.quotas import Quotas


def put(table: Table, row: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the statements that put a row in place of the one with its primary key."""
    same = and_(*(column == row[column.key] for column in table.primary_key))
    return delete(table).where(same), insert(table).values(row)


async def run(connection: AsyncConnection, *statements: Any) -> int:
    """Execute statements; return how many rows the last one has changed."""
    for statement in statements:
        done = await connection.execute(statement)
    return done.rowcount


class Outdated(Exception):
    """Another process has changed the game since it was read; nothing was written."""


class Store:
    """A database. Every method raises StorageError when that or its disk refuses."""

    quotas: Quotas

    def __init__(self, database: Database) -> None:
        self.database = database
        self.guard = DeletionGuard(self)
        # Told how many seconds each change took.
        self.wrote: Callable[[float], None] = lambda seconds: None
        # The same, whatever counts the seconds for.
        self.changed: Callable[[float], None] = lambda seconds: None

    @classmethod
    async def open(cls, folder: Path, url: str | None = None) -> Self:
        """Open the database at a URL, or the one in ``folder``, up to date. Raises StorageError."""
        return cls(await connect(folder, url))

    async def close(self) -> None:
        await self.database.close()

    @asynccontextmanager
    async def writing(
        self, alone: bool = True, urgent: bool | None = None
    ) -> AsyncIterator[AsyncConnection]:
        """A writing transaction; unless ``alone`` it relies on nothing read. StorageError.

        Who does not need to be alone is ``urgent``, unless told: others wait.
        """
        with self._saving():
            urgent = not alone if urgent is None else urgent
            async with self.database.writing(alone, urgent) as connection:
                yield connection

    @contextmanager
    def _saving(self) -> Iterator[None]:
        """Say in words what goes wrong, and how long it took if nothing does."""
        began = time.perf_counter()
        try:
            yield
        except self.database.failures as error:
            raise self.database.refusal("the game could not be saved", error) from error
        seconds = time.perf_counter() - began
        self.changed(seconds)
        self.wrote(seconds)

    async def try_writing(self) -> None:
        """Write as much as a move does, and keep none of it. Raises StorageError where it fails."""
        with self._saving():
            await self.database.check_room()
        async with self.writing(alone=False) as connection:
            await self.database.try_writing(connection)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees everything as it was at one moment. Raises StorageError."""
        try:
            async with self.database.reading() as connection:
                yield connection
        except self.database.failures as error:
            raise self.database.refusal("the games could not be read", error) from error

    async def fetch(self, query: Any) -> Sequence[Any]:
        """Return the rows of a query. Raises StorageError."""
        async with self.reading() as connection:
            return (await connection.execute(query)).all()

    async def first(self, query: Any) -> Any:
        """Return the first row, or None. Raises StorageError."""
        return next(iter(await self.fetch(query)), None)

    async def scalars(self, query: Any) -> list[Any]:
        """Return the first column of the rows. Raises StorageError."""
        return [row[0] for row in await self.fetch(query)]

    async def scalar(self, query: Any) -> Any:
        """Return the first column of the first row, or None. Raises StorageError."""
        async with self.reading() as connection:
            return await connection.scalar(query)

    async def execute(self, *statements: Any) -> int:
        """Change rows in one transaction; return how many the last statement has changed."""
        async with self.writing() as connection:
            return await run(connection, *statements)

    async def ask(self, question: Statement, **values: Any) -> tuple[Any, ...] | None:
        """Return the first row or None, much cheaper than :meth:`reading`. Raises StorageError."""
        return next(iter(await self.ask_all(question, **values)), None)

    async def ask_all(self, question: Statement, **values: Any) -> list[tuple[Any, ...]]:
        """Return every row that answers a question. Raises StorageError."""
        try:
            return await self.database.ask(question, **values)
        except self.database.failures as error:
            raise self.database.refusal("the games could not be read", error) from error
