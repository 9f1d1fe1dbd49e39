"""Connections that are cut at the worst moment: what is in the database is announced."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from tests.patience import PATIENCE
from tests.server.conftest import LIVE, ME, OTHER, SECRET, PuppetEngine, cut_off, seated

from livestone.server.chat.service import PLAYERS, Chat
from livestone.server.tables import feed
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore
from livestone.server.web.events import Event
from livestone.server.web.identity import Caller

# What somebody does at a table: a method of the service, and what it is given besides the table.
Step = tuple[Any, ...]

WRITES = ("append", "change", "truncate", "sit", "create")
MOVE, REPLY = ("play", ME, "a1", 0), ("play", OTHER, "b2", 1)
PREMOVE = ("plan", OTHER, [["*", "b2"]], 0)
ASK_BACK, ALLOW = ("undo", ME, 1), ("answer_takeback", OTHER, 1, 0, True)
DRAW, PAUSE = ("offer", ME, "draw", 0), ("offer", ME, "pause", 0)
DRAWN, PAUSED = [("answer", OTHER, kind, 0, True, 0) for kind in ("draw", "pause")]
RESIGN, AGAIN = ("resign", ME), ("rematch", ME, SECRET)

# What has happened before, and what is done when the connection is cut.
STEPS: dict[str, tuple[list[Step], Step]] = {
    "a move": ([], MOVE),
    "a move and the premove that answers it": ([PREMOVE], MOVE),
    "a takeback is asked for": ([MOVE], ASK_BACK),
    "a takeback is allowed": ([MOVE, ASK_BACK], ALLOW),
    "a draw is offered": ([], DRAW),
    "a draw is agreed": ([DRAW], DRAWN),
    "a pause begins": ([PAUSE], PAUSED),
    "a pause ends": ([PAUSE, PAUSED], ("resume", ME)),
    "a resignation": ([], RESIGN),
    "a game is called off": ([], ("abort", ME)),
    "a flag falls": ([MOVE, REPLY], ("a flag falls",)),
    "a rematch is asked for": ([RESIGN], AGAIN),
    "a rematch begins": ([RESIGN, AGAIN], ("rematch", OTHER, SECRET)),
}


async def do(tables: Tables, id: str, step: Step) -> None:
    """Take a step."""
    if step == ("a flag falls",):
        tables.now.at += 1_000_000  # type: ignore[attr-defined]
        await tables.registry.freshen(id)
    else:
        await getattr(tables, step[0])(id, *step[1:])


async def heard(events: AsyncIterator[Event], name: str, version: int) -> Event:
    """Wait for the news of a version."""
    async with asyncio.timeout(PATIENCE):
        while (event := await anext(events)).name != name or event.id < version:
            pass
    return event


@pytest.mark.parametrize("step", STEPS)
async def test_whatever_changes_a_table_is_announced(
    tables: Tables, store: GameStore, step: str
) -> None:
    before, act = STEPS[step]
    id = await seated(tables)
    for earlier in before:
        await do(tables, id, earlier)
    listening = [tables.subscribe(id, visitor) for visitor in (ME, OTHER)]
    for events in listening:
        await anext(events)
    known = await store.version(id)
    await cut_off(do(tables, id, act), *((store, name) for name in WRITES))
    version = await store.version(id)
    assert known is not None
    assert version is not None
    # A premove is a change of its own, and has been played as well.
    assert version - known == (2 if "premove" in step else 1)
    for events in listening:
        await heard(events, "changed", version)
        await events.aclose()  # type: ignore[attr-defined]
    live = tables.registry.known(id)
    assert live.version == version
    if step == "a rematch begins":
        new = live.row.rematch
        assert new is not None
        assert (await tables.view(new, ME)).status == "running"


async def test_who_invited_hears_that_the_seat_is_taken(tables: Tables, store: GameStore) -> None:
    view = await tables.create(LIVE, ME, SECRET)
    (text,) = (await tables.invitations(view.id, ME, SECRET)).values()
    events = tables.subscribe(view.id, ME)
    await anext(events)
    await cut_off(tables.sit(text, OTHER), (store, "sit"))
    assert (await heard(events, "changed", view.version + 1)).id == view.version + 1
    assert (await tables.view(view.id, ME)).my_turn
    await events.aclose()  # type: ignore[attr-defined]


async def test_the_move_of_a_bot_whose_thinking_ends_with_it(
    tables: Tables, store: GameStore, engine: PuppetEngine
) -> None:
    """A bot is stopped while its move is being kept: it counts, and the next one thinks."""
    spec = replace(LIVE, seats=("me", "bot:1"), control="none")
    engine.free.clear()
    id = (await tables.create(spec, ME, SECRET)).id
    await tables.play(id, ME, "a1", 0)
    live = tables.registry.known(id)
    events = tables.subscribe(id, ME)
    await anext(events)
    thinking = live.bot
    assert thinking is not None
    append = store.append

    async def stopping(*args: Any) -> Any:
        decided = await append(*args)
        thinking.cancel()
        await asyncio.sleep(0)
        return decided

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "append", stopping)
        engine.free.set()
        await asyncio.wait({thinking})
    version = await store.version(id)
    assert version is not None
    assert (await heard(events, "changed", version)).data["ply"] == 2
    assert (await tables.view(id, ME)).my_turn
    await events.aclose()  # type: ignore[attr-defined]


async def test_what_was_said_is_heard(
    tables: Tables, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "LOOK_SECONDS", 1e6)  # nobody finds it by looking again
    id = await seated(tables)
    talk = Chat(store, tables)
    events, all_games = tables.subscribe(id, OTHER), tables.feed.subscribe(OTHER)
    await anext(events)
    await anext(all_games)
    speaker = Caller(ME, SECRET)
    await cut_off(talk.say(id, speaker, "Good luck!"), (talk.store, "add"))
    assert (await heard(events, "talk", 0)).data["room"] == PLAYERS
    assert (await heard(all_games, "talk", 0)).data["id"] == id
    for one in (events, all_games):
        await one.aclose()  # type: ignore[attr-defined]
