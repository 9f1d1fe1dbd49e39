"""Outbox: one process sends the waiting messages to the mail server.

A message is claimed before it is sent and deleted once the mail server has accepted it, so that
only a crash in between sends one twice. One that is not accepted is tried again, at growing
intervals. Where no answer comes it may have been accepted, so it is not tried as often.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import re
import smtplib
import ssl
import traceback
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from functools import partial
from pathlib import Path

from livestone.errors import LivestoneError, StorageError
from livestone.play.time_control import TimeControl
from livestone.server.db.owners import OwnerId
from livestone.server.mail.read_receipts import slow
from livestone.server.mail.settings import MailSettings
from livestone.server.mail.store import Item, MailStore
from livestone.tasks import uninterrupted
from livestone.threads import run_in_thread

EVERY = 5.0  # seconds
OVERLAP = 60.0  # clocks of several processes may differ
BATCH = 20
CLAIM_SECONDS = 600.0  # after which a message of a process that was killed is sent by another
RENEW_SECONDS = 120.0
STOP_SECONDS = 5.0  # for what is on its way when the server stops
WAITS = (60.0, 240.0, 900.0, 3600.0, 4 * 3600.0, 12 * 3600.0)  # after each try; then no more
UNCERTAIN_TRIES = 4  # after which a message is given up that may have been accepted each time
MAX_REST = 600.0  # the longest pause while the mail server is unreachable
# RFC 5321, 4.5.3.2: who gives up sooner sends twice what a slow mail server accepts after all.
REPLY_SECONDS = 300.0
ACCEPT_SECONDS = 600.0
QUIT_SECONDS = 5.0

log = logging.getLogger("livestone")


# Returns the message of an item, None where there is no reason for it any more.
Write = Callable[[Item], Awaitable[EmailMessage | None]]


class Refused(Exception):
    """The mail server refuses this message for good."""


class Uncertain(Exception):
    """The mail server has the whole message, and does not say whether it accepts it."""


class SmtpTransport:
    """Hands messages to the mail server, with one connection each."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings

    def send(self, message: EmailMessage) -> None:
        """Send a message to its one address; blocks.

        Raises Refused, Uncertain, SMTPException or OSError.
        """
        settings, context = self._settings, ssl.create_default_context()
        connect: Callable[..., smtplib.SMTP] = smtplib.SMTP
        if settings.security == "tls":
            connect = partial(smtplib.SMTP_SSL, context=context)
        server = connect(settings.host, settings.used_port, timeout=REPLY_SECONDS)
        try:
            try:
                if settings.security == "starttls":
                    server.starttls(context=context)
                if settings.user:
                    server.login(settings.user, settings.password)
            except smtplib.SMTPNotSupportedError as error:  # the server lacks what is wanted of it
                raise OSError(errno.EPROTONOSUPPORT, str(error)) from None
            self._hand_over(server, message)
            _quit(server)
        finally:
            server.close()

    def _hand_over(self, server: smtplib.SMTP, message: EmailMessage) -> None:
        address = message["To"].addresses[0].addr_spec
        server.data = partial(_data, server)  # type: ignore[method-assign]
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


def _data(server: smtplib.SMTP, text: bytes) -> tuple[int, bytes]:
    """What smtplib's ``data`` does, but it waits longer, and says whether the end was sent."""
    code, reply = server.docmd("DATA")
    if code != 354:
        raise smtplib.SMTPDataError(code, reply)
    server.send(re.sub(rb"(?m)^\.", b"..", text).removesuffix(b"\r\n") + b"\r\n.\r\n")
    try:
        assert server.sock is not None
        server.sock.settimeout(ACCEPT_SECONDS)
        code, reply = server.getreply()
    except OSError as error:
        raise Uncertain(_words(error)) from error
    if not 200 <= code < 600:
        raise Uncertain(f"not an SMTP reply ({code})")
    return (250 if code < 300 else code), reply


def _quit(server: smtplib.SMTP) -> None:
    """Say goodbye; the message is accepted, whatever is answered."""
    with contextlib.suppress(OSError):
        assert server.sock is not None
        server.sock.settimeout(QUIT_SECONDS)
        server.docmd("QUIT")


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
        self._accepted: set[int] = set()  # messages that are to be deleted, but perhaps are not yet
        self._wake = asyncio.Event()

    async def put(self, kind: str, owner_id: OwnerId | None = None, name: str = "") -> None:
        """Queue a message to a person, or to whoever has this name, and send it soon."""
        await self._store.put(kind, self._now(), owner_id, name)
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
            if item.id in self._accepted:
                await self._done(item)
                continue
            if not await self._store.claim(item, self._now() + CLAIM_SECONDS):
                continue
            try:
                sent += await self._send(item)
            except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError):
                await self._retry_later(item)
            except Uncertain as error:
                log.warning("a message (%s) may not have been accepted: %s", item.kind, error)
                await self._retry_later(item, UNCERTAIN_TRIES)
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

    async def _send(self, item: Item) -> bool:
        """Send a claimed message. Raises what SmtpTransport does where it may be tried again."""
        message = await self._write(item)
        if message is None:
            await self._store.drop(item, sent=False)
            return False
        try:
            await self._hand_over(item, message)
        except Refused as error:
            log.warning("a message (%s) is given up: %s", item.kind, error)
            await self._done(item)
        return True

    async def _hand_over(self, item: Item, message: EmailMessage) -> None:
        """Have a message sent, and keep it claimed meanwhile."""
        sending = asyncio.create_task(run_in_thread(self._transport.send, message))
        try:
            while not (await asyncio.wait({sending}, timeout=RENEW_SECONDS))[0]:
                with contextlib.suppress(StorageError):
                    until = self._now() + CLAIM_SECONDS
                    await self._store.postpone(item, until, item.tries + 1)
        except asyncio.CancelledError:  # the server stops; what was claimed is counted as a try
            await asyncio.wait({sending}, timeout=STOP_SECONDS)
            if sending.done() and sending.exception() is None:
                await self._done(item)
            sending.cancel()
            raise
        sending.result()
        await self._done(item)

    @uninterrupted
    async def _done(self, item: Item) -> None:
        self._failed = 0
        self._accepted.add(item.id)
        await self._store.drop(item, sent=True)
        self._accepted.discard(item.id)

    async def _rest_after(self, item: Item, error: OSError) -> None:
        """Send nothing for a while; this is not counted as a try."""
        self._failed += 1
        rest = min(MAX_REST, EVERY * 2.0**self._failed)
        self._rest = self._now() + rest
        log.error("mail cannot be sent (%s), tried again in %d s", _words(error), rest)
        await self._store.postpone(item, self._rest, item.tries)

    async def _retry_later(self, item: Item, tries: int = len(WAITS) + 1) -> None:
        if item.tries + 1 < tries:
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
