"""The staff in the database: roles, names, complaints, announcements, and the audit log."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, update

from livestone.api.staff import Announcement, AuditEntry, AuditPage, Report
from livestone.names import skeleton
from livestone.server.accounts import names
from livestone.server.accounts.moderation import add_report
from livestone.server.accounts.store import check_free
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.games import games, seats
from livestone.server.db.schema.people import (
    accounts,
    announcements,
    audit,
    people,
    reports,
    retired_names,
    roles,
)
from livestone.server.db.store import Store, put, run
from livestone.server.web.principals import Person

PAGE = 50
DAY = 24 * 3600.0
ADDRESS_DAYS, AUDIT_DAYS, REPORT_DAYS = 30, 365, 365
MAX_AUDIT_LINES = 1_000_000


class StaffStore:
    """Reads and writes for the staff. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def entries(self, search: str = "", page: int = 1) -> AuditPage:
        query, count = select(audit), select(func.count()).select_from(audit)
        for word in search.lower().split()[:5]:
            parts = (audit.c.actor, audit.c.act, audit.c.about, audit.c.detail, audit.c.address)
            found = or_(*(func.lower(part).contains(word, autoescape=True) for part in parts))
            query, count = query.where(found), count.where(found)
        query = query.order_by(audit.c.id.desc()).limit(PAGE).offset((page - 1) * PAGE)
        async with self._store.reading() as connection:
            lines = [AuditEntry(*row) for row in await connection.execute(query)]
            return AuditPage(lines, int(await connection.scalar(count) or 0))

    # Roles.

    async def role(self, owner_id: OwnerId) -> str | None:
        query = select(roles.c.role).where(roles.c.owner_id == owner_id)
        found: str | None = await self._store.scalar(query)
        return found

    async def grant(self, owner_id: OwnerId, role: str | None) -> None:
        """Give a person a role; None takes them off the staff."""
        row = {"owner_id": owner_id, "role": role, "created": time.time()}
        gone = delete(roles).where(roles.c.owner_id == owner_id)
        await self._store.execute(*((gone,) if role is None else put(roles, row)))

    async def staff(self) -> list[tuple[str, str]]:
        query = select(people.c.name, roles.c.role).join(roles, roles.c.owner_id == people.c.id)
        return [(row.name, row.role) for row in await self._store.fetch(query.order_by("name"))]

    # Names.

    async def rename(self, person: Person, name: str) -> None:
        """Change a person's name, also at their tables; nobody can take the old one again.

        Raises BadField for a name that another person has, or that looks like theirs.
        """
        key, shown = names.key(name), replace(person, name=name).shown
        mine = select(seats.c.game_id).where(seats.c.owner_id == person.id)
        new = {"name": name, "key": key, "skeleton": skeleton(name)}
        async with self._store.writing() as connection:
            await check_free(connection, name, but=person.id)
            await run(
                connection,
                delete(accounts).where(accounts.c.name == person.name),
                update(people).where(people.c.id == person.id).values(**new),
                update(games).where(games.c.id.in_(mine)).values(version=games.c.version + 1),
                update(seats).where(seats.c.owner_id == person.id).values(name=shown),
            )
            if key != person.key:
                await run(connection, *put(retired_names, {"key": names.retired(person.key)}))

    # Complaints and announcements.

    async def reports(self, page: int = 1) -> tuple[list[Report], int]:
        """Return a page of the open complaints, oldest first, and how many there are."""
        open = reports.c.done.is_(None)
        query = select(reports).where(open).order_by(reports.c.at).limit(PAGE)
        async with self._store.reading() as connection:
            total = await connection.scalar(select(func.count()).select_from(reports).where(open))
            found = await connection.execute(query.offset((page - 1) * PAGE))
            return [Report(*row) for row in found], int(total or 0)

    async def public_games(self, found: Iterable[str | None]) -> set[str]:
        some = games.c.id.in_([id for id in found if id is not None])
        query = select(games.c.id).where(some, games.c.public)
        return set(await self._store.scalars(query))

    async def report(self, **values: Any) -> None:
        row = {"note": "", "game_id": None, "words": "", **values}
        async with self._store.writing() as connection:
            await add_report(connection, **row)

    async def settle(self, id: int, by: str, note: str) -> int:
        open = (reports.c.id == id) & reports.c.done.is_(None)
        done = update(reports).where(open).values(done=time.time(), done_by=by, note=note)
        return await self._store.execute(done)

    async def announce(self, text: str, until: float | None) -> None:
        row = {"text": text, "at": time.time(), "until": until}
        await self._store.execute(insert(announcements).values(row))

    async def withdraw(self, id: int) -> int:
        return await self._store.execute(delete(announcements).where(announcements.c.id == id))

    async def announced(self) -> list[Announcement]:
        now = or_(announcements.c.until.is_(None), announcements.c.until > time.time())
        query = select(announcements).where(now).order_by(announcements.c.id)
        return [Announcement(*row) for row in await self._store.fetch(query)]

    async def forget(self, now: float) -> None:
        """Delete old addresses, lines of the audit log, complaints and announcements."""
        long = now - REPORT_DAYS * DAY
        newest = select(func.max(audit.c.id)).scalar_subquery()
        old = update(audit).where(audit.c.at < now - ADDRESS_DAYS * DAY, audit.c.address != "")
        await self._store.execute(
            old.values(address=""),
            delete(audit).where(audit.c.at < now - AUDIT_DAYS * DAY),
            delete(audit).where(audit.c.id <= newest - MAX_AUDIT_LINES),
            delete(reports).where(or_(reports.c.done < long, reports.c.at < 2 * long - now)),
            delete(announcements).where(announcements.c.until < long),
        )
