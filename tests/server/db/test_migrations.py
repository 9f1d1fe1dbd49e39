"""Migrations end at the schema in use."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine
from tests.server.databases import fresh

from livestone.errors import StorageError
from livestone.server.db.database import FILE, connect, prepare
from livestone.server.db.migrations import upgrade
from livestone.server.db.postgres import dial
from livestone.server.db.schema.metadata import metadata


def check(connection: Connection) -> None:
    """The database has the present schema."""
    assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_new_database(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'test.db'}")
    with engine.begin() as connection:
        upgrade(connection)
        check(connection)
    engine.dispose()


async def test_a_new_database_of_postgresql() -> None:
    url = fresh("migrations")
    await (await connect(Path(), url)).close()
    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: dial(url))
    async with engine.begin() as connection:
        await connection.run_sync(check)
    await engine.dispose()


async def test_servers_that_start_at_once_wait_for_each_other() -> None:
    url = fresh("race")
    opened = await asyncio.gather(*(connect(Path(), url) for _ in range(3)))
    for database in opened:
        await database.close()


def test_preparing_again_changes_nothing(tmp_path: Path) -> None:
    """Nor does preparing what a newer Livestone has made, which is refused."""
    prepare(tmp_path / FILE)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        before = list(connection.iterdump())
        prepare(tmp_path / FILE)
        assert list(connection.iterdump()) == before
        with connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        before = list(connection.iterdump())
        with pytest.raises(StorageError, match=r"newer Livestone.*'9999'.*update") as caught:
            prepare(tmp_path / FILE)
        assert "\n" not in str(caught.value)
        assert list(connection.iterdump()) == before
