"""Lease on an account: one program at a time plays for it."""

from __future__ import annotations

from time import time as now

from sqlalchemy import delete, select

from livestone.api.accounts import BotLease
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.people import bot_leases
from livestone.server.db.store import Store, put, run

MAX_SECONDS = 120.0


async def take_lease(store: Store, owner_id: OwnerId, holder: str, seconds: float) -> BotLease:
    """Take, renew or (0 seconds) release the lease, unless another holds it. StorageError."""
    at = now()
    async with store.writing() as connection:
        which = bot_leases.c.owner_id == owner_id
        found = (await connection.execute(select(bot_leases).where(which))).first()
        left = 0.0 if found is None or found.holder == holder else found.until - at
        if 0 < left <= MAX_SECONDS:  # more means that the machine's clock was set back
            return BotLease(mine=False, seconds=round(left, 3))
        row = {"owner_id": owner_id, "holder": holder, "until": at + seconds}
        change = put(bot_leases, row) if seconds else (delete(bot_leases).where(which),)
        await run(connection, *change)
    return BotLease(mine=seconds > 0, seconds=round(seconds, 3))
