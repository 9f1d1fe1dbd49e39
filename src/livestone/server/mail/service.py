"""E-mail: everything that people may do about it, with every refusal; no HTTP."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage

from litestar.di import NamedDependency

from livestone.api.accounts import Recovered
from livestone.errors import BadField, BadRequest, LivestoneError, NotFound
from livestone.games import find
from livestone.languages.words import mark
from livestone.names import trimmed
from livestone.server.accounts import passwords
from livestone.server.accounts.service import People
from livestone.server.db.owners import MARK, OwnerId
from livestone.server.mail.messages import LINK_SECONDS, MessageWriter, Turn, check_address
from livestone.server.mail.outbox import Outbox
from livestone.server.mail.read_receipts import ReadReceipts
from livestone.server.mail.settings import MailSettings
from livestone.server.mail.store import Item, Mailbox, MailStore
from livestone.server.tables.clock import clock_of
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore
from livestone.server.web.principals import From, Person, hashed
from livestone.server.web.rate_limit import RateLimit, count_all

HOUR = 3600.0
NO_LINK = mark("this link is no longer valid: it was used already, or its time is up")


class Mail:
    """E-mail of one server; without ``settings`` it sends none, and refuses everything."""

    def __init__(
        self,
        store: GameStore,
        people: People,
        tables: Tables,
        settings: MailSettings | None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store = MailStore(store)
        self.read_receipts = ReadReceipts(self.store)
        self._games = store
        self._people = people
        self._tables = tables
        self._now = now
        self._proofs = RateLimit(5, HOUR)
        self._names = RateLimit(3, HOUR)
        self._addresses = RateLimit(20, HOUR)
        self.outbox = None if settings is None else Outbox(self.store, settings, self.write, now)
        if settings is not None:
            self._writer = MessageWriter(settings.sender, settings.site)
            tables.looked = self.read_receipts.note

    @property
    def on(self) -> bool:
        return self.outbox is not None

    def check_on(self) -> Outbox:
        """Return the outbox. Raises NotFound where no mail is sent."""
        if self.outbox is None:
            raise NotFound("this server sends no e-mail")
        return self.outbox

    async def mailbox(self, person: Person) -> Mailbox | None:
        """Return a person's proved address; None where no mail is sent."""
        return await self.store.mailbox(person.id) if self.on else None

    # Proving an address.

    async def ask_proof(self, person: Person, password: str) -> None:
        """Send a link that proves an address. Raises NotFound, BadField, TooMany or Busy."""
        outbox = self.check_on()
        if person.email is None:
            raise BadField("email", "there is no address yet: enter it first")
        check_address(person.email)
        # A proved address can be used to set a new password.
        await self._people.confirm_password(person, password)
        count_all((self._proofs, person.id))
        await outbox.put("prove", person.id)

    async def prove(self, secret: str) -> Person:
        """Prove an address by the secret of a link that was sent there. Raises NotFound."""
        self.check_on()
        person = await self.store.prove(hashed(secret), self._now())
        if person is None:
            raise NotFound(NO_LINK)
        await self._people.moderation.note(person.name, "email-proved", person.name)
        return person

    # A new password.

    async def ask_reset(self, name: str, origin: From) -> None:
        """Send a reset link, if that account has a proved address. Raises NotFound or TooMany."""
        outbox = self.check_on()
        key = trimmed(name).casefold()[:40]
        count_all((self._names, key), (self._addresses, origin.address))
        await outbox.put("reset", name=key)

    async def find_link(self, secret: str, purpose: str) -> Person:
        """Return whose valid link this is, without using it up. Raises NotFound."""
        self.check_on()
        found = await self.store.link(hashed(secret), purpose, self._now())
        if found is None:
            raise NotFound(NO_LINK)
        return found

    async def reset(self, secret: str, password: str, origin: From) -> tuple[Person, Recovered]:
        """Set a new password by a link; every login ends. Raises NotFound, BadField or Busy."""
        person = await self.find_link(secret, "reset")
        passwords.check(password, person.name)
        kept = await self._people.passwords.hash(password)
        recovered = await self.store.reset(hashed(secret), kept, self._now())
        if recovered is None:
            raise NotFound(NO_LINK)
        person = replace(person, password=kept)
        await self._people.end_recovery(person, recovered, "by e-mail", origin.address)
        return person, recovered

    # Mails about turns.

    async def want_turns(self, person: Person, wanted: bool) -> None:
        """Choose whether a person gets mails about turns. Raises NotFound or BadRequest."""
        if wanted:
            self.check_on()
            if await self.mailbox(person) is None:
                raise BadRequest("prove your e-mail address first, by the link that is sent to it")
        await self.store.want_turns(person.id, wanted)

    async def stop(self, text: str) -> str:
        """Stop mails to the owner of a stop link; return their name. Raises NotFound."""
        person = await self.owner_of_stop_link(text)
        await self.store.want_turns(person.id, False)
        return person.name

    async def owner_of_stop_link(self, text: str) -> Person:
        """Return whose stop link this is. Raises NotFound."""
        self.check_on()
        id, _, key = text.partition(".")
        person = await self._people.store.by_id(MARK + id)
        if person is None or not hmac.compare_digest(stop_key(person), key.encode()):
            raise NotFound("this link leads nowhere: perhaps a part of it is missing")
        return person

    # Writing messages.

    async def write(self, item: Item) -> EmailMessage | None:
        """Return the message of an item; None where there is no reason for it any more."""
        store = self._people.store
        finding = store.by_id(item.owner_id) if item.owner_id else store.by_name(item.name)
        person = await finding
        if person is None or person.email is None:
            return None
        box = await self.store.mailbox(person.id)
        if box is None and item.kind != "prove":
            return None
        if item.kind == "turn":
            wanted = box is not None and box.turns
            return await self._turn(person, person.email, item.game_id or "") if wanted else None
        secret, now = secrets.token_urlsafe(24), self._now()
        until = now + LINK_SECONDS[item.kind]
        await self.store.add_link(hashed(secret), person, item.kind, until, now)
        write = self._writer.proof if item.kind == "prove" else self._writer.reset
        return write(person.email, person.name, secret)

    async def _turn(self, person: Person, address: str, game: str) -> EmailMessage | None:
        if not await self.store.turn_mailed(person.id, game):
            return None  # they have looked meanwhile
        turn = await self._waiting(game, person.id)
        if turn is None:
            return None
        stop = f"{person.id.removeprefix(MARK)}.{stop_key(person).decode()}"
        return self._writer.turn(address, person.name, turn, stop)

    async def _waiting(self, id: str, owner_id: OwnerId) -> Turn | None:
        found = await self._games.read(id)
        if found is None or found.game.status != "running" or found.game.mover is None:
            return None
        row, sitting, mover = found.game, found.seats, found.game.mover
        if sitting[mover].owner_id != owner_id:
            return None
        away = await self._tables.vacations.away(owner_id, row.since or self._tables.now())
        if away.more:
            return None
        flag = clock_of(row, len(sitting)).flag_at(mover)
        left = None if flag is None else max(0.0, flag + away.gone - self._tables.now())
        try:
            title = find(row.game).title
        except LivestoneError:  # the server no longer has this game
            return None
        others = tuple(seat.name for seat in sitting if seat.owner_id != owner_id)
        return Turn(title, others, left, id)


def stop_key(person: Person) -> bytes:
    """Return the secret part of a person's stop link, which only the server can make."""
    made = hmac.new(person.secret.encode(), b"no more letters", hashlib.sha256)
    return made.hexdigest()[:32].encode()


MailDep = NamedDependency[Mail]
