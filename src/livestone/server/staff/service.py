"""Everything the staff does, with every refusal; all of it is in the audit log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

from litestar.di import NamedDependency

from livestone.api.staff import AuditPage, StaffOverview
from livestone.errors import BadField, BadRequest, NotAllowed, NotFound
from livestone.languages.words import ENGLISH, speaking, t
from livestone.server.accounts import names
from livestone.server.accounts.moderation import words_until
from livestone.server.accounts.service import People
from livestone.server.db.store import Store
from livestone.server.staff.store import DAY, StaffStore
from livestone.server.web.identity import Caller
from livestone.server.web.principals import Person
from livestone.server.web.rate_limit import RateLimit, count_all
from livestone.server.web.requests import is_whole
from livestone.tasks import repeat

MAX_WORDS = 300
READ_SECONDS = 10.0
SWEEP_SECONDS = 6 * 3600.0


class Staff:
    """The staff of one server. Every method may raise StorageError."""

    def __init__(self, store: Store, people: People) -> None:
        self.store = StaffStore(store)
        self.announcement = ""  # as every page shows it
        self.moderation = people.moderation
        self._guard = store.guard
        self._people = people
        self._reports = RateLimit(10, 3600.0)

    async def member(self, caller: Caller) -> Person:
        """Return who asks, if they are on the staff. Raises NotLoggedIn or NotAllowed."""
        person, _ = caller.logged_in()
        if not await self.includes(person):
            raise NotAllowed("this is for the staff of this server")
        return person

    async def includes(self, person: Person) -> bool:
        """Whether a person is on the staff."""
        return await self.store.role(person.id) is not None

    async def overview(self, caller: Caller, page: int = 1) -> StaffOverview:
        """Return a page of the open complaints, and all bans and announcements."""
        await self.member(caller)
        reports, total = await self.store.reports(page)
        bans, announcements = await self.moderation.bans(), await self.store.announced()
        public = await self.store.public_games(one.game_id for one in reports)
        return StaffOverview(reports, total, bans, announcements, sorted(public))

    async def log(self, caller: Caller, search: str, page: int) -> AuditPage:
        """Return a page of the audit log, of the lines that have the words of a ``search``."""
        await self.member(caller)
        return await self.store.entries(search, page)

    async def act(self, act: str, caller: Caller, form: Mapping[str, str]) -> None:
        """Do something of ``ACTS``. Raises NotFound, BadField, BadRequest or NotAllowed."""
        member = await self.member(caller)
        if act not in ACTS:
            raise NotFound(
                t("there is nothing called {act} for the staff to do", act=repr(act[:20]))
            )
        about, detail = await ACTS[act](self, member, form)
        await self.moderation.note(member.name, act, about, detail)

    async def ban(self, member: Person, form: Mapping[str, str]) -> tuple[str, str]:
        """Ban a person and their bots, and end their sessions."""
        person = await self._people.by_name(form.get("name", ""))
        reason, until = _words(form, "reason"), _until(form)
        if person.id == member.id or await self.store.role(person.id) is not None:
            raise NotAllowed(t("{name} is on the staff: take them off it first", name=person.name))
        if person.is_bot:
            raise BadRequest(t("{name} is a bot: ban who it belongs to", name=person.name))
        await self.moderation.ban(person.id, until, reason, member.name)
        await self._people.sessions.end_all(person)
        return person.name, _noted(until, reason)

    async def unban(self, member: Person, form: Mapping[str, str]) -> tuple[str, str]:
        person = await self._people.by_name(form.get("name", ""))
        if not await self.moderation.unban(person.id):
            raise BadRequest(t("{name} is not banned", name=person.name))
        return person.name, ""

    async def rename(self, member: Person, form: Mapping[str, str]) -> tuple[str, str]:
        """Give a person another name; nobody gets the old one again."""
        person = await self._people.by_name(form.get("name", ""))
        new, reason = names.check(form.get("new", "")), _words(form, "reason")
        await self.store.rename(person, new)
        self._people.sessions.recheck(person.id)
        return person.name, f"is now {new}: {reason}"

    async def settle(self, member: Person, form: Mapping[str, str]) -> tuple[str, str]:
        note = " ".join(form.get("note", "").split())[:MAX_WORDS]
        if not await self.store.settle(_number(form), member.name, note):
            raise NotFound("this complaint was settled already")
        return f"report {form['id']}", note

    async def announce(self, member: Person, form: Mapping[str, str]) -> tuple[str, str]:
        text, until = _words(form, "text"), _until(form)
        await self.store.announce(text, until)
        await self.read_announcements()
        return "", _noted(until, text)

    async def withdraw(self, member: Person, form: Mapping[str, str]) -> tuple[str, str]:
        if not await self.store.withdraw(_number(form)):
            raise NotFound("this announcement was deleted already")
        await self.read_announcements()
        return f"announcement {form['id']}", ""

    async def report(self, caller: Caller, name: str, reason: str) -> None:
        """Add a complaint about a person. Raises NotLoggedIn, NotFound or TooMany."""
        person = caller.known()
        about = await self._people.by_name(name)
        words = _words({"reason": reason}, "reason")
        count_all((self._reports, person.id))
        await self.store.report(
            reporter=person.id,
            reporter_name=caller.name,
            about=about.id,
            about_name=about.shown,
            reason=words,
        )

    async def read_announcements(self) -> None:
        self.announcement = " ".join(one.text for one in await self.store.announced())

    async def sweep(self) -> None:
        """Delete what has expired. Raises StorageError."""
        if await self._guard.may_delete():
            await self.store.forget(time.time())
            await self._people.sessions.end_expired(time.time())

    async def keep_up(self) -> None:
        await asyncio.gather(
            repeat(self.read_announcements, READ_SECONDS, "the staff's tables"),
            repeat(self.sweep, SWEEP_SECONDS, "the staff's tables"),
        )


_ALL = (Staff.ban, Staff.unban, Staff.rename, Staff.settle, Staff.announce, Staff.withdraw)
ACTS: dict[str, Any] = {act.__name__: act for act in _ALL}


def _words(form: Mapping[str, str], field: str) -> str:
    text = " ".join(form.get(field, "").split())
    if not 1 <= len(text) <= MAX_WORDS or not text.isprintable():
        raise BadField(field, t("say it in 1 to {most} characters", most=MAX_WORDS))
    return text


def _noted(until: float | None, words: str) -> str:
    """Return what the log of the staff's acts keeps, which is in English for all of them."""
    with speaking(ENGLISH):
        return f"{words_until(until)}: {words}"


def _number(form: Mapping[str, str]) -> int:
    text = form.get("id", "")
    if not is_whole(text, 9):
        raise BadField(
            "id", t("{text} is no number of something that is here", text=repr(text[:20]))
        )
    return int(text)


def _until(form: Mapping[str, str]) -> float | None:
    text = form.get("days", "").strip()
    if not text:
        return None
    if not (is_whole(text, 6) and 1 <= int(text) <= 3650):
        raise BadField(
            "days", t("{text} is no number of days from 1 to 3650, nor empty", text=repr(text[:20]))
        )
    return time.time() + int(text) * DAY


StaffDep = NamedDependency[Staff]
