"""What events say of a move: enough to follow a game, and nothing that somebody may not know."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from tests.server.conftest import ME, NOBODY, OTHER, SMALL, seated

from livestone.core.state import State
from livestone.games import load
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec

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


async def test_what_is_hidden_is_not_in_events(tables: Tables) -> None:
    for secret, said in (("false", True), ("true", False)):
        spec = replace(TWINS, options={**TWINS.options, "secret": secret})
        id = await seated(tables, spec)
        streams = [(await told(tables, id, who))[0] for who in (ME, OTHER, NOBODY)]
        view = await tables.view(id, ME)
        await tables.play(id, ME, view.legal[0], 0)
        for events in streams:
            data = (await anext(events)).data
            assert ("moves" in data) == said
            assert said or set(data) == {"ply", "version"}


async def test_who_is_shown_a_game_late_is_told_of_no_move(tables: Tables) -> None:
    id = await seated(tables, replace(LIVE, delay=1))
    events, _ = await told(tables, id, NOBODY)
    for ply, (who, move) in enumerate(((ME, "b2"), (OTHER, "b3"))):
        await tables.play(id, who, move, ply)
    assert (await anext(events)).data == {"ply": 1, "version": 2}
