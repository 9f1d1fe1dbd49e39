"""Files of a long job that grow line by line, so that the same command goes on after a stop."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Self

from livestone.copying import Uncopied
from livestone.errors import BadRequest


class KeptLines(Uncopied):
    """A context around such a file, which is made if it is not there.

    ``lines`` are those of earlier commands; ``torn`` says that the last one was cut off by a kill:
    the next one is written over it. Raises BadRequest while another command works in the file, and
    for one that a long job has not begun; OSError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("a+b")
        try:
            self._lock()
            self._file.seek(0)
            text = self._file.read()
            self._whole = text.rfind(b"\n") + 1
            if text and not text.startswith(b"{"):
                raise BadRequest(f"{str(path)!r} is not a file of results: choose another one")
        except BaseException:
            self._file.close()
            raise
        self.torn = self._whole < len(text)
        self.lines = text[: self._whole].split(b"\n")[:-1]

    def add(self, line: bytes) -> None:
        """Add a line, which is on the disk before anything else happens."""
        if self.torn:
            self._file.truncate(self._whole)
            self.torn = False
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Leave the file to others."""
        self._file.close()

    def _lock(self) -> None:
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadRequest(f"another command is working in {str(self.path)!r}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
