"""Accounts: everything that a person with an account may do, with every refusal.

It knows nothing of HTTP. A *guest* is the hash of a cookie that belongs to no session.
"""

from __future__ import annotations

import base64
import hmac
import logging
import re
import secrets
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from litestar.di import NamedDependency

from livestone.api.accounts import Recovered
from livestone.errors import BadField, BadRequest, LivestoneError, NotAllowed, NotFound, NotLoggedIn
from livestone.languages.words import mark, t
from livestone.names import skeleton, trimmed
from livestone.server.accounts import names, passwords
from livestone.server.accounts.guess_limits import GuessLimits
from livestone.server.accounts.moderation import Moderation
from livestone.server.accounts.passwords import Passwords
from livestone.server.accounts.ratings import Ratings
from livestone.server.accounts.sessions import NOWHERE, Sessions
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.accounts.store import PeopleStore, new_id
from livestone.server.db.owners import MARK, OwnerId
from livestone.server.db.store import Store
from livestone.server.web.identity import guest_id
from livestone.server.web.principals import From, Person, Session, device_key, hashed
from livestone.server.web.rate_limit import RateLimit, count_all

if TYPE_CHECKING:
    from livestone.server.tables.commands import Tables

log = logging.getLogger("livestone")

CODES = 10
MAX_ACTS = 100  # of one person in an hour
HOUR = 3600.0
_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+")
WRONG = mark("this name and this password do not belong together")
WRONG_CODE = mark("this name and this code do not belong together, or the code was used already")


