"""Who may say what at a table, who reads it, and complaints."""

from __future__ import annotations

import asyncio
import logging
import time
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from litestar.di import NamedDependency

from livestone.errors import BadField, NotAllowed, NotFound, NotLoggedIn, StorageError
from livestone.server.chat.settings import ChatSettings
from livestone.server.chat.store import EVERY, ChatStore, Said, Unread
from livestone.server.db.store import Store
from livestone.server.db.uninterrupted import uninterrupted
from livestone.server.tables.commands import Tables
from livestone.server.tables.table import Table
from livestone.server.web.events import Event
from livestone.server.web.identity import Caller
from livestone.server.web.rate_limit import RateLimit

PLAYERS, ONLOOKERS = "players", "onlookers"
NO_TALK = "people do not talk on this server"
MOST_LETTERS = 300
KEEP_DAYS = 30
SWEEP_SECONDS = 6 * 3600.0
DAY = 24 * 3600.0

log = logging.getLogger("livestone")


@dataclass(frozen=True)
class Message:
    """Something said, as its reader sees it."""

    id: int
    name: str
    text: str
    at: float
    mine: bool

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return dict(vars(self))


@dataclass(frozen=True)
class Conversation:
    """What somebody reads at a table, and whether he may speak: ``why_not`` says why he may not.

    ``off`` says that he reads nobody: at this ``table`` or, by his choice, at ``every`` one, or
    since nobody talks on this ``server``.
    """

    room: str
    messages: tuple[Message, ...]
    off: str = ""
    why_not: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {**vars(self), "messages": [one.as_json() for one in self.messages]}


@dataclass(frozen=True)
class Heard:
    """What was said last in a room, and by whom each of some people reads ``unread`` nothing."""

    room: str
    said: tuple[Said, ...]
    unread: Mapping[str, Unread]
    on: bool = True


class Chat:
    """Talk at the tables. Methods raise NotFound or NotAllowed as those of Tables do."""

    def __init__(self, store: Store, tables: Tables, settings: ChatSettings | None = None) -> None:
        settings = settings or ChatSettings()
        self.on, self._letters = settings.on, settings.letters
        self.store = ChatStore(store)
        self._tables = tables
        self._burst = RateLimit(6, 15.0)
        self._steady = RateLimit(settings.often, 600.0)
        self._reports = RateLimit(10, 3600.0)

    async def read(self, game: str, caller: Caller) -> Conversation:
        """Return what somebody reads at a table."""
        async with self._tables.looking_at(game, caller.owner) as live:
            room, why = room_of(live, caller)
        if not self.on:
            return Conversation(room, (), "server", NO_TALK)
        return _read(await self._heard(game, room, {caller.owner}), caller, why)

    async def overheard(self, game: str, owners: Collection[str]) -> Heard:
        """Return what is said among onlookers, for these to read it with :func:`overhear`."""
        if not self.on:
            return Heard(ONLOOKERS, (), {}, on=False)
        return await self._heard(game, ONLOOKERS, owners)

    def overhear(self, heard: Heard, caller: Caller) -> Conversation | None:
        """Return what an onlooker reads of what was said; None where nobody talks."""
        return _read(heard, caller, _why_silent(caller)) if heard.on else None

    async def _heard(self, game: str, room: str, owners: Collection[str]) -> Heard:
        unread = await self.store.unread(owners, game)
        return Heard(room, tuple(await self.store.last(game, room)), unread)

    @uninterrupted
    async def say(self, game: str, caller: Caller, text: str) -> None:
        """Say something. Raises BadField, NotLoggedIn, NotAllowed or TooMany."""
        if not self.on:
            raise NotAllowed(NO_TALK)
        text = clean(text, self._letters)
        async with self._tables.looking_at(game, caller.owner) as live:
            room, why = room_of(live, caller)
            name = _name(live, caller)
        if why:
            raise NotAllowed(why) if caller.person else NotLoggedIn(why)
        for attempts in (self._burst, self._steady):
            attempts.check(caller.owner)
        for attempts in (self._burst, self._steady):
            attempts.count(caller.owner)
        await self.store.add(game, room, caller.owner, name, text)
        async with self._tables.looking_at(game, caller.owner) as live:
            live.spread(Event("talk", live.version, {"room": room}))
            if room == PLAYERS:
                owners = [seat.person for seat in live.seats if seat.person]
                self._tables.feed.spread(owners, Event("talk", 0, {"id": game, "room": room}))

    async def mute(self, game: str, caller: Caller, message: int | None) -> None:
        """Read the author of a message no more at this table; nobody, where none is named."""
        async with self._tables.looking_at(game, caller.owner):
            pass  # whose words nobody here may read can be muted by nobody
        muted = EVERY if message is None else (await self._message(game, caller, message)).person
        await self.store.mute(caller.owner, game, muted)

    async def unmute(self, game: str, caller: Caller) -> None:
        """Read everybody again at this table."""
        async with self._tables.looking_at(game, caller.owner):
            pass
        await self.store.unmute(caller.owner, game)

    async def switch(self, caller: Caller, on: bool) -> None:
        """Read talk at all tables, or at none."""
        if on:
            await self.store.unmute(caller.owner, EVERY, EVERY)
        else:
            await self.store.mute(caller.owner, EVERY, EVERY)

    async def report(self, game: str, caller: Caller, message: int, reason: str) -> None:
        """Complain about a message; the staff reads it. Raises TooMany."""
        said = await self._message(game, caller, message)
        self._reports.check(caller.owner)
        self._reports.count(caller.owner)
        await self.store.report(
            reporter=caller.owner,
            reporter_name=caller.name or "Guest",
            about=said.person,
            about_name=said.name,
            game_id=game,
            words=said.text,
            reason=" ".join(reason.split())[:MOST_LETTERS],
        )

    async def _message(self, game: str, caller: Caller, id: int) -> Said:
        async with self._tables.looking_at(game, caller.owner) as live:
            room, _ = room_of(live, caller)
        found = await self.store.message(game, id)
        if found is None or found.room != room:
            raise NotFound("nobody here has said that: perhaps it was forgotten meanwhile")
        if found.person == caller.owner:
            raise NotAllowed("you have said that yourself")
        return found

    async def keep_up(self) -> None:
        """Forget what is old, now and then, until cancelled."""
        while True:
            try:
                await self.store.forget(time.time() - KEEP_DAYS * DAY)
            except StorageError as error:
                log.error("old talk was not forgotten: %s", error)
            await asyncio.sleep(SWEEP_SECONDS)


