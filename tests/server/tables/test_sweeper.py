"""The sweeper: flags fall unwatched, and everybody hears of it."""

from __future__ import annotations

import asyncio
import time

import pytest
from sqlalchemy import update
from tests.patience import PATIENCE
from tests.server.conftest import LIVE, ME, OTHER, SECRET, PuppetEngine, play, seated

from livestone.server.db.schema.games import games
from livestone.server.tables.commands import Tables
from livestone.server.tables.heartbeat import Heartbeat, ServerTime
from livestone.server.tables.store import GameStore
from livestone.server.tables.sweeper import Sweeper


class Server:
    """A table service and its sweeper, with a clock that is as wrong as the test says."""

    def __init__(self, store: GameStore, engine: PuppetEngine, wrong: float = 0.0) -> None:
        self.store = store
        self.time = ServerTime(time.time() - time.monotonic() + wrong)
        self.tables = Tables(store, engine, self.time)  # type: ignore[arg-type]
        self.sweeper = Sweeper(self.tables.registry, store, self.time)
        self.pulse = Heartbeat(store, self.time)
        self.pulse.owner = True

    def ahead(self, seconds: float) -> None:
        """Let time pass, in which the database was seen at work every second."""
        while seconds > 0:
            self.time.offset += min(1.0, seconds)
            seconds -= 1.0
            self.pulse.witness(self.time())

    def alone(self, seconds: float) -> None:
        """Let time pass in which nothing was written."""
        self.time.offset += seconds


async def begun(server: Server) -> str:
    """A game with a minute for each, of which White has used ten seconds."""
    id = await seated(server.tables)
    await play(server.tables, id)
    await play(server.tables, id)
    server.ahead(10)
    return id


async def left(server: Server, id: str) -> float:
    view = await server.tables.view(id, ME)
    return view.clock.seats[0].seconds


async def test_sweep(server: Server, store: GameStore) -> None:
    await server.pulse.resume()
    id = await begun(server)
    other = (await server.tables.create(LIVE, ME, SECRET)).id
    assert await server.sweeper.sweep() == 0
    server.ahead(51.5)
    assert await server.sweeper.sweep() == 1
    assert await server.sweeper.sweep() == 0
    stored = await store.read(id)
    assert (stored.game.reason, stored.game.ended_by) == ("timeout", 0)
    waiting = await store.read(other)
    assert waiting.game.status == "waiting"


async def test_everybody_who_listens_is_told(server: Server) -> None:
    id = await begun(server)
    heard = server.tables.subscribe(id, OTHER)
    assert (await anext(heard)).name == "changed"
    keeping = asyncio.create_task(server.sweeper.keep_time())
    server.ahead(51.5)
    server.tables.registry.hurry(0.0)
    async with asyncio.timeout(PATIENCE):
        assert [(await anext(heard)).name, (await anext(heard)).name] == ["changed", "finished"]
    keeping.cancel()
    await asyncio.wait({keeping})


async def test_a_game_that_cannot_be_settled_is_told_of_once(
    server: Server, store: GameStore, caplog: pytest.LogCaptureFixture
) -> None:
    broken, id = await begun(server), await begun(server)
    async with store.writing() as connection:
        values = {"options": {"size": 999}, "version": games.c.version + 1}
        await connection.execute(update(games).where(games.c.id == broken).values(**values))
    server.ahead(61.5)
    assert await server.sweeper.sweep() == 1
    assert await server.sweeper.sweep() == 0
    assert (await server.tables.view(id, ME)).reason == "timeout"
    assert caplog.text.count("cannot be settled") == 1
