"""The files with all of a person's games and studies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from livestone.errors import LivestoneError
from livestone.server.db.owners import OwnerId
from livestone.server.tables.commands import Tables

ABOUT = """Your games on this Livestone server, each as text (.txt) and as JSON (.json).
'livestone replay FILE' shows one. What other players have hidden from you in games that still
go on is not in them. The folder device has the games that you have played on your devices, the
folder studies your studies, which can be read in again.
"""


async def exported(
    tables: Tables, owner_id: OwnerId, ids: Sequence[str], files: AsyncIterator[tuple[str, str]]
) -> AsyncIterator[tuple[str, str]]:
    """Yield names and texts of files: of the games with these ids, and the other ``files``."""
    yield "README.txt", ABOUT
    missing: list[str] = []
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
            yield f"{form}/{id}.{form}", text
    async for file in files:
        yield file
    if missing:
        yield "not-readable.txt", "".join(missing)
