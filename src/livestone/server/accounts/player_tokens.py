"""Tokens of the line protocol, and a classroom's folder of public keys."""

from __future__ import annotations

import asyncio
import secrets
import time
from pathlib import Path

from sqlalchemy import select, update

from livestone.errors import NotAllowed, NotFound, StorageError
from livestone.freeplay.lines import check_name, key_hash
from livestone.names import trimmed
from livestone.server.accounts import names
from livestone.server.accounts.store import having
from livestone.server.db.schema.people import accounts, people
from livestone.server.db.store import Store, put

TOKEN_BYTES = 32
ENDS = (b"", b"\n", b"\r\n")  # of the one line in a key's file
MAX_KEY_BYTES = 16 * 1024  # the longest public keys have a tenth
KEY_SUFFIX = ".pub"


def hashes_of(key: bytes) -> list[str]:
    """Return the hashes of a key's file, with each end that its line may have."""
    bare = key.removesuffix(b"\n").removesuffix(b"\r")
    return [key_hash(bare + end) for end in ENDS]


class PlayerTokens:
    """Who may log in on the line protocol, and with what.

    A person with an account needs a token that they have made. So does every name that has a
    token. For other names there may be a folder of public keys, ``NAME.pub``; it is read at every
    login, so that a key may be added while the class plays.
    """

    def __init__(self, store: Store, keys: Path | None = None) -> None:
        self._store = store
        self._keys = keys

    async def issue(self, name: str, registered: str | None = None) -> str:
        """Return a new token for a name, which replaces an older one.

        ``registered`` is the id of the person who has this name, and asks. Raises BadLine for a
        name that is not allowed, NotAllowed for another person's or one like it, or StorageError.
        """
        name = check_name(name)
        if registered is None and (why := names.why_reserved(name)):
            raise NotAllowed(why)
        if registered is None and await self._registered(name):
            raise NotAllowed(
                f"the name {name!r} belongs to an account, or looks like one that does: its owner "
                "makes the token, on their account's page"
            )
        token = secrets.token_urlsafe(TOKEN_BYTES)
        row = {"name": name, "hashes": hashes_of(token.encode()), "created": time.time()}
        await self._store.execute(*put(accounts, row))
        return token

    async def revoke(self, name: str) -> None:
        """Revoke a name's token. Raises NotFound or StorageError."""
        good = (accounts.c.name == trimmed(name)) & accounts.c.revoked.is_(None)
        if await self._store.execute(update(accounts).where(good).values(revoked=time.time())) != 1:
            raise NotFound(f"{name[:40]!r} has no token that could be revoked")

    async def hashes(self, name: str) -> list[str]:
        """The hashes of the keys that a name may log in with. Raises StorageError."""
        query = select(accounts.c.hashes).where(
            accounts.c.name == name, accounts.c.revoked.is_(None)
        )
        found: list[str] | None = await self._store.scalar(query)
        if found is not None:  # a program that logs in so keeps its account from expiring
            person = await self._store.scalar(select(people.c.id).where(people.c.name == name))
            if person is not None:
                self._store.quotas.visit(person)
        if found is not None or self._keys is None or names.why_reserved(name):
            return found or []
        if not await self._registered(name):
            return await asyncio.to_thread(_public_key_hashes, self._keys, name)
        return []

    async def _registered(self, name: str) -> bool:
        """Whether a person with an account has this name, or one that looks like it."""
        return await self._store.scalar(having(name)) is not None


def _public_key_hashes(folder: Path, name: str) -> list[str]:
    try:
        # Compared, not opened by its name: a name may be "../ada".
        for file in folder.iterdir():
            if file.name == name + KEY_SUFFIX:
                with file.open("rb") as opened:
                    key = opened.read(MAX_KEY_BYTES)
                return hashes_of(key) if key.strip() else []
    except OSError as error:
        raise StorageError(
            f"the keys in {str(folder)!r} cannot be read: {error.strerror}"
        ) from error
    return []
