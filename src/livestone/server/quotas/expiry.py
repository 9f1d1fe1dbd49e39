"""What guests and deleted accounts have left expires: it is deleted, a little at a time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.server.db.owners import MARK, OwnerId
from livestone.server.db.schema.games import (
    games,
    holdings,
    messages,
    mutes,
    seats,
    studies,
    visitors,
)
from livestone.server.db.schema.tournaments import results
from livestone.server.quotas.charges import (
    GAME,
    GONE,
    forget,
    forget_messages,
    let_go,
    rows_of,
    sharing,
)
from livestone.tasks import repeat

if TYPE_CHECKING:
    from livestone.server.db.store import Store

DAY = 86400.0
SWEEP_SECONDS, PAUSE_SECONDS = 60.0, 0.2  # between two looks, where nothing and something was gone
DOUBT_SECONDS = 5.0  # until it is looked again whether the clock is believed
MAX_GAMES, MAX_VISITORS = 20, 20  # in one transaction that deletes


class Expiry:
    """Deletes what guests keep who have not been here for so many ``days`` (0: never), and games
    that a deleted account has left, unless others have a seat there.

    A guest's game stays while a seat belongs to an account or to a guest who is not gone, and for
    as long after its last change as its guests may be away.
    """

    def __init__(self, store: Store, days: int) -> None:
        self._store = store
        self._away = days * DAY
        self._pause = SWEEP_SECONDS

    async def keep_up(self) -> None:
        await repeat(
            lambda: self.sweep(time.time()),
            lambda: self._pause,
            "old games of guests were not deleted",
        )

    async def sweep(self, now: float) -> int:
        """Expire one batch of absent guests and deleted accounts; return how many. StorageError."""
        self._pause = SWEEP_SECONDS
        if not await self._store.guard.may_delete():
            self._pause = DOUBT_SECONDS
            return 0
        since = now - self._away
        unchecked = visitors.c.checked < now - DAY
        left = (visitors.c.seen == GONE) & unchecked
        found = [(owner_id, now) for owner_id in await self._people(left)]
        if self._away:
            absent = sharing() & (visitors.c.seen < since) & unchecked
            found += [(owner_id, since) for owner_id in await self._people(absent)]
        for owner_id, before in found:
            async with self._store.writing() as connection:
                await _expire(connection, owner_id, before, now)
            self._pause = PAUSE_SECONDS
        return len(found)

    async def _people(self, which: Any) -> list[OwnerId]:
        query = select(visitors.c.owner_id).where(which).order_by(visitors.c.seen)
        return await self._store.scalars(query.limit(MAX_VISITORS))


async def _expire(connection: AsyncConnection, owner_id: OwnerId, since: float, now: float) -> None:
    """Delete some of what a visitor keeps who is gone, and their row after the last of it."""
    row = (await rows_of(connection, [owner_id])).get(owner_id)
    if row is None or row.seen >= since:
        return
    taken = exists().where(
        seats.c.game_id == games.c.id, func.substr(seats.c.owner_id, 1, 1) == MARK
    )
    counted = exists().where(results.c.game_id == games.c.id)
    here = exists().where(
        seats.c.game_id == games.c.id,
        visitors.c.owner_id == seats.c.owner_id,
        or_(visitors.c.seen >= since, visitors.c.local),
    )
    held = (holdings.c.owner_id == owner_id) & (holdings.c.kind == GAME)
    theirs = select(games.c.id).join(holdings, holdings.c.id == games.c.id).where(held)
    # What stays because an account has a seat counts for nobody.
    kept = (await connection.scalars(theirs.where(taken | counted).limit(MAX_GAMES))).all()
    old = (games.c.updated < since) & ~taken & ~counted & ~here
    found = (await connection.scalars(theirs.where(old).limit(MAX_GAMES))).all()
    written = (studies.c.owner_id == owner_id) & (studies.c.updated < since)
    pages = (await connection.scalars(select(studies.c.id).where(written).limit(MAX_GAMES))).all()
    await let_go(connection, [*kept, *found, *pages])
    if found:
        await delete_games(connection, found)
    if pages:
        await connection.execute(delete(studies).where(studies.c.id.in_(pages)))
    if MAX_GAMES in (len(kept), len(found), len(pages)):
        return  # there may be more: in the next transaction
    mine = select(holdings.c.id).where(holdings.c.owner_id == owner_id)
    sits = select(seats.c.game_id).where(seats.c.owner_id == owner_id)
    if await connection.scalar(select(or_(mine.exists(), sits.exists()))):
        this = visitors.c.owner_id == owner_id
        await connection.execute(update(visitors).where(this).values(checked=now))
        return
    await connection.execute(delete(mutes).where(mutes.c.owner_id == owner_id))
    await forget(connection, owner_id)


async def delete_games(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Delete games, for which nobody is charged any more, with all that hangs on them."""
    await forget_messages(connection, messages.c.game_id.in_(ids))
    await connection.execute(delete(mutes).where(mutes.c.game_id.in_(ids)))
    await connection.execute(delete(games).where(games.c.id.in_(ids)))
