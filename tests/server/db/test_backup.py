"""Copies of the store are whole, checked, of one moment, and put back only where nobody is."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.server.servers import FORKING
from tests.server.site import Site

from livestone.errors import BadRequest, LivestoneError, NotFound, StorageError
from livestone.server.db.backup import backup, restore
from livestone.server.db.file_lock import InUse, serving
from livestone.server.db.sqlite_setup import FILE, prepare
from livestone.server.db.whole_files import beside

PADDING = "x" * 5000


def add(folder: Path, name: str) -> None:
    with closing(sqlite3.connect(folder / FILE, timeout=PATIENCE)) as connection, connection:
        connection.execute("INSERT INTO operators VALUES (?, 1.0)", (name,))


def names(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return {name for (name,) in connection.execute("SELECT person FROM operators")}


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    prepare(folder / FILE)
    add(folder, "ada")
    yield folder
    assert not [file for file in folder.iterdir() if file.name.startswith(".")]  # nothing is left


def test_backup_and_restore(data: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    size = backup(data, tmp_path / "copy.db", tell=lambda done, total: told.append((done, total)))
    assert size == (tmp_path / "copy.db").stat().st_size
    assert told[-1][0] == told[-1][1] > 0
    add(data, "later")
    kept = restore(data, tmp_path / "copy.db")
    assert names(data / FILE) == {"ada"}
    assert kept is not None
    assert names(kept) == {"ada", "later"}
    assert restore(tmp_path / "new", tmp_path / "copy.db") is None
    assert names(tmp_path / "new" / FILE) == {"ada"}
    assert not list(tmp_path.glob("copy.db-*"))


def test_while_somebody_writes(data: Path, tmp_path: Path) -> None:
    """The copy is finished while another connection writes all the time, and is of one moment."""
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        # Two names that always come together, among enough else for many steps.
        connection.execute("CREATE TABLE padding AS SELECT 0 AS number, ? AS text", (PADDING,))
        for _ in range(11):
            connection.execute("INSERT INTO padding SELECT * FROM padding")
    end, written = threading.Event(), threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(data / FILE, timeout=PATIENCE)) as connection:
            number = 0
            while not end.is_set():
                number += 1
                with connection:
                    connection.execute("INSERT INTO operators VALUES (?, 1.0)", (f"a{number}",))
                    connection.execute("UPDATE padding SET number = ?", (number,))
                    connection.execute("INSERT INTO operators VALUES (?, 1.0)", (f"b{number}",))
                written.set()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        assert written.wait(PATIENCE)
        steps: list[int] = []
        backup(data, tmp_path / "copy.db", tell=lambda done, total: steps.append(done))
    finally:
        end.set()
        thread.join()
    assert len(steps) > 2
    assert steps == sorted(steps)  # it never began anew
    found = names(tmp_path / "copy.db") - {"ada"}
    assert found
    assert {name[1:] for name in found if name[0] == "a"} == {n[1:] for n in found if n[0] == "b"}
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        (numbers,) = connection.execute("SELECT group_concat(DISTINCT number) FROM padding")
    assert f"a{numbers[0]}" in found


def test_a_store_in_use_is_not_replaced(data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "copy.db")
    with closing(sqlite3.connect(data / FILE)) as connection:
        connection.execute("SELECT * FROM operators").fetchall()
        with pytest.raises(InUse, match="end the server first"):
            restore(data, tmp_path / "copy.db")
        connection.execute("SELECT * FROM operators").fetchall()
    assert [file.name for file in data.glob("*.db")] == [FILE]
    restore(data, tmp_path / "copy.db")


def test_a_server_keeps_copies_from_being_put_back(data: Path, tmp_path: Path) -> None:
    """Also one that has nothing open at that moment."""
    backup(data, tmp_path / "copy.db")
    with serving(data, alone=False), pytest.raises(InUse, match="end it first"):
        restore(data, tmp_path / "copy.db")
    restore(data, tmp_path / "copy.db")


def killed_while_copying(folder: Path, source: Path) -> None:
    """Restore, and die half-way."""

    def tell(done: int, total: int) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    restore(folder, source, tell)


@pytest.mark.parametrize("cleaner", ["restore", "backup", "server"])
def test_what_a_killed_restore_leaves_is_deleted(data: Path, tmp_path: Path, cleaner: str) -> None:
    backup(data, tmp_path / "copy.db")
    process = FORKING.Process(target=killed_while_copying, args=(data, tmp_path / "copy.db"))
    process.start()
    process.join(PATIENCE)
    assert process.exitcode == -signal.SIGKILL
    assert list(data.glob(".livestone.db-*/new.db"))
    assert names(data / FILE) == {"ada"}
    with beside(tmp_path / "other.db") as goes_on:
        if cleaner == "restore":
            restore(data, tmp_path / "copy.db")
        elif cleaner == "backup":
            backup(data, data / "again.db")
            backup(data, tmp_path / "again.db")
        else:
            with Site(data):
                pass
        assert not list(data.glob(".livestone.db-*"))
        assert goes_on.parent.exists()  # a copy that is being made is left alone


def test_a_damaged_store_is_replaced_and_kept(data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "copy.db")
    (data / FILE).write_bytes(b"no database " * 1000)
    kept = restore(data, tmp_path / "copy.db")
    assert names(data / FILE) == {"ada"}
    assert kept.read_bytes().startswith(b"no database")


@pytest.mark.parametrize("kind", ["missing", "rubbish", "other", "newer", "cut", "itself"])
def test_what_is_not_put_back(data: Path, tmp_path: Path, kind: str) -> None:
    copy = tmp_path / "copy.db"
    backup(data, copy)
    expected: type[LivestoneError] = StorageError
    if kind == "missing":
        copy, expected = tmp_path / "nothing.db", NotFound
    elif kind == "rubbish":
        copy.write_bytes(b"no database " * 1000)
    elif kind == "other":
        copy.unlink()
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("CREATE TABLE other (a)")
    elif kind == "newer":
        with closing(sqlite3.connect(copy)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
    elif kind == "cut":
        copy.write_bytes(copy.read_bytes()[:-8192])
    else:
        copy, expected = data / FILE, BadRequest
    with pytest.raises(expected) as caught:
        restore(data, copy)
    assert copy.name in str(caught.value) or kind == "newer"
    assert names(data / FILE) == {"ada"}
    assert len(list(data.glob("*.db"))) == 1


def test_what_is_not_copied(data: Path, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine")
    with pytest.raises(NotFound, match="--data"):
        backup(tmp_path / "nowhere", tmp_path / "copy.db")
    with pytest.raises(BadRequest, match="--replace"):
        backup(data, tmp_path / "there")
    assert (tmp_path / "there").read_text() == "mine"
    with pytest.raises(BadRequest, match="a folder"):
        backup(data, tmp_path)
    with pytest.raises(BadRequest, match="the store itself"):
        backup(data, data / FILE, replace=True)
    with pytest.raises(StorageError, match="no/such"):
        backup(data, tmp_path / "no/such/copy.db")
    (data / FILE).write_bytes(b"no database " * 1000)
    with pytest.raises(StorageError, match="not a database"):
        backup(data, tmp_path / "there", replace=True)
    assert (tmp_path / "there").read_text() == "mine"