class People:
    """Accounts of one server. Every method may raise StorageError."""

    def __init__(self, store: Store, settings: PeopleSettings | None = None) -> None:
        settings = settings or PeopleSettings()
        self.registration = settings.registration
        self.store = PeopleStore(store)
        self.moderation = Moderation(store)
        # New bots and tokens: each is a line of the audit log.
        self._acts = RateLimit(MAX_ACTS, HOUR)
        self.sessions = Sessions(self.store, self.moderation, settings.session_days, self._acts)
        self.ratings = Ratings(store)
        self.passwords = Passwords(settings.cost)
        self.guesses = GuessLimits(settings.limits)
        self._registrations = RateLimit(settings.limits.registrations, HOUR)
        self._noted_failures = RateLimit(30, HOUR)

    # Registration.

    def check_registration(self) -> None:
        """Raises NotAllowed where nobody can make an account."""
        if not self.registration:
            raise NotAllowed("no new accounts are made on this server")

    def problems(self, name: str, password: str, email: str = "") -> dict[str, str]:
        found: dict[str, str] = {}
        for check in (
            partial(names.check, name),
            partial(passwords.check, password, trimmed(name)),
            partial(check_email, email),
        ):
            try:
                check()
            except BadField as error:
                found[error.field] = str(error)
        return found

    async def register(
        self,
        name: str,
        password: str,
        email: str = "",
        secret: str = "",
        origin: From = NOWHERE,
    ) -> tuple[Person, list[str]]:
        """Add an account, and return it with its recovery codes, which are kept as hashes only.

        ``secret`` is the token of the guest who registers: it goes on to key their invitations.
        Raises NotAllowed, BadField, TooMany or Busy.
        """
        self.check_registration()
        name = names.check(name)
        passwords.check(password, name)
        email_address = check_email(email)
        count_all((self._registrations, origin.address))
        try:
            await self.store.check_free(name)  # before the password is hashed
            person = replace(
                new_person(name),
                password=await self.passwords.hash(password),
                email=email_address,
                secret=secret or _random(),
            )
            codes = [_code() for _ in range(CODES)]
            if origin.address:
                self.store.store.quotas.visit(person.id, origin.address)
            await self.store.add(person, [code_hash(code) for code in codes])
        except LivestoneError:
            self._registrations.take_back(origin.address)
            raise
        return person, codes

    # Login and recovery.

    async def login(self, name: str, password: str, origin: From = NOWHERE) -> Person:
        """Return whose name and password these are.

        Unknown names and wrong passwords get the same answer after the same work. Raises
        NotLoggedIn, NotAllowed, TooMany or Busy.
        """
        name = trimmed(name)
        person = await self.store.by_name(name)
        known = person is not None and hmac.compare_digest(
            device_key(person).encode(), origin.device.encode()
        )
        attempt = self.guesses.begin_login(
            names.key(name), origin.address, person if known else None
        )
        kept = None if person is None else person.password
        good = await self.passwords.verify(kept, password[: passwords.MOST + 1])
        if not good or person is None:
            await self._note_failure(name, origin.address)
            raise NotLoggedIn(WRONG)
        await self.sessions.check_ban(person)
        self.guesses.succeed(attempt)
        if kept is not None and self.passwords.is_old(kept):
            person = replace(person, password=await self.passwords.hash(password))
            await self.store.change(person.id, password=person.password)
        return person

    async def recover(
        self, name: str, code: str, password: str, origin: From
    ) -> tuple[Person, Recovered]:
        """Set a password by a code. Raises BadField, NotLoggedIn, NotAllowed, TooMany or Busy."""
        name = trimmed(name)
        passwords.check(password, name)
        attempt = self.guesses.begin_recovery(names.key(name), origin.address)
        kept = await self.passwords.hash(password)
        person = await self.store.by_name(name)
        used = code_hash(code)
        ended = None if person is None else await self.store.recover(person, used, kept)
        if person is None or ended is None:
            await self._note_failure(name, origin.address)
            raise NotLoggedIn(WRONG_CODE)
        person = replace(person, password=kept)
        await self.end_recovery(person, ended, "by a recovery code", origin.address)
        self.guesses.succeed(attempt)
        return person, ended

    async def end_recovery(self, person: Person, done: Recovered, how: str, address: str) -> None:
        """Note that a person has a new password without the old one. Raises NotAllowed."""
        ended, revoked = done.sessions_ended, done.tokens_revoked
        detail = f"{how}: {ended} sessions ended, {revoked} tokens revoked"
        await self.moderation.note(person.name, "recovered", person.name, detail, address)
        await self.sessions.recheck_all(person)
        await self.sessions.check_ban(person)

    async def _note_failure(self, name: str, address: str) -> None:
        if not self._noted_failures.full(address):
            self._noted_failures.count(address)
            await self.moderation.note("somebody", "login-failed", name, address=address)

    # Passwords, codes and settings.

    async def confirm_password(self, person: Person, password: str) -> None:
        """Check the password of a person who is logged in. Raises BadField, TooMany or Busy."""
        attempt = self.guesses.begin_confirmation(person)
        if not await self.passwords.verify(person.password, password[: passwords.MOST + 1]):
            raise BadField("password", "this is not your password")
        self.guesses.succeed(attempt)

    async def change_password(
        self, person: Person, session: Session, password: str, new: str
    ) -> Person:
        """Set another password, and end every other session. Raises BadField, TooMany or Busy."""
        passwords.check(new, person.name, "new")
        await self.confirm_password(person, password)
        kept = await self.passwords.hash(new)
        await self.store.set_password(person, kept, session.token)
        self.sessions.recheck(person.id)
        await self.moderation.note(person.name, "password-changed", person.name)
        return replace(person, password=kept)

    async def new_codes(self, person: Person, password: str) -> list[str]:
        await self.confirm_password(person, password)
        codes = [_code() for _ in range(CODES)]
        await self.store.set_codes(person.id, [code_hash(code) for code in codes])
        await self.moderation.note(person.name, "codes-made", person.name)
        return codes

    async def set_accepts_bots(self, person: Person, accepts_bots: bool) -> Person:
        await self.store.change(person.id, accepts_bots=accepts_bots)
        self.sessions.recheck()
        return replace(person, accepts_bots=accepts_bots)

    async def change_email(self, person: Person, email: str, password: str) -> Person:
        """Set another e-mail address, or none. This takes the password, since links that set a
        new password are sent there. Raises BadField, TooMany or Busy.
        """
        new = check_email(email)
        if new != person.email:
            if not password:
                raise BadField("password", "an e-mail address is changed only with your password")
            await self.confirm_password(person, password)
            await self.store.change(person.id, email=new)
            self.sessions.recheck()
            done = "removed" if new is None else "changed" if person.email else "given"
            await self.moderation.note(person.name, "email-changed", person.name, done)
        return replace(person, email=new)

    # Other people.

    async def by_name(self, name: str) -> Person:
        """Return the person with this name. Raises NotFound."""
        found = await self.store.by_name(name)
        if found is None:
            raise NotFound(t("nobody here is called {name}", name=repr(name[:40])))
        return found

    async def block(self, person: Person, name: str) -> None:
        """Block a person. Raises NotFound or BadRequest."""
        other = await self.by_name(name)
        if other.id == person.id:
            raise BadRequest("you cannot block yourself")
        await self.store.block(person.id, other.id)

    async def unblock(self, person: Person, name: str) -> None:
        """Stop blocking a person. Raises NotFound."""
        await self.store.unblock(person.id, (await self.by_name(name)).id)

    async def adopt(self, secret: str, person: Person) -> None:
        """Give a person the games and studies of the guest with this token."""
        await self.store.adopt(guest_id(secret), person)

    # Bots, and the end of an account.

    async def add_bot(self, owner: Person, name: str) -> Person:
        """Add a bot that belongs to a person. Raises BadField, BadRequest, NotAllowed, TooMany."""
        if owner.is_bot:
            raise NotAllowed("a bot cannot have bots")
        name = names.check(name)
        count_all((self._acts, owner.id))
        bot = replace(new_person(name), kind="bot", owner=owner.id)
        await self.store.add(bot)
        await self.moderation.note(owner.name, "bot-made", bot.name)
        return bot

    async def find_own(self, owner: Person, name: str) -> Person:
        """Return ``owner``, or a bot of theirs, by name. Raises NotFound or NotAllowed."""
        found = await self.by_name(name)
        if owner.id not in (found.id, found.owner):
            raise NotAllowed(t("{name} is no bot of yours", name=found.name))
        return found

    async def delete_bot(self, owner: Person, name: str, tables: Tables) -> None:
        """Delete a bot. Raises NotFound, NotAllowed or BadRequest."""
        bot = await self.find_own(owner, name)
        if bot.id == owner.id:
            raise BadRequest("this is your own account, no bot")
        await self.delete(bot, tables)
        await self.moderation.note(owner.name, "bot-deleted", bot.name)

    async def delete(self, person: Person, tables: Tables, unseen: float | None = None) -> bool:
        """Delete an account and its bots; their running games are resigned.

        Where it has expired, ``unseen`` is since when: if it or a bot of it was here later, nothing
        is deleted. Returns whether it was.
        """
        bots = await self.store.bots_of(person.id)
        if unseen is not None and await self.store.seen_since(person.id, unseen):
            return False
        for one in (*bots, person):
            for id in await self.store.unfinished_games(one.id):
                try:
                    await tables.resign(id, one.id)
                except LivestoneError as error:  # it has ended, or cannot be replayed any more
                    log.info("game %s was not left: %s", id, error)
        if not await self.store.delete(person, unseen):
            return False
        self.sessions.recheck(*(one.id for one in (*bots, person)))
        act = "account-deleted" if unseen is None else "account-expired"
        await self.moderation.note("somebody", act, detail=person.id)
        return True


