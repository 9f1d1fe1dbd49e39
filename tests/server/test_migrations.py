"""Migrations end at the schema in use, from nothing and from every earlier version."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, MetaData, create_engine, insert, inspect, select
from sqlalchemy.ext.asyncio import create_async_engine
from tests.server.databases import fresh

from livestone.errors import StorageError
from livestone.server.database import FILE, connect, prepare
from livestone.server.migrations import script, upgrade
from livestone.server.postgres import dial
from livestone.server.schema import metadata

VERSIONS = [revision.revision for revision in script().walk_revisions()]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = create_engine(f"sqlite:///{tmp_path / 'test.db'}")
    yield made
    made.dispose()


def rows() -> dict[str, dict[str, Any]]:
    """What an old database may hold: one row for each table, in their order."""
    return {
        "games": {
            "id": "g",
            "game": "freedom",
            "options": {"size": 4},
            "opening": None,
            "status": "running",
            "winners": None,
            "scores": None,
            "reason": "",
            "ended_by": None,
            "mover": 1,
            "ply": 1,
            "version": 2,
            "created": 1.5,
            "updated": 2.5,
        },
        "seats": {"game_id": "g", "seat": 0, "kind": "person", "person": "p", "name": "Guest"},
        "plies": {"game_id": "g", "ply": 1, "move": "b2", "mover": 0, "seconds": 0.5},
        "accounts": {"name": "ada", "hashes": ["x"], "created": 1.0},
        "operators": {"person": "p", "created": 1.0},
        "people": {
            "id": "@p",
            "name": "ada",
            "key": "ada",
            "kind": "person",
            "accepts_bots": True,
            "secret": "s",
            "created": 1.0,
        },
    }


def fill(connection: Connection, before: Container[str] = ()) -> dict[str, dict[str, Any]]:
    """Put in every row whose table there is by now, and was not ``before``, and return them."""
    new = {name for name in inspect(connection).get_table_names() if name not in before}
    there = MetaData()
    there.reflect(connection, only=new, resolve_fks=False)
    filled = {name: row for name, row in rows().items() if name in new}
    for name, row in filled.items():
        connection.execute(insert(there.tables[name]), row)
    return filled


def check(connection: Connection, filled: dict[str, dict[str, Any]]) -> None:
    """Everything is as it was, under the present schema."""
    assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    for name, row in filled.items():
        found = connection.execute(select(metadata.tables[name])).mappings().one()
        assert {column: found[column] for column in row} == row


@pytest.mark.parametrize("version", [None, *VERSIONS])
def test_upgrade_from(engine: Engine, version: str | None) -> None:
    filled = {}
    if version is not None:
        with engine.begin() as connection:
            upgrade(connection, version)
            filled = fill(connection)
    with engine.begin() as connection:
        upgrade(connection)
        check(connection, filled)


@pytest.mark.anyio
async def test_upgrade_on_postgresql() -> None:
    """From one version to the next, with a row in every table from when there is one."""
    url = fresh("migrations")
    filled: dict[str, dict[str, Any]] = {}
    for version in reversed(VERSIONS):
        engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: dial(url))
        async with engine.begin() as connection:
            await connection.run_sync(upgrade, version)
            filled |= await connection.run_sync(fill, filled)
        await engine.dispose()
    await (await connect(Path(), url)).close()
    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: dial(url))
    async with engine.begin() as connection:
        await connection.run_sync(check, filled)
    await engine.dispose()


@pytest.mark.anyio
async def test_servers_that_start_at_once_wait_for_each_other() -> None:
    url = fresh("race")
    opened = await asyncio.gather(*(connect(Path(), url) for _ in range(3)))
    for database in opened:
        await database.close()


def test_there_is_one_line_of_versions() -> None:
    assert len(script().get_heads()) == len(script().get_bases()) == 1


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    prepare(tmp_path / FILE)
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    before = list(connection.iterdump())
    with pytest.raises(StorageError, match=r"newer Livestone.*'9999'.*update") as caught:
        prepare(tmp_path / FILE)
    assert "\n" not in str(caught.value)
    assert list(connection.iterdump()) == before
    connection.close()


def test_preparing_twice_changes_nothing(tmp_path: Path) -> None:
    prepare(tmp_path / FILE)
    connection = sqlite3.connect(tmp_path / FILE)
    before = list(connection.iterdump())
    prepare(tmp_path / FILE)
    assert list(connection.iterdump()) == before
    connection.close()
