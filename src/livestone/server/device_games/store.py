"""Games of devices in the database: one row each, changed in one transaction with its charge."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.device_games import DeviceGameLine, DeviceGamePage
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.games import device_games
from livestone.server.db.store import Store
from livestone.server.quotas.charges import stored_bytes

PAGE = 200
MAX_DELETED = 1000  # ids in an answer
GAME_BYTES, DELETED_BYTES = 1_000, 300
STEP = 4_000  # bytes in which a game that grows is charged, so that most plies change no counter
DELETED_SECONDS = 180 * 86400.0  # for which other devices can learn that a game was deleted

_KEY = device_games.c.owner_id, device_games.c.id
_LIVE = device_games.c.head.is_not(None)


@dataclass(frozen=True)
class DeviceGameRow:
    """A row of ``device_games``: see :mod:`livestone.server.db.schema`."""

    owner_id: OwnerId
    id: str
    version: int
    head: dict[str, Any] | None
    plies: list[dict[str, Any]] | None
    ply: int
    coach: bool | None
    created: float
    updated: float
    bytes: int = 0

    @property
    def moves(self) -> list[str]:
        return [ply["move"] for ply in self.plies or ()]


class DeviceGameStore:
    """Reads and writes games of devices. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, owner_id: OwnerId, page: int) -> DeviceGamePage:
        """Return a page of the games, last played first, and the ids of deleted ones."""
        mine = device_games.c.owner_id == owner_id
        columns = [device_games.c[name] for name in ("id", "version", "ply", "created", "updated")]
        newest = device_games.c.updated.desc(), device_games.c.id
        lines = select(device_games.c.head, *columns).where(mine, _LIVE).order_by(*newest)
        gone = select(device_games.c.id).where(mine, ~_LIVE).order_by(*newest).limit(MAX_DELETED)
        async with self._store.reading() as connection:
            total = await connection.scalar(select(func.count()).where(mine, _LIVE)) or 0
            found = await connection.execute(lines.limit(PAGE).offset((page - 1) * PAGE))
            games = tuple(_line(**row._mapping) for row in found)
            deleted = tuple((await connection.scalars(gone)).all())
        return DeviceGamePage(games, deleted, page, max(1, -(-total // PAGE)))

    async def read(self, owner_id: OwnerId, id: str) -> DeviceGameRow | None:
        async with self._store.reading() as connection:
            return await _read(connection, owner_id, id)

    async def save(self, new: DeviceGameRow, follows: Callable[[DeviceGameRow], bool]) -> int:
        """Write a row, unless the present one is as good; return the version that is kept.

        ``follows`` says whether to write, or raises. Raises TooMany where its owner has no room.
        """
        async with self._store.writing() as connection:
            old = await _read(connection, new.owner_id, new.id)
            if old is None:
                await self._put(connection, new, insert(device_games), 0)
                return new.version
            if follows(old):
                new = replace(new, version=old.version + 1, created=old.created)
                await self._put(connection, new, _update(new), old.bytes)
                return new.version
            return old.version

    async def _put(
        self, connection: AsyncConnection, row: DeviceGameRow, statement: Any, before: int
    ) -> None:
        row = replace(row, bytes=_size(row))
        if row.bytes != before:
            await self._store.quotas.charge(connection, row.owner_id, row.bytes - before)
        await connection.execute(statement.values(vars(row)))

    async def delete(self, owner_id: OwnerId, id: str) -> None:
        """Delete a game, whose id stays for other devices, and forget ids that have long gone."""
        now = time.time()
        old = (device_games.c.owner_id == owner_id) & (
            device_games.c.updated < now - DELETED_SECONDS
        )
        async with self._store.writing() as connection:
            row = await _read(connection, owner_id, id)
            if row is None or row.head is None:
                return
            gone = replace(row, version=row.version + 1, head=None, plies=None, ply=0, updated=now)
            await self._put(connection, gone, _update(gone), row.bytes)
            done = await connection.execute(delete(device_games).where(old, ~_LIVE))
            if done.rowcount:
                await self._store.quotas.charge(
                    connection, owner_id, -done.rowcount * DELETED_BYTES
                )


async def _read(connection: AsyncConnection, owner_id: OwnerId, id: str) -> DeviceGameRow | None:
    query = select(device_games).where(_KEY[0] == owner_id, _KEY[1] == id)
    row = (await connection.execute(query)).first()
    return None if row is None else DeviceGameRow(*row)


def _update(row: DeviceGameRow) -> Any:
    return update(device_games).where(_KEY[0] == row.owner_id, _KEY[1] == row.id)


def _line(head: dict[str, Any], **columns: Any) -> DeviceGameLine:
    about = {name: head[name] for name in ("game", "options", "players", "result")}
    return DeviceGameLine(**about, **columns)


def _size(row: DeviceGameRow) -> int:
    """How many bytes a game takes of its owner's room."""
    if row.head is None:
        return DELETED_BYTES
    return GAME_BYTES + STEP * -(-stored_bytes(row.head, row.plies) // STEP)
