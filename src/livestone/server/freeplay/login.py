"""Logging in: a name, a nonce, and the proof that the client has the key."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from hmac import compare_digest
from typing import TypeAlias

from livestone.errors import LivestoneError
from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import BadLine, check_name, key_hash, new_nonce, quoted, reply_to
from livestone.server.freeplay.connection import Connection

log = logging.getLogger("livestone")

# Unknown names and wrong keys get the same answer, after the same work.
UNKNOWN = (
    "this name and this key do not belong together: ask for a token with 'livestone token', "
    "and give its file with --ssh-key"
)
LOG_IN_FIRST = (
    "log in first: send 'authenticate: NAME', then answer the nonce with 'nonce-reply: HEX'"
)
_NO_KEYS = (key_hash(secrets.token_bytes()),) * 3


# Returns the hashes of the keys that a name may log in with. Raises StorageError.
Hashes: TypeAlias = Callable[[str], Awaitable[Sequence[str]]]


class Refused(LivestoneError):
    """A client may not log in; the message says why."""

    code = "refused"


async def login(connection: Connection, hashes: Hashes, count: Callable[[Connection], None]) -> str:
    """Return the name a client proves. Raises Refused, Fault (left, no message) or StorageError."""
    try:
        name = check_name(await _expect(connection, "authenticate"))
    except BadLine as error:
        raise Refused(str(error)) from None
    count(connection)
    nonce = new_nonce()
    connection.send("nonce", nonce)
    reply = (await _expect(connection, "nonce-reply")).strip().lower()
    known = await hashes(name)
    proofs = [
        compare_digest(reply_to(nonce, key).encode(), reply.encode()) for key in known or _NO_KEYS
    ]
    if not (known and any(proofs)):
        log.info("a wrong name or key: %s from %s", name, connection.origin)
        raise Refused(UNKNOWN)
    return name


async def _expect(connection: Connection, command: str) -> str:
    """The arguments of the next message. Raises Refused for another one, or Fault."""
    try:
        message = await connection.read()
    except Fault as fault:
        if fault.reason == "abandoned":
            raise
        raise Refused(LOG_IN_FIRST) from None
    if message.command != command:
        raise Refused(f"{quoted(message.command)} comes too early: {LOG_IN_FIRST}")
    return message.arguments
