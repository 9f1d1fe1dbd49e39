"""Challenges, who is here and what there is to watch, in the database."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.errors import TooMany
from livestone.server.accounts.ratings import CERTAIN
from livestone.server.db.schema import (
    blocks,
    challenges,
    games,
    people,
    plies,
    presence,
    ratings,
    seats,
    takers,
)
from livestone.server.db.store import Outdated, Store
from livestone.server.lobby.challenges import Challenge, Status, Taker
from livestone.server.tables.store import GameRow, SeatRow
from livestone.server.web.presence import HERE_SECONDS, Seen, Somebody

MOST_WATCHED = 60  # running games looked at, of which the best are shown
LED_SECONDS = 120.0  # so long somebody is led to a game that began without his doing
_COLUMNS = [field.name for field in fields(Challenge) if field.name != "takers"]
_TAKER = [field.name for field in fields(Taker)]


@dataclass(frozen=True)
class Watched:
    """A running game that anybody may watch, with the ratings of those who play it.

    Onlookers may know that so many plies are ``shown``, and nothing that has happened since.
    """

    game: GameRow
    seats: tuple[SeatRow, ...]
    ratings: dict[str, float]
    shown: int

    @property
    def late(self) -> bool:
        """Whether onlookers are behind."""
        return bool(self.game.delay or self.game.delay_seconds)

    @property
    def version(self) -> int:
        """What rises when onlookers may see something new."""
        return self.shown if self.late else self.game.version

    @property
    def changed(self) -> float:
        """When it has changed last, as far as onlookers may know."""
        return self.game.created if self.late else self.game.updated

    @property
    def strength(self) -> float:
        """How strong the people who play it are; nothing is known of guests and house bots."""
        return sum(self.ratings.values()) / len(self.seats)


@dataclass(frozen=True)
class Leading:
    """Somebody whose game has begun without his doing, and where he is to be led."""

    challenge: str
    owner: str
    game: str


@dataclass(frozen=True)
class HouseBot:
    """A house bot with an account: its level, and its ratings by game and whether each is sure."""

    owner: str
    name: str
    level: int
    ratings: dict[str, tuple[int, bool]]


@dataclass(frozen=True)
class Declined:
    """A challenge of somebody's that was just declined: by whom, and why, if he said so."""

    id: str
    name: str
    game: str
    note: str


