"""Tournaments in the database: plans, rounds and results.

A finished game and its result are written in one transaction, under a unique key: a game is either
stored and counted, or it is played again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, func, insert, select, update

from livestone.play.tournament.fixtures import Result
from livestone.server.db.schema.games import games, plies, seats
from livestone.server.db.schema.tournaments import results, rounds, tournaments
from livestone.server.db.store import Store
from livestone.server.quotas.expiry import MAX_GAMES, delete_games
from livestone.server.tables.store import PlyRow, SeatRow, Stored

MAX_LADDERS = 20  # that are over, of SEASON games each
LADDER = "ladder"  # the kind of tournament that is always there
GOING_ON = ("running", "paused")


class Counted(Exception):
    """This game of this tournament has a result already; nothing was written."""


@dataclass(frozen=True)
class TournamentRow:
    """A row of ``tournaments``: see :mod:`livestone.server.db.schema`."""

    id: str
    name: str
    kind: str
    plan: dict[str, Any]
    settings: dict[str, Any]
    entrants: list[str]
    status: str
    created: float
    updated: float
    class_id: str | None = None


@dataclass(frozen=True)
class RoundRow:
    number: int
    data: dict[str, Any]
    settings: dict[str, Any]
    begun: float


@dataclass(frozen=True)
class StoredTournament:
    row: TournamentRow
    rounds: tuple[RoundRow, ...] = ()
    results: tuple[Result, ...] = ()


class NamedResult(NamedTuple):
    """A result with the id and the ``name`` of its tournament."""

    result: Result
    tournament: str
    name: str


_NAMED = select(results, tournaments.c.name, tournaments.c.class_id).join(tournaments)


class TournamentStore:
    """The tournaments in a store: those of a class, or those that belong to none.

    Every method raises StorageError as the store does.
    """

    def __init__(self, store: Store, class_id: str | None = None) -> None:
        self._store = store
        self.class_id = class_id
        self._mine = tournaments.c.class_id == class_id

    async def create(self, row: TournamentRow) -> None:
        values = vars(row) | {"class_id": self.class_id}
        await self._store.execute(insert(tournaments).values(values))

    async def change(self, row: TournamentRow) -> None:
        await self._store.execute(_changed(row))

    async def begin(self, row: TournamentRow, round: RoundRow) -> None:
        """Add a round, whose games may be played from now on, and write the tournament's row."""
        begun = insert(rounds).values(tournament_id=row.id, **vars(round))
        await self._store.execute(_changed(row), begun)

    async def finish(
        self,
        id: str,
        result: Result,
        played: Stored | None = None,
        versions: list[int | None] | None = None,
    ) -> None:
        """Add a result with the game it comes from, if one was played. Raises Counted."""
        row = vars(result) | {"tournament_id": id, "at": time.time()}
        row |= {"fault": row.pop("words") or None, "game_id": row.pop("record")}
        row["versions"] = versions
        row["scores"] = [float(score) for score in result.scores]
        same = and_(*(column == row[column.key] for column in results.primary_key))
        async with self._store.writing() as connection:
            if await connection.scalar(select(results.c.game).where(same)) is not None:
                raise Counted(id, result.key)
            if played is not None:
                game = played.game.id
                await connection.execute(insert(games), vars(played.game))
                await connection.execute(insert(seats), _under(game, played.seats))
                if played.plies:
                    await connection.execute(insert(plies), _under(game, played.plies))
            await connection.execute(insert(results), row)

    async def read(self, id: str) -> StoredTournament | None:
        async with self._store.reading() as connection:
            query = select(tournaments).where(tournaments.c.id == id, self._mine)
            found = (await connection.execute(query)).first()
            if found is None:
                return None
            begun = await connection.execute(
                select(*(rounds.c[field.name] for field in fields(RoundRow)))
                .where(rounds.c.tournament_id == id)
                .order_by(rounds.c.number)
            )
            counted = await connection.execute(
                select(results)
                .where(results.c.tournament_id == id)
                .order_by(results.c.round, results.c.meeting, results.c.game)
            )
            return StoredTournament(
                TournamentRow(**found._mapping),
                tuple(RoundRow(**row._mapping) for row in begun),
                tuple(map(_result, counted)),
            )

    async def going_on(self) -> list[str]:
        going_on = tournaments.c.status.in_(GOING_ON)
        query = select(tournaments.c.id).where(going_on, self._mine)
        return await self._store.scalars(query.order_by(tournaments.c.created.desc()))

    async def newest(self, limit: int, offset: int = 0) -> tuple[list[TournamentRow], int]:
        """Return the tournaments, newest first, without the ladder, and how many there are."""
        real = self._mine & (tournaments.c.kind != LADDER)
        total = await self._store.scalar(select(func.count()).where(real))
        newest = select(tournaments).where(real).order_by(tournaments.c.created.desc())
        page = newest.order_by(tournaments.c.id).limit(limit).offset(offset)
        return [TournamentRow(*row) for row in await self._store.fetch(page)], int(total or 0)

    async def forget_ladder(self) -> bool:
        """Delete some of the oldest ladder that is over, but for the newest; whether there is one.

        Ladders follow each other by themselves, as long as programs play.
        """
        ladder = self._mine & (tournaments.c.kind == LADDER)
        over = ladder & tournaments.c.status.not_in(GOING_ON)
        oldest = select(tournaments.c.id).where(over).order_by(tournaments.c.created.desc())
        async with self._store.writing() as connection:
            id = await connection.scalar(oldest.offset(MAX_LADDERS).limit(1))
            if id is None:
                return False
            mine = results.c.tournament_id == id
            unplayed = delete(results).where(mine, results.c.game_id.is_(None))
            await connection.execute(unplayed)
            some = select(results.c.game_id).where(mine).limit(MAX_GAMES)
            found = list(await connection.scalars(some))
            await connection.execute(delete(results).where(results.c.game_id.in_(found)))
            await delete_games(connection, found)
            if not found:
                await connection.execute(delete(tournaments).where(tournaments.c.id == id))
        return True

    async def last_results(self, limit: int) -> list[NamedResult]:
        """Return the newest results of all tournaments."""
        newest = (
            _NAMED.where(self._mine)
            .order_by(results.c.at.desc(), results.c.round.desc())
            .limit(limit)
        )
        return [_named(row) for row in await self._store.fetch(newest)]

    async def result_of(self, game_id: str) -> NamedResult | None:
        """Return what a stored game counted for; None for others.

        Anyone with the link of a class's game may replay it, but not see its tournament.
        """
        found = await self._store.first(_NAMED.where(results.c.game_id == game_id))
        if found is None:
            return None
        named = _named(found)
        return named if found.class_id == self.class_id else named._replace(tournament="")


def _changed(row: TournamentRow) -> Any:
    values = {name: value for name, value in vars(row).items() if name != "class_id"}
    return update(tournaments).where(tournaments.c.id == row.id).values(values)


def _result(row: Any) -> Result:
    """The result in a row of ``results``."""
    return Result(
        *(row.round, row.meeting, row.game),
        *(tuple(row.players), tuple(row.winners), tuple(row.scores)),
        *(row.reason, row.loser, row.fault or "", row.game_id),
    )


def _named(row: Any) -> NamedResult:
    return NamedResult(_result(row), row.tournament_id, row.name)


def _under(game_id: str, rows: Sequence[SeatRow] | Sequence[PlyRow]) -> Sequence[dict[str, Any]]:
    return [{"game_id": game_id, **vars(row)} for row in rows]
