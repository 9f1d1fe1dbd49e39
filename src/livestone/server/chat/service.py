"""Chat: who may write what at a table, who reads it, and reports to the staff."""

from __future__ import annotations

import time
import unicodedata

from litestar.di import NamedDependency

from livestone.api.chat import Conversation, Message
from livestone.errors import BadField, NotAllowed, NotFound, NotLoggedIn
from livestone.languages.words import mark, t
from livestone.server.chat.settings import ChatSettings
from livestone.server.chat.store import EVERY, ChatStore, Said
from livestone.server.db.store import Store
from livestone.server.tables.commands import Tables
from livestone.server.tables.table import Table
from livestone.server.web.events import Event
from livestone.server.web.identity import Caller
from livestone.server.web.rate_limit import RateLimit, count_all
from livestone.server.web.requests import check_visible
from livestone.tasks import repeat, uninterrupted

PLAYERS, ONLOOKERS = "players", "onlookers"
NO_TALK = mark("there is no chat on this server")
MAX_LETTERS = 300
KEEP_DAYS = 30
SWEEP_SECONDS = 6 * 3600.0
DAY = 24 * 3600.0


class Chat:
    """Chat at the tables. Methods raise NotFound or NotAllowed as those of Tables do."""

    def __init__(self, store: Store, tables: Tables, settings: ChatSettings | None = None) -> None:
        settings = settings or ChatSettings()
        self.on, self._letters = settings.on, settings.letters
        self.store = ChatStore(store)
        self._tables = tables
        self._guard = store.guard
        self._burst = RateLimit(6, 15.0)
        self._steady = RateLimit(settings.often, 600.0)
        self._mutes = RateLimit(100, 3600.0)
        self._reports = RateLimit(10, 3600.0)
        self._addresses = RateLimit(30, 3600.0)

    async def read(self, game: str, caller: Caller) -> Conversation:
        room, why = await self._room(game, caller)
        if not self.on:
            return Conversation(room, (), "server", NO_TALK)
        unread = await self.store.unread(caller.owner_id, game)
        if unread.off:
            return Conversation(room, (), "every" if EVERY in unread.off else "table", why)
        messages = tuple(
            Message(one.id, one.name, one.text, one.at, one.owner_id == caller.owner_id)
            for one in await self.store.last(game, room)
            if one.owner_id not in unread.people
        )
        return Conversation(room, messages, "", why)

    @uninterrupted
    async def say(self, game: str, caller: Caller, text: str) -> None:
        """Write a message. Raises BadField, NotLoggedIn, NotAllowed or TooMany."""
        if not self.on:
            raise NotAllowed(NO_TALK)
        text = clean(text, self._letters)
        async with self._tables.looking_at(game, caller.owner_id) as table:
            room, why = room_of(table, caller)
            name = _name(table, caller)
        if why:
            raise NotAllowed(why) if caller.person else NotLoggedIn(why)
        count_all((self._burst, caller.owner_id), (self._steady, caller.owner_id))
        await self.store.add(game, room, caller.owner_id, name, text)
        async with self._tables.looking_at(game, caller.owner_id) as table:
            table.spread(Event("talk", table.version, {"room": room}))
            if room == PLAYERS:
                owners = [seat.owner_id for seat in table.seats if seat.owner_id]
                self._tables.feed.spread(owners, Event("talk", 0, {"id": game, "room": room}))

    async def mute(self, game: str, caller: Caller, message: int | None) -> None:
        """Hide the messages of one's author at this table; everybody's where none is named."""
        await self._room(game, caller)
        count_all((self._mutes, caller.address))
        muted = EVERY if message is None else (await self._message(game, caller, message)).owner_id
        await self.store.mute(caller.owner_id, game, muted)

    async def unmute(self, game: str, caller: Caller) -> None:
        await self._room(game, caller)
        await self.store.unmute(caller.owner_id, game)

    async def reads(self, caller: Caller) -> bool:
        """Whether a visitor reads chat at any table. Raises NotFound where there is none."""
        if not self.on:
            raise NotFound(NO_TALK)
        return EVERY not in (await self.store.unread(caller.owner_id, EVERY)).off

    async def switch(self, caller: Caller, on: bool) -> None:
        if on:
            await self.store.unmute(caller.owner_id, EVERY)
        else:
            count_all((self._mutes, caller.address))
            await self.store.mute(caller.owner_id, EVERY, EVERY)

    async def report(self, game: str, caller: Caller, message: int, reason: str) -> None:
        """Report a message to the staff. Raises TooMany."""
        said = await self._message(game, caller, message)
        count_all((self._reports, caller.owner_id), (self._addresses, caller.address))
        await self.store.report(
            reporter=caller.owner_id,
            reporter_name=caller.name or "Guest",
            about=said.owner_id,
            about_name=said.name,
            game_id=game,
            words=said.text,
            reason=" ".join(reason.split())[:MAX_LETTERS],
        )

    async def _room(self, game: str, caller: Caller) -> tuple[str, str]:
        """The same as :func:`room_of`; raises for those who may not look on."""
        async with self._tables.looking_at(game, caller.owner_id) as table:
            return room_of(table, caller)

    async def _message(self, game: str, caller: Caller, id: int) -> Said:
        room, _ = await self._room(game, caller)
        found = await self.store.message(game, id)
        if found is None or found.room != room:
            raise NotFound("there is no such message here: perhaps it was deleted meanwhile")
        if found.owner_id == caller.owner_id:
            raise NotAllowed("this message is your own")
        return found

    async def sweep(self) -> None:
        """Delete old messages. Raises StorageError."""
        if await self._guard.may_delete():
            await self.store.forget(time.time() - KEEP_DAYS * DAY)

    async def keep_up(self) -> None:
        await repeat(self.sweep, SWEEP_SECONDS, "old chat messages were not deleted")


def room_of(table: Table, caller: Caller) -> tuple[str, str]:
    """Return the room of a visitor, and why they may not write there (empty where they may)."""
    if caller.owner_id not in table.owners:
        known = caller.person is not None
        why = "" if known else t("spectators need an account to chat: log in first")
        return ONLOOKERS, why
    if len(table.owners) == 1:
        return PLAYERS, t("there is no other player here")
    return PLAYERS, ""


def clean(text: str, most: int = MAX_LETTERS) -> str:
    """Return a message as it is kept: one line without hidden characters. Raises BadField.

    >>> clean("  Good   game!  ")
    'Good game!'
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(text) <= most:
        raise BadField(
            "text", t("a message has 1 to {most} letters, not {n}", most=most, n=len(text))
        )
    check_visible(text, "text", mark("message"))
    marks = "".join("^" if unicodedata.combining(letter) else "." for letter in text)
    if "^" * 4 in marks:
        raise BadField("text", "the message has too many accents on one letter")
    return text


def _name(table: Table, caller: Caller) -> str:
    """The name that others see: a guest who plays has the name of their seat."""
    seats = table.owners.get(caller.owner_id)
    return caller.name or (table.game.seats[seats[0]].name if seats else "Guest")


ChatDep = NamedDependency[Chat]
