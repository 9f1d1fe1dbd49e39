"""Bans, and the audit log: who has done what to which account."""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.staff import Ban
from livestone.errors import StorageError, TooMany
from livestone.languages.words import t
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.people import audit, bans, people, reports
from livestone.server.db.store import Store, put

MAX_REPORTS, MAX_REPORTS_IN_ALL = 20, 10_000  # that the staff has not looked at

log = logging.getLogger("livestone")


class Moderation:
    """Bans and the audit log. Every method but ``note`` may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def note(
        self, actor: str, act: str, about: str = "", detail: str = "", address: str = ""
    ) -> None:
        """Add a line to the audit log; if the database fails it is written to the server's log."""
        row = {"at": time.time(), "actor": actor[:64], "act": act, "about": about[:64]}
        try:
            more = {"detail": detail[:500], "address": address[:64]}
            await self._store.execute(insert(audit).values(row | more))
        except StorageError as error:
            log.error("not in the audit log: %s %s %s: %s", actor, act, about, error)

    async def ban(self, owner_id: OwnerId, until: float | None, reason: str, by: str) -> None:
        """Ban a person; a new ban replaces an older one."""
        row = {"owner_id": owner_id, "at": time.time(), "until": until, "reason": reason, "by": by}
        await self._store.execute(*put(bans, row))

    async def unban(self, owner_id: OwnerId) -> int:
        return await self._store.execute(delete(bans).where(bans.c.owner_id == owner_id))

    async def banned(self, *owner_ids: OwnerId) -> Ban | None:
        """Return the ban of one of these people that is in force, or None."""
        return next(iter(await self.bans(bans.c.owner_id.in_(owner_ids))), None)

    async def bans(self, *where: Any) -> list[Ban]:
        """Return the bans that are in force, or those of them for which more holds."""
        forever = or_(bans.c.until.is_(None), bans.c.until > time.time())
        columns = (people.c.name, bans.c.at, bans.c.until, bans.c.reason, bans.c.by)
        query = select(*columns).join(people, people.c.id == bans.c.owner_id).where(forever, *where)
        return [Ban(*row) for row in await self._store.fetch(query.order_by(bans.c.at.desc()))]


async def add_report(connection: AsyncConnection, **values: Any) -> None:
    """Keep a complaint for the staff. Raises TooMany while they have not looked at so many."""
    unsettled = reports.c.done.is_(None)
    for which, most in (
        (unsettled & (reports.c.reporter == values["reporter"]), MAX_REPORTS),
        (unsettled, MAX_REPORTS_IN_ALL),
    ):
        if (await connection.scalar(select(func.count()).where(which)) or 0) >= most:
            raise TooMany(
                t("{most} reports wait for the staff already: wait until they look", most=most)
            )
    await connection.execute(insert(reports), {"at": time.time(), **values})


def words_until(until: float | None) -> str:
    """Return in words how long something lasts.

    >>> words_until(None), words_until(86400.0)
    ('for good', 'until 1970-01-02 00:00 UTC')
    """
    if until is None:
        return t("for good")
    return t("until {time} UTC", time=f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M}")
