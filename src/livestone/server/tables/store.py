"""The store: games, seats and plies in a database, each change one committed transaction."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from sqlalchemy import bindparam, case, delete, exists, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.tables import Plan
from livestone.errors import Conflict
from livestone.languages.words import mark
from livestone.server.db.database import Database
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.games import endings, games, plans, plies, presence, seats, visitors
from livestone.server.db.schema.people import blocks
from livestone.server.db.statements import Statement
from livestone.server.db.store import Outdated, Store, put
from livestone.server.quotas.charges import GAME, PLIES, game_bytes, grow
from livestone.server.quotas.quotas import Quotas
from livestone.server.quotas.settings import Room
from livestone.server.web.presence import EVERYWHERE, SHARED_SECONDS


@dataclass(frozen=True)
class GameRow:
    """A row of ``games``: see :mod:`livestone.server.db.schema`."""

    id: str
    game: str
    options: dict[str, Any]
    status: str
    mover: int | None
    created: float
    updated: float
    opening: str | None = None
    winners: list[int] | None = None
    scores: list[float] | None = None
    reason: str = ""
    ended_by: int | None = None
    ply: int = 0
    version: int = 1
    takeback: dict[str, Any] | None = None
    rematch: str | None = None
    control: str = "none"
    clock: dict[str, Any] | None = None
    since: float | None = None
    due: float | None = None
    offers: dict[str, Any] | None = None
    rated: bool = True
    public: bool = False
    delay: int = 0

    @property
    def is_quiet(self) -> bool:
        """Whether the game goes on, and nothing is asked of anybody but to play."""
        return self.status == "running" and self.takeback is None and self.offers is None


@dataclass(frozen=True)
class SeatRow:
    """A row of ``seats``, without the game's id."""

    seat: int
    kind: str
    owner_id: OwnerId | None
    level: int | None
    name: str
    invitation: str | None = None


@dataclass(frozen=True)
class PlyRow:
    """A row of ``plies``, without the game's id."""

    ply: int
    move: str
    mover: int
    seconds: float | None = None
    thoughts: dict[str, Any] | None = None
    left: float | None = None
    at: float | None = None


