"""Ratings: every ending is rated once, in order; each game is a rating period of Glicko-2.

A game counts if it is rated, all its seats belong to accounts of different people, it began from
the start position, everybody has moved at least once, and nobody has played it as a guest.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.accounts import SeatRating
from livestone.play.rating import Outcome, Rating, Standing, rate
from livestone.server.db.owners import MARK, OwnerId
from livestone.server.db.schema.games import endings, games, seats
from livestone.server.db.schema.people import people, ratings
from livestone.server.db.store import Store
from livestone.tasks import repeat

BATCH = 100  # endings in one transaction, between which moves may be written
EVERY = 5.0  # seconds
CERTAIN = 110.0  # a deviation beyond which a rating is a guess


class Ratings:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()

    async def keep_up(self) -> None:
        await repeat(self.catch_up, EVERY, "the ratings wait")

    async def catch_up(self) -> None:
        """Rate every game that has ended since. Raises StorageError."""
        async with self._lock:
            while await self._rate_batch() == BATCH:
                await asyncio.sleep(0)

    async def of(self, owner_id: OwnerId) -> dict[str, Standing]:
        found = await self._store.fetch(select(ratings).where(ratings.c.owner_id == owner_id))
        return {row.game: _standing(row) for row in found}

    async def at_table(self, id: str, ended: bool) -> list[SeatRating | None]:
        """Return the ratings of a game's players by seat, None for those without an account.

        Where the game has ``ended``, they tell how it has changed them. Raises StorageError.
        """
        await self.catch_up()
        of_player = (ratings.c.owner_id == seats.c.owner_id) & (ratings.c.game == games.c.game)
        query = (
            select(seats, ratings.c.value)
            .join(games, games.c.id == seats.c.game_id)
            .join(ratings, of_player, isouter=True)
            .where(seats.c.game_id == id)
            .order_by(seats.c.seat)
        )
        return [_seat_rating(row, ended) for row in await self._store.fetch(query)]

    async def _rate_batch(self) -> int:
        if not await self._store.scalar(_unrated().limit(1)):
            return 0
        async with self._store.writing() as connection:
            ids = list(await connection.scalars(_unrated().limit(BATCH)))
            for game, sitting in await _finished(connection, ids):
                if _counts(game, sitting):
                    await _rate(connection, game, [seat.owner_id for seat in sitting])
            done = update(endings).where(endings.c.game_id.in_(ids))
            await connection.execute(done.values(rated=time.time()))
            return len(ids)


def _unrated() -> Any:
    waiting = select(endings.c.game_id).where(endings.c.rated.is_(None))
    return waiting.order_by(endings.c.at, endings.c.game_id)


async def _finished(connection: AsyncConnection, ids: Sequence[str]) -> list[tuple[Any, list[Any]]]:
    """Return the rows of these games, with their seats and the owners of bots there."""
    rows = {
        row.id: row for row in await connection.execute(select(games).where(games.c.id.in_(ids)))
    }
    query = (
        select(seats.c.game_id, seats.c.owner_id, people.c.owner)
        .join(people, people.c.id == seats.c.owner_id, isouter=True)
        .where(seats.c.game_id.in_(ids))
        .order_by(seats.c.seat)
    )
    sitting: dict[str, list[Any]] = {id: [] for id in ids}
    for row in await connection.execute(query):
        sitting[row.game_id].append(row)
    return [(rows[id], sitting[id]) for id in ids]


def _counts(game: Any, sitting: Sequence[Any]) -> bool:
    accounts = all((seat.owner_id or "").startswith(MARK) for seat in sitting)
    # A bot and its owner count as one person, who could let it win.
    different = len({seat.owner or seat.owner_id for seat in sitting}) == len(sitting) > 1
    played = game.reason != "aborted" and game.ply >= len(sitting) and game.opening is None
    return bool(game.rated and accounts and different and played and game.winners is not None)


async def _rate(connection: AsyncConnection, game: Any, names: Sequence[str]) -> None:
    winners = tuple(game.winners)
    mine = ratings.c.owner_id.in_(names) & (ratings.c.game == game.game)
    before = {
        row.owner_id: _standing(row)
        for row in await connection.execute(select(ratings).where(mine))
    }
    known = {name: one.rating for name, one in before.items()}
    after = rate([Outcome(tuple(names), winners)], known)
    draw = not winners or len(winners) == len(names)
    rows = []
    for seat, name in enumerate(names):
        was, now = before.get(name, Standing()), after[name]
        won = not draw and seat in winners
        rows.append(
            {
                "owner_id": name,
                "game": game.game,
                "value": now.value,
                "deviation": now.deviation,
                "volatility": now.volatility,
                "wins": was.wins + won,
                "draws": was.draws + draw,
                "losses": was.losses + (not draw and not won),
            }
        )
        changed = {"rating_before": was.rating.value, "rating_after": now.value}
        sat = (seats.c.game_id == game.id) & (seats.c.seat == seat)
        await connection.execute(update(seats).where(sat).values(changed))
    await connection.execute(delete(ratings).where(mine))
    await connection.execute(insert(ratings), rows)


def _seat_rating(row: Any, ended: bool) -> SeatRating | None:
    if not (row.owner_id or "").startswith(MARK):
        return None
    known = Standing().rating.value if row.value is None else row.value
    before = known if row.rating_before is None else row.rating_before
    after = before if row.rating_after is None or not ended else row.rating_after
    return SeatRating(round(before), round(after))


def _standing(row: Any) -> Standing:
    rating = Rating(row.value, row.deviation, row.volatility)
    return Standing(rating, row.wins, row.draws, row.losses)
