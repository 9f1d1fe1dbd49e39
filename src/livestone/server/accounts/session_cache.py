"""Whose sessions cookies are, remembered for some seconds: every request wants to know."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection

from livestone.server.accounts.store import PeopleStore
from livestone.server.web.coalesce import Coalescer
from livestone.server.web.principals import Person, Session

FRESH_SECONDS = 5.0  # so long another process may take to hear of a session's end
GUEST_SECONDS = 600.0  # a guest stays one: who logs in is given a token that nobody had before
SEEN_SECONDS = 600.0  # how exactly "last seen" is kept
MOST_KNOWN = 20_000

Found = tuple[Session, Person] | None  # None is a guest's


class SessionCache:
    """The sessions that were asked for last, by the hashes of their cookies."""

    def __init__(self, store: PeopleStore, session_seconds: float) -> None:
        self._store = store
        self._session_seconds = session_seconds
        self._known: OrderedDict[str, tuple[float, Found]] = OrderedDict()
        self._changes = 0
        self._together = Coalescer(self._ask)

    def forget(self) -> None:
        """Ask for every session again: something has changed."""
        self._known.clear()
        self._changes += 1

    async def session(self, token: str, *, together: bool = False) -> Found:
        """Return a session and whose it is; may wait a moment to ask ``together`` with others."""
        now = time.monotonic()
        known = self._known.get(token)
        if known is not None and now - known[0] < (
            GUEST_SECONDS if known[1] is None else FRESH_SECONDS
        ):
            return known[1]
        changes = self._changes
        if together:
            found = (await self._together.get("", token)).get(token)
        else:
            found = await self._store.session(token)
        if found is not None:
            found = await self._used(*found)
        if changes == self._changes:
            self._known[token] = now, found
            self._known.move_to_end(token)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return found

    async def _ask(self, _: str, tokens: Collection[str]) -> dict[str, tuple[Session, Person]]:
        return {one[0].token: one for one in await self._store.sessions_by(tokens)}

    async def _used(self, session: Session, person: Person) -> Found:
        now = time.time()
        if now - session.created > self._session_seconds:
            await self._store.close(person.id, id=session.id)
            return None
        if now - session.seen > SEEN_SECONDS:
            await self._store.see(session, now)
        return session, person
