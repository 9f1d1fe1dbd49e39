"""Passwords: which are refused, and how many are hashed at the same time."""

from __future__ import annotations

import asyncio
import threading

import pytest
from tests.patience import PATIENCE
from tests.server.site import CHEAP

from livestone.errors import BadField, Busy
from livestone.server.accounts.passwords import Passwords, check
from livestone.server.accounts.settings import Cost


@pytest.mark.parametrize(
    ("password", "why"),
    [
        *(("1234567", "at least 8"), ("x" * 201, "at most 200"), ("Password1!", "tried first")),
        *(("aaaabbbb", "tried first"), ("12345678", "tried first"), ("Fred1234", "your name")),
    ],
)
def test_bad_passwords(password: str, why: str) -> None:
    with pytest.raises(BadField, match=why):
        check(password, "Fred")


def test_good_passwords() -> None:
    for password in ("four words will do", "correct-horse", "fred likes tea", "ü" * 7 + "xyz"):
        check(password, "Fred")


async def test_a_hash() -> None:
    passwords = Passwords(CHEAP)
    kept = await passwords.hash("four words will do")
    assert kept.startswith("$argon2id$")
    assert await passwords.verify(kept, "four words will do")
    assert not await passwords.verify(kept, "four words will")
    assert not await passwords.verify(None, "four words will do")
    assert not await passwords.verify("nonsense", "four words will do")
    assert not passwords.is_old(kept)
    assert Passwords(Cost(memory=16, rounds=1)).is_old(kept)


async def test_few_at_once_and_no_endless_queue() -> None:
    passwords = Passwords(Cost(memory=8, rounds=1, at_once=2, wait=1))
    await passwords.hash("warm up")
    free, inside, most = threading.Event(), 0, 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        free.wait(PATIENCE)
        with lock:
            inside -= 1

    tasks = [asyncio.create_task(passwords._work(work)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="try again"):
        await passwords.hash("one too many")
    tasks[0].cancel()  # its thread still counts
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await passwords.hash("one too many")
    free.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert most <= 2
    while passwords._waiting:
        await asyncio.sleep(0)
    await passwords.hash("there is room again")
