"""Who may log in on the line protocol: accounts with tokens, and a classroom's public keys."""

from __future__ import annotations

import asyncio
import secrets
import time
from pathlib import Path

from sqlalchemy import delete, insert, select, update

from livestone.errors import NotAllowed, NotFound, StorageError
from livestone.freeplay.lines import check_name, key_hash
from livestone.server.accounts import names
from livestone.server.db.schema import accounts, people, retired_names
from livestone.server.db.store import Store

TOKEN_BYTES = 32
ENDS = (b"", b"\n", b"\r\n")  # of the one line in a key's file
MOST_KEY_BYTES = 16 * 1024  # the longest public keys have a tenth
KEY_SUFFIX = ".pub"


def hashes_of(key: bytes) -> list[str]:
    """The hashes of a key's file, with each end that its line may have."""
    bare = key.removesuffix(b"\n").removesuffix(b"\r")
    return [key_hash(bare + end) for end in ENDS]


class Accounts:
    """Who may log in; ``keys`` is a folder of public keys, ``NAME.pub``, in a classroom only.

    The names of people with accounts are theirs here too, and need a token that they have made.
    Another name with a token needs that token; the folder is for the others. It is read anew at
    every login, so that a key may be added while the class plays.
    """

    def __init__(self, store: Store, keys: Path | None = None) -> None:
        self._store = store
        self._keys = keys

    async def issue(self, name: str, registered: str | None = None) -> str:
        """Return a new token for a name; an older one is good no longer.

        ``registered`` is the id of the person who has this name, and asks. Raises BadLine for a
        name that nobody may have, NotAllowed for somebody else's, or StorageError.
        """
        check_name(name)
        if registered is None and await self._registered(name):
            raise NotAllowed(
                f"the name {name!r} belongs to an account, or looks like one that does: its owner "
                "makes the token, on his account's page"
            )
        token = secrets.token_urlsafe(TOKEN_BYTES)
        row = {"name": check_name(name), "hashes": hashes_of(token.encode())}
        async with self._store.writing() as connection:
            await connection.execute(delete(accounts).where(accounts.c.name == name))
            await connection.execute(insert(accounts), {**row, "created": time.time()})
        return token

    async def revoke(self, name: str) -> None:
        """Let nobody log in with a name's token any more. Raises NotFound or StorageError."""
        good = (accounts.c.name == name) & accounts.c.revoked.is_(None)
        async with self._store.writing() as connection:
            change = update(accounts).where(good).values(revoked=time.time())
            if (await connection.execute(change)).rowcount != 1:
                raise NotFound(f"{name[:40]!r} has no token that could be revoked")

    async def hashes(self, name: str) -> list[str]:
        """The hashes of the keys that a name may log in with. Raises StorageError."""
        query = select(accounts.c.hashes).where(
            accounts.c.name == name, accounts.c.revoked.is_(None)
        )
        async with self._store.reading() as connection:
            found: list[str] | None = await connection.scalar(query)
        if found is None and self._keys is not None and not await self._registered(name):
            return await asyncio.to_thread(_public, self._keys, name)
        return found or []

    async def _registered(self, name: str) -> bool:
        """Whether somebody with an account has this name, or one that looks like it."""
        key = names.key(name)
        async with self._store.reading() as connection:
            query = select(people.c.id).where(people.c.key == key)
            gone = select(retired_names.c.key).where(retired_names.c.key == names.retired(key))
            found = await connection.scalar(query) or await connection.scalar(gone)
            return found is not None


def _public(folder: Path, name: str) -> list[str]:
    """The hashes of ``NAME.pub``, none if it is not there. Raises StorageError."""
    try:
        # Looked for, not opened by its name: a name may hold anything, such as "../ada".
        for file in folder.iterdir():
            if file.name == name + KEY_SUFFIX:
                with file.open("rb") as opened:
                    key = opened.read(MOST_KEY_BYTES)
                return hashes_of(key) if key.strip() else []
    except OSError as error:
        raise StorageError(
            f"the keys in {str(folder)!r} cannot be read: {error.strerror}"
        ) from error
    return []
