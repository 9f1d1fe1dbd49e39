"""Accounts without a proved e-mail address expire when nobody has used them for long."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import exists, or_, select, update

from livestone.server.accounts.service import People
from livestone.server.db.owners import MARK
from livestone.server.db.schema.games import visitors
from livestone.server.db.schema.people import mailboxes, people, roles
from livestone.server.db.store import Store
from livestone.server.quotas.expiry import DAY, DOUBT_SECONDS, MAX_VISITORS, PAUSE_SECONDS
from livestone.server.quotas.settings import QuotaSettings
from livestone.server.web.principals import Person
from livestone.tasks import repeat

if TYPE_CHECKING:
    from livestone.server.tables.commands import Tables

SWEEP_SECONDS = 600.0

log = logging.getLogger("livestone")


class AccountExpiry:
    """Deletes unproved accounts, with their bots, that were not here for ``account_days``.

    One that was used only while it was new goes as soon as what a guest keeps. The staff stays.
    """

    def __init__(self, store: Store, people: People, tables: Tables, quotas: QuotaSettings) -> None:
        self._store = store
        self._people = people
        self._tables = tables
        self._settings = quotas
        self._pause = SWEEP_SECONDS

    async def keep_up(self) -> None:
        await repeat(
            lambda: self.sweep(time.time()), lambda: self._pause, "old accounts were not deleted"
        )

    async def sweep(self, now: float) -> int:
        """Expire one batch of accounts; return how many were looked at. Raises StorageError."""
        self._pause = SWEEP_SECONDS
        if not await self._store.guard.may_delete():
            self._pause = DOUBT_SECONDS
            return 0
        long, short = (
            now - days * DAY if days else 0.0
            for days in (self._settings.account_days, self._settings.days)
        )
        new = visitors.c.seen < people.c.created + self._settings.new_account_days * DAY
        query = (
            select(people, visitors.c.seen)
            .join(visitors, visitors.c.owner_id == people.c.id)
            .where(visitors.c.seen < max(long, short), visitors.c.checked < now - DAY)
            .where(visitors.c.owner_id.startswith(MARK), people.c.kind == "person")
            .where(or_(visitors.c.seen < long, (visitors.c.seen < short) & new))
            .where(visitors.c.local.is_(False))
            .order_by(visitors.c.seen)
            .limit(MAX_VISITORS)
        )
        found = await self._store.fetch(query)
        for *row, seen in found:
            person = Person(*row)
            stays = await self._store.scalar(select(_proved(person) | _on_staff(person)))
            if stays or not await self._people.delete(person, self._tables, seen + 1.0):
                this = visitors.c.owner_id == person.id
                await self._store.execute(update(visitors).where(this).values(checked=now))
            self._pause = PAUSE_SECONDS
        return len(found)


def _proved(person: Person) -> Any:
    mine = (mailboxes.c.owner_id == person.id) & (mailboxes.c.address == person.email)
    return exists().where(mine)


def _on_staff(person: Person) -> Any:
    return exists().where(roles.c.owner_id == person.id)
