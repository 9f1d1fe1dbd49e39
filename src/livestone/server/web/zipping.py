"""Zip files that are made while they are sent."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator
from typing import Any

from livestone.server.web.aside import aside
from livestone.tasks import uninterrupted


async def zipped(files: AsyncIterator[tuple[str, str]]) -> AsyncIterator[bytes]:
    """Yield a zip file in pieces; ``files`` are the names and texts of what is in it."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as file:
        async for name, text in files:
            await _add(file, name, text)
            yield pipe.take()
    yield pipe.take()


@uninterrupted  # a file in the middle of one cannot be closed
async def _add(file: zipfile.ZipFile, name: str, text: str) -> None:
    await aside(file.writestr, name, text)


class _Pipe(io.RawIOBase):
    """A file that only grows, and whose content is taken away as it is written."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def write(self, data: Any) -> int:
        self._waiting += data
        return len(data)

    def take(self) -> bytes:
        taken = bytes(self._waiting)
        self._waiting.clear()
        return taken
