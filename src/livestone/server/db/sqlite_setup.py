"""The SQLite file: made whole, checked at each start, and brought to the present schema."""

from __future__ import annotations

import contextlib
import errno
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import disk_usage
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from livestone import private_files as private
from livestone.errors import StorageError
from livestone.server.db.file_lock import InUse
from livestone.server.db.schema.fingerprint import UnknownSchema
from livestone.server.db.whole_files import beside, settle
from livestone.server.db.write_batcher import wait_for

FILE = "livestone.db"
BUSY_SECONDS = 10.0  # that a change waits for other programs, in all
MIN_FREE = 65536  # bytes on a disk that is not full
ANEW = "move the file away to start anew, or choose another folder with --data"

log = logging.getLogger("livestone")


def prepare(path: Path, copy: bool = True, called: Path | None = None) -> None:
    """Make sure that a database with the present schema lies at ``path``. Raises StorageError.

    Before the schema of an older one is changed a ``copy`` is put beside it. Messages speak of
    ``called``, where that is another file.
    """
    make_folder(path.parent)
    with _in_folder(path.parent):
        if path.exists():
            path.open("r+b").close()
        private.narrow(path, *(path.with_name(path.name + end) for end in ("-wal", "-shm")))
    with _in_words(called or path):
        if not path.exists():
            _create(path)
        if not path.stat().st_size:
            raise _empty(path)
        if not _is_present(path):
            _step(path, copy)


def look(path: Path) -> str:
    """What a start would find, in words; nothing is changed. Raises StorageError if it is unfit."""
    if not path.exists():
        return f"{path}: there is none yet, the first start makes it"
    with _in_folder(path.parent):
        path.open("r+b").close()
    from livestone.server.db.migrations import in_words

    with _in_words(path):
        if not path.stat().st_size:
            raise _empty(path)
        engine = create_engine(URL.create("sqlite", database=str(path)))
        try:
            with engine.connect() as connection:
                return f"{path}: {in_words(_version(connection, path))}"
        finally:
            engine.dispose()


def make_folder(folder: Path) -> None:
    """Make the folder of a store, which is private. Raises StorageError."""
    with _in_folder(folder):
        private.make_folder(folder)


@contextlib.contextmanager
def _in_folder(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise _no_room(folder) from error
        raise StorageError(
            f"games cannot be kept in {str(folder)!r}: {error.strerror}; "
            "choose another folder with --data"
        ) from error


def set_up(engine: Engine, begin: str, patience: Callable[[], float] | None = None) -> None:
    """Have every connection of a SQLite engine safe against power cuts, and BEGIN our way.

    ``patience`` says how many seconds it waits for a lock then.
    """

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        # The driver's own BEGIN comes too late and is too weak: see SQLAlchemy, "SQLite
        # transactional behaviour".
        connection.isolation_level = None
        make_safe(connection)

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        if patience is not None:
            connection.exec_driver_sql(wait_for(patience()))
        connection.exec_driver_sql(begin)


def make_safe(connection: Any) -> None:
    """Have a connection of the driver's lose nothing when the power is cut."""
    with contextlib.closing(connection.cursor()) as cursor:
        cursor.execute(wait_for(BUSY_SECONDS))
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")


@contextlib.contextmanager
def _engine(path: Path, begin: str) -> Iterator[Engine]:
    engine = create_engine(URL.create("sqlite", database=str(path)))
    set_up(engine, begin)
    try:
        yield engine
    finally:
        engine.dispose()


def _create(path: Path) -> None:
    """Make a new database, which is there with all its tables or not at all."""
    from livestone.server.db.migrations import create

    with beside(path) as new:
        with _engine(new, "BEGIN IMMEDIATE") as engine, engine.begin() as connection:
            create(connection)
        with contextlib.suppress(FileExistsError):  # another process was quicker
            settle(new, path, replace=False)
            log.info("a new store is made: %s", path)


def _is_present(path: Path) -> bool:
    """Whether a database has the present schema, and not an older one. Raises StorageError."""
    from livestone.server.db.migrations import newest

    with _engine(path, "BEGIN") as engine, engine.begin() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            trouble = " ".join(str(found).split())
            raise StorageError(f"{str(path)!r} is damaged ({trouble}); {ANEW}")
        return _version(connection, path) == newest()


def _version(connection: Connection, path: Path) -> str:
    from livestone.server.db.migrations import version

    present = version(connection)
    if present is None:
        raise _empty(path)
    return present


def _empty(path: Path) -> StorageError:
    return StorageError(
        f"{str(path)!r} is empty, as after a copy that failed: put a copy back with "
        "'livestone restore', or remove the file to start anew"
    )


def _step(path: Path, copy: bool) -> None:
    """Bring a database that nobody else uses from an older schema to the present one."""
    from livestone.server.db.migrations import newest, upgrade, version

    engine = create_engine(URL.create("sqlite", database=str(path)))
    set_up(engine, "BEGIN IMMEDIATE")

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        # Nobody else may have it open: a program of the older edition would go on with tables that
        # are no longer there. The lock is kept until the connection is closed.
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        # Tables that are made anew are dropped first, which must not delete what refers to them.
        connection.execute("PRAGMA foreign_keys=OFF")

    try:
        with engine.connect() as connection:
            with connection.begin():
                present = version(connection)
            if present in (None, newest()):  # another process was quicker
                return
            kept = _keep(connection.connection.driver_connection, path) if copy else None
            log.info("%s is brought from schema %s to %s", path, present, newest())
            with connection.begin():
                upgrade(connection, present)
                if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                    raise StorageError(f"the steps from {present!r} would lose rows of {path}")
            if kept is not None:
                log.info("%s as it was before lies in %s", path.name, kept)
    finally:
        engine.dispose()


def _keep(connection: Any, path: Path) -> Path:
    """Copy an open database, and return where the copy lies."""
    kept = name_before(path)
    with beside(path) as new:
        with contextlib.closing(sqlite3.connect(new)) as write:
            connection.backup(write)
        settle(new, kept, replace=False)
    return kept


def name_before(place: Path) -> Path:
    """The name of a file for what was in the store until now; no file has it."""
    stamp, number = time.strftime("%Y%m%d-%H%M%S"), 1
    kept = place.with_name(f"{place.stem}-before-{stamp}.db")
    while kept.exists():
        number += 1
        kept = place.with_name(f"{place.stem}-before-{stamp}-{number}.db")
    return kept


@contextlib.contextmanager
def _in_words(path: Path) -> Iterator[None]:
    """Name the file in what is said of it, and what to do. Raises StorageError."""
    try:
        yield
    except UnknownSchema as error:
        raise UnknownSchema(f"{str(path)!r} cannot be used: {error}") from error
    except (DBAPIError, sqlite3.Error, OSError) as error:
        reason: Any = error.orig if isinstance(error, DBAPIError) else error
        code = getattr(reason, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise InUse(
                f"{str(path)!r} is in use and has to be brought to a new schema: end the server "
                "and every command that uses it first"
            ) from error
        # Other codes come of it too, where there is no room for what lies beside the store.
        if code == sqlite3.SQLITE_FULL or disk_usage(path.parent).free < MIN_FREE:
            raise _no_room(path) from error
        raise StorageError(f"{str(path)!r} cannot be used: {reason}; {ANEW}") from error


def _no_room(path: Path) -> StorageError:
    return StorageError(
        f"there is no room on the disk for {str(path)!r}: make some, then start again; nothing "
        "that was kept is lost"
    )
