"""Outbox: one process sends the waiting messages to the mail server.

A message is claimed before it is sent and deleted after, so that only a crash in between sends one
twice. A message that the mail server does not take now is tried again, at growing intervals.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import smtplib
import ssl
import traceback
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from functools import partial
from pathlib import Path

from livestone.errors import LivestoneError, StorageError
from livestone.server.db.tasks import uninterrupted
from livestone.server.mail.read_receipts import slow
from livestone.server.mail.settings import MailSettings
from livestone.server.mail.store import Item, MailStore
from livestone.server.tables.time_control import TimeControl

EVERY = 5.0  # seconds
OVERLAP = 60.0  # clocks of several processes may differ
BATCH = 20
CLAIM_SECONDS = 600.0
WAITS = (60.0, 240.0, 900.0, 3600.0, 4 * 3600.0, 12 * 3600.0)  # after each try; then no more
MOST_REST = 600.0  # the longest pause while the mail server is unreachable
SMTP_SECONDS = 30.0

log = logging.getLogger("livestone")


# Returns the message of an item, None where there is no reason for it any more.
Write = Callable[[Item], Awaitable[EmailMessage | None]]


class Refused(Exception):
    """The mail server refuses this message for good."""


class SmtpTransport:
    """Hands messages to the mail server, with one connection each."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings

    def send(self, message: EmailMessage) -> None:
        """Send a message to its one address; blocks. Raises Refused, SMTPException or OSError."""
        settings, context = self._settings, ssl.create_default_context()
        connect: Callable[..., smtplib.SMTP] = smtplib.SMTP
        if settings.security == "tls":
            connect = partial(smtplib.SMTP_SSL, context=context)
        with connect(settings.host, settings.used_port, timeout=SMTP_SECONDS) as server:
            try:
                if settings.security == "starttls":
                    server.starttls(context=context)
                if settings.user:
                    server.login(settings.user, settings.password)
            except smtplib.SMTPNotSupportedError as error:  # the server lacks what is wanted of it
                raise OSError(errno.EPROTONOSUPPORT, str(error)) from None
            self._hand_over(server, message)

    def _hand_over(self, server: smtplib.SMTP, message: EmailMessage) -> None:
        address = message["To"].addresses[0].addr_spec
        try:
            server.send_message(message, self._settings.sender, [address])
        except smtplib.SMTPRecipientsRefused as error:
            ((code, _),) = error.recipients.values()
            if code >= 500:
                raise Refused(f"the address is refused ({code})") from None
            raise
        except smtplib.SMTPDataError as error:
            if error.smtp_code >= 500:
                raise Refused(f"the message is refused ({error.smtp_code})") from None
            raise
        except smtplib.SMTPNotSupportedError:  # an address that is not plain ASCII
            raise Refused("the mail server cannot write to such an address") from None


class Outbox:
    """Queues messages about turns, and sends everything."""

    def __init__(
        self, store: MailStore, settings: MailSettings, write: Write, now: Callable[[], float]
    ) -> None:
        self._store = store
        self._after = settings.after
        self._write = write
        self._now = now
        self._transport = SmtpTransport(settings)
        self._since = 0.0
        self._rest = 0.0
        self._failed = 0
        self._wake = asyncio.Event()

    async def put(self, kind: str, person: str | None = None, name: str = "") -> None:
        """Queue a message to a person, or to whoever has this name, and send it soon."""
        await self._store.put(kind, self._now(), person, name)
        self._wake.set()

    async def keep_up(self) -> None:
        while True:
            for work in (self.queue_turns, self.send_due):  # one may fail, and the other goes on
                try:
                    await work()
                except LivestoneError as error:
                    log.error("mail waits: %s", error)
                except Exception as error:  # must not stop the games
                    log.error("mail waits: %s", _where(error))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()
            self._wake.clear()

    async def queue_turns(self) -> None:
        """Queue messages for everybody whose turn it has been for long enough."""
        until = self._now() - self._after
        for one in await self._store.waiting(self._since - OVERLAP, until):
            try:
                wanted = slow(TimeControl.read(one.control))
            except Exception as error:
                log.error("no mail is sent about game %s: %s", one.game_id, _where(error))
                continue
            if wanted:
                await self._store.queue_turn(one, self._now())
        self._since = until

    async def send_due(self) -> int:
        """Send what is due, unless the mail server was unreachable lately; return how many."""
        if self._now() < self._rest:
            return 0
        sent = 0
        for item in await self._store.due(self._now(), BATCH):
            if not await self._store.claim(item, self._now() + CLAIM_SECONDS):
                continue
            try:
                sent += await self._send(item)
            except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError):
                await self._retry_later(item)
            except OSError as error:  # the mail server is unreachable, or wants nothing at all
                await self._rest_after(item, error)
                return sent
            except StorageError:
                raise  # not the message's fault
            except Exception as error:  # a fault in this message; the others are sent
                log.error("a message (%s) cannot be sent: %s", item.kind, _where(error))
                log.debug("the traceback:", exc_info=error)
                await self._retry_later(item)
        return sent

    @uninterrupted  # what is on its way when the server stops is not sent again
    async def _send(self, item: Item) -> bool:
        """Send a claimed message. Raises SMTPException or OSError where it may be tried again."""
        message = await self._write(item)
        if message is None:
            await self._store.drop(item, sent=False)
            return False
        try:
            await asyncio.to_thread(self._transport.send, message)
        except Refused as error:
            log.warning("a message (%s) is given up: %s", item.kind, error)
        self._failed = 0
        await self._store.drop(item, sent=True)
        return True

    async def _rest_after(self, item: Item, error: OSError) -> None:
        """Send nothing for a while; this is not counted as a try."""
        self._failed += 1
        rest = min(MOST_REST, EVERY * 2.0**self._failed)
        self._rest = self._now() + rest
        log.error("mail cannot be sent (%s), tried again in %d s", _words(error), rest)
        await self._store.postpone(item, self._rest, item.tries)

    async def _retry_later(self, item: Item) -> None:
        if item.tries < len(WAITS):
            await self._store.postpone(item, self._now() + WAITS[item.tries], item.tries + 1)
        else:
            log.warning("a message (%s) is given up after %d tries", item.kind, item.tries + 1)
            await self._store.drop(item, sent=True)


def _where(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


def _words(error: OSError) -> str:
    name, code = type(error).__name__, getattr(error, "smtp_code", 0)
    return error.strerror or (f"{name} {code}" if code else name)
