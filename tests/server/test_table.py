"""The table service: every action, every refusal, and nothing changed by what is refused."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.conftest import ME, OTHER, PuppetEngine

from livestone.core.record import Record
from livestone.core.state import State
from livestone.errors import (
    BadOption,
    BadPosition,
    BadRequest,
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
from livestone.server import table as table_module
from livestone.server.store import Store
from livestone.server.table import Event, NotNow, Tables, TableSpec, TableView

pytestmark = pytest.mark.anyio

SMALL = {"size": "4"}
TWO = TableSpec("freedom", SMALL, ("me", "person"))
BOT = TableSpec("freedom", SMALL, ("me", "bot:3"))


async def until(condition: Callable[[], bool]) -> None:
    """Let the others work until something holds."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.001)


async def my_turn(tables: Tables, id: str) -> TableView:
    """Wait for the bot."""
    async with asyncio.timeout(60):
        while not (view := await tables.view(id, ME)).my_turn and view.status == "running":
            await asyncio.sleep(0.001)
    return view


async def snapshot(store: Store, id: str) -> Any:
    """Everything the store knows of a game."""
    return await store.read(id)


async def play_out(tables: Tables, view: TableView) -> TableView:
    """Play first moves until the game is over."""
    while view.status == "running":
        view = await tables.play(view.id, ME, view.view.legal[0], view.last_ply)
    return view


async def test_create(tables: Tables) -> None:
    view = await tables.create(BOT, ME)
    assert view.game == load("freedom", size=4)
    assert (view.status, view.ply, view.mover, view.my_turn) == ("running", 0, 0, True)
    assert [(seat.kind, seat.name, seat.is_me) for seat in view.seats] == [
        ("person", "You", True),
        ("bot", "Bot, level 3", False),
    ]
    assert len(view.view.legal) == 16
    assert len(view.id) == 24
    assert view.id != (await tables.create(BOT, ME)).id


@pytest.mark.parametrize(
    ("spec", "error", "quoted"),
    [
        (replace(TWO, game="chess"), UnknownGame, "chess"),
        (replace(TWO, options={"size": "3"}), BadOption, "3"),
        (replace(TWO, options={"colour": "red"}), BadOption, "colour"),
        (replace(TWO, seats=("me",)), BadRequest, "2 seats"),
        (replace(TWO, seats=("me", "bot:9")), BadRequest, "bot:9"),
        (replace(TWO, seats=("me", "bot:0")), BadRequest, "bot:0"),
        (replace(TWO, seats=("me", "open")), BadRequest, "open"),
        (replace(TWO, seats=("me", "x" * 999)), BadRequest, "xxx..."),
        (replace(TWO, seats=("bot:1", "bot:1")), BadRequest, "one seat"),
        (replace(TWO, opening="nonsense"), BadPosition, "nonsense"),
        (replace(TWO, opening="wbwb/bwbw/wbwb/bwbw b last=a1"), LivestoneError, "w"),
    ],
)
async def test_create_refused(
    tables: Tables, store: Store, spec: TableSpec, error: type[Exception], quoted: str
) -> None:
    with pytest.raises(error, match=quoted):
        await tables.create(spec, ME)
    assert await store.of(ME, 10) == ([], 0)


async def test_opening(tables: Tables) -> None:
    state = State(load("freedom", size=4))
    state.play("b2")
    view = await tables.create(replace(TWO, opening=state.text), ME)
    assert view.view.cells == {"b2": "white"}
    assert view.mover == 1
    view = await tables.play(view.id, ME, "b3", 0)
    assert view.view.cells == {"b2": "white", "b3": "black"}
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
    assert earlier.view.cells == {"b2": "white"}
    assert earlier.view.legal == ()
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
    with pytest.raises(NotNow, match="'c3' is for ply 0, but the game is at ply 1"):
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
        ("b3", 2, NotNow),
        ("b3", 0, NotNow),
        ("b3", -1, NotNow),
        ("b3", 10**9, NotNow),
    ],
)
async def test_play_refused(
    tables: Tables, store: Store, move: str, ply: int, error: type[Exception]
) -> None:
    id = (await tables.create(TWO, ME)).id
    await tables.play(id, ME, "b2", 0)
    before = await snapshot(store, id)
    view = await tables.view(id, ME)
    with pytest.raises(error):
        await tables.play(id, ME, move, ply)
    assert await snapshot(store, id) == before
    assert (await tables.view(id, ME)).as_json() == view.as_json()


