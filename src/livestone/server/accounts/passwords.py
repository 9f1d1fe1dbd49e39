"""Passwords: which are accepted, and their hashing, a few at a time."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from livestone.errors import BadField, Busy
from livestone.languages.words import t
from livestone.server.accounts.settings import Cost
from livestone.tasks import uninterrupted

if TYPE_CHECKING:
    from argon2 import PasswordHasher

Result = TypeVar("Result")

LEAST, MOST = 8, 200
# The commonest of eight characters or more, in published lists of stolen passwords; also with
# digits or signs after them.
_COMMON = (
    "12345678 123456789 1234567890 11111111 00000000 12341234 87654321 123123123 password "
    "passw0rd p@ssword p@ssw0rd qwertyui qwertyuiop qwerty12 1q2w3e4r 1qaz2wsx asdfghjk "
    "asdfghjkl zxcvbnm1 iloveyou princess sunshine football baseball superman starwars "
    "computer internet whatever trustno1 welcome1 letmein1 abcd1234 abc12345 abcdefgh aaaaaaaa "
    "88888888 66666666 99999999 monkey123 dragon123 master123 michelle jennifer corvette "
    "mercedes liverpool chocolate samsung1 livestone changeme q1w2e3r4 1q2w3e4r5t"
)
COMMON = frozenset(_COMMON.split())


def check(password: str, name: str, field: str = "password") -> None:
    """Raises BadField for a password that is too short, too long or too easy to guess."""
    if len(password) < LEAST:
        raise BadField(
            field, t("a password has at least {n} characters: a few words do well", n=LEAST)
        )
    if len(password) > MOST:
        raise BadField(field, t("a password has at most {n} characters", n=MOST))
    low = password.casefold()
    bare = low.rstrip("0123456789!?.*#$")
    rest = low.replace(name.casefold(), "")
    if name and len(rest) <= LEAST // 2:
        raise BadField(field, "the password is your name or little more: choose another")
    if low in COMMON or bare in COMMON or len(set(low)) < 3:
        raise BadField(field, "this password is one of those that are tried first: choose another")


class Passwords:
    """Makes and checks hashes in threads, so few at a time that games have time to run."""

    def __init__(self, cost: Cost) -> None:
        self._cost = cost
        self._slots = asyncio.Semaphore(cost.at_once)
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Return the hash of a password. Raises Busy."""
        return await self._work(lambda: self._hasher.hash(password))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether a password has this hash; with None, False after the same time. Raises Busy."""
        return await self._work(lambda: self._verify(kept, password))

    def is_old(self, kept: str) -> bool:
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str | None, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        decoy = self._decoy  # made at once, so that the first unknown name takes no longer
        try:
            self._hasher.verify(kept or decoy, password)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    @uninterrupted  # the thread of a cancelled request counts until it is done
    async def _work(self, work: Callable[[], Result]) -> Result:
        if self._waiting >= self._cost.at_once + self._cost.wait:
            raise Busy("too many people log in at this moment: try again in a few seconds")
        self._waiting += 1
        try:
            async with self._slots:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1

    @cached_property
    def _hasher(self) -> PasswordHasher:
        from argon2 import PasswordHasher

        return PasswordHasher(self._cost.rounds, self._cost.memory, parallelism=1)

    @cached_property
    def _decoy(self) -> str:
        return self._hasher.hash(secrets.token_hex())
