"""Tables that another process changes: what is read of them, and how often the store is asked."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import delete
from tests.patience import PATIENCE
from tests.server.conftest import FRIEND, ME, OTHER, PuppetEngine, seated

from livestone.errors import Conflict, GameOver, NotFound, StorageError
from livestone.server.db.schema.games import games, plies, seats
from livestone.server.tables import registry as rooms
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore
from livestone.server.tables.table import Table


@pytest.fixture
async def there(store: GameStore, engine: PuppetEngine) -> AsyncIterator[Tables]:
    """The tables of another process."""
    service = Tables(store, engine)  # type: ignore[arg-type]
    yield service
    await service.close()


@pytest.fixture
def asked(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the store is asked, by the names of its methods."""
    found: list[str] = []
    for name in ("step", "version", "read"):
        method = getattr(store, name)

        def counted(*args: object, name: str = name, method: object = method) -> object:
            found.append(name)
            return method(*args)  # type: ignore[operator]

        monkeypatch.setattr(store, name, counted)
    return found


async def test_a_ply_that_was_announced_is_asked_for_once(
    tables: Tables, there: Tables, asked: list[str]
) -> None:
    """Whatever was announced, and however late: what the store holds is what is shown."""
    id = await seated(tables, FRIEND)
    await there.view(id, ME)
    live = there.registry.known(id)
    assert live is not None
    heard = asyncio.create_task(anext(listening := there.subscribe(id, ME)))
    assert (await heard).data["ply"] == 0
    await tables.play(id, ME, "b2", 0)
    asked.clear()
    await there.registry.freshen(id, live.version + 1)
    assert (live.state.ply, asked) == (1, ["step"])
    assert (await anext(listening)).data["ply"] == 1
    # Two plies at once, heard of by what was announced of the second, then of the first alone.
    for ply, (first, second, ahead) in enumerate((("b3", "c3", 2), ("c4", "d4", 1))):
        await tables.play(id, OTHER, first, 2 * ply + 1)
        await tables.play(id, ME, second, 2 * ply + 2)
        await there.registry.freshen(id, live.version + ahead)
        assert live.state.ply == 2 * ply + 3
    asked.clear()
    await there.registry.freshen(id, live.version)
    assert (live.state.ply, asked) == (5, ["version"])
    await listening.aclose()  # type: ignore[attr-defined]