def room_of(live: Table, caller: Caller) -> tuple[str, str]:
    """Return in which room somebody is, and why he may not speak there (empty where he may)."""
    seats = live.seated(caller.owner)
    if not seats:
        return ONLOOKERS, _why_silent(caller)
    if not any(seat.person not in (None, caller.owner) for seat in live.seats):
        return PLAYERS, "nobody else plays here"
    return PLAYERS, ""


def _read(heard: Heard, caller: Caller, why: str) -> Conversation:
    unread = heard.unread.get(caller.owner)
    if unread is None:
        return Conversation(heard.room, tuple(_shown(one, caller) for one in heard.said), "", why)
    if unread.off:
        return Conversation(heard.room, (), "every" if EVERY in unread.off else "table", why)
    said = (one for one in heard.said if one.person not in unread.people)
    return Conversation(heard.room, tuple(_shown(one, caller) for one in said), "", why)


def _why_silent(caller: Caller) -> str:
    """Why an onlooker may not speak, empty where he may."""
    return "" if caller.person is not None else "onlookers talk under their names: log in first"


def clean(text: str, most: int = MOST_LETTERS) -> str:
    """Return what may be said: one line that shows what it is. Raises BadField.

    >>> clean("  Good   game!  ")
    'Good game!'
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(text) <= most:
        raise BadField("text", f"say 1 to {most} letters at a time, not {len(text)}")
    for letter in text:
        # Letters that cannot be seen, or that turn the direction of reading.
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn") and letter != "\u200d":
            raise BadField("text", f"this cannot be said: it has the hidden character {letter!r}")
    marks = "".join("^" if unicodedata.combining(letter) else "." for letter in text)
    if "^" * 4 in marks:
        raise BadField("text", "this cannot be said: it has too many marks on its letters")
    return text


def _name(live: Table, caller: Caller) -> str:
    """The name that others see: who plays as a guest goes by his player's."""
    seats = live.seated(caller.owner)
    return caller.name or (live.game.seats[seats[0]].name if seats else "Guest")


def _shown(said: Said, caller: Caller) -> Message:
    return Message(said.id, said.name, said.text, said.at, said.person == caller.owner)


GivenChat = NamedDependency[Chat]
