"""Locks that end with the process that holds them, on every system: those of SQLite, on a file."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from livestone.errors import StorageError

SERVER = "livestone.lock"  # in a folder whose store a server uses

log = logging.getLogger("livestone")


class InUse(StorageError):
    """The store is used by a server or another command."""

    code = "in-use"


def lock(path: Path, alone: bool = True) -> sqlite3.Connection | None:
    """Hold the lock on a file until the connection is closed; None where another process does.

    Not ``alone`` others may hold it as well, but nobody alone. Raises sqlite3.Error where the file
    cannot be made.
    """
    connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=OFF")  # nothing is written, on a full disk either
        connection.execute("BEGIN EXCLUSIVE" if alone else "BEGIN")
        if not alone:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            return None
        raise
    return connection


@contextlib.contextmanager
def serving(folder: Path, alone: bool) -> Iterator[None]:
    """Keep other servers, and whoever restores a copy, from the store in a folder.

    Servers that are not ``alone`` may share it: those of one person at their own machine. Raises
    InUse.
    """
    held = None
    try:
        held = lock(folder / SERVER)
        if held is None or not alone:
            shared = held is None
            if held is not None:
                held.close()
            held = None if alone else lock(folder / SERVER, alone=False)
            if held is None:
                raise InUse(
                    f"another Livestone uses the games in {str(folder)!r}: end it first, or choose "
                    "another folder with --data"
                )
            if shared:
                log.warning("another Livestone uses the games in %s too", folder)
    except sqlite3.Error as error:  # a full disk: games can be looked at all the same
        log.warning("nothing keeps another server from the games in %s: %s", folder, error)
    try:
        yield
    finally:
        if held is not None:
            held.close()
