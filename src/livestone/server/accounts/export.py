"""All of somebody's games in one zip file, made while it is sent."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Sequence

from livestone.errors import LivestoneError
from livestone.server.tables.commands import Tables

ABOUT = """Your games on this Livestone server, each as text (.txt) and as JSON (.json).
'livestone replay FILE' shows one. What other players have hidden from you in games that still
go on is not in them. The folder studies has your studies, which can be read in again.
"""


async def zipped(
    tables: Tables,
    owner: str,
    ids: Sequence[str],
    studies: AsyncIterator[tuple[str, str]] | None = None,
) -> AsyncIterator[bytes]:
    """Yield the zip file of an owner's games, piece by piece; no more than a game is in memory.

    ``studies`` are the ids and the files of his studies.
    """
    pipe = _Pipe()
    missing: list[str] = []
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", ABOUT)
        for id in ids:
            try:
                texts = {
                    "txt": await tables.record(id, owner, "txt"),
                    "json": await tables.record(id, owner, "json"),
                }
            except LivestoneError as error:  # a game that is no more, or was deleted meanwhile
                missing.append(f"{id}: {error}\n")
                continue
            for form, text in texts.items():
                file.writestr(f"{form}/{id}.{form}", text)
            yield pipe.take()
        if studies is not None:
            async for id, text in studies:
                file.writestr(f"studies/{id}.json", text)
                yield pipe.take()
        if missing:
            file.writestr("not-readable.txt", "".join(missing))
    yield pipe.take()


class _Pipe(io.RawIOBase):
    """What is written to it can be taken away at once; it cannot go back."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def writable(self) -> bool:
        """It is there to be written to."""
        return True

    def write(self, data: object) -> int:
        """Keep some bytes until they are taken."""
        some = bytes(data)  # type: ignore[call-overload]
        self._waiting += some
        return len(some)

    def take(self) -> bytes:
        """Return what was written since."""
        taken = bytes(self._waiting)
        self._waiting.clear()
        return taken
