"""Studies in the database: one row each, changed under its version."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from livestone.api.studies import StudyLine
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.games import games, seats, studies
from livestone.server.db.schema.people import people
from livestone.server.db.store import Outdated, Store, run
from livestone.server.quotas.charges import STUDY, STUDY_BYTES, let_go, stored_bytes
from livestone.server.quotas.settings import Room

PAGE = 20


@dataclass(frozen=True)
class StudyRow:
    """A row of ``studies``: see :mod:`livestone.server.db.schema`."""

    id: str
    owner_id: OwnerId
    title: str
    visibility: str
    game: str
    options: dict[str, Any]
    opening: str | None
    source: str | None
    players: list[dict[str, Any]] | None
    tree: dict[str, Any]
    nodes: int
    version: int
    created: float
    updated: float


class StudyStore:
    """Reads and writes studies. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def check_room(self, owner_id: OwnerId) -> None:
        """Raises TooMany where a visitor has no room for another study."""
        async with self._store.reading() as connection:
            await self._store.quotas.check(connection, owner_id, Room(0, 1, STUDY_BYTES))

    async def add(self, row: StudyRow) -> None:
        """Add a study. Raises TooMany where its owner has no room for it."""
        async with self._store.writing() as connection:
            await self._store.quotas.hold(connection, row.owner_id, STUDY, row.id, _size(row))
            await connection.execute(insert(studies), vars(row))

    async def read(self, id: str) -> StudyRow | None:
        return await self._first(select(studies).where(studies.c.id == id))

    async def _first(self, query: Any) -> StudyRow | None:
        found = await self._store.first(query)
        return None if found is None else StudyRow(*found)

    async def change(self, row: StudyRow, **changes: Any) -> StudyRow:
        """Write a study's new row. Raises Outdated, or TooMany without room."""
        new = replace(row, version=row.version + 1, updated=time.time(), **changes)
        known = (studies.c.id == row.id) & (studies.c.version == row.version)
        async with self._store.writing() as connection:
            if await run(connection, update(studies).where(known).values(vars(new))) != 1:
                raise Outdated(row.id)
            await self._store.quotas.resize(connection, row.id, _size(new))
        return new

    async def delete(self, id: str) -> None:
        async with self._store.writing() as connection:
            await let_go(connection, [id])
            await connection.execute(delete(studies).where(studies.c.id == id))

    async def count(self, owner_id: OwnerId) -> int:
        query = select(func.count()).where(studies.c.owner_id == owner_id)
        return int(await self._store.scalar(query) or 0)

    async def of(
        self, owner_id: OwnerId, page: int = 1, visibility: str | None = None
    ) -> list[StudyLine]:
        columns = [studies.c[name] for name in StudyLine.__struct_fields__]
        query = select(*columns).where(studies.c.owner_id == owner_id)
        if visibility is not None:
            query = query.where(studies.c.visibility == visibility)
        query = query.order_by(studies.c.updated.desc(), studies.c.id)
        found = await self._store.fetch(query.limit(PAGE).offset((page - 1) * PAGE))
        return [StudyLine(**row._mapping) for row in found]

    async def made_from(self, game: str, owner_id: OwnerId) -> StudyRow | None:
        query = select(studies).where((studies.c.owner_id == owner_id) & (studies.c.source == game))
        return await self._first(query.order_by(studies.c.updated.desc()).limit(1))

    async def name(self, owner_id: OwnerId) -> str:
        """Return the name of an account; empty for a guest or a deleted one."""
        query = select(people.c.name).where(people.c.id == owner_id)
        return str(await self._store.scalar(query) or "")

    async def playing(self, owner_id: OwnerId, game: str) -> list[str]:
        query = select(games.c.id).join(seats, seats.c.game_id == games.c.id)
        mine = (
            (seats.c.owner_id == owner_id) & (games.c.status == "running") & (games.c.game == game)
        )
        return sorted(set(await self._store.scalars(query.where(mine))))


def _size(row: StudyRow) -> int:
    """How many bytes a study takes of its owner's room: those that are stored."""
    written = stored_bytes(row.tree, row.players, row.options, row.title, row.opening)
    return STUDY_BYTES + written
