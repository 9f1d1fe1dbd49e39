"""What players agree on: draws, pauses, calling off, taking back, rematches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import to_builtins
from tests.server.conftest import (
    BOT,
    FRIEND,
    LIVE,
    ME,
    OTHER,
    SECRET,
    THIRD,
    THREE,
    TWO,
    Now,
    PuppetEngine,
    play,
    seated,
    seconds,
)

from livestone.api.tables import Table as TableAnswer
from livestone.errors import BadRequest, Conflict, NotAllowed
from livestone.records.record import Record
from livestone.server.tables.clock import PAUSE_SECONDS
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore


async def test_a_draw(tables: Tables) -> None:
    id = await seated(tables)
    await play(tables, id)
    view = await tables.offer(id, ME, "draw", 1)
    (offer,) = view.offers
    assert (offer.kind, offer.seat, offer.mine, offer.answered) == ("draw", 0, True, True)
    assert view.version == (await tables.offer(id, ME, "draw", 1)).version
    view = await tables.answer(id, OTHER, "draw", 0, True, 1)
    assert (view.status, view.winners, view.reason) == ("finished", (), "agreed")
    assert view.result == "Draw by agreement"
    assert Record.read(await tables.record(id, ME)).result.reason == "agreed"


async def test_an_offer_stands_until_the_other_has_played(tables: Tables) -> None:
    id = await seated(tables)
    await tables.offer(id, ME, "draw", 0)
    view = await play(tables, id)
    assert [offer.kind for offer in view.offers] == ["draw"]
    view = await play(tables, id)
    assert view.offers == ()
    with pytest.raises(Conflict, match="nobody offers a draw any more"):
        await tables.answer(id, OTHER, "draw", 0, True, 2)


@pytest.mark.parametrize("asks", [ME, OTHER])
async def test_an_offer_stands_while_a_takeback_is_asked_for(tables: Tables, asks: str) -> None:
    id = await seated(tables)
    await play(tables, id)
    await play(tables, id)
    await tables.offer(id, ME, "draw", 2)
    seat = (ME, OTHER).index(asks)
    for answers in (ME, OTHER):  # one of them withdraws it, the other refuses
        view = await tables.undo(id, asks, 2)
        assert view.takeback is not None
        assert [offer.kind for offer in view.offers] == ["draw"]
        view = await tables.answer_takeback(id, answers, 2, seat, False)
        assert (view.takeback, [offer.kind for offer in view.offers]) == (None, ["draw"])
    await tables.undo(id, asks, 2)
    view = await tables.answer_takeback(id, OTHER if asks == ME else ME, 2, seat, True)
    assert view.last_ply == seat
    assert [offer.kind for offer in view.offers] == ["draw"], "nobody has played"
    assert (await tables.answer(id, OTHER, "draw", 0, True, seat)).reason == "agreed"


async def test_a_refused_offer_is_not_forgotten_by_asking_for_a_takeback(tables: Tables) -> None:
    id = await seated(tables)
    await play(tables, id)
    await tables.offer(id, ME, "draw", 1)
    await tables.answer(id, OTHER, "draw", 0, False, 1)
    await tables.undo(id, ME, 1)
    await tables.answer_takeback(id, ME, 1, 0, False)
    with pytest.raises(Conflict, match="a draw was refused: play on"):
        await tables.offer(id, ME, "draw", 1)


async def test_a_draw_stays_offered_through_a_pause(tables: Tables) -> None:
    id = await seated(tables)
    for _ in range(3):
        await play(tables, id)
    await tables.offer(id, ME, "draw", 3)
    await tables.offer(id, OTHER, "pause", 3)
    view = await tables.answer(id, ME, "pause", 1, True, 3)
    assert view.clock.paused
    view = await tables.resume(id, ME)
    assert [offer.kind for offer in view.offers] == ["draw"]


async def test_nothing_stands_once_the_game_is_over(tables: Tables) -> None:
    id = await seated(tables)
    await play(tables, id)
    await tables.offer(id, ME, "draw", 1)
    await tables.undo(id, ME, 1)
    view = await tables.resign(id, OTHER)
    assert (view.status, view.takeback, view.offers) == ("finished", None, ())


async def test_a_refusal(tables: Tables) -> None:
    id = await seated(tables)
    await tables.offer(id, ME, "draw", 0)
    with pytest.raises(Conflict, match="you have offered it yourself"):
        await tables.answer(id, ME, "draw", 0, True, 0)
    assert (await tables.answer(id, ME, "draw", 0, False, 0)).offers == ()  # withdrawn
    assert (await tables.view(id, OTHER)).offers == ()
    await tables.offer(id, ME, "draw", 0)
    assert (await tables.answer(id, OTHER, "draw", 0, False, 0)).offers == ()
    view = await tables.view(id, ME)
    assert [offer.refused for offer in view.offers] == [True]
    with pytest.raises(Conflict, match="a draw was refused: play on"):
        await tables.offer(id, ME, "draw", 0)
    view = await play(tables, id)
    assert view.offers == ()
    assert len((await tables.offer(id, ME, "draw", 1)).offers) == 1
    assert (await tables.offer(id, OTHER, "draw", 1)).reason == "agreed", "both have offered it"


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
    assert (await tables.resume(id, OTHER)).version == view.version
    for who in (ME, OTHER):
        await tables.offer(id, who, "pause", 2)
    now.at += PAUSE_SECONDS  # no pause lasts for ever
    assert not (await tables.view(id, ME)).clock.paused


async def test_calling_off(tables: Tables) -> None:
    id = await seated(tables)
    view = await play(tables, id)
    assert view.can.abort
    view = await tables.abort(id, OTHER)
    assert (view.reason, view.winners, view.result) == ("aborted", (), "Called off")
    with pytest.raises(Conflict, match="the game is over"):
        await tables.abort(id, ME)
    id = await seated(tables)
    for _ in range(2):
        view = await play(tables, id)
    assert not view.can.abort
    with pytest.raises(Conflict, match="resigned, not called off"):
        await tables.abort(id, ME)


@pytest.mark.parametrize("spec", [TWO, replace(BOT, control="5")])
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


@pytest.fixture
async def id(tables: Tables) -> str:
    """A game of two browsers after White's b2 and Black's b3."""
    made = await seated(tables, FRIEND, OTHER)
    await tables.play(made, ME, "b2", 0)
    await tables.play(made, OTHER, "b3", 1)
    return made


async def test_the_opponent_is_asked(
    tables: Tables, store: GameStore, engine: PuppetEngine, id: str
) -> None:
    view = await tables.view(id, ME)
    assert (view.can.undo, view.can.undo_asks, view.can.hint) == (True, True, False)
    view = await tables.undo(id, ME, 2)
    assert view.last_ply == 2  # nothing is taken back yet
    assert (view.takeback.ply, view.takeback.mine, view.takeback.answered) == (0, True, True)
    assert (await tables.undo(id, ME, 2)).version == view.version  # asking twice is harmless
    seen = (await tables.view(id, OTHER)).takeback
    assert (seen.seat, seen.mine, seen.answered) == (0, False, False)
    fresh = Tables(store, engine)  # type: ignore[arg-type]  # the question survives a restart
    view = await fresh.answer_takeback(id, OTHER, 2, 0, True)
    assert (view.last_ply, view.takeback, view.mover) == (0, None, 0)
    assert (await tables.view(id, ME)).my_turn


async def test_the_player_who_asks_cannot_allow_it(
    tables: Tables, store: GameStore, id: str
) -> None:
    await tables.undo(id, ME, 2)
    before = await store.read(id)
    for visitor, ply, seat in ((ME, 2, 0), (OTHER, 1, 0), (OTHER, 2, 1)):
        with pytest.raises(Conflict):
            await tables.answer_takeback(id, visitor, ply, seat, True)
        with pytest.raises(Conflict, match="no hints"):
            await tables.hint(id, visitor)
    with pytest.raises(NotAllowed):
        await tables.answer_takeback(id, THIRD, 2, 0, True)
    with pytest.raises(Conflict, match="White asks to take back already"):
        await tables.undo(id, OTHER, 2)
    assert await store.read(id) == before


async def test_refused_withdrawn_or_played_on(tables: Tables, id: str) -> None:
    for visitor in (ME, OTHER):
        await tables.undo(id, ME, 2)
        view = await tables.answer_takeback(id, visitor, 2, 0, False)
        assert (view.last_ply, view.takeback) == (2, None)
        with pytest.raises(Conflict, match="nobody asks"):
            await tables.answer_takeback(id, OTHER, 2, 0, True)
    await tables.undo(id, OTHER, 2)
    view = await tables.play(id, ME, "c3", 2)
    assert view.takeback is None
    with pytest.raises(Conflict):
        await tables.answer_takeback(id, ME, 3, 1, True)
    assert (await tables.view(id, ME)).last_ply == 3


async def test_everybody_must_agree(tables: Tables) -> None:
    spec = TableSpec("twins", {"side": "2", "players": "3"}, ("me", "friend", "friend"))
    id = await seated(tables, spec, OTHER, THIRD)
    moves = ((ME, "b1"), (OTHER, "d1"), (OTHER, "a2"), (THIRD, "c2"))
    for ply, (visitor, move) in enumerate(moves):
        await tables.play(id, visitor, move, ply)
    await tables.undo(id, ME, 4)
    view = await tables.answer_takeback(id, THIRD, 4, 0, True)
    assert view.last_ply == 4
    assert view.takeback.answered
    assert (await tables.answer_takeback(id, OTHER, 4, 0, True)).last_ply == 0


async def test_a_turn_that_goes_on_is_free(tables: Tables) -> None:
    id = await seated(tables, TableSpec("twins", {"side": "2"}, ("me", "friend")), OTHER)
    await tables.play(id, ME, "b1", 0)
    view = await tables.play(id, OTHER, "a2", 1)
    assert (view.so_far, view.can.undo, view.can.undo_asks) == (("a2",), True, False)
    seen = await tables.view(id, ME)
    assert (seen.so_far, seen.can.undo_asks) == (("a2",), True)
    view = await tables.undo(id, OTHER, 2)
    assert (view.last_ply, view.so_far, view.my_turn) == (1, (), True)
    await tables.play(id, OTHER, "c2", 1)
    view = await tables.play(id, OTHER, "d3", 2)
    assert (view.so_far, view.can.undo_asks) == ((), True)  # the turn has ended


async def rematch(tables: Tables, id: str) -> TableAnswer:
    await tables.resign(id, ME)
    return await tables.rematch(id, ME, SECRET)


async def test_both_want_a_rematch(tables: Tables, id: str) -> None:
    asked = await rematch(tables, id)
    offered = {"kind": "rematch", "seat": 0, "mine": True, "answered": True, "refused": False}
    assert (asked.id, to_builtins(asked.offers)) == (id, (offered,))
    assert (await tables.rematch(id, ME, SECRET)).version == asked.version  # asking twice
    with pytest.raises(Conflict, match="asked yourself"):
        await tables.answer_rematch(id, ME, 0, True)
    (seen,) = (await tables.view(id, OTHER)).offers
    assert (seen.mine, seen.answered) == (False, False)
    declined = await tables.answer_rematch(id, OTHER, 0, False)
    assert declined.offers == ()
    assert (await tables.view(id, ME)).offers[0].refused
    with pytest.raises(Conflict, match="was declined"):
        await tables.rematch(id, ME)
    with pytest.raises(Conflict, match="nobody asks"):
        await tables.answer_rematch(id, OTHER, 0, True)
    # The player who has declined may still ask, and asking is agreeing.
    assert (await tables.rematch(id, OTHER)).offers[0].mine
    await tables.answer_rematch(id, OTHER, 1, False)  # withdrawn
    assert (await tables.view(id, ME)).offers == ()
    await tables.rematch(id, OTHER)
    assert (await tables.answer_rematch(id, ME, 1, True)).id != id


async def test_a_rematch_finds_everybody(tables: Tables, id: str) -> None:
    with pytest.raises(Conflict, match="not over"):
        await tables.rematch(id, ME)
    with pytest.raises(Conflict, match="nobody asks"):
        await tables.answer_rematch(id, ME, 0, True)
    over = await tables.resign(id, OTHER)  # on the other's turn
    assert (over.result, over.winners) == ("White wins: Black resigned", (0,))
    await tables.rematch(id, ME, SECRET)
    new = await tables.rematch(id, OTHER)
    assert (new.id != id, new.status) == (True, "running")
    assert [seat.is_me for seat in new.seats] == [True, False]
    assert (await tables.view(id, ME)).rematch == new.id
    assert (await tables.rematch(id, ME)).id == new.id  # the same, whoever asks
    assert (await tables.view(new.id, OTHER)).my_turn
    assert (await tables.mine(ME)).total == 2


async def test_a_rematch_of_a_game_called_off_invites_again(tables: Tables) -> None:
    id = (await tables.create(FRIEND, ME, SECRET)).id
    old = await tables.invitations(id, ME, SECRET)
    new = await rematch(tables, id)
    assert new.status == "waiting"
    links = await tables.invitations(new.id, ME, SECRET)
    assert list(links) == [0]
    assert links[0] != old[1]
    assert (await tables.sit(links[0], OTHER)).my_turn
