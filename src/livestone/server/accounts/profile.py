"""Profiles: what others may see of a person, with their last games against people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import select

from livestone.api import accounts as shapes
from livestone.errors import LivestoneError
from livestone.games import find
from livestone.play.rating import Standing
from livestone.server.accounts.ratings import CERTAIN
from livestone.server.accounts.service import People
from livestone.server.db.owners import MARK, OwnerId
from livestone.server.db.schema.games import games, seats
from livestone.server.db.store import Store
from livestone.server.tables.presenter import result_words
from livestone.server.tables.store import GameRow, SeatRow, read_games
from livestone.server.web.principals import Person

if TYPE_CHECKING:
    from livestone.server.studies.service import Studies

RECENT = 20


async def profile(
    service: People, studies: Studies, name: str, viewer: Person | None
) -> shapes.Profile:
    """Return what a viewer may see of a person. Raises NotFound or StorageError."""
    person = await service.by_name(name)
    await service.ratings.catch_up()
    owner = await service.store.by_id(person.owner) if person.owner else None
    standings = (await service.ratings.of(person.id)).items()
    recent = await _recent(service.store.store, person.id)
    mine = viewer is not None and viewer.id == person.id
    return shapes.Profile(
        name=person.name,
        bot=person.is_bot,
        owner=owner.name if owner else None,
        bots=[bot.name for bot in await service.store.bots_of(person.id)],
        since=datetime.fromtimestamp(person.created, UTC).strftime("%Y-%m-%d"),
        accepts_bots=person.accepts_bots,
        ratings=[_rating(game, standing) for game, standing in sorted(standings, key=_order)],
        games=[_game(row, sitting, person.id, mine) for row, sitting in recent],
        studies=list(await studies.listed(person.id)),
    )


def title_of(game: str) -> str:
    """Return a game's title, or its name where the server no longer has it."""
    try:
        return find(game).title
    except LivestoneError:
        return game


def _order(entry: tuple[str, Standing]) -> tuple[int, str]:
    game, standing = entry
    return -standing.games, title_of(game)


def _rating(game: str, standing: Standing) -> shapes.ProfileRating:
    return shapes.ProfileRating(
        game=game,
        rating=round(standing.rating.value),
        deviation=round(standing.rating.deviation),
        certain=standing.rating.deviation <= CERTAIN,
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
    )


async def _recent(store: Store, owner_id: OwnerId) -> list[tuple[GameRow, tuple[SeatRow, ...]]]:
    """The last finished games in which others with accounts have played, with all seats."""
    mine, theirs = seats.alias(), seats.alias()
    met = (
        select(mine.c.game_id)
        .join(theirs, theirs.c.game_id == mine.c.game_id)
        .where(mine.c.owner_id == owner_id, theirs.c.owner_id != owner_id)
        .where(theirs.c.owner_id.startswith(MARK))
    )
    query = select(games).where(games.c.id.in_(met), games.c.status == "finished")
    newest = query.order_by(games.c.updated.desc(), games.c.id).limit(RECENT)
    async with store.reading() as connection:
        return await read_games(connection, newest)


def _game(
    row: GameRow, sitting: Sequence[SeatRow], owner_id: OwnerId, mine: bool
) -> shapes.ProfileGame:
    own = {seat.seat for seat in sitting if seat.owner_id == owner_id}
    winners = set(row.winners or ())
    decided = bool(winners) and winners != {seat.seat for seat in sitting}
    try:
        result = result_words(find(row.game)(**row.options), row)
    except LivestoneError:  # the server no longer has this game, or the option
        result = ""
    return shapes.ProfileGame(
        id=row.id if row.public or mine else None,
        game=row.game,
        others=[seat.name for seat in sitting if seat.owner_id != owner_id],
        result=result,
        won=bool(own & winners) if decided else None,
        ended=row.updated,
    )
