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
go on is not in them. The folder studies has your studies, which can be read in again.
"""


async def zipped(
    tables: Tables, owner_id: OwnerId, ids: Sequence[str], studies: AsyncIterator[tuple[str, str]]
) -> AsyncIterator[bytes]:
    """Yield a zip file in pieces; ``studies`` are the ids and files of the owner's studies."""
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
        async for id, text in studies:
            await _add(file, f"studies/{id}.json", text)
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
