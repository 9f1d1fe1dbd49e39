"""The lobby as one visitor sees it, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from livestone.errors import LivestoneError
from livestone.games import find
from livestone.play.bot import LEVELS
from livestone.server.db.owners import BOT_MARK
from livestone.server.lobby.challenges import Challenge, Taker, challenge_json, playable, why_not
from livestone.server.lobby.service import Lobby
from livestone.server.lobby.snapshot import Snapshot
from livestone.server.lobby.store import Declined, HouseBot, Watched
from livestone.server.tables.listing import TableLine
from livestone.server.tables.presenter import table_line
from livestone.server.web.presence import Somebody
from livestone.server.web.principals import Person

MOST_LISTED = 60  # challenges on one page


@dataclass(frozen=True)
class Offer:
    """Somebody else's challenge, and why a visitor may not take it (empty where he may)."""

    challenge: Challenge
    why: str


@dataclass(frozen=True)
class Sight:
    """A game to watch: its line, the ratings of its seats' people, and how many watch."""

    line: TableLine
    ratings: tuple[int | None, ...]
    watchers: int
    control: str
    rated: bool
    version: int

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        seats: list[dict[str, Any]] = [
            {"name": seat.name, "account": seat.account or None, "bot": _is_bot(seat)}
            | {"player": seat.player, "rating": rating}
            for seat, rating in zip(self.line.seats, self.ratings, strict=True)
        ]
        return {
            "id": self.line.id,
            "game": self.line.game.id,
            "title": self.line.game.title,
            "options": self.line.options,
            "control": self.control,
            "rated": self.rated,
            "seats": seats,
            "ply": self.line.ply,
            "watchers": self.watchers,
        }


def _is_bot(seat: Any) -> bool:
    return bool(seat.program or seat.kind == "bot")


@dataclass(frozen=True)
class LobbyView:
    """Everything the lobby shows to one visitor; ``version`` rises with every change.

    ``waiting`` are their own challenges and wishes, ``for_me`` those for them alone, ``open`` the
    others, ``seeks`` the wishes of others to be paired. ``declined`` are those of theirs that
    somebody has just declined. ``seeking`` is how many wait to be paired, ``house`` are the house
    bots that are here, with their ratings at ``game``.
    """

    version: int
    waiting: tuple[Challenge, ...]
    for_me: tuple[Offer, ...]
    open: tuple[Offer, ...]
    watch: tuple[Sight, ...]
    people: tuple[Somebody, ...]
    guests: int
    seeking: int
    owner: str
    seeks: tuple[Offer, ...] = ()
    house: tuple[HouseBot, ...] = ()
    declined: tuple[Declined, ...] = ()
    game: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {
            "version": self.version,
            "waiting": [challenge_json(one, self.owner) for one in self.waiting],
            "for_you": [_offer_json(one, self.owner) for one in self.for_me],
            "challenges": [_offer_json(one, self.owner) for one in self.open],
            "seeks": [_offer_json(one, self.owner) for one in self.seeks],
            "watch": [one.as_json() for one in self.watch],
            "people": [
                {"name": one.name.removesuffix(BOT_MARK), "bot": one.program} for one in self.people
            ],
            "guests": self.guests,
            "seeking": self.seeking,
            "declined": [asdict(one) for one in self.declined],
            "house": [_house_json(one, self.game) for one in self.house],
            "bots": [{"level": level.number, "name": level.name} for level in LEVELS],
        }


def _house_json(one: HouseBot, game: str) -> dict[str, Any]:
    rating, certain = one.ratings.get(game, (None, False))
    title = LEVELS[one.level - 1].name
    return {"name": one.name, "level": one.level, "title": title} | {
        "rating": rating,
        "certain": certain,
    }


def _offer_json(one: Offer, owner: str) -> dict[str, Any]:
    return challenge_json(one.challenge, owner) | {"why_not": one.why}


async def lobby_of(meeting: Lobby, owner: str, person: Person | None, game: str = "") -> LobbyView:
    """Return the lobby as a visitor sees it, of one ``game`` if asked. Raises StorageError."""
    snapshot = await meeting.snapshots.fresh()
    blocked = await meeting.store.blocks_of(owner) if person is not None else set()
    takers: dict[str, Taker] = {}
    mine: list[Challenge] = []
    for_me: list[Offer] = []
    offers: list[Offer] = []
    seeks: list[Offer] = []
    waiting = meeting.waiting(snapshot.challenges)
    for one in snapshot.challenges:
        if not playable(one):
            continue
        if one.includes(owner):
            mine.append(one)
        elif one.kind == "quick" and one.id not in waiting:
            continue
        elif (not game or one.game == game) and _listed(one, owner, blocked):
            if one.game not in takers:
                takers[one.game] = await meeting.taker(owner, person, one.game)
            offer = Offer(one, why_not(one, takers[one.game]))
            listed = seeks if one.kind == "quick" else offers
            (for_me if one.target == owner else listed).append(offer)
    for found in (offers, seeks):
        found.sort(key=lambda one: (bool(one.why), -one.challenge.created))
    known = sorted((one for one in snapshot.here if one.name), key=_by_name)
    return LobbyView(
        version=snapshot.read,
        waiting=tuple(mine),
        for_me=tuple(for_me),
        open=tuple(offers[:MOST_LISTED]),
        seeks=tuple(seeks[:MOST_LISTED]),
        watch=sights(snapshot, game),
        people=tuple(known),
        guests=sum(not one.name for one in snapshot.here),
        seeking=sum(one.kind == "quick" for one in snapshot.challenges),
        owner=owner,
        house=snapshot.house,
        declined=tuple(await meeting.just_declined(owner)),
        game=game,
    )


def _by_name(one: Somebody) -> tuple[bool, str]:
    return one.program, one.name.casefold()


def _listed(one: Challenge, owner: str, blocked: set[str]) -> bool:
    """Whether a visitor may see another player's challenge."""
    if one.audience == "link":
        return False
    if one.audience == "person" and one.target != owner:
        return False
    return not any(taker.owner in blocked for taker in one.takers)


def sights(snapshot: Snapshot, game: str = "") -> tuple[Sight, ...]:
    """Return the games to watch, of one ``game`` if asked."""
    found = []
    for one in snapshot.watched:
        if game and one.game.game != game:
            continue
        sight = _sight(one, snapshot.watchers.get(one.game.id, 0))
        if sight is not None:
            found.append(sight)
    return tuple(found)


def _sight(one: Watched, watchers: int) -> Sight | None:
    row = one.game
    try:
        find(row.game)
        line = table_line(row, one.seats, "")
    except LivestoneError:  # a game or an option that is no more
        return None
    # As far as onlookers may know.
    line = replace(line, ply=one.shown, updated=one.changed)
    values: Sequence[float | None] = [one.ratings.get(seat.person or "") for seat in one.seats]
    ratings = tuple(None if value is None else round(value) for value in values)
    return Sight(line, ratings, watchers, row.control, row.rated, one.version)
