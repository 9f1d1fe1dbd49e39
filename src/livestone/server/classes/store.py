"""Classes in the database: members, and the versions of what they have handed in."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from livestone.errors import TooMany
from livestone.languages.words import t
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.classes import (
    class_members,
    class_notes,
    class_versions,
    classes,
)
from livestone.server.db.schema.games import games
from livestone.server.db.schema.tournaments import results, tournaments
from livestone.server.db.store import Store
from livestone.server.quotas.charges import stored_bytes

MAX_VERSIONS = 500  # of one member
MAX_CLASS_BYTES = 64_000_000  # of all versions of a class
MAX_NOTE_BYTES = 2_000_000  # of what the player of one member printed and drew, the newest games


@dataclass(frozen=True)
class ClassRow:
    """A row of ``classes``: see :mod:`livestone.server.db.schema`."""

    id: str
    name: str
    join: str | None
    created: float


@dataclass(frozen=True)
class MemberRow:
    """A row of ``class_members``, without the class's id."""

    number: int
    name: str
    teacher: bool = False
    owner_id: OwnerId | None = None
    code: str | None = None
    joined: float | None = None


@dataclass(frozen=True)
class VersionRow:
    """A row of ``class_versions``, without the class's id."""

    member: int
    version: int
    text: str
    bytes: int
    at: float
    fault: str | None = None
    cells: bool | None = None
    engine: bool | None = None


_MEMBER = [class_members.c[name] for name in MemberRow.__dataclass_fields__]
_VERSION = [class_versions.c[name] for name in VersionRow.__dataclass_fields__]


class ClassStore:
    """Reads and writes classes. Every method raises StorageError as the store does."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> list[ClassRow]:
        return [ClassRow(*row) for row in await self._store.fetch(select(classes))]

    async def create(self, row: ClassRow) -> None:
        await self._store.execute(insert(classes).values(vars(row)))

    async def set_join(self, class_id: str, join: str | None) -> None:
        this = classes.c.id == class_id
        await self._store.execute(update(classes).where(this).values(join=join))

    async def members(self, class_id: str) -> list[MemberRow]:
        query = select(*_MEMBER).where(class_members.c.class_id == class_id)
        rows = await self._store.fetch(query.order_by(class_members.c.number))
        return [MemberRow(*row) for row in rows]

    async def add(self, class_id: str, rows: Sequence[MemberRow]) -> None:
        values = [{"class_id": class_id, **vars(row)} for row in rows]
        await self._store.execute(insert(class_members).values(values))

    async def change(self, class_id: str, row: MemberRow) -> None:
        this = (class_members.c.class_id == class_id) & (class_members.c.number == row.number)
        await self._store.execute(update(class_members).where(this).values(vars(row)))

    async def newest(self, class_id: str) -> list[VersionRow]:
        """Return the newest version of every member who has one."""
        mine = class_versions.c.class_id == class_id
        last = select(class_versions.c.member, func.max(class_versions.c.version).label("version"))
        of_each = last.where(mine).group_by(class_versions.c.member).subquery()
        same = (of_each.c.member == class_versions.c.member) & (
            of_each.c.version == class_versions.c.version
        )
        rows = await self._store.fetch(select(*_VERSION).join(of_each, same).where(mine))
        return [VersionRow(*row) for row in rows]

    async def versions(self, class_id: str, member: int | None = None) -> list[VersionRow]:
        """Return all versions of one member, or of all, the oldest first."""
        query = select(*_VERSION).where(class_versions.c.class_id == class_id)
        if member is not None:
            query = query.where(class_versions.c.member == member)
        order = class_versions.c.member, class_versions.c.version
        return [VersionRow(*row) for row in await self._store.fetch(query.order_by(*order))]

    async def hand_in(
        self, class_id: str, member: int, text: str, cells: bool | None, engine: bool | None
    ) -> VersionRow:
        """Keep a new version, unless the newest one is the same. Raises TooMany without room."""
        size, mine = len(text.encode()), class_versions.c.class_id == class_id
        async with self._store.writing() as connection:
            theirs = select(*_VERSION).where(mine, class_versions.c.member == member)
            newest = theirs.order_by(class_versions.c.version.desc()).limit(1)
            row = (await connection.execute(newest)).first()
            last = None if row is None else VersionRow(*row)
            if last is not None and last.text == text:
                return last
            version = 1 if last is None else last.version + 1
            if version > MAX_VERSIONS:
                raise TooMany(t("at most {n} versions can be handed in", n=MAX_VERSIONS))
            total = select(func.sum(class_versions.c.bytes)).where(mine)
            if (await connection.scalar(total) or 0) + size > MAX_CLASS_BYTES:
                raise TooMany(t("what this class has handed in takes all of its room"))
            at = time.time()
            found = VersionRow(member, version, text, size, at, cells=cells, engine=engine)
            values = {"class_id": class_id, **vars(found)}
            await connection.execute(insert(class_versions).values(values))
        return found

    async def note_fault(self, class_id: str, member: int, version: int, fault: str) -> None:
        this = (class_versions.c.class_id == class_id) & (class_versions.c.member == member)
        this &= class_versions.c.version == version
        await self._store.execute(update(class_versions).where(this).values(fault=fault))

    async def keep_notes(
        self, class_id: str, game_id: str, notes: Mapping[int, Mapping[str, str]]
    ) -> None:
        """Keep what members' players said in a stored game, by ply; the oldest may make room."""
        async with self._store.writing() as connection:
            if await connection.scalar(select(games.c.id).where(games.c.id == game_id)) is None:
                return
            for member, texts in notes.items():
                row = {"game_id": game_id, "class_id": class_id, "member": member, "notes": texts}
                row |= {"bytes": stored_bytes(texts), "at": time.time()}
                await connection.execute(insert(class_notes).values(row))
                await connection.execute(_too_many_notes(class_id, member))

    async def notes(self, game_id: str) -> Sequence[Any]:
        """Return the rows of ``class_notes`` of a game."""
        return await self._store.fetch(select(class_notes).where(class_notes.c.game_id == game_id))

    async def results(self, class_id: str) -> Sequence[Any]:
        """Return every result with the ``name`` and the ``kind`` of its tournament."""
        named = select(results, tournaments.c.name, tournaments.c.kind).join(tournaments)
        mine = named.where(tournaments.c.class_id == class_id)
        order = (tournaments.c.created, results.c.round, results.c.meeting, results.c.game)
        return await self._store.fetch(mine.order_by(*order))


def _too_many_notes(class_id: str, member: int) -> Any:
    """The statement that deletes a member's oldest notes, for which there is no room."""
    mine = (class_notes.c.class_id == class_id) & (class_notes.c.member == member)
    newest = class_notes.c.at.desc(), class_notes.c.game_id
    total = func.sum(class_notes.c.bytes).over(order_by=newest).label("total")
    with_newer = select(class_notes.c.game_id, total).where(mine).subquery()
    old = select(with_newer.c.game_id).where(with_newer.c.total > MAX_NOTE_BYTES)
    return delete(class_notes).where(mine, class_notes.c.game_id.in_(old))
