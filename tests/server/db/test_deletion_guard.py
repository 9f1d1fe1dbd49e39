"""Nothing is deleted by a clock that may be wrong."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

import pytest
from sqlalchemy import delete, func, select
from tests.patience import PATIENCE
from tests.server.conftest import BOT, ME, SMALL, count, seated
from tests.server.quotas.test_expiry import age
from tests.server.quotas.test_quotas import limit
from tests.server.servers import Servers

from livestone.cli.main import run
from livestone.server.accounts.service import People
from livestone.server.chat.service import Chat
from livestone.server.db.deletion_guard import DAY, DeletionGuard, confirm
from livestone.server.db.schema.games import challenges, games, heartbeats
from livestone.server.db.schema.metadata import metadata
from livestone.server.db.schema.people import mail_links
from livestone.server.db.store import put
from livestone.server.db.store import run as run_all
from livestone.server.lobby.challenges import NewChallenge
from livestone.server.lobby.service import Lobby
from livestone.server.mail.store import MailStore
from livestone.server.quotas.expiry import Expiry
from livestone.server.staff.service import Staff
from livestone.server.tables.commands import Tables
from livestone.server.tables.heartbeat import Heartbeat, ServerTime
from livestone.server.tables.store import GameStore
from livestone.server.web.identity import Caller


async def beat(store: GameStore, at: float) -> None:
    """Leave a sign of life of a server."""
    async with store.writing() as connection:
        await run_all(connection, *put(heartbeats, {"id": 1, "at": at, "offset": 0.0}))


async def started(store: GameStore) -> DeletionGuard:
    """What a server that starts now believes."""
    guard = store.guard = DeletionGuard(store)
    await guard.begin()
    return guard


@pytest.fixture
async def expiry(store: GameStore, tables: Tables) -> Expiry:
    """A store with a guest's game that expired ten days ago."""
    limit(store)
    await tables.create(BOT, ME)
    await age(store)
    return Expiry(store, 90)


async def kept(store: GameStore, expiry: Expiry) -> int:
    """How many games are left after a sweep."""
    await expiry.sweep(time.time())
    return await count(store, games)


def shift(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the machine's clock."""
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + seconds)


@pytest.mark.parametrize("days", [-100, -1.5, 1.5, 100])
async def test_after_a_long_pause_nothing_is_deleted_for_a_day(
    store: GameStore,
    expiry: Expiry,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    days: float,
) -> None:
    await beat(store, time.time() - days * DAY)
    caplog.set_level(logging.INFO, "livestone")
    assert (await started(store)).doubtful
    which = "old" if days > 0 else "in the future"
    said = f"the last sign of life is {abs(days):.1f} days {which}, or the clock is wrong: it says"
    assert said in caplog.text
    assert await kept(store, expiry) == 1
    await beat(store, time.time())  # as the server that runs does
    await started(store)  # started again
    assert await kept(store, expiry) == 1
    shift(monkeypatch, DAY - 60)
    assert await kept(store, expiry) == 1
    shift(monkeypatch, 120)
    store.guard._offset += DAY  # which has passed, on the monotonic clock too
    assert await kept(store, expiry) == 0
    assert not store.guard.doubtful


@pytest.mark.parametrize("days", [None, 0.5, -0.5])
async def test_after_a_short_pause_it_is(
    store: GameStore, expiry: Expiry, days: float | None
) -> None:
    if days is not None:
        await beat(store, time.time() - days * DAY)
    assert not (await started(store)).doubtful
    assert await kept(store, expiry) == 0


@pytest.mark.parametrize("days", [-100, 100])
async def test_a_clock_that_is_set_while_the_server_runs_deletes_nothing(
    store: GameStore, expiry: Expiry, monkeypatch: pytest.MonkeyPatch, days: float
) -> None:
    await started(store)
    shift(monkeypatch, days * DAY)
    assert await kept(store, expiry) == 1
    shift(monkeypatch, -days * DAY)  # put right: it is believed again after a day
    assert await kept(store, expiry) == 1
    assert store.guard.doubtful


