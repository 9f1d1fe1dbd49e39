"""Tables with clocks: server time decides, and what is due happens by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.conftest import (
    LIVE,
    ME,
    OTHER,
    SECRET,
    THIRD,
    THREE,
    Now,
    PuppetEngine,
    my_turn,
    play,
    seated,
    seconds,
)

from livestone.errors import GameOver
from livestone.records.record import Record
from livestone.server.tables.commands import Tables
from livestone.server.tables.deadlines import FIRST_SECONDS, IDLE_SECONDS, WAITING_SECONDS
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore
from livestone.server.tables.time_control import DAY


async def test_clocks_run_after_the_first_turns(tables: Tables, now: Now) -> None:
    id = await seated(tables)
    for _ in range(2):
        now.at += 30
        view = await play(tables, id)
        assert seconds(view) == [60.0, 60.0]
    assert view.clock.running == 0
    now.at += 10
    assert seconds(await tables.view(id, OTHER)) == [50.0, 60.0]
    view = await play(tables, id)
    now.at += 20
    view = await play(tables, id)
    assert seconds(view) == [55.0, 45.0]
    record = Record.read(await tables.record(id, ME))
    assert [ply.note.left for ply in record.plies] == [60, 60, 55, 45]


async def test_the_clock_waits_for_everybody(tables: Tables, now: Now) -> None:
    view = await tables.create(LIVE, ME, SECRET)
    now.at += 500
    found = await tables.invitations(view.id, ME, SECRET)
    view = await tables.sit(found[1], OTHER)
    assert view.clock.running is None
    assert view.clock.abort == FIRST_SECONDS


async def test_a_flag_falls(tables: Tables, store: GameStore, now: Now) -> None:
    id = await seated(tables)
    await play(tables, id)
    await play(tables, id)
    now.at += 60.5  # what may be forgiven of lag is waited for
    await tables.registry.freshen(id)
    assert (await tables.view(id, ME)).status == "running"
    now.at += 0.5
    await tables.registry.freshen(id)
    view = await tables.view(id, ME)
    assert (view.status, view.reason, view.winners) == ("finished", "timeout", (1,))
    assert view.result == "Black wins: White ran out of time"
    record = Record.read(await tables.record(id, ME, "json"))
    assert (record.result.reason, record.result.by) == ("timeout", 0)
    stored = await store.read(id)
    assert stored.game.due is None


async def test_a_move_that_comes_too_late(tables: Tables, now: Now) -> None:
    id = await seated(tables)
    await play(tables, id)
    view = await play(tables, id)
    now.at += 60.4
    with pytest.raises(GameOver, match="time was up"):
        await tables.play(id, ME, "a3", 2)
    view = await tables.view(id, ME)
    assert (view.reason, view.last_ply) == ("timeout", 2)
    with pytest.raises(GameOver, match="time was up"):
        await tables.play(id, ME, "a3", 2)


async def test_a_slow_connection_is_spared(tables: Tables, now: Now) -> None:
    id = await seated(tables)
    await play(tables, id)
    await play(tables, id)
    now.at += 60.4
    view = await play(tables, id, lag=0.5)
    assert view.status == "running"
    assert seconds(view) == [5.1, 60.0]


async def test_a_game_with_one_move_is_aborted(tables: Tables, now: Now) -> None:
    id = await seated(tables)
    await play(tables, id)
    now.at += FIRST_SECONDS
    view = await tables.view(id, ME)
    assert (view.status, view.reason, view.winners) == ("finished", "aborted", ())
    assert view.result == "Called off"


@pytest.mark.parametrize(
    ("control", "seconds"), [("none", IDLE_SECONDS), ("2d", 2.0 * DAY), ("5", FIRST_SECONDS)]
)
async def test_a_game_that_nobody_begins_is_aborted(
    tables: Tables, now: Now, control: str, seconds: float
) -> None:
    id = await seated(tables, replace(LIVE, control=control))
    now.at += seconds - 1
    assert (await tables.view(id, ME)).status == "running"
    now.at += 1
    assert (await tables.view(id, ME)).reason == "aborted"


async def test_an_untimed_game_that_has_begun_waits_for_ever(tables: Tables, now: Now) -> None:
    id = await seated(tables, replace(LIVE, control="none"))
    await play(tables, id)
    now.at += 1e9
    view = await tables.view(id, ME)
    assert (view.status, view.clock) == ("running", None)


async def test_an_invitation_that_nobody_takes_up(tables: Tables, now: Now) -> None:
    id = (await tables.create(LIVE, ME, SECRET)).id
    now.at += WAITING_SECONDS
    assert (await tables.view(id, ME)).reason == "aborted"


async def test_days_begin_anew_each_turn(tables: Tables, now: Now) -> None:
    id = await seated(tables, replace(LIVE, control="2d"))
    for _ in range(5):
        now.at += DAY
        view = await play(tables, id)
    assert seconds(view) == [2.0 * DAY, 2.0 * DAY]
    now.at += 2 * DAY
    assert (await tables.view(id, ME)).reason == "timeout"


async def test_three_players(tables: Tables, now: Now) -> None:
    spec = TableSpec("twins", THREE, ("me", "friend", "friend"), control="1")
    id = await seated(tables, spec, OTHER, THIRD)
    view = await play(tables, id)
    while view.mover != 1 or len(view.turns) < 4:
        view = await play(tables, id)
    assert view.mover == 1
    now.at += 62
    view = await tables.view(id, THIRD)
    assert (view.reason, view.winners) == ("timeout", (0, 2))


async def test_a_game_against_a_bot_has_no_deadline_to_begin(
    tables: Tables, engine: PuppetEngine, now: Now
) -> None:
    id = (await tables.create(replace(LIVE, seats=("me", "bot:1")), ME)).id
    now.at += 3600
    await play(tables, id)
    assert (await my_turn(tables, id)).last_ply == 2
    engine.free.clear()
    await play(tables, id)
    now.at += 3600
    view = await tables.view(id, ME)
    assert view.status == "running", "a bot never runs out of time"
    assert seconds(view)[1] == 0.0
    engine.free.set()
    await my_turn(tables, id)
    now.at += 66
    assert (await tables.view(id, ME)).reason == "timeout"


async def test_a_takeback_turns_no_clock_back(tables: Tables, now: Now) -> None:
    id = await seated(tables)
    for _ in range(3):
        now.at += 10
        view = await play(tables, id)
    now.at += 7
    await tables.undo(id, ME, 3)
    view = await tables.answer_takeback(id, OTHER, 3, 0, True)
    assert (view.last_ply, view.mover) == (2, 0)
    assert seconds(view) == [55.0, 53.0]
    now.at += 5
    assert seconds(await tables.view(id, ME)) == [50.0, 53.0]


async def test_a_rematch_keeps_the_control(tables: Tables) -> None:
    id = await seated(tables)
    await tables.resign(id, ME)
    await tables.rematch(id, ME)
    view = await tables.rematch(id, OTHER)
    assert view.control["text"] == "1+5"
    assert view.clock.abort == FIRST_SECONDS
