"""The last fault of each player's program, as the program told it: for its owner and the operator.

One for each name, so many in all, for so many days, and no longer than the account.
"""

from __future__ import annotations

import time

from sqlalchemy import delete, or_, select

from livestone.api.tournaments import PlayerFault
from livestone.server.db.deletion_guard import DAY
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.people import people
from livestone.server.db.schema.tournaments import player_faults
from livestone.server.db.store import Store, put
from livestone.tasks import repeat

MAX_FAULTS = 1_000  # players whose last fault is kept
MAX_AGE = 30 * DAY
SWEEP_SECONDS = 3600.0

_COLUMNS = [player_faults.c[name] for name in PlayerFault.__struct_fields__]
_NEWEST = (player_faults.c.at.desc(), player_faults.c.player)


class FaultStore:
    """The faults in a store. Every method raises StorageError as that does."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, fault: PlayerFault) -> None:
        """Keep a fault in place of the player's last one; the oldest of too many are deleted."""
        row = {name: getattr(fault, name) for name in fault.__struct_fields__}
        kept = select(player_faults.c.player).order_by(*_NEWEST).limit(MAX_FAULTS)
        too_many = delete(player_faults).where(player_faults.c.player.not_in(kept))
        await self._store.execute(*put(player_faults, row), too_many)

    async def all(self) -> list[PlayerFault]:
        """The last fault of everybody, the newest first."""
        return await self._read(select(*_COLUMNS))

    async def of(self, owner_id: OwnerId) -> list[PlayerFault]:
        """Those of an account and its bots, but for what another owner of the name has left."""
        theirs = or_(people.c.id == owner_id, people.c.owner == owner_id)
        named = (people.c.name == player_faults.c.player) & (people.c.created <= player_faults.c.at)
        return await self._read(select(*_COLUMNS).join(people, named).where(theirs))

    async def keep_up(self) -> None:
        """Delete what is too old, again and again."""
        await repeat(self.expire, lambda: SWEEP_SECONDS, "old faults were not deleted")

    async def expire(self) -> None:
        """Delete what is too old, if the time may be believed."""
        if await self._store.guard.may_delete():
            old = player_faults.c.at < time.time() - MAX_AGE
            await self._store.execute(delete(player_faults).where(old))

    async def _read(self, query: object) -> list[PlayerFault]:
        rows = await self._store.fetch(query.order_by(*_NEWEST))  # type: ignore[attr-defined]
        return [PlayerFault(*row) for row in rows]
