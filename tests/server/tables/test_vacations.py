"""Vacations: no correspondence time runs, and there are only so many days."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.conftest import LIVE, ME, OTHER, SECRET, Now, seconds

from livestone.errors import BadField
from livestone.server.accounts.store import PeopleStore, new_id
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore
from livestone.server.tables.sweeper import Sweeper
from livestone.server.tables.time_control import DAY
from livestone.server.tables.vacations import DAYS
from livestone.server.web.principals import Person


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
