"""What the staff reads and does, in the store, and the log of it."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, update

from livestone.server.accounts.moderation import Moderation
from livestone.server.db.schema import (
    accounts,
    announcements,
    audit,
    games,
    people,
    reports,
    retired_names,
    roles,
    seats,
)

PAGE = 50
DAY = 24 * 3600.0
ADDRESS_DAYS, AUDIT_DAYS, REPORT_DAYS = 30, 365, 365

log = logging.getLogger("livestone")


@dataclass(frozen=True)
class Report:
    """A row of ``reports``: see :mod:`livestone.server.db.schema`."""

    id: int
    at: float
    reporter: str
    reporter_name: str
    about: str
    about_name: str
    game_id: str | None
    words: str
    reason: str
    done: float | None
    done_by: str | None
    note: str


@dataclass(frozen=True)
class Announcement:
    """A row of ``announcements``."""

    id: int
    text: str
    at: float
    until: float | None


@dataclass(frozen=True)
class Entry:
    """A row of ``audit``."""

    id: int
    at: float
    actor: str
    act: str
    about: str
    detail: str
    address: str


class StaffStore(Moderation):
    """Reads and writes for the staff. Every method but ``note`` may raise StorageError."""

    async def entries(self, search: str = "", page: int = 1) -> tuple[list[Entry], int]:
        """Return a page of the log, newest first, and how many lines there are in all."""
        query, count = select(audit), select(func.count()).select_from(audit)
        for word in search.lower().split()[:5]:
            parts = (audit.c.actor, audit.c.act, audit.c.about, audit.c.detail, audit.c.address)
            found = or_(*(func.lower(part).contains(word, autoescape=True) for part in parts))
            query, count = query.where(found), count.where(found)
        query = query.order_by(audit.c.id.desc()).limit(PAGE).offset((page - 1) * PAGE)
        async with self._store.reading() as connection:
            lines = [Entry(**row._mapping) for row in await connection.execute(query)]
            return lines, int(await connection.scalar(count) or 0)

    # Roles.

    async def role(self, person: str) -> str | None:
        """Return what somebody is on the staff; None for everybody else."""
        async with self._store.reading() as connection:
            query = select(roles.c.role).where(roles.c.person == person)
            found: str | None = await connection.scalar(query)
            return found

    async def grant(self, person: str, role: str | None) -> None:
        """Put somebody on the staff, or (None) take him off it."""
        async with self._store.writing() as connection:
            await connection.execute(delete(roles).where(roles.c.person == person))
            if role is not None:
                row = {"person": person, "role": role, "created": time.time()}
                await connection.execute(insert(roles), row)

    async def staff(self) -> list[tuple[str, str]]:
        """Return who is on the staff, and as what."""
        query = select(people.c.name, roles.c.role).join(roles, roles.c.person == people.c.id)
        async with self._store.reading() as connection:
            found = await connection.execute(query.order_by(people.c.name))
            return [(row.name, row.role) for row in found]

    # Bans and names.

    async def rename(
        self, person: str, name: str, key: str, shown: str, retired: str | None
    ) -> None:
        """Give somebody another name, also at his tables; nobody gets the ``retired`` one again."""
        async with self._store.writing() as connection:
            old = select(people.c.name).where(people.c.id == person)
            await connection.execute(
                delete(accounts).where(accounts.c.name == old.scalar_subquery())
            )
            changed = update(people).where(people.c.id == person).values(name=name, key=key)
            await connection.execute(changed)
            mine = select(seats.c.game_id).where(seats.c.person == person)
            await connection.execute(
                update(games).where(games.c.id.in_(mine)).values(version=games.c.version + 1)
            )
            sitting = update(seats).where(seats.c.person == person)
            await connection.execute(sitting.values(name=shown))
            if retired is not None:
                known = select(retired_names.c.key).where(retired_names.c.key == retired)
                if await connection.scalar(known) is None:
                    await connection.execute(insert(retired_names), {"key": retired})

    # Complaints and announcements.

    async def reports(self, page: int = 1) -> tuple[list[Report], int]:
        """Return a page of what nobody has looked at yet, oldest first, and how much there is."""
        open = reports.c.done.is_(None)
        query = select(reports).where(open).order_by(reports.c.at).limit(PAGE)
        async with self._store.reading() as connection:
            total = await connection.scalar(select(func.count()).select_from(reports).where(open))
            found = await connection.execute(query.offset((page - 1) * PAGE))
            return [Report(**row._mapping) for row in found], int(total or 0)

    async def public(self, found: Iterable[str | None]) -> set[str]:
        """Return which of these games anybody may look at."""
        some = games.c.id.in_([id for id in found if id is not None])
        async with self._store.reading() as connection:
            return set(await connection.scalars(select(games.c.id).where(some, games.c.public)))

    async def report(self, **values: Any) -> None:
        """Keep a complaint."""
        async with self._store.writing() as connection:
            row = {"at": time.time(), "note": "", "game_id": None, "words": "", **values}
            await connection.execute(insert(reports), row)

    async def settle(self, id: int, by: str, note: str) -> int:
        """Note that somebody has looked at a complaint; return how many there were."""
        open = (reports.c.id == id) & reports.c.done.is_(None)
        done = update(reports).where(open).values(done=time.time(), done_by=by, note=note)
        async with self._store.writing() as connection:
            return (await connection.execute(done)).rowcount

    async def announce(self, text: str, until: float | None) -> None:
        """Say something on every page."""
        async with self._store.writing() as connection:
            row = {"text": text, "at": time.time(), "until": until}
            await connection.execute(insert(announcements), row)

    async def withdraw(self, id: int) -> int:
        """Say it no more; return how many there were."""
        async with self._store.writing() as connection:
            gone = await connection.execute(delete(announcements).where(announcements.c.id == id))
            return gone.rowcount

    async def announced(self) -> list[Announcement]:
        """Return what is said now, oldest first."""
        now = or_(announcements.c.until.is_(None), announcements.c.until > time.time())
        query = select(announcements).where(now).order_by(announcements.c.id)
        async with self._store.reading() as connection:
            return [Announcement(**row._mapping) for row in await connection.execute(query)]

    async def forget(self, now: float) -> None:
        """Forget addresses, old lines of the log, and old complaints that were settled."""
        async with self._store.writing() as connection:
            old = update(audit).where(audit.c.at < now - ADDRESS_DAYS * DAY, audit.c.address != "")
            await connection.execute(old.values(address=""))
            await connection.execute(delete(audit).where(audit.c.at < now - AUDIT_DAYS * DAY))
            settled = reports.c.done < now - REPORT_DAYS * DAY
            await connection.execute(delete(reports).where(settled))