async def test_the_end(tables: Tables, store: Store) -> None:
    view = await play_out(tables, await tables.create(TWO, ME))
    assert (view.reason, view.mover, view.my_turn) == ("finished", None, False)
    assert view.winners == view.view.winners
    assert view.result
    assert (view.can_undo, view.can_resign, view.can_hint) == (False, False, False)
    before = await snapshot(store, view.id)
    with pytest.raises(GameOver, match="'a1'"):
        await tables.play(view.id, ME, "a1", view.last_ply)
    for refused in (
        tables.undo(view.id, ME, view.last_ply),
        tables.resign(view.id, ME),
        tables.hint(view.id, ME),
    ):
        with pytest.raises(NotNow, match="over"):
            await refused
    assert await snapshot(store, view.id) == before
    line = (await tables.mine(ME)).tables[0]
    assert (line.result, line.status, line.options) == (view.result, "finished", "Board size 4")


async def test_bot_answers(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    engine.free.clear()
    view = await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    view = await tables.view(view.id, ME)
    assert view.thinking is not None
    assert (view.thinking.seat, view.thinking.hint) == (1, False)
    assert (view.my_turn, view.can_hint, view.can_undo, view.view.legal) == (
        False,
        False,
        True,
        (),
    )
    with pytest.raises(NotNow, match="Black's turn"):
        await tables.play(view.id, ME, "b3", 1)
    engine.free.set()
    view = await my_turn(tables, view.id)
    assert (view.last_ply, view.thinking) == (2, None)
    assert view.turns[1].plies[0].comment.startswith("expects 50 %, 50 %")
    question = engine.asked[0]
    assert (question.plies, question.level) == (("b2",), 3)


async def test_bot_begins(tables: Tables) -> None:
    view = await tables.create(replace(BOT, seats=("bot:1", "me")), ME)
    view = await my_turn(tables, view.id)
    assert view.last_ply == 1
    assert not view.can_undo
    with pytest.raises(NotNow, match="no move of yours"):
        await tables.undo(view.id, ME, 1)


async def test_same_question_after_a_restart(store: Store, engine: PuppetEngine) -> None:
    engine.free.clear()
    tables = Tables(store, engine)  # type: ignore[arg-type]
    view = await tables.create(BOT, ME)
    await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    await tables.close()
    assert engine.stopped == 1
    engine.free.set()
    tables = Tables(store, engine)  # type: ignore[arg-type]
    view = await my_turn(tables, view.id)
    assert view.last_ply == 2
    assert engine.asked[0] == engine.asked[1]
    await tables.close()


async def test_undo_two_people(tables: Tables) -> None:
    view = await tables.create(TWO, ME)
    for ply, move in enumerate(["b2", "b3", "c3"]):
        view = await tables.play(view.id, ME, move, ply)
    view = await tables.undo(view.id, ME, 3)
    assert (view.last_ply, view.mover) == (2, 0)
    with pytest.raises(NotNow, match="no longer at ply 3"):
        await tables.undo(view.id, ME, 3)
    view = await tables.undo(view.id, ME, 2)
    view = await tables.undo(view.id, ME, 1)
    assert (view.last_ply, view.can_undo, view.view.cells) == (0, False, {})
    with pytest.raises(NotNow):
        await tables.undo(view.id, ME, 0)
    with pytest.raises(NotNow):
        await tables.undo(view.id, ME, -1)


async def test_undo_takes_the_reply_too(tables: Tables) -> None:
    view = await tables.create(BOT, ME)
    await tables.play(view.id, ME, "b2", 0)
    view = await my_turn(tables, view.id)
    # Asked for before the reply was seen: the reply goes all the same.
    view = await tables.undo(view.id, ME, 1)
    assert (view.last_ply, view.my_turn) == (0, True)


async def test_undo_while_the_bot_thinks(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    engine.free.clear()
    await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    view = await tables.undo(view.id, ME, 1)
    assert (view.last_ply, view.thinking, view.my_turn) == (0, None, True)
    await until(lambda: engine.stopped == 1)
    engine.free.set()
    await asyncio.sleep(0.01)
    assert (await tables.view(view.id, ME)).last_ply == 0


async def test_resign_while_the_bot_thinks(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    engine.free.clear()
    await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    view = await tables.resign(view.id, ME)
    assert (view.status, view.winners, view.reason) == ("finished", (1,), "resigned")
    assert view.result == "Black wins: White resigned"
    await until(lambda: engine.stopped == 1)
    record = Record.read(await tables.record(view.id, ME))
    assert record.result is not None
    assert (record.result.by, record.result.winners) == (0, (1,))


async def test_resign_at_one_screen(tables: Tables) -> None:
    view = await tables.create(TWO, ME)
    await tables.play(view.id, ME, "b2", 0)
    view = await tables.resign(view.id, ME)
    assert view.result == "White wins: Black resigned"


async def test_hint(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    hint = await tables.hint(view.id, ME)
    assert (hint.ply, hint.move, hint.path) == (0, "d4", ("d4",))
    assert (engine.asked[0].level, engine.asked[0].seconds) == (8, 1.0)
    assert (await tables.view(view.id, ME)).last_ply == 0
    assert (await tables.view(view.id, ME)).thinking is None


async def test_hint_is_stopped_by_a_move(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(TWO, ME)
    engine.free.clear()
    asking = asyncio.create_task(tables.hint(view.id, ME))
    await until(lambda: len(engine.asked) == 1)
    thinking = (await tables.view(view.id, ME)).thinking
    assert thinking is not None
    assert thinking.hint
    await tables.play(view.id, ME, "b2", 0)
    with pytest.raises(NotNow, match="gone on"):
        await asking
    assert engine.stopped == 1
    engine.free.set()


async def test_hint_in_trouble(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(TWO, ME)
    engine.trouble = "no processes left"
    with pytest.raises(LivestoneError, match="no processes left"):
        await tables.hint(view.id, ME)
    engine.trouble = None
    assert (await tables.hint(view.id, ME)).move == "d4"


async def test_bot_in_trouble(
    tables: Tables, engine: PuppetEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.trouble = "it is ill"
    view = await tables.create(BOT, ME)
    await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    view = await tables.view(view.id, ME)
    assert "it is ill" in view.trouble
    assert len(engine.asked) == 1  # not asked again at once
    monkeypatch.setattr(table_module, "RETRY_SECONDS", 0.0)
    engine.trouble = None
    view = await my_turn(tables, view.id)
    assert (view.trouble, view.last_ply) == ("", 2)


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
    store: Store,
    action: Callable[[Tables, str, str], Coroutine[Any, Any, Any]],
) -> None:
    id = (await tables.create(BOT, ME)).id
    before = await snapshot(store, id)
    with pytest.raises(NotAllowed) as caught:
        await action(tables, id, OTHER)
    assert not isinstance(caught.value, NotNow)
    assert id not in str(caught.value)
    with pytest.raises(NotFound, match="'nobody'"):
        await action(tables, "nobody", ME)
    assert await snapshot(store, id) == before
    assert (await tables.mine(OTHER)).total == 0


async def test_mine_is_paged(tables: Tables) -> None:
    ids = [(await tables.create(TWO, ME)).id for _ in range(table_module.PAGE + 3)]
    await tables.create(TWO, OTHER)
    first, second = await tables.mine(ME), await tables.mine(ME, 2)
    assert (first.total, first.pages, len(first.tables), len(second.tables)) == (
        table_module.PAGE + 3,
        2,
        table_module.PAGE,
        3,
    )
    assert [line.id for line in (*first.tables, *second.tables)] == ids[::-1]
    assert (await tables.mine(ME, 3)).tables == ()
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
    tables.leave()
    assert await anext(events, None) is None


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


async def test_another_server_on_the_same_store(store: Store, engine: PuppetEngine) -> None:
    one, two = Tables(store, engine), Tables(store, engine)  # type: ignore[arg-type]
    id = (await one.create(TWO, ME)).id
    await two.play(id, ME, "b2", 0)
    assert (await one.view(id, ME)).last_ply == 1
    await one.play(id, ME, "b3", 1)
    with pytest.raises(NotNow):
        await two.play(id, ME, "c3", 1)
    # Both at once: one wins, the other is told, and the store has one ply more.
    answers = await asyncio.gather(
        one.play(id, ME, "a3", 2), two.play(id, ME, "c3", 2), return_exceptions=True
    )
    assert sorted(type(answer) for answer in answers if isinstance(answer, Exception)) == [NotNow]
    stored = await store.read(id)
    assert stored is not None
    assert len(stored.plies) == 3
    await one.close()
    await two.close()


async def test_a_disk_that_fails(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    view = await tables.create(TWO, ME)

    async def full(*_: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(tables._store, "append", full)
        with pytest.raises(StorageError):
            await tables.play(view.id, ME, "b2", 0)
    assert (await tables.view(view.id, ME)).last_ply == 0
    assert (await tables.play(view.id, ME, "c3", 0)).view.cells == {"c3": "white"}


async def test_a_game_that_no_longer_fits_the_rules(
    tables: Tables, store: Store, engine: PuppetEngine
) -> None:
    view = await tables.create(TWO, ME)
    await tables.play(view.id, ME, "b2", 0)
    async with store._write() as connection:
        await connection.exec_driver_sql("UPDATE plies SET move = 'z9'")
    fresh = Tables(store, engine)  # type: ignore[arg-type]
    with pytest.raises(StorageError, match=r"cannot be replayed.*z9"):
        await fresh.view(view.id, ME)


async def test_few_tables_are_kept_in_memory(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "MOST_TABLES", 3)
    ids = [(await tables.create(TWO, ME)).id for _ in range(8)]
    for id in ids:
        await tables.play(id, ME, "b2", 0)
    assert len(tables._tables) <= 4
    for id in ids:
        assert (await tables.view(id, ME)).last_ply == 1


async def test_hidden_information_stays_hidden(tables: Tables, engine: PuppetEngine) -> None:
    spec = TableSpec("twins", {"side": "2", "secret": "true"}, ("bot:1", "me"))
    view = await my_turn(tables, (await tables.create(spec, ME)).id)
    secret = State(view.game)
    secret.play(engine.report(engine.asked[0])["lines"][0]["move"])
    (heart,) = secret.move_texts
    events = tables.subscribe(view.id, ME)
    await anext(events)
    view = await tables.play(view.id, ME, "heart=d3", 1)
    view = await my_turn(tables, view.id)
    assert view.turns[0].plies[0].text == "chosen"
    assert view.turns[1].plies[0].text == "heart=d3"
    texts = [json.dumps(view.as_json()), await tables.record(view.id, ME)]
    texts.append(await tables.record(view.id, ME, "json"))
    texts += [json.dumps((await tables.view(view.id, ME, ply)).as_json()) for ply in range(3)]
    texts += [str((await anext(events)).data) for _ in range(4)]
    for text in texts:
        assert heart not in text
    over = await tables.resign(view.id, ME)
    assert over.turns[0].plies[0].text == heart


async def test_three_players_and_turns_of_two_plies(tables: Tables) -> None:
    spec = TableSpec("twins", {"side": "2", "players": "3"}, ("me", "bot:1", "person"))
    view = await tables.create(spec, ME)
    view = await tables.play(view.id, ME, view.view.legal[0], 0)
    view = await my_turn(tables, view.id)
    assert [len(turn.plies) for turn in view.turns] == [1, 2]
    assert view.mover == 2
    view = await tables.play(view.id, ME, view.view.legal[0], view.last_ply)
    assert view.mover == 2  # the second stone of the turn
    view = await tables.undo(view.id, ME, view.last_ply)
    assert (view.last_ply, view.mover) == (3, 2)
    view = await tables.undo(view.id, ME, view.last_ply)
    assert (view.last_ply, view.mover) == (0, 0)
    view = await tables.resign(view.id, ME)
    assert view.result == "Blue and Green win: Red resigned"


actions = st.lists(
    st.tuples(
        st.sampled_from(["play", "play", "play", "undo", "resign", "view", "reload", "nonsense"]),
        st.integers(0, 15),
        st.integers(-1, 1),
    ),
    max_size=25,
)


@settings(max_examples=15)
@given(actions, st.sampled_from([TWO, replace(TWO, game="twins", options={"side": "2"})]))
def test_store_and_tables_stay_in_step(steps: list[tuple[str, int, int]], spec: TableSpec) -> None:
    async def scenario() -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = await Store.open(Path(folder))
            try:
                await _walk(store, spec, steps)
            finally:
                await store.close()

    asyncio.run(scenario())


async def _walk(store: Store, spec: TableSpec, steps: list[tuple[str, int, int]]) -> None:
    engine: Any = PuppetEngine()
    tables = Tables(store, engine)
    view = await tables.create(spec, ME)
    for action, choice, shift in steps:
        before = await store.read(view.id)
        ply = view.last_ply + shift
        try:
            if action == "play":
                legal = view.view.legal or ("a1",)
                await tables.play(view.id, ME, legal[choice % len(legal)], ply)
            elif action == "undo":
                await tables.undo(view.id, ME, ply)
            elif action == "resign" and choice == 0:
                await tables.resign(view.id, ME)
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
        assert stored is not None
        moves = [ply.text for turn in view.turns for ply in turn.plies]
        assert [row.move for row in stored.plies] == moves
        assert [row.ply for row in stored.plies] == list(range(1, view.last_ply + 1))
        assert (stored.game.version, stored.game.mover) == (view.version, view.mover)
        assert (stored.game.ply, stored.game.status) == (view.last_ply, view.status)
