"""Heartbeat: restarts and a database that is unavailable cost no player time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import update
from tests.server.conftest import ME, PuppetEngine, play, seated, seconds
from tests.server.site import said_here
from tests.server.tables.test_sweeper import Server, begun, left

from livestone.errors import StorageError
from livestone.server.db.notifications import Notifications
from livestone.server.db.schema.games import games, heartbeats
from livestone.server.tables.heartbeat import Heartbeat, ServerTime, watch_clock
from livestone.server.tables.relay import Relay
from livestone.server.tables.store import GameStore


async def test_a_clock_that_is_set_is_noticed_and_one_that_runs_is_not(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("livestone.server.tables.heartbeat.WATCH_SECONDS", 0.0)
    now, watching = time.time, asyncio.create_task(watch_clock())
    for ahead in (0, -3600):
        monkeypatch.setattr(time, "time", lambda ahead=ahead: now() + ahead)
        for _ in range(10):
            await asyncio.sleep(0)
    watching.cancel()
    await asyncio.wait({watching})
    (said,) = said_here(caplog)
    assert said.startswith("the machine's clock has jumped by -3600.")


@pytest.mark.parametrize("wrong", [0.0, -86400.0, 3600.0])
async def test_a_restart_costs_nobody_time(
    server: Server, store: GameStore, engine: PuppetEngine, wrong: float
) -> None:
    """Nor does a clock that was set meanwhile."""
    await server.pulse.resume()
    id = await begun(server)
    await server.pulse.beat()
    later = Server(store, engine, wrong + 500)
    # As if the machine had been started anew, the offset says nothing of the old times.
    async with store.writing() as connection:
        await connection.execute(update(heartbeats).values(offset=1e9))
    await later.pulse.resume()
    assert await left(later, id) == pytest.approx(50, abs=5)
    later.ahead(55)
    assert await later.sweeper.sweep() == 1


async def test_a_second_server_has_the_same_time(
    store: GameStore, engine: PuppetEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, nothing was missed.
    monkeypatch.setattr("livestone.server.tables.heartbeat.MISSED_SECONDS", 30.0)
    monkeypatch.setattr("livestone.server.tables.heartbeat.ALIVE_SECONDS", 30.0)
    server = Server(store, engine, wrong=7000)
    await server.pulse.resume()
    id = await begun(server)
    await server.pulse.beat()
    beside = Server(store, engine)

    async def same_time(*_: object) -> float | None:
        return None if shared is None else server.time.offset

    async with store.reading() as connection:
        shared = await store.database.clock_offset(connection)
    # The test has moved the first server's time on; PostgreSQL's goes on with it.
    monkeypatch.setattr(type(store.database), "clock_offset", same_time)
    await beside.pulse.resume()
    assert beside.time.offset == pytest.approx(server.time.offset, abs=0.5)
    assert await left(beside, id) == pytest.approx(50, abs=5)


@pytest.fixture
async def id(server: Server) -> str:
    """A game of which White has used ten seconds, on a server whose heart beats."""
    made = await begun(server)
    await server.pulse.look()
    return made


class Away:
    """Has a store refuse to write, as a full disk or a database that is gone does."""

    def __init__(self, store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = False
        writing = store.database.writing

        @asynccontextmanager
        async def refusing(alone: bool, urgent: bool) -> AsyncIterator[Any]:
            if self.now:
                raise OSError("no space left on device")
            async with writing(alone, urgent) as connection:
                yield connection

        monkeypatch.setattr(store.database, "writing", refusing)


async def test_time_without_a_database_is_nobodys(
    server: Server, id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = Away(server.store, monkeypatch)
    server.tables.registry.keep_time_by(server.pulse)
    away.now = True
    server.alone(70)  # longer than White has
    with pytest.raises(StorageError, match="could not be saved"):
        await server.sweeper.sweep()
    with pytest.raises(StorageError, match="could not be saved"):
        await server.tables.play(id, ME, "b2", 2)
    away.now = False
    assert await server.sweeper.sweep() == 1
    assert await left(server, id) == pytest.approx(50, abs=4)
    view = await server.tables.view(id, ME)
    view = await server.tables.play(id, ME, view.legal[0], view.last_ply)
    assert seconds(view) == pytest.approx([55, 60], abs=4)
    server.ahead(61.5)
    await server.pulse.beat()
    assert await server.sweeper.sweep() == 1
    assert (await server.tables.view(id, ME)).reason == "timeout"


async def test_of_several_processes_one_gives_it_back(server: Server, id: str) -> None:
    beside = Heartbeat(server.store, server.time)
    server.alone(20)
    assert [await beside.steady(), await server.pulse.steady()] == [True, False]
    assert await left(server, id) == pytest.approx(50, abs=4)


async def test_another_process_writes_while_the_owner_is_replaced(
    server: Server, id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So time passes for everybody, since everybody can play."""
    beside = Heartbeat(server.store, server.time)
    monkeypatch.setattr("livestone.server.tables.heartbeat.MISSED_SECONDS", 30.0)
    for _ in range(2):
        server.alone(20)
        await beside.look()
    assert not await server.pulse.steady()
    assert await left(server, id) == pytest.approx(10, abs=5)


async def test_what_began_meanwhile_begins_now(server: Server, store: GameStore) -> None:
    """No player gets more time back than they have lost."""
    await server.pulse.look()
    server.alone(300)
    id = await begun(server)
    async with store.writing() as connection:
        await connection.execute(update(games).values(due=None))
    assert await server.pulse.steady()
    assert await left(server, id) == pytest.approx(60, abs=4)


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes only as the test says: this machine may be slow."""
    monkeypatch.setattr(ServerTime, "__call__", lambda time: time.offset)


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("elsewhere", [False, True])
async def test_whoever_moved_could_play(
    server: Server, store: GameStore, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    """Time is given back from the last change on, here or in another process."""
    monkeypatch.setattr("livestone.server.tables.heartbeat.MISSED_SECONDS", 30.0)
    monkeypatch.setattr("livestone.server.tables.heartbeat.PROMPT_SECONDS", 30.0)
    relay = Relay(server.tables.registry, store, Notifications("postgresql://nowhere"))
    server.tables.registry.keep_time_by(server.pulse)
    id, other = await begun(server), await seated(server.tables)
    await server.pulse.look()
    server.alone(20)
    if elsewhere:
        relay._changed("a game that is not known here", 7, False, server.time(), "")
    else:
        await play(server.tables, other)
    server.alone(40)
    assert await server.pulse.beat()
    assert await left(server, id) == pytest.approx(30, abs=4)
    await relay.close()


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("heard_late", [True, False])
async def test_what_is_no_sign_of_life(server: Server, id: str, heard_late: bool) -> None:
    """Neither what a busy process hears late, nor what has waited for the database.

    The latter is written before the clocks are moved on.
    """
    began = server.time()
    for _ in range(20):
        server.alone(1)
        if heard_late:
            server.pulse.witness(began)
    if not heard_late:
        await server.store.try_writing()
    assert await server.pulse.steady()
    assert await left(server, id) == pytest.approx(50)