async def test_a_ply_of_which_all_was_said_is_not_asked_for(
    tables: Tables, there: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await seated(tables, FRIEND)
    await there.view(id, OTHER)
    await tables.play(id, ME, "b2", 0)
    live, seen = tables.registry.known(id), there.registry.known(id)
    assert seen is not None
    names = ("ply", "mover", "updated", "clock", "since", "due")
    said = {name: getattr(live.row, name) for name in names}
    monkeypatch.delattr(GameStore, "step")
    monkeypatch.delattr(GameStore, "version")
    text = json.dumps(said | {"played": {"game_id": id, **vars(live.plies[0])}})
    await there.registry.freshen(id, live.version, text)
    assert (seen.row, seen.plies) == (live.row, live.plies)
    assert seen.state.position == live.state.position


async def test_a_move_asks_nothing_of_the_store_unless_somebody_else_was_quicker(
    tables: Tables, there: Tables, store: GameStore, asked: list[str]
) -> None:
    """A table that is not known as it is now refuses nothing, and accepts nothing wrong."""
    id = await seated(tables, FRIEND)
    await there.view(id, ME)
    asked.clear()
    await tables.play(id, ME, "b2", 0)
    assert not asked
    # The other process has not heard: its table is still where it was.
    with pytest.raises(Conflict, match="at ply 1"):
        await there.play(id, ME, "c3", 0)
    assert (await there.play(id, ME, "b2", 0)).last_ply == 1, "a retry plays nothing twice"
    assert (await tables.play(id, OTHER, "b3", 1)).last_ply == 2
    with pytest.raises(Conflict, match="at ply 2"):
        await there.play(id, OTHER, "c2", 1)
    # Both at once: one wins, the other is told.
    both = tables.play(id, ME, "a3", 2), there.play(id, ME, "c3", 2)
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert [type(one) for one in answers if isinstance(one, Exception)] == [Conflict]
    assert len((await store.read(id)).plies) == 3
    await tables.resign(id, ME)
    with pytest.raises(GameOver):
        await there.play(id, OTHER, "c4", 3)


async def test_an_announcement_without_a_ply_is_read_whole(tables: Tables, there: Tables) -> None:
    id = await seated(tables, FRIEND)
    await there.view(id, OTHER)
    live = there.registry.known(id)
    await tables.play(id, ME, "b2", 0)
    await there.registry.freshen(id, live.version + 1)
    await tables.resign(id, OTHER)
    await there.registry.freshen(id, live.version + 1)
    assert live.over
    assert live.row.winners == [0]


async def test_a_table_that_somebody_waits_for_is_not_forgotten(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who listens hears the next move, although room was made when nobody had the table locked."""
    monkeypatch.setattr(rooms, "MAX_TABLES", 1)
    id, other = await seated(tables, FRIEND), await seated(tables, FRIEND)
    listening = tables.subscribe(id, OTHER)
    async with tables.looking_at(id, ME):
        waiting = asyncio.create_task(anext(listening))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    # The lock is free now, and the one who waits for it has not run yet.
    await tables.view(other, ME)
    assert (await waiting).data["ply"] == 0
    await tables.play(id, ME, "b2", 0)
    async with asyncio.timeout(PATIENCE):
        assert (await anext(listening)).data["ply"] == 1
    await listening.aclose()  # type: ignore[attr-defined]


async def test_long_games_leave_the_memory_sooner(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MAX_KEPT_PLIES", 5)
    ids = [await seated(tables, FRIEND) for _ in range(3)]
    for id in ids:
        for visitor, move, ply in ((ME, "b2", 0), (OTHER, "b3", 1), (ME, "c3", 2)):
            await tables.play(id, visitor, move, ply)
    assert [tables.registry.known(id) is not None for id in ids] == [True, True, True]
    await seated(tables, FRIEND)
    assert [tables.registry.known(id) is not None for id in ids] == [False, False, True]
    assert (await tables.view(ids[0], ME)).last_ply == 3


async def test_there_is_one_object_for_a_table(
    tables: Tables, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever comes and goes: forgotten tables, ids that lead nowhere, a store that fails."""
    monkeypatch.setattr(rooms, "MAX_TABLES", 1)
    ids = [*[await seated(tables, FRIEND) for _ in range(3)], "nowhere"]
    dice = random.Random(1)
    within: dict[str, list[Table]] = {id: [] for id in ids}  # who waits or has it locked
    version, entered = store.version, 0

    async def unsteady(id: str) -> int | None:
        for _ in range(dice.randrange(3)):
            await asyncio.sleep(0)
        if dice.random() < 0.2:
            raise StorageError("the disk is full")
        return await version(id)

    async def visitor() -> None:
        nonlocal entered
        for _ in range(60):
            id = dice.choice(ids)
            with contextlib.suppress(NotFound, StorageError):
                async with tables.looking_at(id, ME) as live:
                    assert not within[id], "two have the table locked"
                    within[id].append(live)
                    entered += 1
                    for _ in range(dice.randrange(4)):
                        await asyncio.sleep(0)
                    assert tables.registry.known(id) is live, "another object has taken its place"
                    within[id].clear()
            for _ in range(dice.randrange(2)):
                await asyncio.sleep(0)

    monkeypatch.setattr(store, "version", unsteady)
    await asyncio.gather(*(visitor() for _ in range(12)))
    assert entered > 100
    assert tables.registry.census().tables <= 3, "nothing is kept of an id that leads nowhere"


async def test_a_game_that_is_gone_is_forgotten(tables: Tables, store: GameStore) -> None:
    """Also by those who waited for it when that was found out."""
    id = await seated(tables, FRIEND)
    async with tables.looking_at(id, ME):
        waiting = [asyncio.create_task(tables.view(id, visitor)) for visitor in (ME, OTHER)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        async with store.writing() as connection:
            for table in (plies, seats, games):
                column = table.c.id if table is games else table.c.game_id
                await connection.execute(delete(table).where(column == id))
    found = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(one, NotFound) for one in found)
    assert tables.registry.census().tables == 0
