"""A table as its onlookers see it: read and written once for all who ask in the same moment.

Players never come here: what they see is their own.
"""

from __future__ import annotations

from livestone.server.db.owners import OwnerId
from livestone.server.tables.commands import Tables
from livestone.server.web.aside import Coalescer
from livestone.server.web.direct import encode


class Onlookers:
    """Answers those who look on at public games."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._together = Coalescer(self._look)

    async def view(self, id: str, owner_id: OwnerId, since: str = "") -> bytes | None:
        """Return a table's JSON for an onlooker, None for who is none. Raises NotFound."""
        known = self._tables.registry.known(id)
        if known is not None and owner_id in known.owners:
            return None
        json, seated = await self._together.get(f"{id} {since}", owner_id)
        return None if owner_id in seated else json

    async def _look(
        self, what: str, visitors: frozenset[str]
    ) -> tuple[bytes | None, frozenset[OwnerId]]:
        """Return a table's JSON, None where it is private, and who is no onlooker."""
        id, _, since = what.partition(" ")
        table, seated = await self._tables.view_of_onlookers(id, since)
        return None if table is None else encode(table), seated
