"""Room on the disk that is given back at a start, so that a full one can be read.

SQLite keeps an index beside the store while it is open, which takes 32 kB. Whoever starts on a full
disk finds them here, and the room is taken again once everything is open.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

FILE = "livestone.reserve"
BYTES = 512 * 1024


def release(folder: Path) -> None:
    """Give the room back."""
    with contextlib.suppress(OSError):
        (folder / FILE).unlink(missing_ok=True)


def take(folder: Path) -> None:
    """Take the room, or as much as there is."""
    with contextlib.suppress(OSError), (folder / FILE).open("wb", buffering=0) as file:
        for size in (4096, 512, 1):
            with contextlib.suppress(OSError):
                while (left := BYTES - file.tell()) > 0:
                    file.write(bytes(min(size, left)))
