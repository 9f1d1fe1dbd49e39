"""Taking back, hints and rematches where people play in browsers of their own."""

from __future__ import annotations

import pytest
from msgspec import to_builtins
from tests.server.conftest import FRIEND, ME, OTHER, SECRET, THIRD, seated
from tests.server.tables.test_invitations import THREE

from livestone.api.tables import Table as TableAnswer
from livestone.errors import Conflict, NotAllowed
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore


@pytest.fixture
async def id(tables: Tables) -> str:
    """A game of two browsers after White's b2 and Black's b3."""
    made = await seated(tables, FRIEND, OTHER)
    await tables.play(made, ME, "b2", 0)
    await tables.play(made, OTHER, "b3", 1)
    return made


async def test_the_opponent_is_asked(tables: Tables, id: str) -> None:
    view = await tables.view(id, ME)
    assert (view.can.undo, view.can.undo_asks, view.can.hint) == (True, True, False)
    view = await tables.undo(id, ME, 2)
    assert view.last_ply == 2  # nothing is taken back yet
    assert (view.takeback.ply, view.takeback.mine, view.takeback.answered) == (0, True, True)
    assert (await tables.undo(id, ME, 2)).version == view.version  # asking twice is harmless
    seen = (await tables.view(id, OTHER)).takeback
    assert (seen.seat, seen.mine, seen.answered) == (0, False, False)
    view = await tables.answer_takeback(id, OTHER, 2, 0, True)
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
    with pytest.raises(NotAllowed):
        await tables.answer_takeback(id, THIRD, 2, 0, True)
    with pytest.raises(Conflict, match="White asks to take back already"):
        await tables.undo(id, OTHER, 2)
    assert await store.read(id) == before


@pytest.mark.parametrize("visitor", [ME, OTHER])
async def test_refused_or_withdrawn(tables: Tables, id: str, visitor: str) -> None:
    await tables.undo(id, ME, 2)
    view = await tables.answer_takeback(id, visitor, 2, 0, False)
    assert (view.last_ply, view.takeback) == (2, None)
    with pytest.raises(Conflict, match="nobody asks"):
        await tables.answer_takeback(id, OTHER, 2, 0, True)


async def test_a_move_ends_the_question(tables: Tables, id: str) -> None:
    await tables.undo(id, OTHER, 2)
    view = await tables.play(id, ME, "c3", 2)
    assert view.takeback is None
    with pytest.raises(Conflict):
        await tables.answer_takeback(id, ME, 3, 1, True)
    assert (await tables.view(id, ME)).last_ply == 3


async def test_a_question_survives_a_restart(tables: Tables, store: GameStore, id: str) -> None:
    await tables.undo(id, ME, 2)
    fresh = Tables(store, None)  # type: ignore[arg-type]
    assert (await fresh.answer_takeback(id, OTHER, 2, 0, True)).last_ply == 0


async def test_everybody_must_agree(tables: Tables) -> None:
    id = await seated(tables, TableSpec("twins", THREE, ("me", "friend", "friend")), OTHER, THIRD)
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


async def test_what_was_chosen_in_secret_is_not_even_asked_for(tables: Tables) -> None:
    spec = TableSpec("twins", {"side": "2", "secret": "true"}, ("me", "friend"))
    id = await seated(tables, spec, OTHER)
    await tables.play(id, ME, "heart=b1", 0)
    assert not (await tables.view(id, ME)).can.undo
    for visitor in (ME, OTHER):
        with pytest.raises(Conflict):
            await tables.undo(id, visitor, 1)


async def test_no_hints_against_people(tables: Tables, id: str) -> None:
    for visitor in (ME, OTHER):
        with pytest.raises(Conflict, match="no hints"):
            await tables.hint(id, visitor)


async def test_resigning(tables: Tables, id: str) -> None:
    view = await tables.resign(id, OTHER)  # on the other's turn
    assert view.result == "White wins: Black resigned"
    assert (await tables.view(id, ME)).winners == (0,)


async def rematch(tables: Tables, id: str) -> TableAnswer:
    await tables.resign(id, ME)
    return await tables.rematch(id, ME, SECRET)


async def test_both_want_a_rematch(tables: Tables, id: str) -> None:
    asked = await rematch(tables, id)
    assert (asked.id, [to_builtins(offer) for offer in asked.offers]) == (
        id,
        [{"kind": "rematch", "seat": 0, "mine": True, "answered": True, "refused": False}],
    )
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
    await rematch(tables, id)
    new = await tables.rematch(id, OTHER)
    assert new.id != id
    assert new.status == "running"
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
