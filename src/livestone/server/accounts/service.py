"""The people service: every action of somebody with an account, with every refusal.

It knows nothing of HTTP. A *guest* is the hash of a cookie that belongs to no session.
"""

from __future__ import annotations

import base64
import contextlib
import hmac
import logging
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from litestar.di import NamedDependency

from livestone.errors import (
    BadField,
    BadRequest,
    LivestoneError,
    NotAllowed,
    NotFound,
    NotLoggedIn,
    TooMany,
)
from livestone.server.accounts import devices, names, passwords
from livestone.server.accounts.moderation import Moderation, words_until
from livestone.server.accounts.passwords import Passwords
from livestone.server.accounts.player_tokens import Accounts
from livestone.server.accounts.ratings import Ratings
from livestone.server.accounts.session_cache import SEEN_SECONDS, SessionCache
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.accounts.store import Ended, PeopleStore, new_id
from livestone.server.db.owners import MARK
from livestone.server.db.store import Store
from livestone.server.web import scopes
from livestone.server.web.expiring_streams import Lease, Leases
from livestone.server.web.principals import From, Person, Session, Token, device_key, hashed
from livestone.server.web.rate_limit import RateLimit

if TYPE_CHECKING:
    from livestone.server.tables.commands import Tables

log = logging.getLogger("livestone")

CODES = 10
TOKEN_PREFIX = "ls_"
DAY = 24 * 3600.0
QUARTER = 15 * 60.0
PAUSE = 60.0  # between two passwords for a name of which many wrong ones were tried
SLOW = (
    "many wrong passwords were tried for this name, so only one a minute is looked at: try again "
    "in a minute, use a browser in which you have logged in before, or set a new password"
)
_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+")
WRONG = "this name and this password do not belong together"
WRONG_CODE = "this name and this code do not belong together, or the code was used already"