@dataclass(frozen=True)
class Stored:
    """A whole game: its row, its seats and its plies, in order."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    plies: tuple[PlyRow, ...]


def gone_on(row: GameRow, version: int, said: str) -> Stored:
    """Return what :meth:`Store.step` would after ``row``, from what the database has announced."""
    changes = json.loads(said)
    played = changes.pop("played")
    ply = PlyRow(**{field.name: played[field.name] for field in fields(PlyRow)})
    return Stored(replace(row, version=version, **changes), (), (ply,))


_SEAT = [seats.c[field.name] for field in fields(SeatRow)]
_PLY = [plies.c[field.name] for field in fields(PlyRow)]
_VERSION = Statement(select(games.c.version).where(games.c.id == bindparam("id")))
_LATER = Statement(
    select(games, *_PLY)
    .join(plies, plies.c.game_id == games.c.id)
    .where((games.c.id == bindparam("id")) & (plies.c.ply > bindparam("ply")))
    .order_by(plies.c.ply)
)
_ADDRESS = Statement(select(visitors.c.address).where(visitors.c.owner_id == bindparam("owner_id")))
_PLAN = Statement(
    select(plans.c.ply, plans.c.lines).where(
        (plans.c.game_id == bindparam("game")) & (plans.c.seat == bindparam("seat"))
    )
)
_INVITED = Statement(
    select(seats.c.game_id, seats.c.seat).where(seats.c.invitation == bindparam("invitation"))
)


class GameStore(Store):
    """The games in a database. Every method raises StorageError when that or its disk refuses."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.quotas = Quotas()

    async def create(
        self,
        game: GameRow,
        rows: Sequence[SeatRow],
        before: GameRow | None = None,
        also: Callable[[AsyncConnection], Awaitable[None]] | None = None,
        maker: OwnerId | None = None,
    ) -> None:
        """Add a game; ``before`` is the changed row of the one it goes on from.

        ``also`` is done in the same transaction. The game is charged to its ``maker``, or to who
        sits first. Raises TooMany, and Outdated for that row: see :meth:`change`.
        """
        people = [row.owner_id for row in rows if row.owner_id is not None]
        maker = next(iter(people), None) if maker is None else maker
        async with self.writing() as connection:
            if before is not None:
                await _change(connection, before)
            await connection.execute(insert(games), vars(game))
            await connection.execute(
                insert(seats), [{"game_id": game.id, **vars(row)} for row in rows]
            )
            if maker is not None:
                size = game_bytes(game.ply)
                await self.quotas.hold(connection, maker, GAME, game.id, size, people)
                if any(row.kind == "bot" for row in rows):
                    await self.quotas.check_bot_games(connection, maker)
            if also is not None:
                await also(connection)

    async def check_room(self, owner_id: OwnerId) -> None:
        """Raises TooMany where a visitor could not begin a game now."""
        async with self.reading() as connection:
            await self.quotas.check(connection, owner_id, Room(1, 0, game_bytes(0)))

    async def address_of(self, owner_id: OwnerId) -> str:
        """Return the hash of the address from which a person has come last; empty if unknown."""
        found = await self.ask(_ADDRESS, owner_id=owner_id)
        return "" if found is None else str(found[0])

    async def read(self, id: str) -> Stored | None:
        async with self.reading() as connection:
            found = await read_games(connection, select(games).where(games.c.id == id))
            if not found:
                return None
            query = select(*_PLY).where(plies.c.game_id == id).order_by(plies.c.ply)
            played = await connection.execute(query)
            await asyncio.sleep(0)  # a long game is much for one step of the event loop
            return Stored(*found[0], tuple(PlyRow(*row) for row in played))

    async def step(self, id: str, ply: int) -> Stored | None:
        """Return a game's row and the plies after ``ply``, without its seats; None without any."""
        rows = await self.ask_all(_LATER, id=id, ply=ply)
        if not rows:
            return None
        columns = len(games.c)
        return Stored(
            GameRow(**dict(zip(games.c.keys(), rows[0], strict=False))),
            (),
            tuple(PlyRow(*row[columns:]) for row in rows),
        )

    async def version(self, id: str) -> int | None:
        found = await self.ask(_VERSION, id=id)
        return None if found is None else int(found[0])

    async def append(self, game: GameRow, ply: PlyRow) -> Plan | None:
        """Add a ply; return what the next mover has decided ahead. Raises Outdated."""
        if game.status == "finished" or game.ply % PLIES == 0:
            async with self.writing(alone=False) as connection:
                await _change(connection, game)
                await connection.execute(insert(plies), {"game_id": game.id, **vars(ply)})
                await grow(connection, game.id, game.ply)
                ahead = (plans.c.game_id == game.id) & (plans.c.seat == game.mover)
                query = select(plans.c.ply, plans.c.lines).where(ahead)
                found = (await connection.execute(query)).first()
            return _plan(found)
        with self._saving():
            decided = await self.database.play(vars(game), vars(ply))
        if decided is None:
            raise Outdated(game.id)
        return _plan(decided)

    async def truncate(self, game: GameRow) -> None:
        """Take back every ply after ``game.ply``, and what was decided ahead. Raises Outdated."""
        async with self.writing(alone=False) as connection:
            await _change(connection, game)
            gone = (plies.c.game_id == game.id) & (plies.c.ply > game.ply)
            await connection.execute(delete(plies).where(gone))
            await connection.execute(delete(plans).where(plans.c.game_id == game.id))

    async def change(self, game: GameRow) -> None:
        """Write a game's new row. Raises Outdated unless its version follows the stored one."""
        async with self.writing(alone=False) as connection:
            await _change(connection, game)

    async def claim(self, game: GameRow, mover: OwnerId, here: Callable[[], bool]) -> None:
        """End a game whose mover is at no process of the server. Raises Outdated or Conflict."""
        places = presence.c.place.in_((game.id, EVERYWHERE))
        seen = presence.c.seen > time.time() - SHARED_SECONDS
        query = select(presence.c.owner_id).where(presence.c.owner_id == mover, places, seen)
        async with self.writing(alone=False) as connection:
            if here() or (await connection.execute(query)).first():
                raise Conflict(mark("the game cannot be claimed: the player to move is back"))
            await _change(connection, game)

    async def plan(self, game: str, seat: int) -> Plan | None:
        """Return what a seat has decided ahead."""
        return _plan(await self.ask(_PLAN, game=game, seat=seat))

    async def write_plan(self, game: str, seat: int, plan: Plan | None) -> None:
        """Keep what a seat decides ahead instead of what it had decided."""
        which = (plans.c.game_id == game) & (plans.c.seat == seat)
        row = {"game_id": game, "seat": seat}
        changes = put(plans, row | {"ply": plan.ply, "lines": plan.lines}) if plan else ()
        await self.execute(*changes or (delete(plans).where(which),))

    async def postpone(self, id: str, due: float) -> None:
        """Note that something is due at a game later than was thought; nothing else changes."""
        which = (games.c.id == id) & games.c.due.is_not(None)
        await self.execute(update(games).where(which).values(due=due))

    async def sit(self, game: GameRow, seat: SeatRow) -> None:
        """Fill a seat and change the game's row. Raises Outdated: see :meth:`change`."""
        async with self.writing() as connection:
            await _change(connection, game)
            await self.quotas.know(connection, [seat.owner_id] if seat.owner_id else ())
            place = (seats.c.game_id == game.id) & (seats.c.seat == seat.seat)
            await connection.execute(update(seats).where(place).values(**vars(seat)))

    async def invited(self, invitation: str) -> tuple[str, int] | None:
        """Return the game and the seat that an invitation (its hash) is for, or None."""
        found = await self.ask(_INVITED, invitation=invitation)
        return None if found is None else (found[0], found[1])

    async def of(
        self, owner_id: OwnerId, limit: int, offset: int = 0, urgent: bool = False
    ) -> tuple[list[tuple[GameRow, tuple[SeatRow, ...]]], int]:
        """Return a person's games with their seats, last changed first, and how many there are.

        The ``urgent`` come first if asked: those in which they are to move, soonest due first, then
        others that go on.
        """
        sits = games.c.id.in_(select(seats.c.game_id).where(seats.c.owner_id == owner_id))
        async with self.reading() as connection:
            total = await connection.scalar(select(func.count()).where(sits))
            first = _urgency(owner_id) if urgent else ()
            order = (*first, games.c.updated.desc(), games.c.id)
            newest = select(games).where(sits).order_by(*order)
            return await read_games(connection, newest.limit(limit).offset(offset)), total or 0

    async def blocked_among(self, owners: Sequence[OwnerId]) -> set[frozenset[OwnerId]]:
        """Return the pairs of these of whom one blocks the other."""
        both = blocks.c.owner_id.in_(owners) & blocks.c.blocked.in_(owners)
        found = await self.fetch(select(blocks.c.owner_id, blocks.c.blocked).where(both))
        return {frozenset(row) for row in found}

    async def last_game(self) -> tuple[str, dict[str, Any]] | None:
        """Return the game and options that were last played here, or None."""
        query = select(games.c.game, games.c.options).order_by(games.c.updated.desc()).limit(1)
        found = await self.first(query)
        return None if found is None else (found.game, found.options)


