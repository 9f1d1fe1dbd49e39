"""Operators: the visitors who may run tournaments, by the link that the server's start shows.

The link is new at every start, and only its hash is kept. Operators are stored by their cookie, so
that they stay operators after a restart.
"""

from __future__ import annotations

import time
from hmac import compare_digest

from sqlalchemy import delete, select

from livestone.errors import NotAllowed, NotFound
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.tournaments import operators
from livestone.server.db.store import Store, put
from livestone.server.web.identity import guest_id

OPERATOR_PATH = "/operator"


class Operators:
    """The visitors who may run tournaments; ``link`` is the hash of the link's secret."""

    def __init__(self, store: Store, link: str) -> None:
        self._store = store
        self._link = link
        self._known: set[str] = set()

    def check_link(self, secret: str) -> None:
        """Raises NotFound for any secret but the link's."""
        if not (self._link and compare_digest(guest_id(secret), self._link)):
            raise NotFound(
                "this link is not the operator's, or not any more: every start of the server "
                "shows a new one"
            )

    async def admit(self, secret: str, owner_id: OwnerId) -> None:
        """Make a visitor an operator. Raises NotFound or StorageError."""
        self.check_link(secret)
        await self._store.execute(*put(operators, {"owner_id": owner_id, "created": time.time()}))
        self._known.add(owner_id)

    async def dismiss(self, owner_id: OwnerId) -> None:
        """Make an operator a visitor like any other. Raises StorageError."""
        await self._store.execute(delete(operators).where(operators.c.owner_id == owner_id))
        self._known.discard(owner_id)

    async def includes(self, owner_id: OwnerId) -> bool:
        """Whether a visitor is an operator. Raises StorageError."""
        # Only operators are remembered: there may be any number of other visitors.
        if owner_id not in self._known:
            query = select(operators.c.owner_id).where(operators.c.owner_id == owner_id)
            self._known.update(await self._store.scalars(query))
        return owner_id in self._known

    async def check(self, owner_id: OwnerId) -> None:
        """Raises NotAllowed for a visitor who is no operator, or StorageError."""
        if not await self.includes(owner_id):
            raise NotAllowed(
                "only who runs this server may do that: open the operator's link that its start "
                "has shown"
            )
