"""A game whose player to move has left: who is at the table, and when it may be claimed."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

import pytest
from sqlalchemy import insert
from tests.server.conftest import LIVE, ME, OTHER, THIRD, Now, play, seated

from livestone.errors import Conflict, NotAllowed
from livestone.records.record import Record
from livestone.server.db.schema.games import presence as shared
from livestone.server.tables.claims import GRACE_SECONDS
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore
from livestone.server.web.presence import EVERYWHERE, Presence, VisitorIdentity


@pytest.fixture
def presence(tables: Tables, now: Now) -> Presence:
    made = Presence(now)
    tables.registry.attend(made)
    return made


async def begun(tables: Tables, control: str = "5+3") -> str:
    """A game in which both have moved once, and ME waits for OTHER."""
    id = await seated(tables, replace(LIVE, control=control))
    for _ in range(3):
        await play(tables, id)
    return id


async def test_a_game_is_won_against_who_has_left(
    tables: Tables, now: Now, presence: Presence
) -> None:
    id = await begun(tables)
    with presence.staying(VisitorIdentity(ME), id), ExitStack() as visit:
        visit.enter_context(presence.staying(VisitorIdentity(OTHER), id))
        now.at += GRACE_SECONDS
        view = await tables.view(id, ME)
        assert (view.present, view.claim) == ((0, 1), None)
        with pytest.raises(Conflict, match="the player to move is here"):
            await tables.claim(id, ME)
        visit.close()
        now.at += 20
        view = await tables.view(id, ME)
        assert (view.present, view.claim) == ((0,), GRACE_SECONDS - 20)
        assert (await tables.view(id, OTHER)).claim is None, "one does not claim one's own turn"
        with pytest.raises(Conflict, match="can be claimed in 40 seconds"):
            await tables.claim(id, ME)
        now.at += 40
        assert (await tables.view(id, ME)).claim == 0
        with pytest.raises(NotAllowed):
            await tables.claim(id, THIRD)
        view = await tables.claim(id, ME)
        assert (view.reason, view.ended_by, view.winners) == ("abandoned", 1, (0,))
        assert view.result == "White wins: Black left the game"
        assert Record.read(await tables.record(id, ME)).result.reason == "abandoned"
        with pytest.raises(Conflict, match="the game is over"):
            await tables.claim(id, ME)


async def test_a_turn_is_given_its_time(tables: Tables, now: Now, presence: Presence) -> None:
    """Who was away before their turn has as long as anybody."""
    id = await begun(tables)
    now.at += 30
    await play(tables, id)
    now.at += 30
    await play(tables, id)
    assert (await tables.view(id, ME)).claim == GRACE_SECONDS


@pytest.mark.parametrize("control", ["1", "2d", "none"])
async def test_no_claim_where_the_clock_is_sooner_or_slow(
    tables: Tables, now: Now, presence: Presence, control: str
) -> None:
    id = await begun(tables, control)
    now.at += 30
    view = await tables.view(id, ME)
    assert view.claim is None
    assert view.present == (None if control == "2d" else (0,))


async def test_who_is_back_anywhere_is_not_claimed_against(
    tables: Tables, now: Now, presence: Presence, store: GameStore
) -> None:
    id = await begun(tables)
    now.at += 2 * GRACE_SECONDS
    assert (await tables.view(id, ME)).claim == 0
    here = {"owner_id": OTHER, "name": "", "program": False, "process": "another", "seen": now.at}
    await store.execute(insert(shared).values(place=id, **here))
    with pytest.raises(Conflict, match="the player to move is back"):
        await tables.claim(id, ME)
    # A program that hears of all its games is at every table.
    with presence.staying(VisitorIdentity(OTHER), EVERYWHERE):
        assert (await tables.view(id, ME)).claim is None


async def test_players_hear_who_comes_and_goes(tables: Tables, presence: Presence) -> None:
    id = await seated(tables)
    told = tables.subscribe(id, ME)
    assert (await anext(told)).name == "changed"
    with presence.staying(VisitorIdentity(OTHER), id):
        assert (await anext(told)).name == "presence"
