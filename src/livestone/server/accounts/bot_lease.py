"""Which of several programs plays for an account: one is on duty, until it stops saying so."""

from __future__ import annotations

from dataclasses import dataclass
from time import time as now
from typing import Any

from sqlalchemy import delete, insert, select

from livestone.server.db.schema.accounts import duties
from livestone.server.db.store import Store

MOST_SECONDS = 120.0


@dataclass(frozen=True)
class BotLease:
    """Whether the one who asks is on duty, and for how many ``seconds`` whoever is stays so."""

    mine: bool
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {"mine": self.mine, "seconds": round(self.seconds, 3)}


async def take_lease(store: Store, person: str, holder: str, seconds: float) -> BotLease:
    """Be on duty for so long from now on, unless another is; with 0 seconds stop. StorageError."""
    at = now()
    async with store.writing() as connection:
        which = duties.c.person == person
        there = (await connection.execute(select(duties).where(which))).first()
        left = 0.0 if there is None or there.holder == holder else there.until - at
        if 0 < left <= MOST_SECONDS:  # more, and the machine's clock was set back
            return BotLease(False, left)
        await connection.execute(delete(duties).where(which))
        if seconds:
            row = {"person": person, "holder": holder, "until": at + seconds}
            await connection.execute(insert(duties), row)
    return BotLease(seconds > 0, seconds)
