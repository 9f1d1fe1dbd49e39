"""Tournaments in the database: plans, rounds, results and operators.

A finished game and its result are written in one transaction, under a unique key: a game is either
stored and counted, or it is played again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Table, delete, func, insert, select, update

from livestone.server.db.schema import games, operators, plies, results, rounds, seats, tournaments
from livestone.server.db.store import Store
from livestone.server.tables.store import PlyRow, SeatRow, Stored

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


@dataclass(frozen=True)
class RoundRow:
    number: int
    data: dict[str, Any]
    settings: dict[str, Any]
    begun: float


@dataclass(frozen=True)
class ResultRow:
    tournament_id: str
    round: int
    meeting: int
    game: int
    players: list[str]
    winners: list[int]
    scores: list[float]
    loser: int | None
    reason: str
    fault: str | None
    game_id: str | None
    at: float

    @property
    def key(self) -> tuple[int, int, int]:
        """Which game of the tournament this is: round, meeting, game."""
        return self.round, self.meeting, self.game


@dataclass(frozen=True)
class StoredTournament:
    row: TournamentRow
    rounds: tuple[RoundRow, ...]
    results: tuple[ResultRow, ...]


class TournamentStore:
    """The tournaments in a store. Every method raises StorageError as the store does."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, row: TournamentRow) -> None:
        async with self._store.writing() as connection:
            await connection.execute(insert(tournaments), vars(row))

    async def change(self, row: TournamentRow) -> None:
        async with self._store.writing() as connection:
            known = tournaments.c.id == row.id
            await connection.execute(update(tournaments).where(known).values(vars(row)))

    async def begin(self, row: TournamentRow, round: RoundRow) -> None:
        """Add a round, whose games may be played from now on, and write the tournament's row."""
        async with self._store.writing() as connection:
            known = tournaments.c.id == row.id
            await connection.execute(update(tournaments).where(known).values(vars(row)))
            await connection.execute(insert(rounds), {"tournament_id": row.id, **vars(round)})

    async def finish(self, result: ResultRow, played: Stored | None = None) -> None:
        """Add a result with the game it comes from, if one was played. Raises Counted."""
        async with self._store.writing() as connection:
            known = (
                select(func.count())
                .select_from(results)
                .where(
                    results.c.tournament_id == result.tournament_id,
                    results.c.round == result.round,
                    results.c.meeting == result.meeting,
                    results.c.game == result.game,
                )
            )
            if await connection.scalar(known):
                raise Counted(result.tournament_id, result.key)
            if played is not None:
                id = played.game.id
                await connection.execute(insert(games), vars(played.game))
                await connection.execute(insert(seats), _under(id, played.seats))
                if played.plies:
                    await connection.execute(insert(plies), _under(id, played.plies))
            await connection.execute(insert(results), vars(result))

    async def read(self, id: str) -> StoredTournament | None:
        async with self._store.reading() as connection:
            query = select(tournaments).where(tournaments.c.id == id)
            found = (await connection.execute(query)).first()
            if found is None:
                return None
            begun = await connection.execute(
                _columns(RoundRow, rounds)
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
                tuple(ResultRow(**row._mapping) for row in counted),
            )

    async def going_on(self) -> list[str]:
        async with self._store.reading() as connection:
            query = select(tournaments.c.id).where(tournaments.c.status.in_(GOING_ON))
            found = await connection.scalars(query.order_by(tournaments.c.created.desc()))
            return list(found)

    async def newest(self, limit: int, offset: int = 0) -> tuple[list[TournamentRow], int]:
        """Return the tournaments, newest first, without the ladder, and how many there are."""
        real = tournaments.c.kind != LADDER
        async with self._store.reading() as connection:
            total = await connection.scalar(
                select(func.count()).select_from(tournaments).where(real)
            )
            newest = (
                select(tournaments)
                .where(real)
                .order_by(tournaments.c.created.desc(), tournaments.c.id)
            )
            found = await connection.execute(newest.limit(limit).offset(offset))
            return [TournamentRow(**row._mapping) for row in found], int(total or 0)

    async def last_results(self, limit: int) -> list[tuple[ResultRow, str]]:
        """Return the newest results of all tournaments, with the tournaments' names."""
        query = select(results, tournaments.c.name.label("tournament_name")).join(tournaments)
        newest = query.order_by(results.c.at.desc(), results.c.round.desc()).limit(limit)
        async with self._store.reading() as connection:
            return [_named(row._mapping) for row in await connection.execute(newest)]

    async def result_of(self, game_id: str) -> tuple[ResultRow, str] | None:
        """Return what a stored game counted for, with the tournament's name; None for others."""
        query = select(results, tournaments.c.name.label("tournament_name")).join(tournaments)
        async with self._store.reading() as connection:
            found = (await connection.execute(query.where(results.c.game_id == game_id))).first()
            return None if found is None else _named(found._mapping)

    async def admit(self, person: str) -> None:
        async with self._store.writing() as connection:
            await connection.execute(delete(operators).where(operators.c.person == person))
            await connection.execute(insert(operators), {"person": person, "created": time.time()})

    async def dismiss(self, person: str) -> None:
        async with self._store.writing() as connection:
            await connection.execute(delete(operators).where(operators.c.person == person))

    async def admitted(self, person: str) -> bool:
        async with self._store.reading() as connection:
            query = select(func.count()).select_from(operators)
            return bool(await connection.scalar(query.where(operators.c.person == person)))


def _named(found: Any) -> tuple[ResultRow, str]:
    values = dict(found)
    name = str(values.pop("tournament_name"))
    return ResultRow(**values), name


def _columns(row: type[RoundRow], table: Table) -> Any:
    return select(*(table.c[field.name] for field in fields(row)))


def _under(game_id: str, rows: Sequence[SeatRow] | Sequence[PlyRow]) -> Sequence[dict[str, Any]]:
    return [{"game_id": game_id, **vars(row)} for row in rows]
