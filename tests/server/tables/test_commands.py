"""The table service: every action, and store and tables that stay in step whatever is done."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.conftest import BOT, ME, OTHER, TWO, PuppetEngine, my_turn
from tests.server.databases import prepare_folder

from livestone.api.tables import Table as TableAnswer
from livestone.core.state import State
from livestone.errors import (
    BadRequest,
    Conflict,
    GameOver,
    LivestoneError,
    StorageError,
)
from livestone.games import load
from livestone.records.record import Record
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
    turns = [(turn.mover, [ply.text for ply in turn.plies]) for turn in view.turns]
    assert turns == [(0, ["b2"]), (1, ["b3"]), (0, ["c3"])]
    earlier = await tables.view(id, ME, 1)
    assert (earlier.replay, earlier.ply, earlier.last_ply) == (True, 1, 3)
    assert (earlier.cells, earlier.legal) == ({"b2": "white"}, ())
    assert len(earlier.turns) == 3
    assert not (await tables.view(id, ME, 3)).replay
    for ply in (-1, 4):
        with pytest.raises(BadRequest, match="0 to 3"):
            await tables.view(id, ME, ply)
    over = await tables.resign(id, ME)
    assert over.result == "White wins: Black resigned", "at one screen whoever is to move resigns"


async def test_play_twice_is_once(tables: Tables) -> None:
    id = (await tables.create(TWO, ME)).id
    first = await tables.play(id, ME, "b2", 0)
    again = await tables.play(id, ME, " b2 ", 0)
    assert again.version == first.version
    with pytest.raises(Conflict, match="'c3' is for ply 0, but the game is at ply 1"):
        await tables.play(id, ME, "c3", 0)
    results = await asyncio.gather(*(tables.play(id, ME, "b3", 1) for _ in range(10)))
    assert {view.last_ply for view in results} == {2}


async def test_the_end(tables: Tables, store: GameStore) -> None:
    view = await play_out(tables, await tables.create(TWO, ME))
    assert (view.reason, view.mover, view.my_turn) == ("finished", None, False)
    assert view.winners == tables.registry.known(view.id).state.winners
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
    for ply in (0, -1):
        with pytest.raises(Conflict):
            await tables.undo(view.id, ME, ply)


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
    (line, *_) = (await tables.mine(OTHER, urgent=True)).games
    assert (line.mover, line.my_turn) == (0, False)


async def test_events(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    events = tables.subscribe(view.id, ME)
    assert (await anext(events)).data == {"ply": 0, "version": 1}
    await tables.play(view.id, ME, "b2", 0)
    await my_turn(tables, view.id)
    await tables.hint(view.id, ME)
    await tables.resign(view.id, ME)
    names = " ".join([(await anext(events)).name for _ in range(9)])
    bot = "changed thinking thinking changed"
    assert names == f"{bot} thinking thinking hint changed finished"
    tables.registry.leave()
    assert await anext(events, None) is None


async def test_more_busy_tables_than_are_kept(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MAX_TABLES", 3)
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


async def test_a_slow_reader_hears_of_the_last_change(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MAX_EVENTS", 8)
    view = await tables.create(TWO, ME)
    events = tables.subscribe(view.id, ME)
    await anext(events)
    for _ in range(10):
        await tables.play(view.id, ME, "b2", 0)
        await tables.undo(view.id, ME, 1)
    last = await tables.view(view.id, ME)
    seen: list[Event] = []
    while not seen or seen[-1].id < last.version:
        seen.append(await anext(events))
    assert len(seen) < 20
    assert seen[-1].data == {"ply": 0, "version": last.version}


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


ACTIONS = (
    *("play", "play", "play", "undo", "undo", "allow", "refuse"),
    *("resign", "view", "reload", "nonsense", "rematch"),
)
actions = st.lists(
    st.tuples(st.sampled_from(ACTIONS), st.integers(0, 15), st.integers(-1, 1)), max_size=25
)
TWINS = replace(TWO, game="twins", options={"side": "2"})
APART = [replace(spec, seats=("me", "friend")) for spec in (TWO, TWINS)]


@settings(max_examples=15)
@given(actions, st.sampled_from([TWO, TWINS, *APART]))
def test_store_and_tables_stay_in_step(steps: list[tuple[str, int, int]], spec: TableSpec) -> None:
    async def scenario() -> None:
        with tempfile.TemporaryDirectory() as folder:
            prepare_folder(Path(folder))
            store = await GameStore.open(Path(folder))
            try:
                await _walk(store, spec, steps)
            finally:
                await store.close()

    asyncio.run(scenario())


async def _walk(store: GameStore, spec: TableSpec, steps: list[tuple[str, int, int]]) -> None:
    engine: Any = PuppetEngine()
    tables = Tables(store, engine)
    view = await tables.create(spec, ME, "secret")
    people = [ME]
    for invitation in (await tables.invitations(view.id, ME, "secret")).values():
        await tables.sit(invitation, OTHER)
        people.append(OTHER)
    for action, choice, shift in steps:
        before = await store.read(view.id)
        who = people[choice % len(people)]
        view = await tables.view(view.id, who)
        ply = view.last_ply + shift
        try:
            if action == "play":
                legal = view.legal or ("a1",)
                await tables.play(view.id, who, legal[choice // 2 % len(legal)], ply)
            elif action == "undo":
                free = not view.can.undo_asks
                undone = await tables.undo(view.id, who, ply)
                # Nothing that others have seen end goes back before they agree.
                assert free or undone.last_ply == view.last_ply
            elif action in ("allow", "refuse"):
                allow, asked = action == "allow", view.takeback
                seat = choice % 2 if asked is None else asked.seat
                after = await tables.answer_takeback(view.id, who, ply, seat, allow)
                assert after.last_ply == (asked.ply if allow else view.last_ply)
                assert not (allow and asked.mine)
            elif action == "resign" and choice < 2:
                await tables.resign(view.id, who)
            elif action == "rematch":
                await tables.rematch(view.id, who)
            elif action == "nonsense":
                await tables.play(view.id, OTHER if choice % 2 else ME, "?", ply)
            elif action == "reload":
                tables = Tables(store, engine)
            else:
                await tables.view(view.id, ME, ply)
        except LivestoneError:
            assert await store.read(view.id) == before
        view = await tables.view(view.id, ME)
        stored = await store.read(view.id)
        moves = [ply.text for turn in view.turns for ply in turn.plies]
        assert [row.move for row in stored.plies] == moves
        assert [row.ply for row in stored.plies] == list(range(1, view.last_ply + 1))
        assert (stored.game.version, stored.game.mover) == (view.version, view.mover)
        assert (stored.game.ply, stored.game.status) == (view.last_ply, view.status)
