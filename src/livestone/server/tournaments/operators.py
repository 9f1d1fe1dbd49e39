"""Who runs the tournaments: whoever has opened the link that the server's start has shown.

The link is new at every start, and only its hash is kept. Who opens it is remembered by his cookie,
like everybody else, so that he may go on after a restart.
"""

from __future__ import annotations

from hmac import compare_digest

from livestone.errors import NotAllowed, NotFound
from livestone.server.tournaments.store import TournamentStore
from livestone.server.web.identity import visitor_of

OPERATOR_PATH = "/operator"


class Operators:
    """The visitors who may start and stop what they like; ``link`` is the hash of the secret."""

    def __init__(self, store: TournamentStore, link: str) -> None:
        self._store = store
        self._link = link
        self._known: set[str] = set()

    def check_link(self, secret: str) -> None:
        """Raises NotFound for a secret that is not in the link."""
        if not (self._link and compare_digest(visitor_of(secret), self._link)):
            raise NotFound(
                "this link is not the operator's, or not any more: every start of the server "
                "shows a new one"
            )

    async def admit(self, secret: str, visitor: str) -> None:
        """Make a visitor an operator. Raises NotFound or StorageError."""
        self.check_link(secret)
        await self._store.admit(visitor)
        self._known.add(visitor)

    async def dismiss(self, visitor: str) -> None:
        """Make a visitor one like others. Raises StorageError."""
        await self._store.dismiss(visitor)
        self._known.discard(visitor)

    async def includes(self, visitor: str) -> bool:
        """Whether a visitor is an operator. Raises StorageError."""
        # Only those who are: the others may be any number.
        if visitor not in self._known and await self._store.admitted(visitor):
            self._known.add(visitor)
        return visitor in self._known

    async def check(self, visitor: str) -> None:
        """Raises NotAllowed for who is no operator, or StorageError."""
        if not await self.includes(visitor):
            raise NotAllowed(
                "only who runs this server may do that: open the operator's link that its start "
                "has shown"
            )
