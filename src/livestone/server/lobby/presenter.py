"""The lobby as one visitor sees it: the structs that the API answers with and the page reads."""

from __future__ import annotations

import contextlib
from collections import defaultdict

from livestone.api.lobby import BotLevel, Challenge, HouseBot, Lobby, Visitor, Watched, WatchedSeat
from livestone.errors import LivestoneError
from livestone.play.levels import LEVELS
from livestone.server.db.owners import BOT_MARK, NOBODY, OwnerId
from livestone.server.lobby import service
from livestone.server.lobby.challenges import ChallengePlayer, ChallengeRow, playable, why_not
from livestone.server.lobby.snapshot import Snapshot
from livestone.server.lobby.store import HouseAccount, PublicGame
from livestone.server.tables.presenter import table_line
from livestone.server.web.identity import Caller

MAX_LISTED = 60  # challenges on one page


async def lobby_of(lobby: service.Lobby, who: Caller, game: str = "") -> Lobby:
    """Return the lobby as a visitor sees it, of one ``game`` if asked. Raises StorageError."""
    snapshot, owner_id = await lobby.snapshots.fresh(), who.owner_id
    blocked = await lobby.store.blocks_of(owner_id) if who.person is not None else set()
    listed: defaultdict[str, list[Challenge]] = defaultdict(list)
    players: dict[str, ChallengePlayer] = {}  # the visitor by game
    here = lobby.waiting(snapshot.challenges)
    for one in snapshot.challenges:
        if not playable(one):
            continue
        if one.includes(owner_id):
            listed["waiting"].append(await lobby.shown(one, owner_id))
            continue
        left = one.kind == "quick" and one.id not in here
        if left or game not in ("", one.game) or not _visible(one, owner_id, blocked):
            continue
        if one.game not in players:
            players[one.game] = await lobby.player(who, one.game)
        name = "seeks" if one.kind == "quick" else "challenges"
        name = "for_you" if one.target == owner_id else name
        listed[name].append(one.shown(owner_id, why_not(one, players[one.game])))
    for name in ("challenges", "seeks"):
        listed[name].sort(key=lambda one: (bool(one.why_not), -one.created))
        del listed[name][MAX_LISTED:]
    known = [one for one in snapshot.here if one.name]
    known.sort(key=lambda one: (one.program, one.name.casefold()))
    return Lobby(
        version=snapshot.read,
        watch=_watched_games(snapshot, game),
        people=tuple(Visitor(one.name.removesuffix(BOT_MARK), one.program) for one in known),
        guests=len(snapshot.here) - len(known),
        seeking=sum(one.kind == "quick" for one in snapshot.challenges),
        declined=tuple(await lobby.store.declined(owner_id, snapshot.read / 1000)),
        house=tuple(house_bot(one, game) for one in snapshot.house),
        bots=tuple(BotLevel(level.number, level.name) for level in LEVELS),
        **{name: tuple(listed[name]) for name in ("waiting", "for_you", "challenges", "seeks")},
    )


async def challenges_for(lobby: service.Lobby, owner_id: OwnerId) -> list[Challenge]:
    """Return the challenges that are for a visitor alone. Raises StorageError."""
    snapshot = await lobby.snapshots.fresh()
    found = [one for one in snapshot.challenges if one.target == owner_id and playable(one)]
    blocked = await lobby.store.blocks_of(owner_id) if found else set()
    return [one.shown(owner_id) for one in found if _visible(one, owner_id, blocked)]


def _visible(one: ChallengeRow, owner_id: OwnerId, blocked: set[str]) -> bool:
    if one.audience == "link" or (one.audience == "person" and one.target != owner_id):
        return False
    return not any(player.owner_id in blocked for player in one.players)


def house_bot(one: HouseAccount, game: str) -> HouseBot:
    rating, certain = one.ratings.get(game, (None, False))
    return HouseBot(one.name, one.level, LEVELS[one.level - 1].name, rating, certain)


def _watched_games(snapshot: Snapshot, game: str) -> tuple[Watched, ...]:
    found = []
    for one in snapshot.watched:
        if game in ("", one.game.game):
            with contextlib.suppress(LivestoneError):  # a game or an option that is no more
                found.append(_watched(one, snapshot.watchers.get(one.game.id, 0)))
    return tuple(found)


def _watched(one: PublicGame, watchers: int) -> Watched:
    row, line = one.game, table_line(one.game, one.seats, NOBODY)
    seats = tuple(
        WatchedSeat(
            name=seat.name,
            account=seat.account or None,
            bot=seat.program or seat.kind == "bot",
            player=seat.player,
            rating=one.ratings.get(kept.owner_id or ""),
        )
        for seat, kept in zip(line.seats, one.seats, strict=True)
    )
    return Watched(
        id=row.id,
        game=row.game,
        title=line.title,
        options=line.options,
        control=row.control,
        rated=row.rated,
        seats=seats,
        ply=one.shown,
        watchers=watchers,
    )