def _plan(row: Sequence[Any] | None) -> Plan | None:
    if row is None or row[0] is None:
        return None
    return Plan(row[0], tuple(tuple(line) for line in row[1]))


async def read_games(
    connection: AsyncConnection, query: Any
) -> list[tuple[GameRow, tuple[SeatRow, ...]]]:
    """Return the games that a query of ``games`` finds, with their seats."""
    rows = (await connection.execute(query)).all()
    if not rows:
        return []
    by_game: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
    sitting = select(seats.c.game_id, *_SEAT).where(seats.c.game_id.in_(list(by_game)))
    for game, *seat in await connection.execute(sitting.order_by(seats.c.seat)):
        by_game[game].append(SeatRow(*seat))
    return [(GameRow(**row._mapping), tuple(by_game[row.id])) for row in rows]


async def _change(connection: AsyncConnection, game: GameRow) -> None:
    values = {name: value for name, value in vars(game).items() if name not in ("id", "created")}
    known = (games.c.id == game.id) & (games.c.version == game.version - 1)
    result = await connection.execute(update(games).where(known).values(values))
    if result.rowcount != 1:
        raise Outdated(game.id)
    if game.status == "finished":
        # In the same transaction, so that no crash keeps an ending from the ratings.
        noted = exists().where(endings.c.game_id == game.id)
        ending = select(literal(game.id), literal(game.updated)).where(~noted)
        await connection.execute(insert(endings).from_select(["game_id", "at"], ending))


def _to_move() -> Any:
    """Whose turn it is: joins a game that goes on to its mover's seat."""
    mover = (seats.c.game_id == games.c.id) & (seats.c.seat == games.c.mover)
    return mover & (games.c.status == "running")


def _urgency(owner_id: OwnerId) -> tuple[Any, Any]:
    """What a person's games are sorted by, where something is to be done first."""
    mine = exists().where(_to_move() & (seats.c.owner_id == owner_id))
    going = games.c.status != "finished"
    never = 1e18  # in seconds: where nothing is due
    return (
        case((mine, 0), (going, 1), else_=2),
        case((mine, func.coalesce(games.c.due, never)), else_=never),
    )
