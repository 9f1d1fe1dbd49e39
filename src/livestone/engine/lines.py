"""Lines between two programs, over pipes or a socket."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import BinaryIO, Protocol

from livestone.copying import Uncopied

# No game of any size needs a longer line.
MAX_BYTES = 200_000


def read_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of a stream without their ends; None for a line that is too long."""
    while line := stream.readline(MAX_BYTES + 1):
        if len(line) <= MAX_BYTES:
            yield line.rstrip(b"\r\n")
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_BYTES + 1)
        yield None


class Output(Protocol):
    """What takes lines; ``lost`` says that nobody reads them any more."""

    @property
    def lost(self) -> bool: ...

    def __call__(self, *lines: str | bytes) -> None:
        """Write lines that belong together."""
        ...


class Writer(Uncopied):
    """Writes whole lines to a stream, from any thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self.lost = False
        self._stream = stream
        self._lock = threading.Lock()

    def __call__(self, *lines: str | bytes) -> None:
        """Write lines that belong together."""
        data = b"".join(
            (line.encode("utf-8", "replace") if isinstance(line, str) else line) + b"\n"
            for line in lines
        )
        with self._lock:
            if self.lost:
                return
            try:
                self._stream.write(data)
                self._stream.flush()
            except (OSError, ValueError):
                self.lost = True
