"""Migrations end at the schema in use, from nothing and from every earlier version."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, create_engine

from livestone.errors import StorageError
from livestone.server.migrations import script, upgrade
from livestone.server.schema import metadata
from livestone.server.store import FILE, prepare

VERSIONS = [revision.revision for revision in script().walk_revisions()]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = create_engine(f"sqlite:///{tmp_path / 'test.db'}")
    yield made
    made.dispose()


@pytest.mark.parametrize("version", [None, *VERSIONS])
def test_upgrade_from(engine: Engine, version: str | None) -> None:
    if version is not None:
        with engine.begin() as connection:
            upgrade(connection, version)
    with engine.begin() as connection:
        upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


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
