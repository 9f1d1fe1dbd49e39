"""The events of all games of one player, also of games in other processes."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.server.conftest import LIVE, ME, OTHER, THIRD, seated

from livestone.server.tables.commands import Tables
from livestone.server.tables.feed import Feed
from livestone.server.tables.store import GameStore


def said(tables: Tables, id: str) -> tuple[str, int, str]:
    """What the database tells of the last ply."""
    live = tables.registry.known(id)
    names = ("ply", "mover", "updated", "clock", "since", "due")
    changes = {name: getattr(live.row, name) for name in names}
    return id, live.version, json.dumps(changes | {"played": vars(live.plies[-1])})


async def test_who_sits_where_is_asked_for_once(
    tables: Tables, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, feed = await seated(tables, LIVE), Feed(store)
    events = feed.subscribe(OTHER)
    first: Any = await anext(events)
    assert (first.data["ply"], first.data["my_turn"]) == (0, False)
    await tables.play(id, ME, "b2", 0)
    assert not feed.knows(*said(tables, id))
    await feed.ask(id)
    heard: Any = await anext(events)
    told = {"game": "freedom", "status": "running", "ply": 1, "version": first.id + 1}
    assert heard.data == {"id": id, **told, "my_turn": True}
    monkeypatch.setattr(GameStore, "ask_all", None)
    await tables.play(id, OTHER, "b3", 1)
    assert feed.knows(*said(tables, id))
    heard = await anext(events)
    told |= {"ply": 2, "version": first.id + 2}
    assert heard.data == {"id": id, **told, "my_turn": False}
    # Of whatever is no ply nothing is known.
    assert not feed.knows(id, 99, "")
    feed.leave()


async def test_games_of_others_are_nobodys_news(tables: Tables, store: GameStore) -> None:
    id, feed = await seated(tables, LIVE), Feed(store)
    events = feed.subscribe(THIRD)
    waiting: asyncio.Task[Any] = asyncio.ensure_future(anext(events))  # type: ignore[arg-type]
    await asyncio.sleep(0)
    await tables.play(id, ME, "b2", 0)
    await feed.ask(id)
    await tables.play(id, OTHER, "b3", 1)
    assert feed.knows(*said(tables, id))
    await feed.ask("no such game")
    await tables.resign(id, ME)
    await feed.ask(id)
    assert not feed.knows(*said(tables, id)), "it is over"
    feed.leave()
    with pytest.raises(StopAsyncIteration):
        await waiting
