"""The stores that earlier editions have left, made by ``scripts/keep_store.py``."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    insert,
    select,
)
from tests.server.databases import apart, fresh

from livestone.server.db.postgres import dial
from livestone.server.db.sqlite_setup import FILE

STORES = Path(__file__).parent / "stores"
EDITIONS = sorted(file.name.removesuffix(".db.gz") for file in STORES.glob("*.db.gz"))
GUEST, PASSWORD = "guest-of-a-kept-store0", "kept for the tests"
# What is called otherwise now.
RENAMED = {"looks": "read_receipts", "duties": "bot_leases", "pulse": "heartbeats"}
MAX_DELAY = 50  # plies; of spectators who were seconds behind

Rows = dict[str, list[dict[str, Any]]]


def unpack(edition: str, folder: Path) -> Path:
    """Put an edition's SQLite store into a folder; return its path."""
    path = folder / FILE
    path.write_bytes(gzip.decompress((STORES / f"{edition}.db.gz").read_bytes()))
    return path


def restore(edition: str) -> str:
    """Make an edition's database of PostgreSQL; return its address."""
    url = fresh(f"kept_{edition}")
    script = gzip.decompress((STORES / f"{edition}.sql.gz").read_bytes()).decode()

    async def load() -> None:
        connection = await dial(url)
        await connection.execute(script)
        await connection.close()

    apart(load)
    return url


def rows(path: Path) -> Rows:
    """Everything in a SQLite store, by table; values as the driver has them."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        asked = "SELECT name FROM sqlite_master WHERE type = 'table'"
        names = [name for (name,) in connection.execute(asked)]
        return {
            name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')]
            for name in names
        }


def rows_at(url: str) -> Rows:
    """Everything in a database of PostgreSQL, by table."""

    async def read() -> Rows:
        connection = await dial(url)
        asked = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        names = [one["tablename"] for one in await connection.fetch(asked)]
        found = {
            name: [dict(row) for row in await connection.fetch(f'SELECT * FROM "{name}"')]
            for name in names
        }
        await connection.close()
        return found

    return apart(read)


def fill_empty(connection: Connection) -> None:
    """Put a row into each table that has none, so that nothing is brought up without a trial."""
    there = MetaData()
    there.reflect(connection)
    for table in there.sorted_tables:
        if connection.execute(select(table).limit(1)).first() is None:
            row = {column.name: _value(connection, column) for column in table.columns}
            connection.execute(insert(table), row)


def _value(connection: Connection, column: Column[Any]) -> Any:
    for key in column.foreign_keys:
        return connection.execute(select(key.column).limit(1)).scalar_one()
    kinds = ((Boolean, True), (Integer, 7), (Float, 1.5), (JSON, {"some": ["thing"]}))
    return next((value for kind, value in kinds if isinstance(column.type, kind)), "some")


def lost(before: Rows, after: Rows) -> list[tuple[str, Mapping[str, Any]]]:
    """The rows that are not there any more, or not as they were."""
    missing = []
    for table, old in before.items():
        if table == "alembic_version":
            continue
        new = after[RENAMED.get(table, table)]
        columns = [name for name in (old[0] if old else ()) if name != "delay_seconds"]
        there = [{name: row[name] for name in columns} for row in new]
        for row in old:
            wanted = {name: row[name] for name in columns}
            if row.get("delay_seconds"):
                wanted["delay"] = MAX_DELAY
            if wanted not in there:
                missing.append((table, row))
    return missing
