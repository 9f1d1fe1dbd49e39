"""Session cache: sessions are kept for some seconds, read together, and gone after their end."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

import pytest
from tests.server.site import PASSWORD

from livestone.server.accounts import sessions as known
from livestone.server.accounts import store
from livestone.server.accounts.service import People
from livestone.server.accounts.sessions import FRESH_SECONDS, GUEST_SECONDS
from livestone.server.web.principals import Person, Session, hashed


class Asked:
    """What the store was asked for, one by one and many at once."""

    def __init__(self, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
        self.one: list[str] = []
        self.many: list[Collection[str]] = []
        one, many = people.store.login, people.store.sessions_by

        async def login(kind: type[Session], token: str) -> Any:
            self.one.append(token)
            return await one(kind, token)

        async def sessions_by(tokens: Collection[str]) -> Any:
            self.many.append(tokens)
            return await many(tokens)

        monkeypatch.setattr(people.store, "login", login)
        monkeypatch.setattr(people.store, "sessions_by", sessions_by)


async def enter(people: People, name: str) -> tuple[Person, Session]:
    """A person with a session whose cookie is their name."""
    person, _ = await people.register(name, PASSWORD)
    return person, await people.sessions.open(person, name)


async def test_many_are_asked_for_at_once(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "AT_ONCE", 8)
    there = {name: await enter(people, name) for name in ("Ada", "Bob", "Cem")}
    asked = Asked(people, monkeypatch)
    tokens = ["Ada", *(f"guest {number}" for number in range(30)), "Bob", "Cem", "Ada"]
    for _ in range(2):
        found = await asyncio.gather(
            *(people.sessions.session(token, together=True) for token in tokens)
        )
        for token, one in zip(tokens, found, strict=True):
            person, session = there.get(token, (None, None))
            assert one == (None if person is None else (session, person))
    assert asked.one == []
    assert [set(many) for many in asked.many] == [{hashed(token) for token in tokens}]


async def test_what_has_ended_is_not_remembered(people: People) -> None:
    person, session = await enter(people, "Ada")
    for together in (True, False):
        assert await people.sessions.session("Ada", together=together) == (session, person)
    await people.sessions.logout(session)
    for together in (True, False):
        assert await people.sessions.session("Ada", together=together) is None


async def test_an_end_in_the_midst_of_the_question(people: People) -> None:
    """What was asked before the end is not remembered after it."""
    _, session = await enter(people, "Ada")
    asking = asyncio.create_task(people.sessions.session("Ada", together=True))
    await asyncio.sleep(0)
    await people.sessions.logout(session)
    await asking
    assert await people.sessions.session("Ada") is None


async def test_how_long(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have ended a session: that is seen some seconds later."""
    now = [1000.0]
    monkeypatch.setattr(known.time, "monotonic", lambda: now[0])
    person, session = await enter(people, "Ada")
    asked = Asked(people, monkeypatch)
    for seconds, ask in ((0.0, 2), (FRESH_SECONDS - 1, 2), (FRESH_SECONDS, 3), (GUEST_SECONDS, 5)):
        now[0] = 1000.0 + seconds
        assert await people.sessions.session("Ada") == (session, person)
        assert await people.sessions.session("a guest") is None
        assert len(asked.one) == ask
