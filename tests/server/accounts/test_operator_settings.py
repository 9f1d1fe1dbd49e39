"""What an operator allows: guests, new accounts, talk, and how long somebody stays logged in."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from tests.server.conftest import ME, OTHER, SECRET, seated
from tests.server.site import CHEAP, LIMITS, Site

from livestone.errors import BadField, NotAllowed, TooMany
from livestone.server.accounts.service import People, new_person
from livestone.server.accounts.sessions import DAY
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.chat.service import NO_TALK, Chat
from livestone.server.chat.settings import ChatSettings
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore
from livestone.server.web.identity import Caller
from livestone.server.web.principals import Session, hashed

CLOSED = PeopleSettings(CHEAP, LIMITS, guests=False, registration=False, session_days=2)
GAME = {"game": "freedom", "seats": ["me", "bot:1"]}
CHALLENGE = {"game": "freedom", "control": "5+3"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that lets nobody in."""
    with Site(tmp_path_factory.mktemp("data"), people=CLOSED) as running:
        yield running


def test_guests_only_look_and_nobody_registers(site: Site) -> None:
    with site.newcomer() as guest:
        for path, body in (
            ("games", GAME),
            ("challenges", CHALLENGE),
            ("lobby/quick", CHALLENGE),
            ("challenges/x/take", None),
            ("invitations/x", None),
        ):
            answer = guest.post(f"/api/{path}", json=body)
            assert (answer.status_code, answer.json()["error"]) == (401, "not-logged-in"), path
        assert guest.get("/api/lobby").status_code == 200
        body = {"name": "Ada", "password": "four words will do"}
        assert guest.post("/api/register", json=body).status_code == 403
        assert guest.get("/register").status_code == 403
        assert "/register" not in guest.get("/login").text


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
async def test_sessions_end(store: GameStore) -> None:
    people = People(store, CLOSED)
    ada = new_person("Ada")
    await people.store.add(ada)
    now = time.time()
    for days, good in ((1.9, True), (2.1, False)):
        token = f"token {days}"
        session = Session(hashed(token), f"s{days}", ada.id, "here", now - days * DAY, now)
        await people.store.open(session)
        assert (await people.sessions.session(token) is not None) is good


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
async def test_talk(store: GameStore, tables: Tables) -> None:
    talk = Chat(store, tables, ChatSettings(letters=10, often=2))
    id, me = await seated(tables), Caller(ME, SECRET)
    with pytest.raises(BadField, match="1 to 10 letters"):
        await talk.say(id, me, "more than ten")
    for _ in range(2):
        await talk.say(id, me, "Hello")
    with pytest.raises(TooMany):
        await talk.say(id, me, "Hello")
    silent = Chat(store, tables, ChatSettings(on=False))
    with pytest.raises(NotAllowed, match=NO_TALK):
        await silent.say(id, Caller(OTHER, "o"), "Hello")
    read = await silent.read(id, me)
    assert (read.messages, read.off, read.why_not) == ((), "server", NO_TALK)