async def test_what_says_that_the_time_was_set_back(
    store: GameStore, caplog: pytest.LogCaptureFixture
) -> None:
    await beat(store, time.time() + 3600)
    caplog.set_level(logging.INFO, "livestone")
    await Heartbeat(store, ServerTime()).resume()
    assert "clocks go on where they stood; the time was set back, by 3" in caplog.text
    assert "seconds ago" not in caplog.text


async def test_an_operator_confirms_the_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Servers(tmp_path, None, 1, GUEST_DAYS=90) as servers:
        async with servers.newcomer() as guest, servers.newcomer() as other:
            body = {"game": "freedom", "options": SMALL, "seats": ["me", "person"]}
            made = await guest.post("/api/games", json=body)
            servers.all[0].end()
            opened = await GameStore.open(servers.data)
            await age(opened)
            await beat(opened, time.time() - 100 * DAY)
            await opened.close()
            servers.all[0].start()
            path = f"/api/games/{made.json()['id']}"
            assert (await other.get(path)).status_code == 403
            assert "Nothing that has expired is deleted" in servers.all[0].log.read_text()
            confirm = ["admin", "clock", "--data", str(servers.data)]
            assert await asyncio.to_thread(run, confirm) == 0
            assert "what has expired is deleted from now on" in capsys.readouterr().out
            async with asyncio.timeout(PATIENCE):
                while (await other.get(path)).status_code != 404:
                    await asyncio.sleep(0.05)
            assert await asyncio.to_thread(run, confirm) == 0
            assert "is not in doubt" in capsys.readouterr().out


async def test_nor_is_anything_else_by_its_age(
    people: People, store: GameStore, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Talk, the audit log, challenges that have ended and that go on, links in letters."""
    chat, staff = Chat(store, tables), Staff(store, people)
    lobby = Lobby(store, tables, people, lambda: time.time())
    ada, _ = await people.register("Ada", "four words will do", "ada@example.org")
    id = await seated(tables)
    await chat.store.add(id, "players", ME, "Guest", "hello")
    await people.moderation.note("Ada", "bot-made", "Adabot")
    days = NewChallenge("freedom", control="1d", audience="link")
    for _ in range(2):
        made = await lobby.challenge(days, Caller.of(ada))
    await lobby.cancel(made.id, ada.id)
    mail = MailStore(store)
    await mail.add_link("secret", ada, "prove", time.time() + 60, time.time())
    tracked = [metadata.tables[name] for name in ("messages", "audit", "challenges", "mail_links")]

    async def rows() -> list[int]:
        await chat.sweep()
        await staff.sweep()
        await lobby.tick()
        await mail.add_link("another", ada, "prove", time.time() + 60, time.time())
        await store.execute(delete(mail_links).where(mail_links.c.secret == "another"))
        query = [select(func.count()).select_from(table) for table in tracked]
        return [int(await store.scalar(one)) for one in query]

    await beat(store, time.time())
    shift(monkeypatch, 500 * DAY)
    lobby._deleted = 0.0
    await started(store)
    chat._guard = staff._guard = store.guard
    assert await rows() == [1, 1, 2, 1]
    assert sorted(await store.scalars(select(challenges.c.status))) == ["cancelled", "open"]
    await confirm(store)
    assert await store.guard.may_delete()
    lobby._deleted = 0.0
    assert await rows() == [0, 0, 1, 0]
    assert await store.scalars(select(challenges.c.status)) == ["expired"]


async def test_a_login_outlasts_a_wrong_clock(
    people: People, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = await people.register("Ada", "four words will do")
    await people.sessions.open(person, "a cookie")
    await beat(store, time.time())
    shift(monkeypatch, 500 * DAY)
    await started(store)
    people.sessions.recheck()
    assert await people.sessions.session("a cookie") is not None
    shift(monkeypatch, -500 * DAY)
    assert await people.sessions.session("a cookie") is not None
