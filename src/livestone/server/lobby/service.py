"""The lobby service: challenges, quick pairing and the news of them, with every refusal.

It knows nothing of HTTP. Several processes of a server may run it over one database: a challenge
is taken in one transaction, under the version that was read.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from litestar.di import NamedDependency
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.lobby import Challenge, Status
from livestone.errors import Conflict, NotAllowed, NotFound, TooMany
from livestone.games import load
from livestone.languages.words import mark, t
from livestone.names import trimmed
from livestone.server.accounts.ratings import CERTAIN
from livestone.server.accounts.service import People
from livestone.server.db.owners import NOBODY, OwnerId
from livestone.server.db.store import Outdated
from livestone.server.lobby import challenges
from livestone.server.lobby.challenges import ANY_GAME, ChallengePlayer, ChallengeRow, NewChallenge
from livestone.server.lobby.pairing import match
from livestone.server.lobby.snapshot import READ_SECONDS, Snapshots
from livestone.server.lobby.store import LobbyStore
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore
from livestone.server.web.events import Event
from livestone.server.web.identity import Caller
from livestone.server.web.presence import Presence, VisitorIdentity
from livestone.server.web.rate_limit import RateLimit, count_all
from livestone.tasks import repeat, uninterrupted

MAX_MADE, MAX_MADE_ADDRESS, MADE_SECONDS = 40, 200, 600.0  # challenges made in that time
PRESENCE_SECONDS = 15.0  # between two exchanges of presence with other processes
DELETE_SECONDS = 600.0  # between two deletions of what has ended
IDLE_SECONDS = 5.0  # between two ticks while no page listens
# A page reads itself again at each event, which takes milliseconds. With this pause for each page
# that listens, all of them together take half a core at most.
SECONDS_A_FOLLOWER = 0.02
NEWS_SECONDS = 120.0  # how long a challenge's end is sent to new listeners
KEPT_SECONDS = 24 * 3600.0  # how long an ended challenge is kept

log = logging.getLogger("livestone")


class Lobby:
    """Challenges and pairing of one server. Every method may raise StorageError."""

    def __init__(
        self,
        store: GameStore,
        tables: Tables,
        people: People,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = LobbyStore(store)
        self.presence = Presence(clock)
        tables.registry.attend(self.presence)
        self.snapshots = Snapshots(self.store, self.presence, clock)
        self._games = store
        self.tables = tables
        self._people = people
        self._clock = clock
        self._made = RateLimit(MAX_MADE, MADE_SECONDS)
        self._addresses = RateLimit(MAX_MADE_ADDRESS, MADE_SECONDS)
        self._shared = self._deleted = 0.0
        self._followers = 0
        self._closing = False
        tables.feed.sources.append(self._news_for)

    async def player(self, who: Caller, game: str) -> ChallengePlayer:
        """Return a visitor as a player of a game, without a rating at any game."""
        person = who.person
        if person is None:
            return ChallengePlayer(who.owner_id)
        standing = (await self._people.ratings.of(person.id)).get(game)
        unrated = None if game == ANY_GAME else 1500.0
        return ChallengePlayer(
            owner_id=person.id,
            name=person.shown,
            program=person.is_bot,
            keeper=person.owner or person.id,
            rating=unrated if standing is None else standing.rating.value,
            certain=standing is not None and standing.rating.deviation <= CERTAIN,
            accepts_bots=person.accepts_bots,
        )

    async def _blocked(self, owner_id: OwnerId, others: Sequence[ChallengePlayer]) -> bool:
        blocked = await self.store.blocks_of(owner_id)
        return any(one.owner_id in blocked for one in others)

    # Challenges.

    @uninterrupted
    async def challenge(self, spec: NewChallenge, who: Caller) -> ChallengeRow:
        """Make a challenge. Raises UnknownGame, BadOption, BadRequest, NotFound or TooMany."""
        self.tables.check_guest(who.owner_id)
        await self.tables.check_room(who.owner_id)
        maker = await self.player(who, spec.game)
        target = None
        if spec.audience == "person" and trimmed(spec.to):
            other = await self._people.by_name(spec.to)
            target = await self.player(Caller.of(other), spec.game)
        made = challenges.new_challenge(spec, maker, self._clock(), target)
        if target is not None and await self._blocked(who.owner_id, [target]):
            raise NotAllowed(t("you cannot challenge {name}", name=target.shown_name))
        count_all((self._made, maker.owner_id), (self._addresses, who.address))
        return await self._add(made)

    async def _add(self, made: ChallengeRow) -> ChallengeRow:
        """Add a challenge, or return the seek that its maker has already. Raises TooMany."""
        added = await self.store.add(made)
        self._changed(added)
        return added

    async def find(self, id: str, owner_id: OwnerId = NOBODY) -> ChallengeRow:
        """Return a challenge that a visitor may know of. Raises NotFound."""
        found = await self.store.read(id)
        if found is None or (
            found.audience == "person" and found.target != owner_id and not found.includes(owner_id)
        ):
            raise NotFound("there is no such challenge: perhaps a part of the link is missing")
        return found

    async def shown(
        self, found: ChallengeRow, owner_id: OwnerId, why_not: str | None = None
    ) -> Challenge:
        """Return a challenge as a visitor sees it: also whom one of theirs is for."""
        shown = found.shown(owner_id, why_not)
        if not shown.joined or found.target is None:
            return shown
        target = await self._people.store.by_id(found.target)
        return msgspec.structs.replace(shown, to=target.name) if target else shown

    async def why_not(self, found: ChallengeRow, who: Caller) -> str:
        """Return why a visitor may not take a challenge, in words; empty where they may."""
        if found.status == "open" and found.kind == "quick" and not self.waiting([found]):
            found = replace(found, status="expired")
        player = await self.player(who, found.game)
        return challenges.why_not(found, player, await self._blocked(who.owner_id, found.players))

    def waiting(self, every: Iterable[ChallengeRow]) -> dict[str, ChallengeRow]:
        seen, now = self.presence.seen(), self._clock()
        return {
            one.id: one
            for one in every
            if one.kind == "quick" and not one.left(seen.get(one.maker.owner_id, 0.0), now)
        }

    @uninterrupted
    async def take(self, id: str, who: Caller) -> ChallengeRow:
        """Take a challenge or a seek; with the last place the game begins.

        A seek at a game of more than two is joined by a seek for the same, which is returned.
        Asking twice is harmless. Raises NotFound, or Conflict when it may not be taken.
        """
        self.tables.check_guest(who.owner_id)
        found = await self.find(id, who.owner_id)
        if found.maker.owner_id != who.owner_id and found.includes(who.owner_id):
            return found
        why = await self.why_not(found, who)
        if why:
            raise Conflict(why)
        if found.kind == "quick" and found.places > 2:
            return await self.seek(found.game, found.control, who, found.rated)
        player = await self.player(who, found.game)
        joined = (*found.players, player)
        if len(joined) < found.places:
            return await self._change(found, "open", players=joined)
        terms = replace(found, game=found.load().id, rated=found.rated and player.known)
        with self._unless_outdated():
            return await self._saw(await self._begin(terms, joined, [found]), who.owner_id)

    async def _saw(self, found: ChallengeRow, owner_id: OwnerId) -> ChallengeRow:
        if found.game_id is not None:
            await self.store.saw(owner_id, found.game_id)
        return found

    @uninterrupted
    async def _begin(
        self, terms: ChallengeRow, players: Sequence[ChallengePlayer], over: Sequence[ChallengeRow]
    ) -> ChallengeRow:
        """Begin the game of a challenge, with which those of ``over`` are taken.

        Other seeks of its players are cancelled, unless either is correspondence. Raises Outdated
        when one of the challenges has changed.
        """
        changed: list[ChallengeRow] = []
        now = self._clock()
        taken = {one.id for one in over}
        if not terms.correspondence:
            others = await self.store.seeks_of([one.owner_id for one in players])
            over = [*over, *(one for one in others if not (one.correspondence or one.id in taken))]

        async def end_challenges(connection: AsyncConnection, game: str) -> None:
            # In one order everywhere, so that no two processes wait for each other.
            for one in sorted(over, key=lambda one: one.id):
                end: dict[str, Any] = {"status": "cancelled"}
                if one.id in taken:
                    end = {"status": "taken", "game_id": game}
                if one.id == terms.id:
                    end["players"] = tuple(players)
                changed.append(await self.store.change(connection, one, now, **end))

        spec = TableSpec(
            terms.game,
            terms.options,
            tuple(terms.seats),
            control=terms.control,
            rated=terms.rated,
            public=terms.public,
            delay=terms.delay,
        )
        people = [(one.owner_id, one.name) for one in players]
        await self.tables.begin(spec, people, terms.shuffled, end_challenges)
        self.snapshots.stale(games=True)
        self._changed(*changed)
        return next(one for one in changed if one.id == terms.id)

    async def cancel(self, id: str, owner_id: OwnerId) -> ChallengeRow:
        """Withdraw one's challenge, or from another player's. Raises NotFound or Conflict."""
        found = await self.find(id, owner_id)
        if not found.includes(owner_id):
            raise Conflict("this challenge belongs to another player")
        if found.maker.owner_id == owner_id:
            return await self._change(found, "cancelled")
        left = tuple(one for one in found.players if one.owner_id != owner_id)
        return await self._change(found, "open", players=left)

    async def decline(self, id: str, owner_id: OwnerId, note: str = "") -> ChallengeRow:
        """Decline a challenge to oneself. Raises NotFound, Conflict or BadRequest."""
        note = challenges.clean_note(note)
        found = await self.find(id, owner_id)
        if found.target != owner_id:
            raise Conflict("this challenge is not for you alone: leave it to others")
        return await self._change(found, "declined", note=note)

    @uninterrupted
    async def _change(self, found: ChallengeRow, status: Status, **more: Any) -> ChallengeRow:
        """Write what has become of a challenge, and tell everybody. Raises Conflict."""
        if found.status == status != "open":
            return found  # asking twice is harmless
        if found.status != "open":
            raise Conflict(challenges.past(found))
        with self._unless_outdated():
            async with self._games.writing() as connection:
                now = self._clock()
                changed = await self.store.change(connection, found, now, status=status, **more)
            self._changed(found, changed)
            return changed

    @contextlib.contextmanager
    def _unless_outdated(self) -> Iterator[None]:
        """Refuse what came too late, and have the lobby read again in any case."""
        try:
            yield
        except Outdated:
            text = mark("another player was quicker: look at the challenge again")
            raise Conflict(text) from None
        finally:
            self.snapshots.stale()

    # Quick pairing.

    @uninterrupted
    async def seek(self, game: str, control: str, who: Caller, rated: bool = True) -> ChallengeRow:
        """Wait for a suitable opponent, or take the challenge of one who waits.

        ``game`` may be :data:`ANY_GAME`. A guest's games are casual. A visitor who waits for the
        same already goes on waiting. Raises UnknownGame, BadRequest or TooMany.
        """
        self.tables.check_guest(who.owner_id)
        await self.tables.check_room(who.owner_id)
        maker = await self.player(who, game)
        seek = challenges.new_seek(game, control, rated, maker, self._clock())
        snapshot = await self.snapshots.fresh()
        for one in snapshot.challenges:
            if one.kind == "quick" and one.maker.owner_id == who.owner_id and _alike(one, seek):
                return one
        count_all((self._made, maker.owner_id), (self._addresses, who.address))
        for one in snapshot.challenges:
            if _fits(one, seek):
                with contextlib.suppress(Conflict):
                    return await self.take(one.id, who)
        seek = await self._add(seek)
        await self.pair()
        return await self._saw(await self.store.read(seek.id) or seek, who.owner_id)

    async def pair(self) -> None:
        """Begin the games of players who wait and suit each other."""
        seeks = self.waiting((await self.snapshots.fresh()).challenges)
        waiting = [one for one in seeks.values() if challenges.playable(one)]
        if len(waiting) < 2:
            return
        apart = await self._games.blocked_among([one.maker.owner_id for one in waiting])
        for group in match(waiting, self._clock(), apart):
            terms = challenges.terms_of(group)
            players = [terms.maker, *(one.maker for one in group if one.id != terms.id)]
            try:
                await self._begin(terms, players, group)
            except (Outdated, TooMany) as error:  # another process was quicker, or there is no room
                log.debug("a pairing is not made: %r", error)

    # Periodic work.

    async def keep_up(self) -> None:
        def pause() -> float:
            return READ_SECONDS if self._followers else IDLE_SECONDS

        await repeat(self.tick, pause, "the lobby waits")

    async def tick(self) -> None:
        now = self._clock()
        if now - self._shared >= PRESENCE_SECONDS or now < self._shared:
            self._shared = now
            await self._share_presence(now)
        if now - self._deleted >= DELETE_SECONDS and not self._games.guard.doubtful:
            self._deleted = now
            await self.store.forget(now - KEPT_SECONDS)
        await self._expire(now)
        await self.pair()
        if self._followers:
            await self.snapshots.fresh()

    async def _share_presence(self, now: float) -> None:
        own = self.presence.own()
        if own or self.presence.told:
            await self.store.share_presence(own)
        self.presence.told = bool(own)
        self.presence.others = await self.store.seen_elsewhere(now)

    async def _expire(self, now: float) -> None:
        snapshot, seen = await self.snapshots.fresh(), self.presence.seen()
        believed = not self._games.guard.doubtful
        for one in snapshot.challenges:
            if (believed and now >= one.expires) or one.left(
                seen.get(one.maker.owner_id, 0.0), now
            ):
                with contextlib.suppress(Conflict):
                    await self._change(one, "expired")

    # News.

    def _changed(self, *changed: ChallengeRow) -> None:
        self.snapshots.stale()
        owners = [player.owner_id for one in changed for player in one.players]
        self.tables.feed.spread([*owners, *(one.target for one in changed if one.target)])

    async def _news_for(self, owner_id: OwnerId, known: Collection[str]) -> list[Event]:
        found = await self.store.concerning(owner_id, self._clock() - NEWS_SECONDS, known)
        blocked = await self.store.blocks_of(owner_id) if found else set()
        return [
            _challenge_event(one, owner_id)
            for one in found
            if not any(player.owner_id in blocked for player in one.players)
        ]

    def leave(self) -> None:
        self._closing = True
        self.snapshots.wake()

    async def follow(self, who: VisitorIdentity) -> AsyncIterator[Event]:
        """Yield ``changed`` now and at each change of the lobby, and ``paired`` with a table.

        Who listens anew is told again of a game that has hardly begun.
        """
        told, paired, next_time = -1, "", 0.0
        self._followers += 1
        try:
            with self.presence.staying(who):
                while not self._closing:
                    news = self.snapshots.news
                    snapshot = await self.snapshots.fresh()
                    game = snapshot.begun.get(who.owner_id, "")
                    if game and game != paired:
                        paired = game
                        yield Event("paired", snapshot.since, {"table": game})
                    now, due = time.monotonic(), None
                    if snapshot.since != told and now >= next_time:
                        told, next_time = snapshot.since, now + SECONDS_A_FOLLOWER * self._followers
                        yield Event("changed", told, {"version": told})
                    elif snapshot.since != told:
                        due = next_time - now
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(due):
                            await news.wait()
        finally:
            self._followers -= 1


def _challenge_event(one: ChallengeRow, owner_id: OwnerId) -> Event:
    data = msgspec.to_builtins(one.shown(owner_id))
    who = {"from": one.maker.name or None, "for_you": one.target == owner_id}
    return Event("challenge", one.version, data | who)


def _alike(one: ChallengeRow, seek: ChallengeRow) -> bool:
    return (one.game, one.control) == (seek.game, seek.control)


def _fits(one: ChallengeRow, seek: ChallengeRow) -> bool:
    return (
        one.kind == "open"
        and one.audience == "anyone"
        and (_alike(one, seek) or (seek.game == ANY_GAME and one.control == seek.control))
        and challenges.playable(one)
        and one.load() == load(one.game)
        and one.shuffled
        and one.rated == seek.rated
        and one.places == len(one.seats)
    )


LobbyDep = NamedDependency[Lobby]