def code_hash(code: str) -> str:
    """Return the hash of a recovery code, however it was typed.

    >>> code_hash("ab3d-efgh-jkmn") == code_hash(" AB3D EFGH JKMN")
    True
    """
    return hashed("".join(letter for letter in code.casefold() if letter.isalnum()))


def check_email(text: str) -> str | None:
    """Return an address, None for none. Raises BadField."""
    text = text.strip()
    if not text:
        return None
    if len(text) > 200 or not _EMAIL.fullmatch(text) or not text.isprintable():
        raise BadField(
            "email",
            t("{text} is no e-mail address: correct it, or leave it empty", text=repr(text[:60])),
        )
    return text


def new_person(name: str) -> Person:
    return Person(
        id=OwnerId(MARK + new_id()),
        name=name,
        key=names.key(name),
        skeleton=skeleton(name),
        kind="person",
        owner=None,
        password=None,
        email=None,
        accepts_bots=True,
        secret=_random(),
        created=time.time(),
    )


def _random() -> str:
    return secrets.token_urlsafe(16)


def _code() -> str:
    """A recovery code: 60 random bits as letters that are hard to mistake."""
    letters = base64.b32encode(secrets.token_bytes(10)).decode().lower()[:12]
    return "-".join(letters[at : at + 4] for at in range(0, 12, 4))


PeopleDep = NamedDependency[People]
