"""Events of a game, enough to follow it, and those of all games of one player."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from tests.server.conftest import ME, NOBODY, OTHER, SMALL, THIRD, seated

from livestone.core.state import State
from livestone.games import load
from livestone.server.tables.commands import Tables
from livestone.server.tables.feed import Feed
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore

LIVE = TableSpec("freedom", SMALL, ("me", "friend"), control="1+5", public=True)
TWINS = TableSpec("twins", {"side": "2"}, ("me", "friend"), public=True)
MORE = {"moves", "mover", "clock"}


async def told(tables: Tables, id: str, visitor: str) -> tuple[AsyncIterator[Any], Any]:
    """Somebody's events at a table, and the first."""
    events = tables.subscribe(id, visitor)
    return events, (await anext(events)).data


async def test_a_game_can_be_followed_by_events_alone(tables: Tables) -> None:
    id, dice = await seated(tables, LIVE), random.Random(5)
    streams = [(await told(tables, id, who))[0] for who in (ME, OTHER, NOBODY)]
    game, view = load("freedom", **SMALL), await tables.view(id, ME)
    followed = [State(game) for _ in streams]
    while True:
        mover = (ME, OTHER)[view.mover or 0]
        legal = (await tables.view(id, mover)).legal
        view = await tables.play(id, mover, dice.choice(legal), view.last_ply)
        heard = [await anext(stream) for stream in streams]
        assert all(event.id == event.data["version"] == view.version for event in heard)
        if view.status == "finished":
            break
        assert view.clock is not None
        for state, event in zip(followed, heard, strict=True):
            for move in event.data["moves"]:
                state.play(move)
            assert (state.ply, state.mover) == (event.data["ply"], event.data["mover"])
            assert event.data["mover"] == view.mover
            assert event.data["clock"]["running"] == view.clock.running
    assert all(state.move_texts == followed[0].move_texts for state in followed)
    assert followed[0].ply == view.last_ply - 1
    assert not any(MORE & set(event.data) for event in heard), "there is more to read at the end"


async def test_where_more_than_a_move_has_happened_it_is_to_be_read(tables: Tables) -> None:
    id = await seated(tables, LIVE)
    events, first = await told(tables, id, OTHER)
    assert not MORE & set(first)
    await tables.play(id, ME, "b2", 0)
    assert set((await anext(events)).data) == {"ply", "version", *MORE}
    await tables.offer(id, ME, "draw", 1)
    assert not MORE & set((await anext(events)).data)
    await tables.play(id, OTHER, "b3", 1)  # which is an answer too
    assert not MORE & set((await anext(events)).data)
    await tables.play(id, ME, "c3", 2)
    assert (await anext(events)).data["moves"] == ["c3"]
    await tables.undo(id, ME, 3)  # asks
    assert not MORE & set((await anext(events)).data)
    await tables.answer_takeback(id, OTHER, 3, 0, True)
    assert not MORE & set((await anext(events)).data)


async def test_who_is_shown_a_game_late_is_told_of_no_move(tables: Tables) -> None:
    id = await seated(tables, replace(LIVE, delay=1))
    events, _ = await told(tables, id, NOBODY)
    for ply, (who, move) in enumerate(((ME, "b2"), (OTHER, "b3"))):
        await tables.play(id, who, move, ply)
    assert (await anext(events)).data == {"ply": 1, "version": 2}


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
