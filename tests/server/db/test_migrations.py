"""A schema is known by its fingerprint; steps end at the schema in use."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from tests.server.databases import execute, fresh, prepare_folder

from livestone.errors import StorageError
from livestone.server.db.database import connect
from livestone.server.db.migrations import newest, steps
from livestone.server.db.postgres import dial
from livestone.server.db.schema.fingerprint import UnknownSchema, described, fingerprint, found
from livestone.server.db.schema.metadata import metadata
from livestone.server.db.sqlite_setup import FILE, prepare


def check(connection: Connection) -> None:
    """The database has the present schema."""
    assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert found(connection) == described(metadata)
    assert MigrationContext.configure(connection).get_current_revision() == newest()


async def within(folder: Path, url: str | None, work: Callable[[Connection], None]) -> None:
    """Do something in a transaction on the database in a folder or at a URL."""
    if url is None:
        engine = create_async_engine(f"sqlite+aiosqlite:///{folder / FILE}")
    else:
        engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: dial(url))
    async with engine.begin() as connection:
        await connection.run_sync(work)
    await engine.dispose()


async def check_store(folder: Path, url: str | None = None) -> None:
    """The database in a folder or at a URL has the present schema."""
    await within(folder, url, check)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """An open store with the present schema, in the test's folder."""
    prepare_folder(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as connection:
        yield connection


def test_the_newest_step_leads_to_the_schema_in_use() -> None:
    """If this fails: say the new fingerprint in a new step (CONTRIBUTING.md, Change the schema)."""
    step = steps().get_revision(newest())
    assert step is not None
    assert step.module.fingerprint == fingerprint(described(metadata))


def test_there_is_one_line_of_steps() -> None:
    assert len(steps().get_heads()) == len(steps().get_bases()) == 1
    names = [each.revision for each in steps().walk_revisions()]
    assert names == sorted(names, reverse=True)


async def test_a_new_database(tmp_path: Path) -> None:
    await (await connect(tmp_path)).close()
    await check_store(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


async def test_a_new_database_of_postgresql() -> None:
    url = fresh("migrations")
    await (await connect(Path(), url)).close()
    await check_store(Path(), url)


async def test_servers_that_start_at_once_wait_for_each_other() -> None:
    url = fresh("race")
    opened = await asyncio.gather(*(connect(Path(), url) for _ in range(3)))
    for database in opened:
        await database.close()


async def test_new_stores_that_are_made_at_once_are_one(tmp_path: Path) -> None:
    opened = await asyncio.gather(*(connect(tmp_path) for _ in range(8)))
    for database in opened:
        await database.close()
    await check_store(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_preparing_again_changes_nothing(tmp_path: Path, store: sqlite3.Connection) -> None:
    before = list(store.iterdump())
    prepare(tmp_path / FILE)
    assert list(store.iterdump()) == before


# What is done to a store, and what is said of it then.
UNKNOWN = {
    "newer": ("UPDATE alembic_version SET version_num = '9999'", r"newer.*'9999'.*update"),
    "of the trials": ("UPDATE alembic_version SET version_num = '0007'", "'0007'.*6d4b272a"),
    "older in name": ("UPDATE alembic_version SET version_num = '0013'", "not those of"),
    "without a table": ("DROP TABLE seats", "the table 'seats' is missing"),
    "with a table": ("CREATE TABLE padding (a INTEGER)", "the table 'padding' is unknown"),
    "without a column": ("ALTER TABLE results DROP COLUMN fault", "'results' lacks: column fault"),
    "with a column": ("ALTER TABLE games ADD mine INTEGER", "'games' has, unknown: column mine"),
    "without an index": ("DROP INDEX ix_people_key", "'people' lacks: unique index ix_people_key"),
    "without a version": ("DELETE FROM alembic_version", "not those of Livestone"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_schema_that_nobody_knows_is_refused(
    tmp_path: Path, store: sqlite3.Connection, name: str
) -> None:
    statement, words = UNKNOWN[name]
    store.execute(statement)
    before = list(store.iterdump())
    with pytest.raises(UnknownSchema, match=rf"livestone\.db' cannot be used: .*{words}") as caught:
        prepare(tmp_path / FILE)
    assert "\n" not in str(caught.value)
    assert list(store.iterdump()) == before
    assert [file.name for file in tmp_path.glob("*.db")] == [FILE]


@pytest.mark.parametrize("name", ["newer", "without a table", "without a column"])
async def test_it_is_refused_on_postgresql(name: str) -> None:
    url = fresh("unknown")
    await (await connect(Path(), url)).close()
    statement, words = UNKNOWN[name]
    await execute(url, statement)
    with pytest.raises(UnknownSchema, match=f"the database .* cannot be used: .*{words}"):
        await connect(Path(), url)


@pytest.mark.parametrize("content", [b"", "no tables"])
def test_an_empty_file_is_no_new_store(tmp_path: Path, content: bytes | str) -> None:
    """It comes of a copy that failed; who plays on in it would miss everything later."""
    path = tmp_path / FILE
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
    before = path.read_bytes()
    with pytest.raises(StorageError, match=r"livestone\.db' is empty.*'livestone restore'"):
        prepare(path)
    assert path.read_bytes() == before