class People:
    """Accounts of one server. Every method may raise StorageError."""

    def __init__(self, store: Store, settings: PeopleSettings | None = None) -> None:
        settings = settings or PeopleSettings()
        limits = settings.limits
        self.registration = settings.registration
        self.store = PeopleStore(store)
        self.lines = Accounts(store)
        self.ratings = Ratings(store)
        self.passwords = Passwords(settings.cost)
        self._accounts = RateLimit(limits.account, QUARTER)
        self._addresses = RateLimit(limits.address, QUARTER)
        self._names = RateLimit(limits.name, 3600.0)
        self._paused = RateLimit(1, PAUSE)
        self._registrations = RateLimit(limits.registrations, 3600.0)
        self._known = SessionCache(self.store, settings.session_days * DAY)
        self.leases = Leases()
        self.moderation = Moderation(store)
        self._failures = RateLimit(30, 3600.0)

    # Coming and going.

    def problems(self, name: str, password: str, email: str = "") -> dict[str, str]:
        """Return what is wrong with the fields of somebody who registers, each in words."""
        found: dict[str, str] = {}
        tests: tuple[Callable[[], object], ...] = (
            lambda: names.check(name),
            lambda: passwords.check(password, name),
            lambda: check_email(email),
        )
        for test in tests:
            try:
                test()
            except BadField as error:
                found[error.field] = str(error)
        return found

    async def register(
        self,
        name: str,
        password: str,
        email: str = "",
        secret: str = "",
        origin: From | None = None,
    ) -> tuple[Person, list[str]]:
        """Add somebody and return him with his recovery codes, which are kept as hashes only.

        ``secret`` is the token of the guest that he was: it keys his invitations from now on.
        Raises NotAllowed, BadField, TooMany or Busy.
        """
        self.check_registration()
        names.check(name)
        passwords.check(password, name)
        address = (origin or From()).address
        given = check_email(email)
        self._registrations.check(address)
        self._registrations.count(address)  # at once: many may ask in the same moment
        try:
            if await self.store.alike(name) is not None:
                raise BadField("name", f"the name {name!r}, or one that looks like it, is taken")
            kept = await self.passwords.hash(password)
            codes = [_code() for _ in range(CODES)]
            made = new_person(name)
            person = replace(made, password=kept, email=given, secret=secret or _random())
            await self.store.add(person, [code_hash(code) for code in codes])
        except LivestoneError:
            self._registrations.take_back(address)
            raise
        return person, codes

    def check_registration(self) -> None:
        """Raises NotAllowed where nobody can make an account."""
        if not self.registration:
            raise NotAllowed("no new accounts are made on this server")

    async def login(self, name: str, password: str, origin: From | None = None) -> Person:
        """Return whose name and password these are.

        Unknown names and wrong passwords get the same answer after the same work. Raises
        NotLoggedIn, TooMany or Busy.
        """
        origin = origin or From()
        key, address = names.key(name), origin.address
        device = await self._known_device(name, origin.device) if origin.device else None
        if device is not None:
            # Whatever strangers try, they do not use up what somebody may try himself.
            counted = [(self._accounts, f"device {device.id}")]
        else:
            counted = [(self._accounts, f"{key} {address}"), (self._addresses, address)]
        for attempts, one in counted:
            attempts.check(one)
        if device is None:
            self._slow_down(key)
            counted.append((self._names, key))
        for attempts, one in counted:
            attempts.count(one)
        person = await self.store.by_name(name)
        kept = None if person is None else person.password
        good = await self.passwords.verify(kept, password[: passwords.MOST + 1])
        if not good or person is None:
            await self._note_failure(name, address)
            raise NotLoggedIn(WRONG)
        await self._check_ban(person)
        (mine, known), *others = counted
        mine.forget(known)
        for attempts, one in others:
            attempts.take_back(one)
        if kept is not None and self.passwords.is_old(kept):
            person = replace(person, password=await self.passwords.hash(password))
            await self.store.change(person.id, password=person.password)
        return person

    def _slow_down(self, key: str) -> None:
        """Have a name of which many wrong passwords were tried be tried once a minute only.

        However many addresses somebody has. Nobody is kept out by it for longer than that. Raises
        TooMany.
        """
        if self._names.full(key):
            if self._paused.full(key):
                raise TooMany(SLOW)
            self._paused.count(key)

    async def _known_device(self, name: str, device: str) -> Person | None:
        """Return whose name it is, if he has logged in with this device since his last password."""
        person = await self.store.by_name(name)
        if person is None or not hmac.compare_digest(device_key(person).encode(), device.encode()):
            return None
        return person

    async def recover(
        self, name: str, code: str, password: str, origin: From | None = None
    ) -> tuple[Person, Ended]:
        """Set a new password by a recovery code; every login ends.

        Raises BadField, NotLoggedIn, TooMany or Busy.
        """
        passwords.check(password, name)
        address = (origin or From()).address
        keys = (self._accounts, f"{names.key(name)} {address}"), (self._addresses, address)
        for attempts, key in keys:
            attempts.check(key)
            attempts.count(key)
        kept = await self.passwords.hash(password)
        person = await self.store.by_name(name)
        used = code_hash(code)
        ended = None if person is None else await self.store.recover(person, used, kept)
        if person is None or ended is None:
            await self._note_failure(name, address)
            raise NotLoggedIn(WRONG_CODE)
        person = replace(person, password=kept)
        await self.came_back(person, ended, "by a recovery code", address)
        self._addresses.take_back(address)
        return person, ended

    async def came_back(self, person: Person, ended: Ended, how: str, address: str) -> None:
        """Note that somebody has a new password, without knowing the old. Raises NotAllowed."""
        detail = f"{how}: {ended.sessions} sessions ended, {ended.tokens} tokens revoked"
        await self.moderation.note(person.name, "recovered", person.name, detail, address)
        for one in (person, *await self.store.bots_of(person.id)):
            self._ended(one.id)
        await self._check_ban(person)

    async def _note_failure(self, name: str, address: str) -> None:
        """Note a wrong password, so many of an address in an hour and no more."""
        try:
            self._failures.check(address)
        except TooMany:
            return
        self._failures.count(address)
        await self.moderation.note("somebody", "login-failed", name, address=address)

    async def _check_ban(self, person: Person) -> None:
        """Raises NotAllowed for who is banned, or whose owner is."""
        ban = await self.moderation.banned(person.id, person.owner or person.id)
        if ban is not None:
            raise NotAllowed(f"{ban.name} is banned here {words_until(ban.until)}: {ban.reason}")

    async def put_out(self, person: Person) -> None:
        """End every session of somebody, his programs' streams and his bots', and line tokens."""
        await self.store.close(person.id)
        for one in (person, *await self.store.bots_of(person.id)):
            self._ended(one.id)
            with contextlib.suppress(NotFound):  # who has none
                await self.lines.revoke(one.name)

    def changed(self, person: Person) -> None:
        """Read somebody again wherever he is known."""
        self._ended(person.id)

    async def open(self, person: Person, token: str, origin: From | None = None) -> Session:
        """Begin a session whose cookie is ``token``, which nobody may have had before."""
        now, device = time.time(), devices.words((origin or From()).agent)
        session = Session(hashed(token), new_id(), person.id, device, now, now)
        await self.store.open(session)
        self._known.forget()
        return session

    async def session(self, token: str, *, together: bool = False) -> tuple[Session, Person] | None:
        """Return the session of a cookie's token and whose it is; None for a guest's.

        Who need not be answered at once is asked for ``together`` with others.
        """
        return await self._known.session(hashed(token), together=together)

    async def token(self, text: str) -> tuple[Token, Person]:
        """Return what a program has logged in with, and as whom. Raises NotLoggedIn."""
        found = await self.store.token(hashed(text))
        if found is None:
            raise NotLoggedIn("this token is not known here: perhaps it was revoked")
        token, person = found
        await self._check_ban(person)
        now = time.time()
        if now - (token.seen or 0) > SEEN_SECONDS:
            await self.store.see(token, now)
        return token, person

    async def logout(self, session: Session) -> None:
        """End a session."""
        await self.store.close(session.person, id=session.id)
        self._ended(session.person)

    async def end_session(self, person: Person, id: str) -> None:
        """End one of somebody's sessions. Raises NotFound."""
        if not await self.store.close(person.id, id=id):
            raise NotFound("this session has ended already")
        self._ended(person.id)

    async def end_others(self, person: Person, session: Session) -> int:
        """End all of somebody's sessions but this one; return how many."""
        ended = await self.store.close(person.id, but=session.token)
        self._ended(person.id)
        return ended

    def _ended(self, person: str) -> None:
        """Forget who is logged in, and have his open streams look whether they still are."""
        self._known.forget()
        self.leases.tell(person)

    def lease(self, login: Session | Token) -> Lease:
        """Return what ends a stream when the login it was opened with ends."""

        async def good() -> bool:
            found = self.store.session if isinstance(login, Session) else self.store.token
            known = await found(login.token)
            if known is None:
                return False
            person = known[1]
            return await self.moderation.banned(person.id, person.owner or person.id) is None

        return Lease(good)

    # The account.

    async def sure(self, person: Person, password: str) -> None:
        """Make sure that it is really he. Raises BadField, TooMany or Busy."""
        key = f"sure {person.id}"
        self._accounts.check(key)
        self._accounts.count(key)
        if not await self.passwords.verify(person.password, password[: passwords.MOST + 1]):
            raise BadField("password", "this is not your password")
        self._accounts.forget(key)

    async def change_password(
        self, person: Person, session: Session, password: str, new: str
    ) -> Person:
        """Set another password, and end every other session. Raises BadField, TooMany or Busy."""
        passwords.check(new, person.name, "new")
        await self.sure(person, password)
        kept = await self.passwords.hash(new)
        await self.store.set_password(person, kept, session.token)
        self._ended(person.id)
        await self.moderation.note(person.name, "password-changed", person.name)
        return replace(person, password=kept)

    async def new_codes(self, person: Person, password: str) -> list[str]:
        """Return new recovery codes; the old ones are good no longer."""
        await self.sure(person, password)
        codes = [_code() for _ in range(CODES)]
        await self.store.set_codes(person.id, [code_hash(code) for code in codes])
        await self.moderation.note(person.name, "codes-made", person.name)
        return codes

    async def settle(self, person: Person, accepts_bots: bool) -> Person:
        """Say whether bots may challenge somebody."""
        await self.store.change(person.id, accepts_bots=accepts_bots)
        self._known.forget()
        return await self.by_name(person.name)

    async def change_email(self, person: Person, email: str, password: str) -> Person:
        """Set another e-mail address, or none, which takes the password unless it is the same.

        A proved address can have a link that sets a new password. Raises BadField, TooMany or Busy.
        """
        new = check_email(email)
        if new != person.email:
            if not password:
                raise BadField("password", "an e-mail address is changed only with your password")
            await self.sure(person, password)
            await self.store.change(person.id, email=new)
            self._known.forget()
            done = "removed" if new is None else "changed" if person.email else "given"
            await self.moderation.note(person.name, "email-changed", person.name, done)
        return await self.by_name(person.name)

    async def by_name(self, name: str) -> Person:
        """Return who has a name. Raises NotFound."""
        found = await self.store.by_name(name)
        if found is None:
            raise NotFound(f"nobody here is called {name[:40]!r}")
        return found

    async def block(self, person: Person, name: str) -> None:
        """Have nothing to do with somebody. Raises NotFound or BadRequest."""
        other = await self.by_name(name)
        if other.id == person.id:
            raise BadRequest("nobody can block himself")
        await self.store.block(person.id, other.id)

    async def unblock(self, person: Person, name: str) -> None:
        """Forget that. Raises NotFound."""
        await self.store.unblock(person.id, (await self.by_name(name)).id)

    async def adopt(self, secret: str, person: Person) -> None:
        """Give a person what a guest has, of whom ``secret`` is the token."""
        await self.store.adopt(hashed(secret), person)

    async def delete(self, person: Person, tables: Tables) -> None:
        """Delete an account and its bots; who plays on has won."""
        for bot in await self.store.bots_of(person.id):
            await self._delete(bot, tables)
        await self._delete(person, tables)

    async def delete_bot(self, owner: Person, name: str, tables: Tables) -> None:
        """Delete a bot. Raises NotFound or NotAllowed."""
        bot = await self.own(owner, name)
        if bot.id == owner.id:
            raise BadRequest("this is your own account, no bot")
        await self._delete(bot, tables)
        await self.moderation.note(owner.name, "bot-deleted", bot.name)

    async def _delete(self, one: Person, tables: Tables) -> None:
        for id in await self.store.unfinished(one.id):
            try:
                await tables.resign(id, one.id)
            except LivestoneError as error:  # it has ended by itself, or can be replayed no more
                log.info("game %s was not left: %s", id, error)
        await self.store.delete(one)
        self._ended(one.id)
        await self.moderation.note("somebody", "account-deleted", detail=one.id)

    # Programs.

    async def issue(self, person: Person, label: str, wanted: Sequence[str]) -> tuple[Token, str]:
        """Return a new token and its text, which is kept as a hash only. Raises BadField."""
        label = " ".join(label.split())
        if not 1 <= len(label) <= 60 or not label.isprintable():
            raise BadField("label", "say in 1 to 60 characters what the token is for")
        allowed = scopes.FOR_BOTS if person.is_bot else scopes.FOR_PEOPLE
        odd = [scope for scope in wanted if scope not in allowed]
        if odd or not wanted:
            said = f"{odd[0]!r} is none for it" if odd else "nothing is chosen"
            raise BadField(
                "scopes", f"choose what the token is good for, of {', '.join(allowed)}: {said}"
            )
        text = TOKEN_PREFIX + secrets.token_urlsafe(32)
        chosen = [scope for scope in allowed if scope in wanted]
        token = Token(hashed(text), new_id(), person.id, label, chosen, time.time(), None)
        await self.store.issue(token)
        await self._note_token("token-made", person, f"{label}: {', '.join(chosen)}")
        return token, text

    async def revoke(self, person: Person, id: str) -> None:
        """Take a token back. Raises NotFound."""
        label = await self.store.revoke(person.id, id)
        if label is None:
            raise NotFound("this token was revoked already")
        self._ended(person.id)
        await self._note_token("token-revoked", person, label)

    async def _note_token(self, act: str, whose: Person, detail: str) -> None:
        """Note what somebody has done about a token of theirs or of their bot's."""
        owner = None if whose.owner is None else await self.store.by_id(whose.owner)
        await self.moderation.note((owner or whose).name, act, whose.name, detail)

    async def add_bot(self, owner: Person, name: str) -> Person:
        """Add a bot that belongs to somebody. Raises BadField or BadRequest."""
        if owner.is_bot:
            raise NotAllowed("a bot cannot have bots")
        names.check(name)
        bot = replace(new_person(name), kind="bot", owner=owner.id)
        await self.store.add(bot)
        await self.moderation.note(owner.name, "bot-made", bot.name)
        return bot

    async def own(self, owner: Person, name: str) -> Person:
        """Return the person himself or a bot of his. Raises NotFound or NotAllowed."""
        found = await self.by_name(name)
        if owner.id not in (found.id, found.owner):
            raise NotAllowed(f"{found.name} is no bot of yours")
        return found

    async def line_token(self, person: Person) -> str:
        """Return a new token for the line protocol, where people log in by their names too."""
        text = await self.lines.issue(person.name, registered=person.id)
        await self._note_token("token-made", person, "for the line protocol")
        return text


def code_hash(code: str) -> str:
    """What is kept of a recovery code, however it was typed.

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
        raise BadField("email", f"{text[:60]!r} is no e-mail address: leave it empty, or mend it")
    return text


def new_person(name: str) -> Person:
    """Return somebody new, whom nobody can log in as yet."""
    return Person(
        id=MARK + new_id(),
        name=name,
        key=names.key(name),
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


GivenPeople = NamedDependency[People]
