"""Tables that another process changes: what is read of them, and how often the store is asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.server.conftest import ME, OTHER, TWO, PuppetEngine

from livestone.errors import GameOver
from livestone.server.store import Store
from livestone.server.table import NotNow, Tables

APART = replace(TWO, seats=("me", "friend"))


@pytest.fixture
async def there(store: Store, engine: PuppetEngine) -> AsyncIterator[Tables]:
    """The tables of another process."""
    service = Tables(store, engine)  # type: ignore[arg-type]
    yield service
    await service.close()


@pytest.fixture
def asked(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the store is asked, by the names of its methods."""
    found: list[str] = []
    for name in ("step", "version", "read"):
        method = getattr(store, name)

        def counted(*args: object, name: str = name, method: object = method) -> object:
            found.append(name)
            return method(*args)  # type: ignore[operator]

        monkeypatch.setattr(store, name, counted)
    return found


async def apart(tables: Tables) -> str:
    """A game of two people; returns its id."""
    view = await tables.create(APART, ME, "secret")
    for invitation in (await tables.invitations(view.id, ME, "secret")).values():
        await tables.sit(invitation, OTHER)
    return view.id


@pytest.mark.anyio
async def test_a_ply_that_was_announced_is_asked_for_once(
    tables: Tables, there: Tables, asked: list[str]
) -> None:
    """Whatever was announced, and however late: what the store holds is what is shown."""
    id = await apart(tables)
    await there.view(id, ME)
    live = there.known(id)
    assert live is not None
    heard = asyncio.create_task(anext(listening := there.subscribe(id, ME)))
    assert (await heard).data["ply"] == 0
    await tables.play(id, ME, "b2", 0)
    asked.clear()
    await there.freshen(id, live.version + 1)
    assert (live.state.ply, asked) == (1, ["step"])
    assert (await anext(listening)).data["ply"] == 1
    # Two plies at once, heard of by what was announced of the second, then of the first alone.
    for ply, (first, second, ahead) in enumerate((("b3", "c3", 2), ("c4", "d4", 1))):
        await tables.play(id, OTHER, first, 2 * ply + 1)
        await tables.play(id, ME, second, 2 * ply + 2)
        await there.freshen(id, live.version + ahead)
        assert live.state.ply == 2 * ply + 3
    asked.clear()
    await there.freshen(id, live.version)
    assert (live.state.ply, asked) == (5, ["version"])
    await listening.aclose()  # type: ignore[attr-defined]


@pytest.mark.anyio
async def test_a_ply_of_which_all_was_said_is_not_asked_for(
    tables: Tables, there: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await apart(tables)
    await there.view(id, OTHER)
    await tables.play(id, ME, "b2", 0)
    live, seen = tables.known(id), there.known(id)
    assert live is not None
    assert seen is not None
    names = ("ply", "mover", "updated", "clock", "since", "due")
    said = {name: getattr(live.row, name) for name in names}
    monkeypatch.delattr(Store, "step")
    monkeypatch.delattr(Store, "version")
    text = json.dumps(said | {"played": {"game_id": id, **vars(live.plies[0])}})
    await there.freshen(id, live.version, text)
    assert (seen.row, seen.plies) == (live.row, live.plies)
    assert seen.state.position == live.state.position


@pytest.mark.anyio
async def test_a_move_asks_nothing_of_the_store_unless_somebody_else_was_quicker(
    tables: Tables, there: Tables, asked: list[str]
) -> None:
    """A table that is not known as it is now refuses nothing, and accepts nothing wrong."""
    id = await apart(tables)
    await there.view(id, ME)
    asked.clear()
    await tables.play(id, ME, "b2", 0)
    assert not asked
    # The other process has not heard: its table is still where it was.
    with pytest.raises(NotNow, match="at ply 1"):
        await there.play(id, ME, "c3", 0)
    assert (await there.play(id, ME, "b2", 0)).last_ply == 1, "a retry plays nothing twice"
    assert (await tables.play(id, OTHER, "b3", 1)).last_ply == 2
    with pytest.raises(NotNow, match="at ply 2"):
        await there.play(id, OTHER, "c2", 1)
    await tables.resign(id, ME)
    with pytest.raises(GameOver):
        await there.play(id, ME, "c4", 2)


@pytest.mark.anyio
async def test_an_announcement_without_a_ply_is_read_whole(tables: Tables, there: Tables) -> None:
    id = await apart(tables)
    await there.view(id, OTHER)
    live = there.known(id)
    assert live is not None
    await tables.play(id, ME, "b2", 0)
    await there.freshen(id, live.version + 1)
    await tables.resign(id, OTHER)
    await there.freshen(id, live.version + 1)
    assert live.over
    assert live.row.winners == [0]
