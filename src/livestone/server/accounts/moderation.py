"""Bans, and the audit log that says who has done what to which account."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, insert, or_, select

from livestone.errors import StorageError
from livestone.server.db.schema import audit, bans, people
from livestone.server.db.store import Store

log = logging.getLogger("livestone")


@dataclass(frozen=True)
class Ban:
    """Who may not log in, until when (None: for good), why, and who says so."""

    name: str
    at: float
    until: float | None
    reason: str
    by: str


class Moderation:
    """Bans and the audit log. Every method but ``note`` may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def note(
        self, actor: str, act: str, about: str = "", detail: str = "", address: str = ""
    ) -> None:
        """Add to the log. What it tells of is done already, so a full disk only costs the line."""
        row = {"at": time.time(), "actor": actor[:64], "act": act, "about": about[:64]}
        try:
            async with self._store.writing() as connection:
                more = {"detail": detail[:500], "address": address[:64]}
                await connection.execute(insert(audit), row | more)
        except StorageError as error:
            log.error("not in the audit log: %s %s %s: %s", actor, act, about, error)

    async def ban(self, person: str, until: float | None, reason: str, by: str) -> None:
        """Let somebody not log in any more; a new ban replaces an older one."""
        row = {"person": person, "at": time.time(), "until": until, "reason": reason, "by": by}
        async with self._store.writing() as connection:
            await connection.execute(delete(bans).where(bans.c.person == person))
            await connection.execute(insert(bans), row)

    async def unban(self, person: str) -> int:
        """Lift a ban; return how many there were."""
        async with self._store.writing() as connection:
            return (await connection.execute(delete(bans).where(bans.c.person == person))).rowcount

    async def banned(self, *persons: str) -> Ban | None:
        """Return the ban of one of these people that is in force, or None."""
        found = await self._bans(bans.c.person.in_(persons))
        return next(iter(found), None)

    async def bans(self) -> list[Ban]:
        """Return the bans in force, newest first."""
        return await self._bans()

    async def _bans(self, *where: Any) -> list[Ban]:
        forever = or_(bans.c.until.is_(None), bans.c.until > time.time())
        columns = (people.c.name, bans.c.at, bans.c.until, bans.c.reason, bans.c.by)
        query = select(*columns).join(people, people.c.id == bans.c.person).where(forever, *where)
        async with self._store.reading() as connection:
            found = await connection.execute(query.order_by(bans.c.at.desc()))
            return [Ban(**row._mapping) for row in found]


def words_until(until: float | None) -> str:
    """How long something holds, in words.

    >>> words_until(None), words_until(86400.0)
    ('for good', 'until 1970-01-02 00:00 UTC')
    """
    if until is None:
        return "for good"
    return f"until {datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC"
