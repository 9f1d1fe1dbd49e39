"""Files that are there either whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes, *, lasting: bool = False) -> None:
    """Write a file in place of an earlier one; a ``lasting`` one is on the disk afterwards.

    Raises OSError.
    """
    half = path.with_name(f".{path.name}.{os.getpid()}.half")
    try:
        with half.open("wb") as opened:
            opened.write(content)
            if lasting:
                opened.flush()
                os.fsync(opened.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
