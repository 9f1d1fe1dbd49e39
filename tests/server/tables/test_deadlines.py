"""Tables with clocks: server time decides, what is due happens by itself, vacations stop it."""

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

from livestone.errors import BadField, GameOver
from livestone.play.time_control import DAY
from livestone.records.record import Record
from livestone.server.accounts.store import PeopleStore, new_id
from livestone.server.tables.clock import FIRST_SECONDS, IDLE_SECONDS, WAITING_SECONDS
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore
from livestone.server.tables.sweeper import Sweeper
from livestone.server.tables.vacations import DAYS
from livestone.server.web.principals import Person


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
    assert (await store.read(id)).game.due is None


@pytest.mark.parametrize(
    ("control", "used", "how", "left"),
    [
        ("1+5", 61.0, "flag", [0.0, 60.0]),
        ("1+5", 8.8, "resign", [51.2, 60.0]),
        ("1+5", 20.0, "draw", [40.0, 60.0]),
        ("1/2x30", 75.0, "resign", [15.0, 60.0]),  # 15 of the 30 seconds of the first period
        ("1/2x30", 121.0, "flag", [0.0, 60.0]),
        ("1d", DAY + 1.0, "flag", [0.0, DAY]),
        ("2d", 0.5 * DAY, "resign", [1.5 * DAY, 2.0 * DAY]),
    ],
)
async def test_a_clock_shows_at_the_end_what_the_last_turn_has_cost(
    tables: Tables, now: Now, control: str, used: float, how: str, left: list[float]
) -> None:
    id = await seated(tables, replace(LIVE, control=control))
    await play(tables, id)
    await play(tables, id)
    now.at += used
    if how == "resign":
        await tables.resign(id, OTHER)  # also where it is not their turn
    elif how == "draw":
        await tables.offer(id, ME, "draw", 2)
        await tables.answer(id, OTHER, "draw", 0, True, 2)
    now.at += 5
    view = await tables.view(id, OTHER)
    assert (view.status, seconds(view), view.clock.running) == ("finished", left, None)


async def test_a_move_that_comes_too_late(tables: Tables, now: Now) -> None:
    id = await seated(tables)
    await play(tables, id)
    view = await play(tables, id)
    now.at += 60.4
    for _ in range(2):
        with pytest.raises(GameOver, match="time was up"):
            await tables.play(id, ME, "a3", 2)
        view = await tables.view(id, ME)
        assert (view.reason, view.last_ply) == ("timeout", 2)


async def test_a_slow_connection_is_spared(tables: Tables, now: Now) -> None:
    id = await seated(tables)
    await play(tables, id)
    await play(tables, id)
    now.at += 60.4
    view = await play(tables, id, lag=0.5)
    assert view.status == "running"
    assert seconds(view) == [5.1, 60.0]


async def test_a_seat_that_nobody_takes(tables: Tables, now: Now) -> None:
    """No clock runs until everybody is there, and nobody waits for ever."""
    view = await tables.create(LIVE, ME, SECRET)
    left = (await tables.create(LIVE, ME, SECRET)).id
    now.at += 500
    found = await tables.invitations(view.id, ME, SECRET)
    view = await tables.sit(found[1], OTHER)
    assert (view.clock.running, view.clock.abort) == (None, FIRST_SECONDS)
    now.at += WAITING_SECONDS - 500
    assert (await tables.view(left, ME)).reason == "aborted"


@pytest.mark.parametrize(
    ("control", "plies", "seconds"),
    [
        ("none", 0, IDLE_SECONDS),
        ("none", 1, None),
        ("2d", 0, 2.0 * DAY),
        ("5", 0, FIRST_SECONDS),
        ("5", 1, FIRST_SECONDS),
    ],
)
async def test_a_game_that_nobody_begins_is_aborted(
    tables: Tables, now: Now, control: str, plies: int, seconds: float | None
) -> None:
    id = await seated(tables, replace(LIVE, control=control))
    for _ in range(plies):
        await play(tables, id)
    now.at += (seconds or 1e9) - 1
    assert (await tables.view(id, ME)).status == "running"
    if seconds is not None:
        now.at += 1
        view = await tables.view(id, ME)
        assert (view.reason, view.winners, view.result) == ("aborted", (), "Called off")


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
    assert view.control.text == "1+5"
    assert view.clock.abort == FIRST_SECONDS


