"""Operators: the visitors who may run tournaments, by the link that the server's start shows.

The link is new at every start, and only its hash is kept. Operators are stored by their cookie, so
that they stay operators after a restart.
"""

from __future__ import annotations

import time
from hmac import compare_digest

from sqlalchemy import delete, select

from livestone.errors import NotAllowed, NotFound
from livestone.server.db.schema.tournaments import operators
from livestone.server.db.store import Store, put
from livestone.server.web.identity import visitor_of

OPERATOR_PATH = "/operator"


class Operators:
    """The visitors who may run tournaments; ``link`` is the hash of the link's secret."""

    def __init__(self, store: Store, link: str) -> None:
        self._store = store
        self._link = link
        self._known: set[str] = set()

    def check_link(self, secret: str) -> None:
        """Raises NotFound for any secret but the link's."""
        if not (self._link and compare_digest(visitor_of(secret), self._link)):
            raise NotFound(
                "this link is not the operator's, or not any more: every start of the server "
                "shows a new one"
            )

    async def admit(self, secret: str, visitor: str) -> None:
        """Make a visitor an operator. Raises NotFound or StorageError."""
        self.check_link(secret)
        await self._store.execute(*put(operators, {"person": visitor, "created": time.time()}))
        self._known.add(visitor)

    async def dismiss(self, visitor: str) -> None:
        """Make an operator a visitor like any other. Raises StorageError."""
        await self._store.execute(delete(operators).where(operators.c.person == visitor))
        self._known.discard(visitor)

    async def includes(self, visitor: str) -> bool:
        """Whether a visitor is an operator. Raises StorageError."""
        # Only operators are remembered: there may be any number of other visitors.
        if visitor not in self._known:
            query = select(operators.c.person).where(operators.c.person == visitor)
            self._known.update(await self._store.scalars(query))
        return visitor in self._known

    async def check(self, visitor: str) -> None:
        """Raises NotAllowed for a visitor who is no operator, or StorageError."""
        if not await self.includes(visitor):
            raise NotAllowed(
                "only who runs this server may do that: open the operator's link that its start "
                "has shown"
            )
