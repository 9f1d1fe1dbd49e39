"""The databases that stores are tried on: SQLite, and PostgreSQL where there is one.

``LIVESTONE_TEST_POSTGRES`` is the address of a server on which databases may be made, as in
``postgresql://livestone@127.0.0.1:55432/postgres``; ``.ci/run`` starts one and sets it.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import tempfile
from collections.abc import Callable, Coroutine
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import pytest
from sqlalchemy.engine import make_url

from livestone.server.db.database import connect
from livestone.server.db.postgres import dial
from livestone.server.db.schema.metadata import metadata
from livestone.server.db.sqlite_setup import FILE, prepare

VARIABLE = "LIVESTONE_TEST_POSTGRES"
KINDS = ("sqlite", "postgresql")
Answer = TypeVar("Answer")


def server() -> str:
    """The address of the server; skips the test where there is none, but for CI."""
    url = os.environ.get(VARIABLE, "")
    if not url and os.environ.get("CI"):
        pytest.fail(f"{VARIABLE} is not set: .ci/run starts PostgreSQL")
    if not url:
        pytest.skip(f"PostgreSQL is not tried: {VARIABLE} is not set")
    return url


def postgres() -> str:
    """The address of an empty database with the present schema, this process's own."""
    url = _made(server())
    # Ten times as quick as TRUNCATE where there are only a few rows.
    emptied = ";".join(f"DELETE FROM {table.name}" for table in reversed(metadata.sorted_tables))
    apart(lambda: execute(url, emptied))
    return url


def address(kind: str) -> str | None:
    """The address of an empty database of a kind; None for SQLite, which is in the folder."""
    return postgres() if kind == "postgresql" else None


def prepare_folder(folder: Path) -> None:
    """Put an empty SQLite database with the present schema into a folder."""
    (folder / FILE).write_bytes(_empty())


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder) / FILE)
        return (Path(folder) / FILE).read_bytes()


def current() -> str:
    """The address of this process's own database as it stands."""
    return _made(server())


def fresh(name: str) -> str:
    """The address of a new database without any table, dropped when the tests end."""
    url = server()
    name = f"livestone_{name}_{os.getpid()}"
    drop = f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'
    apart(lambda: execute(url, drop))
    apart(lambda: execute(url, f'CREATE DATABASE "{name}"'))
    atexit.register(lambda: apart(lambda: execute(url, drop)))
    return make_url(url).set(database=name).render_as_string(hide_password=False)


@cache
def _made(server: str) -> str:
    url = fresh("test")

    async def prepare() -> None:
        await (await connect(Path(), url)).close()

    apart(prepare)
    return url


async def execute(url: str, statement: str) -> None:
    """Have one statement done."""
    connection = await dial(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def apart(work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
    """Do something in an event loop of its own, even where one runs already."""
    found: list[Answer] = []
    thread = Thread(target=lambda: found.append(asyncio.run(work())))
    thread.start()
    thread.join()
    return found[0]