class LobbyStore:
    """Reads and writes what people meet by. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._process = secrets.token_hex(8)

    async def add(self, made: Challenge, most: int, most_at_all: int) -> Challenge:
        """Add a challenge; a wish of the same person for the same is returned instead.

        Their maker has ``most`` open ones, everybody together ``most_at_all``. Raises TooMany.
        """
        # What is counted still holds when it is written: one such transaction runs at a time.
        async with self._store.writing() as connection:
            alike = await self._count(connection, made, most, most_at_all)
            if alike is None:
                row = {name: getattr(made, name) for name in _COLUMNS}
                await connection.execute(insert(challenges), row | {"changed": made.created})
                await self._seat(connection, made)
                return made
        return await self.read(alike) or made

    async def _count(
        self, connection: AsyncConnection, made: Challenge, most: int, most_at_all: int
    ) -> str | None:
        """Return the id of the maker's wish for the same, if any. Raises TooMany."""
        is_open = challenges.c.status == "open"
        own = (
            select(challenges.c.id, challenges.c.kind, challenges.c.game, challenges.c.control)
            .join(takers, takers.c.challenge_id == challenges.c.id)
            .where(is_open, takers.c.owner == made.maker.owner, takers.c.place == 0)
        )
        found = (await connection.execute(own)).all()
        for id, *pool in found:
            if made.kind == "quick" and pool == [made.kind, made.game, made.control]:
                return str(id)
        if len(found) >= most:
            raise TooMany(f"nobody has more than {most} challenges at a time: withdraw one first")
        every = select(func.count()).select_from(challenges).where(is_open)
        if (await connection.scalar(every) or 0) >= most_at_all:
            raise TooMany("there are too many challenges at the moment: take one of them")
        return None

    async def _seat(self, connection: AsyncConnection, made: Challenge) -> None:
        rows = [
            {"challenge_id": made.id, "place": place, "led": False}
            | {name: getattr(taker, name) for name in _TAKER}
            for place, taker in enumerate(made.takers)
        ]
        await connection.execute(delete(takers).where(takers.c.challenge_id == made.id))
        await connection.execute(insert(takers), rows)

    async def read(self, id: str) -> Challenge | None:
        """Return a challenge, however it has ended."""
        return next(iter(await self._read(challenges.c.id == id)), None)

    async def open(self) -> list[Challenge]:
        """Return every open challenge and wish, oldest first."""
        return await self._read(challenges.c.status == "open")

    async def wishes_of(self, owners: Sequence[str]) -> list[Challenge]:
        """Return the open wishes of these to be paired, oldest first."""
        theirs = select(takers.c.challenge_id).where(takers.c.owner.in_(owners))
        is_wish = (challenges.c.status == "open") & (challenges.c.kind == "quick")
        return await self._read(is_wish & challenges.c.id.in_(theirs))

    async def concerning(
        self, owner: str, since: float, others: Collection[str] = ()
    ) -> list[Challenge]:
        """Return the challenges that are for somebody or that he is in, as far as they are news.

        They are open, or have ended ``since``, or are among the ``others``.
        """
        mine = select(takers.c.challenge_id).where(takers.c.owner == owner)
        his = (challenges.c.target == owner) | challenges.c.id.in_(mine)
        news = (challenges.c.status == "open") | (challenges.c.changed > since)
        return await self._read(his & (news | challenges.c.id.in_(list(others))))

    async def _read(self, where: Any) -> list[Challenge]:
        async with self._store.reading() as connection:
            query = select(challenges).where(where)
            rows = (await connection.execute(query.order_by(challenges.c.created))).all()
            if not rows:
                return []
            ids = select(challenges.c.id).where(where)
            sitting = await connection.execute(
                select(takers).where(takers.c.challenge_id.in_(ids)).order_by(takers.c.place)
            )
            by_challenge: dict[str, list[Taker]] = {row.id: [] for row in rows}
            for one in sitting:
                values = {name: one._mapping[name] for name in _TAKER}
                by_challenge.get(one.challenge_id, []).append(Taker(**values))
            return [
                Challenge(
                    **{name: row._mapping[name] for name in _COLUMNS},
                    takers=tuple(by_challenge[row.id]),
                )
                for row in rows
                if by_challenge[row.id]
            ]

    async def change(
        self,
        found: Challenge,
        now: float,
        status: Status = "open",
        joined: Sequence[Taker] | None = None,
        note: str = "",
    ) -> Challenge:
        """Write what has become of a challenge. Raises Outdated where another was quicker."""
        async with self._store.writing() as connection:
            return await self.change_in(connection, found, now, status, joined, note=note)

    async def change_in(
        self,
        connection: AsyncConnection,
        found: Challenge,
        now: float,
        status: Status = "open",
        joined: Sequence[Taker] | None = None,
        game: str | None = None,
        note: str = "",
    ) -> Challenge:
        """The same, in a transaction that goes on."""
        changed = replace(
            found,
            status=status,
            version=found.version + 1,
            game_id=game,
            note=note,
            takers=found.takers if joined is None else tuple(joined),
        )
        known = (challenges.c.id == found.id) & (challenges.c.version == found.version)
        values = {"status": status, "version": changed.version, "game_id": game, "changed": now}
        values["note"] = note
        done = await connection.execute(update(challenges).where(known).values(**values))
        if done.rowcount != 1:
            raise Outdated(found.id)
        if joined is not None:
            await self._seat(connection, changed)
        return changed

    async def led(self, owner: str, game: str) -> None:
        """Note that somebody has been shown to his game."""
        mine = select(challenges.c.id).where(challenges.c.game_id == game)
        which = (takers.c.owner == owner) & takers.c.challenge_id.in_(mine)
        async with self._store.writing() as connection:
            await connection.execute(update(takers).where(which).values(led=True))

    async def leading(self, now: float) -> list[Leading]:
        """Return who is to be led where; nobody is to a game that is well under way."""
        query = (
            select(challenges.c.id, takers.c.owner, challenges.c.game_id)
            .join(takers, takers.c.challenge_id == challenges.c.id)
            .join(games, games.c.id == challenges.c.game_id)
            .where(challenges.c.status == "taken", challenges.c.changed > now - LED_SECONDS)
            .where(takers.c.led.is_(False), games.c.status == "running", games.c.ply < 2)
        )
        async with self._store.reading() as connection:
            return [Leading(*row) for row in await connection.execute(query)]

    async def forget(self, before: float) -> None:
        """Drop what ended before that time, and sightings that are older."""
        async with self._store.writing() as connection:
            old = (challenges.c.status != "open") & (challenges.c.changed < before)
            await connection.execute(delete(challenges).where(old))
            await connection.execute(delete(presence).where(presence.c.seen < before))

    async def declined(self, owner: str, since: float) -> list[Declined]:
        """Return the challenges somebody has made that were declined since then, newest first."""
        made = select(takers.c.challenge_id).where(takers.c.owner == owner, takers.c.place == 0)
        query = (
            select(challenges.c.id, people.c.name, challenges.c.game, challenges.c.note)
            .join(people, people.c.id == challenges.c.target)
            .where(challenges.c.status == "declined", challenges.c.changed > since)
            .where(challenges.c.id.in_(made))
            .order_by(challenges.c.changed.desc())
        )
        async with self._store.reading() as connection:
            return [Declined(*row) for row in await connection.execute(query)]

    async def house(self) -> list[HouseBot]:
        """Return the house bots there are, by level."""
        wanted = people.c.level.is_not(None)
        standing = select(ratings.c.person, ratings.c.game, ratings.c.value, ratings.c.deviation)
        async with self._store.reading() as connection:
            query = select(people.c.id, people.c.name, people.c.level).where(wanted)
            bots = [HouseBot(*row, {}) for row in await connection.execute(query.order_by("level"))]
            by_owner = {bot.owner: bot for bot in bots}
            found = standing.where(ratings.c.person.in_(list(by_owner)))
            for row in await connection.execute(found) if bots else ():
                known = round(row.value), row.deviation <= CERTAIN
                by_owner[row.person].ratings[row.game] = known
        return bots

    async def blocks_of(self, owner: str) -> set[str]:
        """Return the owners with whom somebody has nothing to do, whoever has blocked whom."""
        async with self._store.reading() as connection:
            mine = await connection.scalars(
                select(blocks.c.blocked).where(blocks.c.person == owner)
            )
            theirs = await connection.scalars(
                select(blocks.c.person).where(blocks.c.blocked == owner)
            )
            return {*mine, *theirs}

    async def tell(self, seen: Sequence[Seen]) -> None:
        """Tell the other processes of this server whom this one sees."""
        rows = {(one.who.owner, one.place): one for one in seen}
        async with self._store.writing() as connection:
            own = presence.c.process == self._process
            await connection.execute(delete(presence).where(own))
            if rows:
                values = [_sighting(one) | {"process": self._process} for one in rows.values()]
                await connection.execute(insert(presence), values)

    async def others(self, now: float) -> tuple[Seen, ...]:
        """Return whom the other processes see, and who was seen before this one began."""
        fresh = presence.c.seen > now - 10 * HERE_SECONDS
        query = select(presence).where(fresh, presence.c.process != self._process)
        async with self._store.reading() as connection:
            return tuple(
                Seen(Somebody(row.owner, row.name, row.program), row.place, row.seen)
                for row in await connection.execute(query)
            )

    async def to_watch(self, since: float) -> list[Watched]:
        """Return running games that anybody may watch, the last moved in first."""
        query = select(games).where(
            games.c.public.is_(True), games.c.status == "running", games.c.updated > since
        )
        async with self._store.reading() as connection:
            newest = query.order_by(games.c.updated.desc(), games.c.id).limit(MOST_WATCHED)
            rows = [GameRow(**row._mapping) for row in await connection.execute(newest)]
            sitting: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            where = seats.c.game_id.in_(list(sitting))
            found = await connection.execute(select(seats).where(where).order_by(seats.c.seat))
            for one in found:
                values = dict(one._mapping)
                sitting[values.pop("game_id")].append(SeatRow(**values))
            rated = select(ratings.c.person, ratings.c.game, ratings.c.value).where(
                ratings.c.person.in_(select(seats.c.person).where(where))
            )
            values_of = {
                (row.person, row.game): row.value for row in await connection.execute(rated)
            }
            shown = await _shown(connection, rows)
        return [_watched(row, sitting[row.id], values_of, shown[row.id]) for row in rows]


async def _shown(connection: AsyncConnection, rows: Sequence[GameRow]) -> dict[str, int]:
    """How many plies of running games onlookers may see."""
    found = {row.id: max(0, row.ply - row.delay) for row in rows}
    for row in rows:
        if row.delay_seconds:
            due = time.time() - row.delay_seconds
            new = (plies.c.game_id == row.id) & (plies.c.at > due)
            first = await connection.scalar(select(func.min(plies.c.ply)).where(new))
            if first is not None:
                found[row.id] = min(found[row.id], first - 1)
    return found


def _watched(
    row: GameRow, sitting: list[SeatRow], known: dict[tuple[str, str], float], shown: int
) -> Watched:
    rated = {
        seat.person: known[seat.person, row.game]
        for seat in sitting
        if seat.person and (seat.person, row.game) in known
    }
    return Watched(row, tuple(sitting), rated, shown)


def _sighting(one: Seen) -> dict[str, Any]:
    who = one.who
    return {
        "owner": who.owner,
        "place": one.place,
        "name": who.name,
        "program": who.program,
        "seen": one.at,
    }
