"""Draws, pauses and calling off, by agreement."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.conftest import (
    BOT,
    LIVE,
    ME,
    OTHER,
    THIRD,
    THREE,
    TWO,
    Now,
    play,
    seated,
    seconds,
)

from livestone.errors import BadRequest, Conflict, NotAllowed
from livestone.records.record import Record
from livestone.server.tables.commands import Tables
from livestone.server.tables.deadlines import PAUSE_SECONDS
from livestone.server.tables.shapes import TableSpec


async def test_a_draw(tables: Tables) -> None:
    id = await seated(tables)
    await play(tables, id)
    view = await tables.offer(id, ME, "draw", 1)
    assert [(one.kind, one.seat, one.mine, one.answered) for one in view.offers] == [
        ("draw", 0, True, True)
    ]
    assert view.version == (await tables.offer(id, ME, "draw", 1)).version
    view = await tables.answer(id, OTHER, "draw", 0, True, 1)
    assert (view.status, view.winners, view.reason) == ("finished", (), "agreed")
    assert view.result == "Draw by agreement"
    record = Record.read(await tables.record(id, ME))
    assert record.result.reason == "agreed"


async def test_two_offers_are_an_agreement(tables: Tables) -> None:
    id = await seated(tables)
    await tables.offer(id, ME, "draw", 0)
    assert (await tables.offer(id, OTHER, "draw", 0)).reason == "agreed"


async def test_an_offer_stands_until_the_other_has_played(tables: Tables) -> None:
    id = await seated(tables)
    await tables.offer(id, ME, "draw", 0)
    view = await play(tables, id)
    assert [offer.kind for offer in view.offers] == ["draw"]
    view = await play(tables, id)
    assert view.offers == ()
    with pytest.raises(Conflict, match="nobody offers a draw any more"):
        await tables.answer(id, OTHER, "draw", 0, True, 2)


async def test_a_refusal(tables: Tables) -> None:
    id = await seated(tables)
    await tables.offer(id, ME, "draw", 0)
    assert (await tables.answer(id, OTHER, "draw", 0, False, 0)).offers == ()
    view = await tables.view(id, ME)
    assert [offer.refused for offer in view.offers] == [True]
    with pytest.raises(Conflict, match="a draw was refused: play on"):
        await tables.offer(id, ME, "draw", 0)
    view = await play(tables, id)
    assert view.offers == ()
    assert len((await tables.offer(id, ME, "draw", 1)).offers) == 1


async def test_withdrawing(tables: Tables) -> None:
    id = await seated(tables)
    await tables.offer(id, ME, "draw", 0)
    with pytest.raises(Conflict, match="you have offered it yourself"):
        await tables.answer(id, ME, "draw", 0, True, 0)
    assert (await tables.answer(id, ME, "draw", 0, False, 0)).offers == ()
    assert (await tables.view(id, OTHER)).offers == ()


async def test_three_must_all_agree(tables: Tables) -> None:
    spec = TableSpec("twins", THREE, ("me", "friend", "friend"))
    id = await seated(tables, spec, OTHER, THIRD)
    await tables.offer(id, THIRD, "draw", 0)
    view = await tables.answer(id, ME, "draw", 2, True, 0)
    assert (view.status, [offer.answered for offer in view.offers]) == ("running", [True])
    assert [offer.answered for offer in (await tables.view(id, OTHER)).offers] == [False]
    assert (await tables.answer(id, OTHER, "draw", 2, True, 0)).reason == "agreed"


async def test_a_pause(tables: Tables, now: Now) -> None:
    id = await seated(tables)
    await play(tables, id)
    await play(tables, id)
    now.at += 10
    await tables.offer(id, OTHER, "pause", 2)
    view = await tables.answer(id, ME, "pause", 1, True, 2)
    assert view.clock.paused
    assert not view.my_turn
    now.at += 5000
    assert seconds(await tables.view(id, ME)) == [50.0, 60.0]
    with pytest.raises(Conflict, match="paused"):
        await tables.play(id, ME, "a1", 2)
    view = await tables.resume(id, ME)
    assert (view.clock.paused, view.my_turn) == (False, True)
    now.at += 10
    assert seconds(await tables.view(id, ME)) == [40.0, 60.0]
    version = view.version
    assert (await tables.resume(id, OTHER)).version == version


async def test_no_pause_lasts_for_ever(tables: Tables, now: Now) -> None:
    id = await seated(tables)
    await tables.offer(id, OTHER, "pause", 0)
    await tables.offer(id, ME, "pause", 0)
    now.at += PAUSE_SECONDS
    view = await tables.view(id, ME)
    assert not view.clock.paused


async def test_calling_off(tables: Tables) -> None:
    id = await seated(tables)
    view = await play(tables, id)
    assert view.can.abort
    view = await tables.abort(id, OTHER)
    assert (view.reason, view.winners, view.result) == ("aborted", (), "Called off")
    with pytest.raises(Conflict, match="the game is over"):
        await tables.abort(id, ME)


async def test_calling_off_too_late(tables: Tables) -> None:
    id = await seated(tables)
    await play(tables, id)
    view = await play(tables, id)
    assert not view.can.abort
    with pytest.raises(Conflict, match="resigned, not called off"):
        await tables.abort(id, ME)


@pytest.mark.parametrize("spec", [TWO, BOT, replace(BOT, control="5")])
async def test_nothing_is_offered_without_an_opponent(tables: Tables, spec: TableSpec) -> None:
    view = await tables.create(spec, ME)
    assert (view.can.draw, view.can.pause, view.can.abort) == (False, False, False)
    for kind in ("draw", "pause"):
        with pytest.raises(Conflict, match="to others only"):
            await tables.offer(view.id, ME, kind, 0)
    with pytest.raises(Conflict):
        await tables.abort(view.id, ME)


async def test_refused(tables: Tables) -> None:
    id = await seated(tables, replace(LIVE, control="none"))
    with pytest.raises(BadRequest, match="'peace' cannot be offered"):
        await tables.offer(id, ME, "peace", 0)
    with pytest.raises(Conflict, match="no longer at ply 3"):
        await tables.offer(id, ME, "draw", 3)
    with pytest.raises(Conflict, match="with a clock that runs"):
        await tables.offer(id, ME, "pause", 0)
    for act in (
        tables.offer(id, THIRD, "draw", 0),
        tables.answer(id, THIRD, "draw", 0, True, 0),
        tables.resume(id, THIRD),
        tables.abort(id, THIRD),
    ):
        with pytest.raises(NotAllowed):
            await act
