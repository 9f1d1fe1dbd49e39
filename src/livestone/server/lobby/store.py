"""Challenges, presence and public games in the database."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.lobby import Declined
from livestone.errors import TooMany
from livestone.languages.words import mark, t
from livestone.server.accounts.ratings import CERTAIN
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.games import challenges, games, presence, seats, takers
from livestone.server.db.schema.people import blocks, people, ratings
from livestone.server.db.store import Outdated, Store, run
from livestone.server.lobby.challenges import ChallengePlayer, ChallengeRow
from livestone.server.tables.store import GameRow, SeatRow, read_games
from livestone.server.web.presence import HERE_SECONDS, Seen, VisitorIdentity

MAX_OPEN, MAX_OPEN_GUEST = 10, 3  # challenges of one person at a time
MAX_OPEN_ADDRESS, MAX_IN_ALL = 200, 5000
MAX_WATCHED = 60  # running games read, of which the best are shown
DECLINED_SECONDS = 60.0  # how long a refusal is shown to the maker
BEGUN_SECONDS = 120.0  # how long a visitor is led to a game that another player began
# In the order of the fields, of which ``players`` is the last.
_COLUMNS = [field.name for field in fields(ChallengeRow) if field.name != "players"]
_CHANGING = ("status", "version", "game_id", "note")
_PLAYER = [field.name for field in fields(ChallengePlayer)]


@dataclass(frozen=True)
class PublicGame:
    """A running public game with ratings by owner."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    ratings: dict[str, int]

    @property
    def shown(self) -> int:
        """How many plies spectators see."""
        return max(0, self.game.ply - self.game.delay)

    @property
    def version(self) -> int:
        """What rises when spectators may see something new."""
        return self.shown if self.game.delay else self.game.version

    @property
    def changed(self) -> float:
        """When it changed last, as far as spectators may know."""
        return self.game.created if self.game.delay else self.game.updated

    @property
    def strength(self) -> float:
        """Return the sum of its players' ratings by seat; guests and bots count as 0."""
        return sum(self.ratings.values()) / len(self.seats)


@dataclass(frozen=True)
class HouseAccount:
    owner_id: OwnerId
    name: str
    level: int
    ratings: dict[str, tuple[int, bool]]


