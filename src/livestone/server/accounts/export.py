"""All of a person's games and studies in one zip file, made while it is sent."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Sequence
from typing import Any

from livestone.errors import LivestoneError
from livestone.server.db.owners import OwnerId
from livestone.server.tables.commands import Tables
from livestone.server.web.aside import aside
from livestone.tasks import uninterrupted

ABOUT = """Your games on this Livestone server, each as text (.txt) and as JSON (.json).
'livestone replay FILE' shows one. What other players have hidden from you in games that still
go on is not in them. The folder device has the games that you have played on your devices, the
folder studies your studies, which can be read in again.
"""


async def zipped(
    tables: Tables, owner_id: OwnerId, ids: Sequence[str], files: AsyncIterator[tuple[str, str]]
) -> AsyncIterator[bytes]:
    """Yield a zip file in pieces; ``files`` are the names and texts of what else is in it."""
    pipe = _Pipe()
    missing: list[str] = []
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", ABOUT)
        for id in ids:
            try:
                texts = {
                    "txt": await tables.record(id, owner_id, "txt"),
                    "json": await tables.record(id, owner_id, "json"),
                }
            except LivestoneError as error:  # of rules that are gone, or deleted meanwhile
                missing.append(f"{id}: {error}\n")
                continue
            for form, text in texts.items():
                await _add(file, f"{form}/{id}.{form}", text)
            yield pipe.take()
        async for name, text in files:
            await _add(file, name, text)
            yield pipe.take()
        if missing:
            file.writestr("not-readable.txt", "".join(missing))
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
