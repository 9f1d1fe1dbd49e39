"""Copies of the store: taken while a server runs, and put back when none does."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from livestone import private_files as private
from livestone.errors import BadRequest, NotFound, StorageError
from livestone.server.db.file_lock import InUse, serving
from livestone.server.db.sqlite_setup import FILE, name_before, prepare
from livestone.server.db.whole_files import beside, settle

PAGES = 1000  # copied between two words of progress; 4 MB
ONE_FILE = "PRAGMA journal_mode=DELETE"  # has everything in the one file, which can be renamed
Tell = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Say nothing of progress."""


def backup(folder: Path, target: Path, replace: bool = False, tell: Tell = silent) -> int:
    """Copy the store in ``folder`` to a file, and return its size in bytes.

    Servers may run meanwhile and wait for nothing: the copy is the store as it was at one moment,
    checked, and appears under its name whole or not at all. An older file is left alone unless it
    is to be replaced. ``tell`` hears how many pages are done. Raises NotFound, BadRequest or
    StorageError.
    """
    source = folder / FILE
    if not source.is_file():
        raise NotFound(f"there are no games in {str(folder)!r}: name the server's folder, --data")
    if target.is_dir():
        raise BadRequest(f"{str(target)!r} is a folder: name the file to write")
    if target.exists() and not replace:
        raise BadRequest(f"{str(target)!r} is there already: name another file, or --replace it")
    if target.exists() and target.samefile(source):
        raise BadRequest(f"{str(target)!r} is the store itself: name another file")
    with _storing(target), beside(target) as new:
        _copy(source, new, tell)
        settle(new, target)
        return target.stat().st_size


def restore(folder: Path, source: Path, tell: Tell = silent) -> Path | None:
    """Put a copy back as the store in ``folder``; return where the old one now lies, if any.

    An older schema is brought up to date on the way; the copy itself stays as it is. Raises
    NotFound, StorageError for a copy that is damaged, of a newer Livestone or no copy at all, and
    InUse; then nothing has changed.
    """
    if not source.is_file():
        raise NotFound(f"there is no file {str(source)!r}")
    place = folder / FILE
    if place.exists() and place.samefile(source):
        raise BadRequest(f"{str(source)!r} is the store itself: name a copy of it")
    with _storing(place):
        private.make_folder(folder)
        with serving(folder, alone=True), beside(place) as new:
            _copy(source, new, tell)
            prepare(new, copy=False, called=source)
            with contextlib.closing(sqlite3.connect(new)) as connection:
                connection.execute(ONE_FILE).fetchone()
            _check_unused(place)
            kept = _keep(place)
            settle(new, place)
            return kept


def _copy(source: Path, new: Path, tell: Tell) -> None:
    """Copy a database as it is at this moment, while others write, and check the copy."""
    read = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    write = sqlite3.connect(new)
    with contextlib.closing(read), contextlib.closing(write):
        # Within one transaction nobody's changes make the copy begin anew.
        read.execute("BEGIN")
        try:
            read.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            raise StorageError(f"{str(source)!r} cannot be read: {error}") from error
        read.backup(write, pages=PAGES, progress=lambda _, left, total: tell(total - left, total))
        write.execute(ONE_FILE).fetchone()
        found = write.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise StorageError(f"{str(source)!r} is damaged ({found})")
        names = {name for (name,) in write.execute("SELECT name FROM sqlite_master")}
        if not {"alembic_version", "games"} <= names:
            raise StorageError(f"{str(source)!r} holds no games of Livestone")


def _check_unused(place: Path) -> None:
    """Raise InUse where the store is open elsewhere: SQLite leaves WAL only for its one user."""
    if not place.exists():
        return
    with contextlib.closing(sqlite3.connect(place, timeout=0)) as connection:
        try:
            connection.execute(ONE_FILE).fetchone()
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            raise InUse(
                f"{str(place)!r} is in use: end the server first, then restore again"
            ) from None
        except sqlite3.DatabaseError:
            return  # damaged: perhaps the reason for restoring; no server can use it


def _keep(place: Path) -> Path | None:
    """Give the old store a second name; return it."""
    if not place.exists():
        return None
    kept = name_before(place)
    for ending in ("-wal", "-shm"):  # only a damaged store still has them
        part = place.with_name(place.name + ending)
        if part.exists():
            part.rename(kept.with_name(kept.name + ending))
    private.narrow(place)
    os.link(place, kept)  # so that there is a store at every moment
    return kept


@contextlib.contextmanager
def _storing(place: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(f"{str(place)!r} cannot be written: {error}") from error
    except OSError as error:
        where = error.filename or place
        raise StorageError(f"{str(where)!r} cannot be used: {error.strerror}") from error
