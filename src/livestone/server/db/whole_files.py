"""Files that appear under their name whole or not at all, on the disk."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from livestone import private_files as private
from livestone.server.db.file_lock import lock

PREFIX = ".livestone.db-"  # of folders in which files are made, each with a lock beside it
LOCK = ".lock"
MAX_UNLOCKED = 3600.0  # seconds after which such a folder without a lock is nobody's


@contextlib.contextmanager
def beside(place: Path) -> Iterator[Path]:
    """A new file in the same folder that is gone afterwards, unless it was renamed.

    What killed processes have left there is gone as well.
    """
    folder = place.absolute().parent
    sweep(folder)
    made = folder / f"{PREFIX}{secrets.token_hex(8)}"
    held = lock(_lock_of(made))  # before there is a folder, which is nobody's without
    try:
        made.mkdir(0o700)
        yield made / "new.db"
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if held is not None:
            held.close()
        _lock_of(made).unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Delete the files that killed processes were making in a folder."""
    for left in folder.glob(PREFIX + "*"):
        with contextlib.suppress(OSError, sqlite3.Error):  # gone by now, or somebody else's
            if left.suffix == LOCK and not left.with_suffix("").exists():
                if _is_old(left):
                    left.unlink()
            elif left.is_dir() and _is_abandoned(left):
                shutil.rmtree(left)
                _lock_of(left).unlink(missing_ok=True)


def _lock_of(made: Path) -> Path:
    return made.with_name(made.name + LOCK)


def _is_abandoned(left: Path) -> bool:
    if not _lock_of(left).exists():
        return _is_old(left)
    held = lock(_lock_of(left))
    if held is not None:
        held.close()
    return held is not None


def _is_old(left: Path) -> bool:
    return time.time() - left.stat().st_mtime > MAX_UNLOCKED


def settle(new: Path, place: Path, replace: bool = True) -> None:
    """Have a file under its name; FileExistsError where one is there that is not to be replaced."""
    private.narrow(new)
    with new.open("r+b") as written:
        os.fsync(written.fileno())
    if replace:
        new.replace(place)
    else:
        try:
            os.link(new, place)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            new.rename(place)
    if os.name == "posix":
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
