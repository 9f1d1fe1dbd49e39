"""``livestone backup`` and ``restore``: one line that says what happened, or why not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from livestone.cli.main import run
from livestone.server.db.database import FILE, prepare


def test_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    prepare(data / FILE)
    assert run(["backup", str(copy), "--data", str(data)]) == 0
    assert capsys.readouterr().out == f"{copy}: {copy.stat().st_size / 1e6:.1f} MB, checked.\n"
    assert run(["backup", str(copy), "--data", str(data)]) == 2
    assert "--replace" in capsys.readouterr().err
    assert run(["backup", str(copy), "--data", str(data), "--replace"]) == 0
    capsys.readouterr()
    assert run(["restore", str(copy), "--data", str(data)]) == 0
    told = capsys.readouterr()
    assert str(data) in told.out
    assert "livestone-before-" in told.err


def test_a_server_uses_the_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    prepare(data / FILE)
    assert run(["backup", str(copy), "--data", str(data)]) == 0
    with closing(sqlite3.connect(data / FILE)) as connection:
        connection.execute("SELECT * FROM games").fetchall()
        assert run(["restore", str(copy), "--data", str(data)]) == 2
    told = capsys.readouterr().err
    assert "end the server first" in told
    assert told.count("\n") == 1