class LobbyStore:
    """Reads and writes the lobby. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._process = secrets.token_hex(8)

    async def add(self, made: ChallengeRow) -> ChallengeRow:
        """Add a challenge, or return the seek that its maker has already. Raises TooMany."""
        most = MAX_OPEN if made.maker.known else MAX_OPEN_GUEST
        words = t("nobody has more than {most} challenges at a time: withdraw one first", most=most)
        is_open = challenges.c.status == "open"
        own = (
            select(challenges.c.id, challenges.c.kind, challenges.c.game, challenges.c.control)
            .join(takers, takers.c.challenge_id == challenges.c.id)
            .where(is_open, takers.c.owner_id == made.maker.owner_id, takers.c.place == 0)
        )
        every = select(func.count()).select_from(challenges).where(is_open)
        # What is counted still holds when it is written: one such transaction runs at a time.
        async with self._store.writing() as connection:
            found = (await connection.execute(own)).all()
            alike = [id for id, *rest in found if rest == ["quick", made.game, made.control]]
            if not alike or made.kind != "quick":
                if len(found) >= most:
                    raise TooMany(words)
                if (await connection.scalar(every) or 0) >= MAX_IN_ALL:
                    raise TooMany("there are too many challenges at the moment: take one of them")
                here = await self._store.quotas.neighbours(connection, made.maker.owner_id)
                if here is not None:
                    await _check_address(connection, here)
                row = {name: getattr(made, name) for name in _COLUMNS}
                await connection.execute(insert(challenges), row | {"changed": made.created})
                await self._seat(connection, made)
                return made
        return await self.read(alike[0]) or made

    async def _seat(self, connection: AsyncConnection, made: ChallengeRow) -> None:
        rows = [
            {"challenge_id": made.id, "place": place, "led": False}
            | {name: getattr(player, name) for name in _PLAYER}
            for place, player in enumerate(made.players)
        ]
        await connection.execute(delete(takers).where(takers.c.challenge_id == made.id))
        await connection.execute(insert(takers), rows)

    async def read(self, id: str) -> ChallengeRow | None:
        return next(iter(await self._read(challenges.c.id == id)), None)

    async def open(self) -> list[ChallengeRow]:
        return await self._read(challenges.c.status == "open")

    async def seeks_of(self, owners: Sequence[OwnerId]) -> list[ChallengeRow]:
        theirs = select(takers.c.challenge_id).where(takers.c.owner_id.in_(owners))
        is_seek = (challenges.c.status == "open") & (challenges.c.kind == "quick")
        return await self._read(is_seek & challenges.c.id.in_(theirs))

    async def concerning(
        self, owner_id: OwnerId, since: float, others: Collection[str] = ()
    ) -> list[ChallengeRow]:
        """Return a visitor's challenges: open, changed ``since`` then, or among the ``others``."""
        mine = select(takers.c.challenge_id).where(takers.c.owner_id == owner_id)
        theirs = (challenges.c.target == owner_id) | challenges.c.id.in_(mine)
        news = (challenges.c.status == "open") | (challenges.c.changed > since)
        return await self._read(theirs & (news | challenges.c.id.in_(list(others))))

    async def _read(self, where: Any) -> list[ChallengeRow]:
        query = select(*(challenges.c[name] for name in _COLUMNS)).where(where)
        ids = select(challenges.c.id).where(where)
        sitting = (
            select(takers.c.challenge_id, *(takers.c[name] for name in _PLAYER))
            .where(takers.c.challenge_id.in_(ids))
            .order_by(takers.c.place)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(query.order_by(challenges.c.created))).all()
            players: dict[str, list[ChallengePlayer]] = {row.id: [] for row in rows}
            for id, *values in await connection.execute(sitting) if rows else ():
                players[id].append(ChallengePlayer(*values))
        values = [(*row, tuple(players[row.id])) for row in rows if players[row.id]]
        return [ChallengeRow(*each) for each in values]

    async def change(
        self, connection: AsyncConnection, found: ChallengeRow, now: float, **changes: Any
    ) -> ChallengeRow:
        """Write what has become of a challenge. Raises Outdated where it has changed meanwhile."""
        changed = replace(found, version=found.version + 1, **changes)
        known = (challenges.c.id == found.id) & (challenges.c.version == found.version)
        values = {name: getattr(changed, name) for name in _CHANGING} | {"changed": now}
        if await run(connection, update(challenges).where(known).values(**values)) != 1:
            raise Outdated(found.id)
        if "players" in changes:
            await self._seat(connection, changed)
        return changed

    async def saw(self, owner_id: OwnerId, game: str) -> None:
        mine = select(challenges.c.id).where(challenges.c.game_id == game)
        which = (takers.c.owner_id == owner_id) & takers.c.challenge_id.in_(mine)
        await self._store.execute(update(takers).where(which).values(led=True))

    async def begun(self, now: float) -> dict[str, str]:
        """Return by owner the hardly begun game that another player began and they did not see."""
        query = (
            select(takers.c.owner_id, challenges.c.game_id)
            .join(challenges, takers.c.challenge_id == challenges.c.id)
            .join(games, games.c.id == challenges.c.game_id)
            .where(challenges.c.status == "taken", challenges.c.changed > now - BEGUN_SECONDS)
            .where(takers.c.led.is_(False), games.c.status == "running", games.c.ply < 2)
            .order_by(challenges.c.changed)  # of several the last one
        )
        return {row.owner_id: row.game_id for row in await self._store.fetch(query)}

    async def forget(self, before: float) -> None:
        old = (challenges.c.status != "open") & (challenges.c.changed < before)
        seen = delete(presence).where(presence.c.seen < before)
        await self._store.execute(delete(challenges).where(old), seen)

    async def declined(self, owner_id: OwnerId, now: float) -> list[Declined]:
        """Return a visitor's challenges that were declined a moment ago."""
        made = select(takers.c.challenge_id).where(
            takers.c.owner_id == owner_id, takers.c.place == 0
        )
        query = (
            select(challenges.c.id, people.c.name, challenges.c.game, challenges.c.note)
            .join(people, people.c.id == challenges.c.target)
            .where(challenges.c.status == "declined", challenges.c.changed > now - DECLINED_SECONDS)
            .where(challenges.c.id.in_(made))
            .order_by(challenges.c.changed.desc())
        )
        return [Declined(*row) for row in await self._store.fetch(query)]

    async def house(self) -> list[HouseAccount]:
        query = (
            select(people.c.id, people.c.name, people.c.level, ratings)
            .join(ratings, ratings.c.owner_id == people.c.id, isouter=True)
            .where(people.c.level.is_not(None))
            .order_by(people.c.level)
        )
        bots: dict[str, HouseAccount] = {}
        for row in await self._store.fetch(query):
            bot = bots.setdefault(row.id, HouseAccount(row.id, row.name, row.level, {}))
            if row.game is not None:
                bot.ratings[row.game] = round(row.value), row.deviation <= CERTAIN
        return list(bots.values())

    async def blocks_of(self, owner_id: OwnerId) -> set[str]:
        mine = select(blocks.c.blocked).where(blocks.c.owner_id == owner_id)
        theirs = select(blocks.c.owner_id).where(blocks.c.blocked == owner_id)
        return set(await self._store.scalars(mine.union(theirs)))

    async def share_presence(self, seen: Sequence[Seen]) -> None:
        rows = {}
        for one in seen:  # of a visitor who is at a place twice the last
            row = {**vars(one.who), "place": one.place, "seen": one.at}
            rows[one.who.owner_id, one.place] = row | {"process": self._process}
        async with self._store.writing() as connection:
            own = presence.c.process == self._process
            await connection.execute(delete(presence).where(own))
            if rows:
                await connection.execute(insert(presence), list(rows.values()))

    async def seen_elsewhere(self, now: float) -> tuple[Seen, ...]:
        fresh = presence.c.seen > now - 10 * HERE_SECONDS
        query = select(presence).where(fresh, presence.c.process != self._process)
        return tuple(
            Seen(VisitorIdentity(row.owner_id, row.name, row.program), row.place, row.seen)
            for row in await self._store.fetch(query)
        )

    async def to_watch(self, since: float) -> list[PublicGame]:
        query = select(games).where(
            games.c.public.is_(True), games.c.status == "running", games.c.updated > since
        )
        newest = query.order_by(games.c.updated.desc(), games.c.id).limit(MAX_WATCHED)
        async with self._store.reading() as connection:
            found = await read_games(connection, newest)
            rated = (
                select(seats.c.game_id, seats.c.owner_id, ratings.c.value)
                .join(games, games.c.id == seats.c.game_id)
                .join(ratings, ratings.c.owner_id == seats.c.owner_id)
                .where(ratings.c.game == games.c.game)
                .where(games.c.id.in_([row.id for row, _ in found]))
            )
            known: dict[str, dict[str, int]] = {row.id: {} for row, _ in found}
            for id, person, value in await connection.execute(rated):
                known[id][person] = round(value)
        return [PublicGame(row, sitting, known[row.id]) for row, sitting in found]


async def _check_address(connection: AsyncConnection, here: Any) -> None:
    """Raises TooMany where the visitors of an address (a query) have enough challenges."""
    query = (
        select(func.count())
        .select_from(challenges)
        .join(takers, takers.c.challenge_id == challenges.c.id)
        .where(challenges.c.status == "open", takers.c.place == 0, takers.c.owner_id.in_(here))
    )
    if (await connection.scalar(query) or 0) >= MAX_OPEN_ADDRESS:
        words = mark("there are {most} challenges from your address: take one, or withdraw one")
        raise TooMany(t(words, most=MAX_OPEN_ADDRESS))
