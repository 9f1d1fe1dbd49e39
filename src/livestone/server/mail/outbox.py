"""Sending: what is in the outbox goes to the mail server, by one process of the server.

A letter is claimed before it is tried and gone once it was sent, so that one is sent twice only by
a crash in between. What the mail server does not take now is tried again, ever more seldom.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import smtplib
import ssl
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from livestone.errors import LivestoneError, StorageError
from livestone.server.mail.read_receipts import slow
from livestone.server.mail.settings import MailSettings
from livestone.server.mail.store import Item, MailStore
from livestone.server.tables.time_control import TimeControl

EVERY = 5.0  # seconds
OVERLAP = 60.0  # clocks of several processes may differ
BATCH = 20
CLAIM_SECONDS = 600.0
WAITS = (60.0, 240.0, 900.0, 3600.0, 4 * 3600.0, 12 * 3600.0)  # after each try; then no more
MOST_REST = 600.0  # while the mail server cannot be reached
SMTP_SECONDS = 30.0

log = logging.getLogger("livestone")


@dataclass(frozen=True)
class Letter:
    """What is sent, and to whom."""

    address: str
    message: EmailMessage


# Returns the letter of an item as it is now, None where there is no reason for it any more.
Write = Callable[[Item], Awaitable[Letter | None]]


class Refused(Exception):
    """The mail server will not take this letter, ever."""


class Carrier:
    """Takes letters to the mail server, one connection each."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings

    def carry(self, letter: Letter) -> None:
        """Hand a letter over; blocks. Raises Refused, SMTPException or OSError."""
        with self._connect() as server:
            try:
                server.send_message(letter.message, self._settings.sender, [letter.address])
            except smtplib.SMTPRecipientsRefused as error:
                codes = [code for code, _ in error.recipients.values()]
                if codes and min(codes) >= 500:
                    raise Refused(f"the address is refused ({min(codes)})") from None
                raise
            except smtplib.SMTPDataError as error:
                if error.smtp_code >= 500:
                    raise Refused(f"the letter is refused ({error.smtp_code})") from None
                raise
            except smtplib.SMTPNotSupportedError:  # an address that is not plain ASCII
                raise Refused("the mail server cannot write to such an address") from None

    def _connect(self) -> smtplib.SMTP:
        """Connect and log in; what the server cannot do is trouble with it, not with a letter."""
        told, safe = self._settings, ssl.create_default_context()
        if told.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                told.host, told.door, timeout=SMTP_SECONDS, context=safe
            )
        else:
            server = smtplib.SMTP(told.host, told.door, timeout=SMTP_SECONDS)
        try:
            if told.security == "starttls":
                server.starttls(context=safe)
            if told.user:
                server.login(told.user, told.password)
        except BaseException as error:
            server.close()
            if isinstance(error, smtplib.SMTPNotSupportedError):
                raise OSError(errno.EPROTONOSUPPORT, str(error)) from None
            raise
        return server


class Post:
    """Notices whose turn it is, and sends everything."""

    def __init__(
        self,
        store: MailStore,
        settings: MailSettings,
        write: Write,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._after = settings.after
        self._write = write
        self._now = now
        self._carrier = Carrier(settings)
        self._since = 0.0
        self._rest = 0.0
        self._failed = 0
        self._wake = asyncio.Event()

    def hurry(self) -> None:
        """There is something to send."""
        self._wake.set()

    async def keep_up(self) -> None:
        """Notice and send for ever."""
        while True:
            for work in (self.notice, self.deliver):  # neither waits for trouble with the other
                try:
                    await work()
                except LivestoneError as error:
                    log.error("mail waits: %s", error)
                except Exception as error:  # whatever it is, games go on
                    log.error("mail waits: %s", _where(error))
            try:
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()
            except TimeoutError:
                continue
            finally:
                self._wake.clear()

    async def notice(self) -> int:
        """Have everybody be told whose turn it has been for long enough; return how many are."""
        until = self._now() - self._after
        found = await self._store.waiting(self._since - OVERLAP, until)
        told = 0
        for one in found:
            try:
                waits = slow(TimeControl.read(one.control))
            except Exception as error:
                log.error("nobody is written to about game %s: %s", one.game_id, _where(error))
                continue
            if waits:
                told += await self._store.notice(one, self._now())
        self._since = until
        return told

    async def deliver(self) -> int:
        """Send what is due, and return how many letters went; a server that is away gets a rest."""
        if self._now() < self._rest:
            return 0
        sent = 0
        for item in await self._store.due(self._now(), BATCH):
            if not await self._store.claim(item, self._now() + CLAIM_SECONDS):
                continue
            try:
                sent += await self._send(item)
            except (OSError, smtplib.SMTPException) as error:
                if await self._failed_with(item, error):
                    return sent
            except StorageError:
                raise  # that is no letter's fault
            except Exception as error:  # a fault in this letter, or in us: the others go
                log.error("a letter (%s) cannot be sent: %s", item.kind, _where(error))
                log.debug("the traceback:", exc_info=error)
                await self._later(item)
        return sent

    async def _send(self, item: Item) -> bool:
        """Send a claimed letter. Raises SMTPException or OSError where it may be tried again."""
        letter = await self._write(item)
        if letter is None:
            await self._store.drop(item, sent=False)
            return False
        carried = asyncio.ensure_future(asyncio.to_thread(self._carrier.carry, letter))
        try:
            await asyncio.shield(carried)
        except asyncio.CancelledError:
            # The server ends: what is on its way arrives, and is not sent again.
            done, _ = await asyncio.wait({carried}, timeout=SMTP_SECONDS)
            if done and carried.exception() is None:
                await self._store.drop(item, sent=True)
            raise
        except Refused as error:
            log.warning("a letter (%s) is given up: %s", item.kind, error)
        self._failed = 0
        await self._store.drop(item, sent=True)
        return True

    async def _failed_with(self, item: Item, error: Exception) -> bool:
        """Try a letter later, or never; return whether the mail server itself is in trouble."""
        code = getattr(error, "smtp_code", 0)
        away = not isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError)
        if away:
            self._failed += 1
            rest = min(MOST_REST, EVERY * 2.0**self._failed)
            self._rest = self._now() + rest
            log.error("mail cannot be sent (%s), tried again in %d s", _words(error, code), rest)
            # It is not this letter's fault.
            await self._store.postpone(item, self._rest, item.tries)
        else:
            await self._later(item)
        return away

    async def _later(self, item: Item) -> None:
        """Try a letter later, or give it up."""
        if item.tries < len(WAITS):
            await self._store.postpone(item, self._now() + WAITS[item.tries], item.tries + 1)
        else:
            log.warning("a letter (%s) is given up after %d tries", item.kind, item.tries + 1)
            await self._store.drop(item, sent=True)


def _where(error: Exception) -> str:
    """What went wrong and where, without its words, which may have somebody's address in them."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


def _words(error: Exception, code: int) -> str:
    """What went wrong, without anybody's address."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return f"{type(error).__name__} {code}" if code else type(error).__name__
