"""Vacations: days on which none of a person's correspondence time runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.tables import Vacation
from livestone.errors import BadField
from livestone.languages.words import t
from livestone.play.time_control import DAY
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.games import games, seats
from livestone.server.db.schema.people import vacations
from livestone.server.tables.store import GameStore

DAYS = 30.0  # that a person may be away within a year
YEAR = 365.0 * DAY


@dataclass(frozen=True)
class Away:
    """The seconds since some moment that a player was away, and those until they are back."""

    gone: float = 0.0
    more: float = 0.0


class Vacations:
    """Everybody's vacations; ``now`` is the server's time. Methods may raise StorageError."""

    def __init__(self, store: GameStore, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def of(self, owner_id: OwnerId) -> Vacation:
        async with self._store.reading() as connection:
            return await self._of(connection, owner_id)

    async def _of(self, connection: AsyncConnection, owner_id: OwnerId) -> Vacation:
        now = self._now()
        taken = await _since(connection, owner_id, now - YEAR)
        used = sum(ends - max(began, now - YEAR) for began, ends in taken) / DAY
        until = next((ends for _, ends in taken if ends > now), None)
        return Vacation(until, round(max(0.0, DAYS - used), 3))

    async def begin(self, owner_id: OwnerId, days: int) -> Vacation:
        """Have a person be away from now on. Raises BadField."""
        now = self._now()
        async with self._store.writing() as connection:
            before = await self._of(connection, owner_id)
            if before.until is not None:
                raise BadField("days", "you are on vacation already: end that first")
            if not 1 <= days <= before.days_left:
                raise BadField(
                    "days",
                    t(
                        "{days} days cannot be: {left} of {year} days a year are left, "
                        "and one is the least",
                        days=days,
                        left=int(before.days_left),
                        year=f"{DAYS:.0f}",
                    ),
                )
            values = {"owner_id": owner_id, "began": now, "ends": now + days * DAY}
            await connection.execute(insert(vacations), values)
        return await self.of(owner_id)

    async def end(self, owner_id: OwnerId) -> Vacation:
        now = self._now()
        async with self._store.writing() as connection:
            away = (vacations.c.owner_id == owner_id) & (vacations.c.ends > now)
            await connection.execute(update(vacations).where(away).values(ends=now))
            # What is due at their tables was reckoned with days that they do not take.
            theirs = select(seats.c.game_id).where(
                (seats.c.owner_id == owner_id) & (seats.c.seat == games.c.mover)
            )
            late = games.c.id.in_(theirs) & (games.c.due > now) & games.c.control.endswith("d")
            again = {"due": now, "version": games.c.version + 1}
            await connection.execute(update(games).where(late).values(**again))
        return await self.of(owner_id)

    async def away(self, owner_id: OwnerId, since: float) -> Away:
        """Return how long a person was away since a moment, and will be."""
        now = self._now()
        async with self._store.reading() as connection:
            taken = await _since(connection, owner_id, since)
        gone = sum(max(0.0, min(ends, now) - max(began, since)) for began, ends in taken)
        return Away(gone, max((ends - now for _, ends in taken if ends > now), default=0.0))


async def _since(
    connection: AsyncConnection, owner_id: OwnerId, since: float
) -> list[tuple[float, float]]:
    query = select(vacations.c.began, vacations.c.ends).where(
        (vacations.c.owner_id == owner_id) & (vacations.c.ends > since)
    )
    return [(row.began, row.ends) for row in await connection.execute(query)]
