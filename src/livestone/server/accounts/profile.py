"""What others may see of somebody: since when, how strong, and his last games against people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from livestone.errors import LivestoneError
from livestone.games import find
from livestone.play.rating import Standing
from livestone.server.accounts.extras import StudyShelf
from livestone.server.accounts.ratings import CERTAIN
from livestone.server.accounts.service import People
from livestone.server.db.owners import MARK
from livestone.server.db.schema import games, seats
from livestone.server.db.store import Store
from livestone.server.tables.presenter import result_words
from livestone.server.tables.store import GameRow
from livestone.server.web.principals import Person

RECENT = 20


@dataclass(frozen=True)
class GameStanding:
    """How somebody stands at a game."""

    game: str
    title: str
    standing: Standing

    @property
    def certain(self) -> bool:
        """Whether the rating is more than a guess."""
        return self.standing.rating.deviation <= CERTAIN

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        rating = self.standing.rating
        return {
            "game": self.game,
            "rating": round(rating.value),
            "deviation": round(rating.deviation),
            "certain": self.certain,
            "wins": self.standing.wins,
            "draws": self.standing.draws,
            "losses": self.standing.losses,
        }


@dataclass(frozen=True)
class Recent:
    """A finished game against others with accounts; ``won`` is None for a draw or no result."""

    id: str
    game: str
    title: str
    others: tuple[str, ...]
    result: str
    won: bool | None
    ended: float
    public: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {
            "id": self.id if self.public else None,
            "game": self.game,
            "others": list(self.others),
            "result": self.result,
            "won": self.won,
            "ended": self.ended,
        }


@dataclass(frozen=True)
class Profile:
    """A person as others see him."""

    person: Person
    owner: str | None
    bots: tuple[str, ...]
    standings: tuple[GameStanding, ...]
    recent: tuple[Recent, ...]
    studies: tuple[Any, ...] = ()

    @property
    def since(self) -> str:
        """The day on which he registered."""
        return datetime.fromtimestamp(self.person.created, UTC).strftime("%Y-%m-%d")

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with; nothing private is in it."""
        return {
            "name": self.person.name,
            "bot": self.person.is_bot,
            "owner": self.owner,
            "bots": list(self.bots),
            "since": self.since,
            "accepts_bots": self.person.accepts_bots,
            "ratings": [one.as_json() for one in self.standings],
            "games": [one.as_json() for one in self.recent],
            "studies": [one.as_json() for one in self.studies],
        }


async def profile(service: People, store: Store, studies: StudyShelf, name: str) -> Profile:
    """Return somebody's profile. Raises NotFound or StorageError."""
    person = await service.by_name(name)
    await service.ratings.catch_up()
    owner = await service.store.by_id(person.owner) if person.owner else None
    found = (await service.ratings.of(person.id)).items()
    standings = [GameStanding(game, _title(game), standing) for game, standing in found]
    return Profile(
        person=person,
        owner=owner.name if owner else None,
        bots=tuple(bot.name for bot in await service.store.bots_of(person.id)),
        standings=tuple(sorted(standings, key=lambda one: (-one.standing.games, one.title))),
        recent=tuple(await _recent(store, person.id)),
        studies=tuple(await studies.listed(person.id)),
    )


async def _recent(store: Store, person: str) -> list[Recent]:
    """The last finished games against others with accounts; games with guests and bots stay his."""
    mine, theirs = seats.alias(), seats.alias()
    met = (
        select(mine.c.game_id)
        .join(theirs, theirs.c.game_id == mine.c.game_id)
        .where(mine.c.person == person, theirs.c.person != person)
        .where(theirs.c.person.startswith(MARK))
    )
    query = select(games).where(games.c.id.in_(met), games.c.status == "finished")
    async with store.reading() as connection:
        newest = query.order_by(games.c.updated.desc(), games.c.id).limit(RECENT)
        rows = [GameRow(**row._mapping) for row in await connection.execute(newest)]
        ids = [row.id for row in rows]
        sitting = await connection.execute(
            select(seats).where(seats.c.game_id.in_(ids)).order_by(seats.c.seat)
        )
        by_game: dict[str, list[Any]] = {id: [] for id in ids}
        for seat in sitting:
            by_game[seat.game_id].append(seat)
    return [_line(row, by_game[row.id], person) for row in rows]


def _line(row: GameRow, sitting: list[Any], person: str) -> Recent:
    own = {seat.seat for seat in sitting if seat.person == person}
    winners = set(row.winners or ())
    decided = bool(winners) and winners != {seat.seat for seat in sitting}
    try:
        kind = find(row.game)
        title, result = kind.title, result_words(kind(**row.options), row)
    except LivestoneError:  # a game or an option that is no more
        title, result = row.game, ""
    return Recent(
        id=row.id,
        game=row.game,
        title=title,
        others=tuple(seat.name for seat in sitting if seat.person != person),
        result=result,
        won=bool(own & winners) if decided else None,
        ended=row.updated,
        public=row.public,
    )


def _title(game: str) -> str:
    try:
        return find(game).title
    except LivestoneError:
        return game