@pytest.fixture
async def ana(store: GameStore) -> str:
    """Somebody with an account."""
    person = Person("@" + new_id(), "Ana", "ana", "human", None, None, None, True, "x", 0.0)
    await PeopleStore(store).add(person)
    return person.id


async def begun(tables: Tables, ana: str) -> str:
    """A game with two days a turn in which Ana is to move."""
    view = await tables.create(replace(LIVE, control="2d"), ana, SECRET, "Ana")
    found = await tables.invitations(view.id, ana, SECRET)
    await tables.sit(found[1], OTHER)
    await tables.play(view.id, ana, "a1", 0)
    await tables.play(view.id, OTHER, "b1", 1)
    return view.id


async def test_no_time_runs(tables: Tables, store: GameStore, ana: str, now: Now) -> None:
    id = await begun(tables, ana)
    sweeper = Sweeper(tables.registry, store, now)  # type: ignore[arg-type]
    now.at += DAY
    await tables.vacations.begin(ana, 10)
    now.at += 9 * DAY
    await sweeper.sweep()
    view = await tables.view(id, OTHER)
    assert (view.status, seconds(view)[0], view.clock.away) == ("running", DAY, True)
    assert await sweeper.sweep() == 0, "it is looked at again when the time is up"
    now.at += DAY
    assert seconds(await tables.view(id, OTHER))[0] == DAY
    now.at += DAY - 1
    await tables.play(id, ana, "c1", 2)
    assert seconds(await tables.view(id, OTHER)) == [2 * DAY, 2 * DAY]


async def test_a_game_that_ends_has_not_cost_the_days_of_a_vacation(
    tables: Tables, ana: str, now: Now
) -> None:
    id = await begun(tables, ana)
    await tables.vacations.begin(ana, 3)
    now.at += 4 * DAY
    assert seconds(await tables.resign(id, OTHER)) == [DAY, 2 * DAY]


async def test_time_is_up_after_all(tables: Tables, ana: str, now: Now) -> None:
    id = await begun(tables, ana)
    await tables.vacations.begin(ana, 3)
    now.at += 5 * DAY - 1
    assert (await tables.view(id, OTHER)).status == "running"
    now.at += 1
    assert (await tables.view(id, OTHER)).reason == "timeout"


async def test_coming_back_early(tables: Tables, store: GameStore, ana: str, now: Now) -> None:
    id = await begun(tables, ana)
    sweeper = Sweeper(tables.registry, store, now)  # type: ignore[arg-type]
    await tables.vacations.begin(ana, 20)
    now.at += 3 * DAY
    await sweeper.sweep()
    assert (await tables.vacations.end(ana)).until is None
    now.at += 2 * DAY - 1
    await sweeper.sweep()
    assert (await tables.view(id, OTHER)).status == "running"
    now.at += 1
    await sweeper.sweep()
    stored = await store.read(id)
    assert stored.game.reason == "timeout"
    assert (await tables.vacations.of(ana)).days_left == pytest.approx(DAYS - 3)


async def test_days_are_counted(tables: Tables, ana: str, now: Now) -> None:
    vacations = tables.vacations
    for days in (0, 31):
        with pytest.raises(BadField, match=f"{days} days cannot be: 30 of 30 days"):
            await vacations.begin(ana, days)
    await vacations.begin(ana, 25)
    with pytest.raises(BadField, match="on vacation already"):
        await vacations.begin(ana, 1)
    now.at += 25 * DAY
    assert await vacations.end(ana) == await vacations.of(ana)
    with pytest.raises(BadField, match="5 of 30 days"):
        await vacations.begin(ana, 6)
    now.at += 365 * DAY
    assert (await vacations.of(ana)).days_left == DAYS


async def test_guests_and_live_clocks_know_none(tables: Tables, ana: str, now: Now) -> None:
    view = await tables.create(LIVE, ana, SECRET, "Ana")
    found = await tables.invitations(view.id, ana, SECRET)
    await tables.sit(found[1], ME)
    await tables.play(view.id, ana, "a1", 0)
    await tables.play(view.id, ME, "b1", 1)
    await tables.vacations.begin(ana, 10)
    now.at += 62
    assert (await tables.view(view.id, ME)).reason == "timeout"
