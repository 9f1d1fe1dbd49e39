"""The table service: every action, every refusal, and nothing changed by what is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from tests.server.conftest import BOT, ME, OTHER, TWO, PuppetEngine, my_turn

from livestone.api.tables import Table as TableAnswer
from livestone.core.state import State
from livestone.errors import (
    BadOption,
    BadPosition,
    BadRequest,
    Conflict,
    GameOver,
    IllegalMove,
    LivestoneError,
    MoveSyntaxError,
    NotAllowed,
    NotFound,
    StorageError,
    UnknownGame,
)
from livestone.games import load
from livestone.records.record import Record
from livestone.server.tables import commands as table_module
from livestone.server.tables import registry as rooms
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore
from livestone.server.web.events import Event


async def play_out(tables: Tables, view: TableAnswer) -> TableAnswer:
    """Play first moves until the game is over."""
    while view.status == "running":
        view = await tables.play(view.id, ME, view.legal[0], view.last_ply)
    return view


async def test_create(tables: Tables) -> None:
    view = await tables.create(BOT, ME)
    assert (view.game, view.options["size"]) == ("freedom", 4)
    assert (view.status, view.ply, view.mover, view.my_turn) == ("running", 0, 0, True)
    assert [(seat.kind, seat.name, seat.is_me) for seat in view.seats] == [
        ("person", "You", True),
        ("bot", "Bot, level 3", False),
    ]
    assert len(view.legal) == 16
    assert len(view.id) == 24
    assert view.id != (await tables.create(BOT, ME)).id


@pytest.mark.parametrize(
    ("spec", "error", "quoted"),
    [
        (replace(TWO, game="chess"), UnknownGame, "chess"),
        (replace(TWO, options={"size": "3"}), BadOption, "3"),
        (replace(TWO, options={"colour": "red"}), BadOption, "colour"),
        (replace(TWO, seats=("me",)), BadRequest, "2 seats"),
        (replace(TWO, seats=("me", "bot:11")), BadRequest, "bot:11"),
        (replace(TWO, seats=("me", "bot:0")), BadRequest, "bot:0"),
        (replace(TWO, seats=("me", "open")), BadRequest, "open"),
        (replace(TWO, seats=("me", "x" * 999)), BadRequest, "xxx..."),
        (replace(TWO, seats=("bot:1", "bot:1")), BadRequest, "one seat"),
        (replace(TWO, opening="nonsense"), BadPosition, "nonsense"),
        (replace(TWO, opening="wbwb/bwbw/wbwb/bwbw b last=a1"), LivestoneError, "w"),
    ],
)
async def test_create_refused(
    tables: Tables, store: GameStore, spec: TableSpec, error: type[Exception], quoted: str
) -> None:
    with pytest.raises(error, match=quoted):
        await tables.create(spec, ME)
    assert await store.of(ME, 10) == ([], 0)


async def test_opening(tables: Tables) -> None:
    state = State(load("freedom", size=4))
    state.play("b2")
    view = await tables.create(replace(TWO, opening=state.text), ME)
    assert view.cells == {"b2": "white"}
    assert view.mover == 1
    view = await tables.play(view.id, ME, "b3", 0)
    assert view.cells == {"b2": "white", "b3": "black"}
    assert Record.read(await tables.record(view.id, ME)).opening == state.text


async def test_play_and_replay(tables: Tables) -> None:
    id = (await tables.create(TWO, ME)).id
    for ply, move in enumerate(["b2", "b3", "c3"]):
        view = await tables.play(id, ME, move, ply)
    assert [(turn.mover, [ply.text for ply in turn.plies]) for turn in view.turns] == [
        (0, ["b2"]),
        (1, ["b3"]),
        (0, ["c3"]),
    ]
    earlier = await tables.view(id, ME, 1)
    assert earlier.replay
    assert (earlier.ply, earlier.last_ply) == (1, 3)
    assert earlier.cells == {"b2": "white"}
    assert earlier.legal == ()
    assert len(earlier.turns) == 3
    assert not (await tables.view(id, ME, 3)).replay
    for ply in (-1, 4):
        with pytest.raises(BadRequest, match="0 to 3"):
            await tables.view(id, ME, ply)


async def test_play_twice_is_once(tables: Tables) -> None:
    id = (await tables.create(TWO, ME)).id
    first = await tables.play(id, ME, "b2", 0)
    again = await tables.play(id, ME, " b2 ", 0)
    assert again.version == first.version
    with pytest.raises(Conflict, match="'c3' is for ply 0, but the game is at ply 1"):
        await tables.play(id, ME, "c3", 0)
    results = await asyncio.gather(*(tables.play(id, ME, "b3", 1) for _ in range(10)))
    assert {view.last_ply for view in results} == {2}


@pytest.mark.parametrize(
    ("move", "ply", "error"),
    [
        ("b2", 1, IllegalMove),
        ("d4", 1, IllegalMove),
        ("pass", 1, IllegalMove),
        ("zz", 1, MoveSyntaxError),
        ("", 1, MoveSyntaxError),
        ("\0" * 500, 1, MoveSyntaxError),
        ("b3", 2, Conflict),
        ("b3", 0, Conflict),
        ("b3", -1, Conflict),
        ("b3", 10**9, Conflict),
    ],
)
async def test_play_refused(
    tables: Tables, store: GameStore, move: str, ply: int, error: type[Exception]
) -> None:
    id = (await tables.create(TWO, ME)).id
    await tables.play(id, ME, "b2", 0)
    before = await store.read(id)
    view = await tables.view(id, ME)
    with pytest.raises(error):
        await tables.play(id, ME, move, ply)
    assert await store.read(id) == before
    assert (await tables.view(id, ME)) == view


async def test_the_end(tables: Tables, store: GameStore) -> None:
    view = await play_out(tables, await tables.create(TWO, ME))
    assert (view.reason, view.mover, view.my_turn) == ("finished", None, False)
    assert view.winners == (await tables.page_view(view.id, ME)).view.winners
    assert view.result
    assert (view.can.undo, view.can.resign, view.can.hint) == (False, False, False)
    before = await store.read(view.id)
    with pytest.raises(GameOver, match="'a1'"):
        await tables.play(view.id, ME, "a1", view.last_ply)
    for refused in (
        tables.undo(view.id, ME, view.last_ply),
        tables.resign(view.id, ME),
        tables.hint(view.id, ME),
    ):
        with pytest.raises(Conflict, match="over"):
            await refused
    assert await store.read(view.id) == before
    line = (await tables.mine(ME)).games[0]
    assert (line.result, line.status, line.options) == (view.result, "finished", "Board size 4")


async def test_undo_two_people(tables: Tables) -> None:
    view = await tables.create(TWO, ME)
    for ply, move in enumerate(["b2", "b3", "c3"]):
        view = await tables.play(view.id, ME, move, ply)
    view = await tables.undo(view.id, ME, 3)
    assert (view.last_ply, view.mover) == (2, 0)
    with pytest.raises(Conflict, match="no longer at ply 3"):
        await tables.undo(view.id, ME, 3)
    view = await tables.undo(view.id, ME, 2)
    view = await tables.undo(view.id, ME, 1)
    assert (view.last_ply, view.can.undo, view.cells) == (0, False, {})
    with pytest.raises(Conflict):
        await tables.undo(view.id, ME, 0)
    with pytest.raises(Conflict):
        await tables.undo(view.id, ME, -1)


async def test_resign_at_one_screen(tables: Tables) -> None:
    view = await tables.create(TWO, ME)
    await tables.play(view.id, ME, "b2", 0)
    view = await tables.resign(view.id, ME)
    assert view.result == "White wins: Black resigned"


@pytest.mark.parametrize(
    "action",
    [
        lambda tables, id, who: tables.view(id, who),
        lambda tables, id, who: tables.view(id, who, 0),
        lambda tables, id, who: tables.play(id, who, "b2", 0),
        lambda tables, id, who: tables.undo(id, who, 0),
        lambda tables, id, who: tables.resign(id, who),
        lambda tables, id, who: tables.hint(id, who),
        lambda tables, id, who: tables.record(id, who),
        lambda tables, id, who: tables.record(id, who, "json"),
        lambda tables, id, who: anext(tables.subscribe(id, who)),
    ],
    ids=["view", "replay", "play", "undo", "resign", "hint", "record", "record.json", "events"],
)
async def test_nobody_else_may(
    tables: Tables,
    store: GameStore,
    action: Callable[[Tables, str, str], Coroutine[Any, Any, Any]],
) -> None:
    id = (await tables.create(BOT, ME)).id
    before = await store.read(id)
    with pytest.raises(NotAllowed) as caught:
        await action(tables, id, OTHER)
    assert not isinstance(caught.value, Conflict)
    assert id not in str(caught.value)
    with pytest.raises(NotFound, match="'nobody'"):
        await action(tables, "nobody", ME)
    assert await store.read(id) == before
    assert (await tables.mine(OTHER)).total == 0


async def test_what_is_urgent_comes_first(tables: Tables) -> None:
    friend = replace(TWO, seats=("me", "friend"))
    ids = {}
    for control in ("7d", "1d", "none"):
        id = ids[control] = (await tables.create(replace(friend, control=control), ME, "s")).id
        (link,) = (await tables.invitations(id, ME, "s")).values()
        await tables.sit(link, OTHER)
        for ply, who in enumerate((ME, OTHER)):
            legal = (await tables.view(id, who)).legal
            await tables.play(id, who, legal[0], ply)
    over = (await tables.create(TWO, ME)).id
    await tables.resign(over, ME)
    waits = (await tables.create(friend, ME)).id
    listed = (await tables.mine(ME, urgent=True)).games
    assert [line.id for line in listed] == [*(ids[c] for c in ("1d", "7d", "none")), waits, over]
    assert [line.left is None for line in listed] == [False, False, True, True, True]
    assert 86000 < (listed[0].left or 0) <= 86400
    assert (await tables.turns(ME), await tables.turns(OTHER)) == (3, 0)
    (line, *_) = (await tables.mine(OTHER, urgent=True)).games
    assert (line.mover, line.my_turn) == (0, False)


async def test_mine_is_paged(tables: Tables) -> None:
    ids = [(await tables.create(TWO, ME)).id for _ in range(table_module.PAGE + 3)]
    await tables.create(TWO, OTHER)
    first, second = await tables.mine(ME), await tables.mine(ME, 2)
    assert (first.total, first.pages, len(first.games), len(second.games)) == (
        table_module.PAGE + 3,
        2,
        table_module.PAGE,
        3,
    )
    assert [line.id for line in (*first.games, *second.games)] == ids[::-1]
    assert (await tables.mine(ME, 3)).games == ()
    for page in (0, -1, 10**12):
        with pytest.raises(BadRequest):
            await tables.mine(ME, page)


async def test_events(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    events = tables.subscribe(view.id, ME)
    assert (await anext(events)).data == {"ply": 0, "version": 1}
    await tables.play(view.id, ME, "b2", 0)
    await my_turn(tables, view.id)
    await tables.hint(view.id, ME)
    await tables.resign(view.id, ME)
    names = [(await anext(events)).name for _ in range(9)]
    assert names == [
        *("changed", "thinking", "thinking", "changed"),
        *("thinking", "thinking", "hint", "changed", "finished"),
    ]
    tables.registry.leave()
    assert await anext(events, None) is None


async def test_more_busy_tables_than_are_kept(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MOST_TABLES", 3)
    ids = [(await tables.create(TWO, ME)).id for _ in range(9)]
    listening = [tables.subscribe(id, ME) for id in ids[:6]]
    for events in listening:
        assert (await anext(events)).name == "changed"
    for id in (*ids, *ids):
        assert (await tables.view(id, ME)).last_ply == 0
    assert all(tables.registry.known(id) for id in ids[:6]), "who listens keeps a table in memory"
    assert tables.registry.census().tables <= 8
    await tables.play(ids[0], ME, "b2", 0)
    assert (await anext(listening[0])).data["ply"] == 1
    tables.registry.leave()


async def test_a_slow_reader_hears_of_the_last_change(tables: Tables) -> None:
    view = await tables.create(TWO, ME)
    events = tables.subscribe(view.id, ME)
    await anext(events)
    for _ in range(70):
        await tables.play(view.id, ME, "b2", 0)
        await tables.undo(view.id, ME, 1)
    last = await tables.view(view.id, ME)
    seen: list[Event] = []
    while not seen or seen[-1].id < last.version:
        seen.append(await anext(events))
    assert len(seen) <= 140
    assert seen[-1].data == {"ply": 0, "version": last.version}


async def test_another_server_on_the_same_store(store: GameStore, engine: PuppetEngine) -> None:
    one, two = Tables(store, engine), Tables(store, engine)  # type: ignore[arg-type]
    id = (await one.create(TWO, ME)).id
    await two.play(id, ME, "b2", 0)
    assert (await one.view(id, ME)).last_ply == 1
    await one.play(id, ME, "b3", 1)
    with pytest.raises(Conflict):
        await two.play(id, ME, "c3", 1)
    # Both at once: one wins, the other is told, and the store has one ply more.
    answers = await asyncio.gather(
        one.play(id, ME, "a3", 2), two.play(id, ME, "c3", 2), return_exceptions=True
    )
    assert sorted(type(answer) for answer in answers if isinstance(answer, Exception)) == [Conflict]
    stored = await store.read(id)
    assert len(stored.plies) == 3
    await one.close()
    await two.close()


async def test_a_disk_that_fails(
    tables: Tables, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = await tables.create(TWO, ME)

    async def full(*_: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        with pytest.raises(StorageError):
            await tables.play(view.id, ME, "b2", 0)
    assert (await tables.view(view.id, ME)).last_ply == 0
    assert (await tables.play(view.id, ME, "c3", 0)).cells == {"c3": "white"}


async def test_a_game_that_no_longer_fits_the_rules(
    tables: Tables, store: GameStore, engine: PuppetEngine
) -> None:
    view = await tables.create(TWO, ME)
    await tables.play(view.id, ME, "b2", 0)
    async with store.writing() as connection:
        await connection.exec_driver_sql("UPDATE plies SET move = 'z9'")
    fresh = Tables(store, engine)  # type: ignore[arg-type]
    with pytest.raises(StorageError, match=r"cannot be replayed.*z9"):
        await fresh.view(view.id, ME)
