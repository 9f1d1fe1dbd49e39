"""Files that appear under their name whole or not at all, on the disk."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from livestone.server.db import private_files as private


@contextlib.contextmanager
def beside(place: Path) -> Iterator[Path]:
    """A new file in the same folder that is gone afterwards, unless it was renamed."""
    with tempfile.TemporaryDirectory(
        prefix=f".{place.name}-", dir=place.absolute().parent
    ) as folder:
        yield Path(folder) / "new.db"


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
