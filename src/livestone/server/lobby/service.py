"""The meeting service: challenges, quick pairing and the news of them, with every refusal.

It knows nothing of HTTP. Several processes of a server may run it over one database: whatever is
taken is taken in one transaction, under the version that was read.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from litestar.di import NamedDependency
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.errors import BadRequest, Conflict, NotAllowed, NotFound, TooMany
from livestone.games import load
from livestone.server.accounts.ratings import CERTAIN
from livestone.server.accounts.service import People
from livestone.server.db.store import Outdated
from livestone.server.db.uninterrupted import uninterrupted
from livestone.server.lobby.challenges import (
    ANY_GAME,
    Challenge,
    ChallengeSpec,
    Taker,
    challenge_json,
    clean_note,
    new_challenge,
    new_wish,
    playable,
    terms_of,
    why_not,
)
from livestone.server.lobby.pairing import Waiting, match
from livestone.server.lobby.snapshot import PAUSE, Snapshots
from livestone.server.lobby.store import Declined, LobbyStore
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore
from livestone.server.web.events import Event
from livestone.server.web.presence import Presence, Somebody
from livestone.server.web.principals import Person
from livestone.server.web.rate_limit import RateLimit

MOST_OPEN, MOST_OPEN_GUEST = 10, 3  # challenges of one person at a time
MOST_AT_ALL = 5000
A_WHILE = 600.0
MANY, MANY_FROM_ADDRESS = 40, 200  # made in a while
TELL_SECONDS = 15.0  # how often processes tell each other who is here
FORGET_SECONDS = 600.0
IDLE_PAUSE = 5.0  # seconds between two looks while nobody listens
# A page that is told of news reads itself again, which costs milliseconds: with so many seconds
# for each page that listens between two tellings, all of them together take half a core at most.
PACE = 0.02
NEWS_SECONDS = 120.0  # how long its end is news to who listens anew
DECLINED_SECONDS = 60.0  # how long its maker is told that one was
KEPT_SECONDS = 24 * 3600.0  # how long an ended challenge can still be asked for

log = logging.getLogger("livestone")


class Lobby:
    """Where the visitors of one server meet. Every method may raise StorageError."""

    def __init__(
        self,
        store: GameStore,
        tables: Tables,
        people: People,
        presence: Presence | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = LobbyStore(store)
        self.presence = Presence(clock) if presence is None else presence
        self.snapshots = Snapshots(self.store, self.presence, clock)
        self._games = store
        self._tables = tables
        self._people = people
        self._clock = clock
        self._made = RateLimit(MANY, A_WHILE)
        self._addresses = RateLimit(MANY_FROM_ADDRESS, A_WHILE)
        self._told = self._forgot = 0.0
        self._followers = 0
        self._closing = False
        tables.feed.sources.append(self._standing)

    # Who it is.

    async def taker(self, owner: str, person: Person | None, game: str) -> Taker:
        """Return a visitor as a challenge at a game knows them, without a rating at any game."""
        if person is None:
            return Taker(owner)
        standing = (await self._people.ratings.of(person.id)).get(game)
        unrated = None if game == ANY_GAME else 1500.0
        return Taker(
            owner=person.id,
            name=person.shown,
            program=person.is_bot,
            keeper=person.owner or person.id,
            rating=unrated if standing is None else standing.rating.value,
            certain=standing is not None and standing.rating.deviation <= CERTAIN,
            accepts_bots=person.accepts_bots,
        )

    async def _apart(self, owner: str, others: Sequence[Taker]) -> bool:
        """Whether somebody and one of the others have nothing to do with each other."""
        blocked = await self.store.blocks_of(owner)
        return any(one.owner in blocked for one in others)

    # Challenges.

    @uninterrupted
    async def challenge(
        self, spec: ChallengeSpec, owner: str, person: Person | None, address: str = ""
    ) -> Challenge:
        """Make a challenge. Raises UnknownGame, BadOption, BadRequest, NotFound or TooMany."""
        self._tables.check_guest(owner)
        await self._tables.check_room(owner)
        maker = await self.taker(owner, person, spec.game)
        target = None
        if spec.audience == "person":
            if not spec.to:
                raise BadRequest("say whom you challenge")
            other = await self._people.by_name(spec.to)
            target = await self.taker(other.id, other, spec.game)
        made = new_challenge(spec, maker, self._clock(), target)
        if target is not None and await self._apart(owner, [target]):
            raise NotAllowed(f"{target.shown} cannot be challenged by you")
        self._count(maker, address)
        return await self._add(made)

    def _count(self, maker: Taker, address: str) -> None:
        """Count how often somebody asks. Raises TooMany."""
        counted = (self._made, maker.owner), (self._addresses, address)
        for attempts, key in counted:
            attempts.check(key)
        for attempts, key in counted:  # with no await before it, so that none passes in between
            attempts.count(key)

    async def _add(self, made: Challenge) -> Challenge:
        """Add a challenge, or return the wish that its maker has already. Raises TooMany."""
        most = MOST_OPEN if made.maker.known else MOST_OPEN_GUEST
        added = await self.store.add(made, most, MOST_AT_ALL)
        self._changed(added)
        return added

    async def find(self, id: str, owner: str = "") -> Challenge:
        """Return a challenge that somebody may know of. Raises NotFound."""
        found = await self.store.read(id)
        hidden = (
            found is not None
            and not found.includes(owner)
            and (found.audience == "person" and found.target != owner)
        )
        if found is None or hidden:
            raise NotFound("there is no such challenge: perhaps a part of the link is missing")
        return found

    async def why_not(self, found: Challenge, owner: str, person: Person | None) -> str:
        """Return why somebody may not take a challenge, in words; empty where they may."""
        if found.status == "open" and found.kind == "quick" and not self.waiting([found]):
            found = replace(found, status="expired")
        taker = await self.taker(owner, person, found.game)
        return why_not(found, taker, await self._apart(owner, found.takers))

    def waiting(self, every: Iterable[Challenge]) -> dict[str, Challenge]:
        """Return by id the wishes among these whose makers are still here."""
        seen, now = self.presence.seen(), self._clock()
        return {
            one.id: one
            for one in every
            if one.kind == "quick" and not one.left(seen.get(one.maker.owner, 0.0), now)
        }

    @uninterrupted
    async def take(
        self, id: str, owner: str, person: Person | None, address: str = ""
    ) -> Challenge:
        """Take a challenge, or be paired with who waits; with the last place the game begins.

        Where more than two play, who waits to be paired is joined by a wish for the same, which is
        returned. Asking twice is harmless. Raises NotFound, or Conflict when it may not be taken.
        """
        self._tables.check_guest(owner)
        found = await self.find(id, owner)
        if found.maker.owner != owner and found.includes(owner):
            return found
        why = await self.why_not(found, owner, person)
        if why:
            raise Conflict(why)
        if found.kind == "quick" and found.places > 2:
            return await self.seek(found.game, found.control, owner, person, found.rated, address)
        taker = await self.taker(owner, person, found.game)
        try:
            if len(found.takers) + 1 < found.places:
                joined = (*found.takers, taker)
                changed = await self.store.change(found, self._clock(), joined=joined)
                self._changed(changed)
                return changed
            terms = replace(found, game=found.load().id, rated=found.rated and taker.known)
            return await self._led(await self._begin(terms, (*found.takers, taker), [found]), owner)
        except Outdated:
            raise Conflict("somebody was quicker: look at the challenge again") from None
        finally:
            self.snapshots.stale()

    async def _led(self, found: Challenge, owner: str) -> Challenge:
        """Note that somebody is told of his game by this very answer."""
        if found.game_id is not None:
            await self.store.led(owner, found.game_id)
        return found

    @uninterrupted
    async def _begin(
        self, terms: Challenge, sitters: Sequence[Taker], over: Sequence[Challenge]
    ) -> Challenge:
        """Begin the game of a challenge, with which those of ``over`` are taken.

        Who begins to play waits to be paired no longer, unless it is by post. Raises Outdated when
        one of the challenges has changed.
        """
        changed: list[Challenge] = []
        now = self._clock()
        taken = {one.id for one in over}
        if not terms.by_post:
            others = await self.store.wishes_of([one.owner for one in sitters])
            over = [*over, *(one for one in others if not one.by_post and one.id not in taken)]

        async def also(connection: AsyncConnection, game: str) -> None:
            # In one order everywhere, so that no two processes wait for each other.
            for one in sorted(over, key=lambda one: one.id):
                if one.id in taken:
                    joined = sitters if one.id == terms.id else None
                    made = await self.store.change_in(connection, one, now, "taken", joined, game)
                else:
                    made = await self.store.change_in(connection, one, now, "cancelled")
                changed.append(made)

        spec = TableSpec(
            terms.game,
            terms.options,
            tuple(terms.seats),
            control=terms.control,
            rated=terms.rated,
            public=terms.public,
            delay=terms.delay,
            delay_seconds=terms.delay_seconds,
        )
        people = [(one.owner, one.name) for one in sitters]
        await self._tables.begin(spec, people, terms.shuffled, also)
        self.snapshots.stale(games=True)
        self._changed(*changed)
        return next(one for one in changed if one.id == terms.id)

    async def cancel(self, id: str, owner: str) -> Challenge:
        """Withdraw one's challenge, or from another player's. Raises NotFound or Conflict."""
        found = await self.find(id, owner)
        if not found.includes(owner):
            raise Conflict("this challenge belongs to another player")
        left = [one for one in found.takers if one.owner != owner]
        own = found.maker.owner == owner
        return await self._end(found, "cancelled" if own else "open", None if own else left)

    async def decline(self, id: str, owner: str, note: str = "") -> Challenge:
        """Decline a challenge that is for oneself, perhaps saying why.

        Raises NotFound, Conflict or BadRequest.
        """
        note = clean_note(note)
        found = await self.find(id, owner)
        if found.target != owner:
            raise Conflict("this challenge is not for you alone: leave it to others")
        return await self._end(found, "declined", note=note)

    async def just_declined(self, owner: str) -> list[Declined]:
        """Return the challenges of somebody's that were declined a moment ago."""
        return await self.store.declined(owner, self._clock() - DECLINED_SECONDS)

    @uninterrupted
    async def _end(
        self,
        found: Challenge,
        status: Any,
        joined: Sequence[Taker] | None = None,
        note: str = "",
    ) -> Challenge:
        if found.status == status and joined is None:
            return found  # asking twice is harmless
        if found.status != "open":
            raise Conflict(why_not(found, Taker("")))
        try:
            changed = await self.store.change(found, self._clock(), status, joined, note)
            self._changed(found, changed)
            return changed
        except Outdated:
            raise Conflict("somebody was quicker: look at the challenge again") from None
        finally:
            self.snapshots.stale()

    # Quick pairing.

    @uninterrupted
    async def seek(
        self,
        game: str,
        control: str,
        owner: str,
        person: Person | None,
        rated: bool = True,
        address: str = "",
    ) -> Challenge:
        """Wait for somebody suitable to play with, or take the challenge of one who waits.

        ``game`` may be :data:`ANY_GAME`. A guest's games are casual. Whoever waits for the same
        already goes on waiting. Raises UnknownGame, BadRequest or TooMany.
        """
        self._tables.check_guest(owner)
        await self._tables.check_room(owner)
        maker = await self.taker(owner, person, game)
        wish = new_wish(game, control, rated, maker, self._clock())
        snapshot = await self.snapshots.fresh()
        for one in snapshot.challenges:
            if one.kind == "quick" and one.maker.owner == owner and _alike(one, wish):
                return one
        self._count(maker, address)
        for one in snapshot.challenges:
            if fits(one, wish):
                with contextlib.suppress(Conflict):
                    return await self.take(one.id, owner, person, address)
        wish = await self._add(wish)
        await self.pair()
        return await self._led(await self.store.read(wish.id) or wish, owner)

    async def pair(self) -> int:
        """Begin the games of those who wait and suit each other; return how many."""
        wishes = self.waiting((await self.snapshots.fresh()).challenges)
        waiting = [waiting_for(one) for one in wishes.values() if playable(one)]
        now = self._clock()
        if len(waiting) < 2:
            return 0
        apart = await self._games.blocked_among([one.taker.owner for one in waiting])
        begun = 0
        for group in match(waiting, now, lambda one, other: frozenset((one, other)) in apart):
            over = [wishes[one.id] for one in group]
            terms = terms_of(over)
            sitters = sorted(
                (one.maker for one in over), key=lambda one: one.owner != terms.maker.owner
            )
            try:
                await self._begin(terms, sitters, over)
                begun += 1
            except Outdated:  # another process was quicker, or somebody has just gone
                log.debug("a pairing came too late")
            except TooMany as error:
                log.debug("a pairing has no room: %s", error)
        if begun:
            self.snapshots.stale()
        return begun

    # What time brings.

    async def keep_up(self) -> None:
        """Do what time brings, for ever."""
        while True:
            try:
                await self.tick()
            except Exception as error:  # whatever it is, people play on
                log.error("the lobby waits: %r", error)
            await asyncio.sleep(PAUSE if self._followers else IDLE_PAUSE)

    async def tick(self) -> None:
        """End what has run out, pair who waits, and see what is new."""
        now = self._clock()
        if now - self._told >= TELL_SECONDS or now < self._told:
            self._told = now
            await self._tell(now)
        await self._expire(now)
        await self.pair()
        if self._followers:
            await self.snapshots.fresh()

    async def _tell(self, now: float) -> None:
        own = self.presence.own()
        if own or self.presence.told:
            await self.store.tell(own)
        self.presence.told = bool(own)
        self.presence.others = await self.store.others(now)
        if now - self._forgot >= FORGET_SECONDS:
            self._forgot = now
            await self.store.forget(now - KEPT_SECONDS)

    async def _expire(self, now: float) -> None:
        snapshot, seen = await self.snapshots.fresh(), self.presence.seen()
        for one in snapshot.challenges:
            if now >= one.expires or one.left(seen.get(one.maker.owner, 0.0), now):
                with contextlib.suppress(Conflict):
                    await self._end(one, "expired")

    # News.

    def _changed(self, *changed: Challenge) -> None:
        """Have whom challenges concern hear of them, and the lobby show them."""
        self.snapshots.stale()
        owners = [taker.owner for one in changed for taker in one.takers]
        self._tables.feed.spread([*owners, *(one.target for one in changed if one.target)])

    async def _standing(self, owner: str, known: Collection[str]) -> list[Event]:
        """How the challenges stand that concern somebody; see :class:`Source`."""
        found = await self.store.concerning(owner, self._clock() - NEWS_SECONDS, known)
        blocked = await self.store.blocks_of(owner) if found else set()
        return [
            challenge_event(one, owner)
            for one in found
            if not any(taker.owner in blocked for taker in one.takers)
        ]

    def leave(self) -> None:
        """Let go of everybody who follows."""
        self._closing = True
        self.snapshots.wake()

    async def lead(self, owner: str) -> str | None:
        """Return the game that somebody is to be led to, once; None where there is none."""
        game = (await self.snapshots.fresh()).leading.get(owner)
        if game is not None:
            await self.store.led(owner, game)
            self.snapshots.stale()
        return game

    async def follow(self, who: Somebody) -> AsyncIterator[Event]:
        """Yield ``changed`` now and whenever the lobby is another, and ``paired`` with a table."""
        told, led, calm = -1, "", 0.0
        self._followers += 1
        try:
            with self.presence.staying(who):
                while not self._closing:
                    news = self.snapshots.news
                    snapshot = await self.snapshots.fresh()
                    game = snapshot.leading.get(who.owner, "")
                    if game and game != led:
                        led = game
                        yield Event("paired", snapshot.since, {"table": game})
                    now, due = time.monotonic(), None
                    if snapshot.since != told and now >= calm:
                        told, calm = snapshot.since, now + PACE * self._followers
                        yield Event("changed", told, {"version": told})
                    elif snapshot.since != told:
                        due = calm - now
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(due):
                            await news.wait()
        finally:
            self._followers -= 1


def challenge_event(one: Challenge, owner: str) -> Event:
    """Say how a challenge stands for somebody whom it concerns."""
    who = {"from": one.maker.name or None, "for_you": one.target == owner}
    return Event("challenge", one.version, challenge_json(one, owner) | who)


def _alike(one: Challenge, wish: Challenge) -> bool:
    """Whether two are for the same game and the same control."""
    return (one.game, one.control) == (wish.game, wish.control)


def waiting_for(wish: Challenge) -> Waiting:
    """Return who waits with a wish."""
    return Waiting(
        wish.id, wish.maker, wish.game, wish.control, wish.rated, wish.created, wish.places
    )


def fits(one: Challenge, wish: Challenge) -> bool:
    """Whether an open challenge is what somebody who wants to be paired would have got."""
    return (
        one.kind == "open"
        and one.audience == "anyone"
        and (_alike(one, wish) or (wish.game == ANY_GAME and one.control == wish.control))
        and playable(one)
        and one.load() == load(one.game)
        and one.shuffled
        and one.rated == wish.rated
        and one.places == len(one.seats)
    )


GivenLobby = NamedDependency[Lobby]
