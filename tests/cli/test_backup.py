"""``livestone backup`` and ``restore``: one line that says what happened, or why not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.command import Call

from livestone.server.db.sqlite_setup import FILE, prepare


def test_there_and_back(here: Path, call: Call) -> None:
    prepare(here / "data" / FILE)
    made = call("backup copy.db --data data").out
    assert made == f"copy.db: {Path('copy.db').stat().st_size / 1e6:.1f} MB, checked.\n"
    assert "--replace" in call("backup copy.db --data data", code=2).err
    call("backup copy.db --data data --replace")
    told = call("restore copy.db --data data")
    assert "data" in told.out
    assert "livestone-before-" in told.err


def test_a_server_uses_the_data(here: Path, call: Call) -> None:
    prepare(here / "data" / FILE)
    call("backup copy.db --data data")
    with closing(sqlite3.connect(here / "data" / FILE)) as connection:
        connection.execute("SELECT * FROM games").fetchall()
        told = call("restore copy.db --data data", code=2).err
    assert "end the server first" in told
    assert told.count("\n") == 1
