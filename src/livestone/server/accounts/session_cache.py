"""Sessions that were asked for lately, by their cookies: every request asks for one."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection

from livestone.server.accounts.store import PeopleStore
from livestone.server.web.coalesce import Coalescer
from livestone.server.web.principals import Person, Session

FRESH_SECONDS = 5.0  # within which a session that ended in another process ends here
GUEST_SECONDS = 600.0  # a guest's cookie never becomes a session's: a login makes a new one
SEEN_SECONDS = 600.0  # the precision of "last seen"
MOST_KEPT = 20_000

SessionOwner = tuple[Session, Person]


class SessionCache:
    """Sessions by the hashes of their cookies; None is kept for a guest's cookie."""

    def __init__(self, store: PeopleStore, session_seconds: float) -> None:
        self._store = store
        self._session_seconds = session_seconds
        self._kept: OrderedDict[str, tuple[float, SessionOwner | None]] = OrderedDict()
        self._changes = 0
        self._coalescer = Coalescer(self._read)

    def forget(self) -> None:
        self._kept.clear()
        self._changes += 1

    async def session(self, token: str, *, together: bool = False) -> SessionOwner | None:
        """Return a session and whose it is; ``together`` with others, it may wait a moment."""
        now = time.monotonic()
        if token in self._kept:
            read, kept = self._kept[token]
            if now - read < (GUEST_SECONDS if kept is None else FRESH_SECONDS):
                return kept
        changes = self._changes
        if together:
            found = (await self._coalescer.get("", token)).get(token)
        else:
            found = await self._store.session(token)
        if found is not None:
            found = await self._use(*found)
        if changes == self._changes:
            self._kept[token] = now, found
            self._kept.move_to_end(token)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found

    async def _read(self, _: str, tokens: Collection[str]) -> dict[str, SessionOwner]:
        return {one[0].token: one for one in await self._store.sessions_by(tokens)}

    async def _use(self, session: Session, person: Person) -> SessionOwner | None:
        now = time.time()
        if now - session.created > self._session_seconds:
            await self._store.end_sessions(person.id, id=session.id)
            return None
        if now - session.seen > SEEN_SECONDS:
            await self._store.mark_used(session, now)
        return session, person
