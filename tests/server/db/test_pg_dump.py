"""PostgreSQL's own copies, made and put back by the very lines of docs/operations.md."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path

from tests.server.cluster import programs
from tests.server.databases import fresh
from tests.server.tables.test_store import SEATS, game

from livestone.server.tables.store import GameStore, PlyRow

TEXT = (Path(__file__).parents[3] / "docs" / "operations.md").read_text("utf-8")


def lines(program: str) -> str:
    """The line of the handbook that begins with a program."""
    found = re.search(rf"^{program} .*$", TEXT, re.M)
    return re.sub(r"livestone-.*?\.dump", "copy.dump", found[0])


def do(program: str, folder: Path, url: str) -> None:
    """Do what the handbook says, with a database's address in the variable that it names."""
    environment = {**os.environ, "LIVESTONE_DATABASE": url}
    environment["PATH"] = f"{programs()}:{environment['PATH']}"
    subprocess.run(
        ["sh", "-ec", lines(program)], cwd=folder, env=environment, check=True, timeout=120
    )


async def test_dump_and_restore(tmp_path: Path) -> None:
    url, other = fresh("dumped"), fresh("restored")
    store = await GameStore.open(tmp_path, url)
    await store.create(game(), SEATS)
    await store.append(replace(game(), version=2, ply=1), PlyRow(1, "b2", 0))
    do("pg_dump", tmp_path, url)
    kept = await store.read("a")
    await store.append(replace(game(), version=3, ply=2), PlyRow(2, "b3", 1))
    await store.close()
    for database in (url, other):
        do("pg_restore", tmp_path, database)
        store = await GameStore.open(tmp_path, database)
        assert await store.read("a") == kept
        await store.append(replace(game(), version=3, ply=2), PlyRow(2, "b4", 1))
        await store.close()
