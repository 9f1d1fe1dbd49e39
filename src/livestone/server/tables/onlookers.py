"""A table as its onlookers see it: read and written once for all who ask in the same moment.

Players never come here: what they see is their own.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from litestar.serialization import default_serializer

from livestone.server.tables.commands import Tables
from livestone.server.web.coalesce import Coalescer

encode = msgspec.json.Encoder(enc_hook=default_serializer).encode


@dataclass(frozen=True)
class Seen:
    """The table's JSON for onlookers, None where there are none, and who is no onlooker."""

    json: bytes | None
    seated: frozenset[str]


class Onlookers:
    """Answers those who look on at public games."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._together = Coalescer(self._look)

    async def view(self, id: str, visitor: str) -> bytes | None:
        """Return a table's JSON for an onlooker, None for who is none. Raises NotFound."""
        known = self._tables.registry.known(id)
        if known is not None and known.seated(visitor):
            return None
        seen = await self._together.get(id, visitor)
        return None if visitor in seen.seated else seen.json

    async def _look(self, id: str, visitors: frozenset[str]) -> Seen:
        table, seated = await self._tables.view_of_onlookers(id)
        return Seen(None if table is None else encode(table), seated)
