"""Everything the staff does, with every refusal; all of it is in the log."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Any

from litestar.di import NamedDependency

from livestone.errors import BadField, BadRequest, NotAllowed, NotFound, StorageError
from livestone.server.accounts import names
from livestone.server.accounts.moderation import words_until
from livestone.server.accounts.service import People
from livestone.server.db.owners import BOT_MARK
from livestone.server.db.store import Store
from livestone.server.staff.store import DAY, StaffStore
from livestone.server.web.identity import Caller
from livestone.server.web.principals import Person
from livestone.server.web.rate_limit import RateLimit

ADMIN = "admin"
MOST_WORDS = 300
LOOK_SECONDS = 10.0
SWEEP_SECONDS = 6 * 3600.0

log = logging.getLogger("livestone")


class Staff:
    """The staff of one server. Every method may raise StorageError."""

    def __init__(self, store: Store, people: People) -> None:
        self.store = StaffStore(store)
        self.announcement = ""  # as every page shows it
        self._people = people
        self._reports = RateLimit(10, 3600.0)

    async def member(self, caller: Caller) -> Person:
        """Return who asks, if he is on the staff. Raises NotLoggedIn or NotAllowed."""
        person, _ = caller.logged_in()
        if await self.store.role(person.id) is None:
            raise NotAllowed("this is for the staff of this server")
        return person

    async def act(self, act: str, caller: Caller, given: Mapping[str, str]) -> None:
        """Do something of ``ACTS``. Raises NotFound, BadField, BadRequest or NotAllowed."""
        member = await self.member(caller)
        if act not in ACTS:
            raise NotFound(f"there is nothing called {act[:20]!r} for the staff to do")
        about, detail = await ACTS[act](self, member, given)
        await self.store.note(member.name, act, about, detail)

    async def ban(self, member: Person, given: Mapping[str, str]) -> tuple[str, str]:
        """Keep somebody and his bots out, and end his sessions."""
        person = await self._people.by_name(given.get("name", "").strip())
        reason, until = _words(given, "reason"), _until(given)
        if person.id == member.id or await self.store.role(person.id) is not None:
            raise NotAllowed(f"{person.name} is on the staff: take him off it first")
        if person.is_bot:
            raise BadRequest(f"{person.name} is a bot: ban who it belongs to")
        await self.store.ban(person.id, until, reason, member.name)
        await self._people.put_out(person)
        return person.name, f"{words_until(until)}: {reason}"

    async def unban(self, member: Person, given: Mapping[str, str]) -> tuple[str, str]:
        """Let somebody in again."""
        person = await self._people.by_name(given.get("name", "").strip())
        if not await self.store.unban(person.id):
            raise BadRequest(f"{person.name} is not banned")
        return person.name, ""

    async def rename(self, member: Person, given: Mapping[str, str]) -> tuple[str, str]:
        """Give somebody another name; nobody gets the old one again."""
        person = await self._people.by_name(given.get("name", "").strip())
        new = names.check(given.get("new", "").strip())
        key = names.key(new)
        if key != person.key:
            await self._people.store.check_free(new)
        retired = names.retired(person.key) if key != person.key else None
        shown = new + BOT_MARK * person.is_bot
        await self.store.rename(person.id, new, key, shown, retired)
        self._people.changed(person)
        return person.name, f"is now {new}: {_words(given, 'reason')}"

    async def settle(self, member: Person, given: Mapping[str, str]) -> tuple[str, str]:
        """Lay a complaint aside, with a note."""
        note = " ".join(given.get("note", "").split())[:MOST_WORDS]
        if not await self.store.settle(_number(given), member.name, note):
            raise NotFound("this complaint was settled already")
        return f"report {given['id']}", note

    async def announce(self, member: Person, given: Mapping[str, str]) -> tuple[str, str]:
        """Say something on top of every page."""
        text, until = _words(given, "text"), _until(given)
        await self.store.announce(text, until)
        await self.look()
        return "", f"{words_until(until)}: {text}"

    async def withdraw(self, member: Person, given: Mapping[str, str]) -> tuple[str, str]:
        """Take an announcement down."""
        if not await self.store.withdraw(_number(given)):
            raise NotFound("this announcement is down already")
        await self.look()
        return f"announcement {given['id']}", ""

    async def report(self, caller: Caller, name: str, reason: str) -> None:
        """Keep somebody's complaint about somebody. Raises NotLoggedIn, NotFound or TooMany."""
        person = caller.known()
        about = await self._people.by_name(name)
        words = _words({"reason": reason}, "reason")
        self._reports.check(person.id)
        self._reports.count(person.id)
        await self.store.report(
            reporter=person.id,
            reporter_name=caller.name,
            about=about.id,
            about_name=about.shown,
            reason=words,
        )

    async def look(self) -> None:
        """Read what is announced."""
        self.announcement = " ".join(one.text for one in await self.store.announced())

    async def keep_up(self) -> None:
        """Know what is announced, and forget what is old, until cancelled."""
        swept = 0.0
        while True:
            try:
                await self.look()
                if time.monotonic() - swept > SWEEP_SECONDS or not swept:
                    await self.store.forget(time.time())
                    swept = time.monotonic()
            except StorageError as error:
                log.error("the staff's tables: %s", error)
            await asyncio.sleep(LOOK_SECONDS)


ACTS: dict[str, Any] = {
    "ban": Staff.ban,
    "unban": Staff.unban,
    "rename": Staff.rename,
    "settle": Staff.settle,
    "announce": Staff.announce,
    "withdraw": Staff.withdraw,
}


def _words(given: Mapping[str, str], field: str) -> str:
    text = " ".join(given.get(field, "").split())
    if not 1 <= len(text) <= MOST_WORDS or not text.isprintable():
        raise BadField(field, f"say it in 1 to {MOST_WORDS} characters")
    return text


def _number(given: Mapping[str, str]) -> int:
    text = given.get("id", "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadField("id", f"{text[:20]!r} is no number of something that is here")
    return int(text)


def _until(given: Mapping[str, str]) -> float | None:
    text = given.get("days", "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 3650):
        raise BadField("days", f"{text[:20]!r} is no number of days from 1 to 3650, nor empty")
    return time.time() + int(text) * DAY


GivenStaff = NamedDependency[Staff]
