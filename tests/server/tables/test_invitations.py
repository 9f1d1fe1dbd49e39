"""Seats for friends: the link, who takes it, and what everybody may do until then."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import to_builtins
from tests.server.conftest import FRIEND, ME, OTHER, SECRET, THIRD, PuppetEngine, until

from livestone.errors import Conflict, NotAllowed, NotFound
from livestone.records.record import Record
from livestone.server.db.sqlite_setup import FILE
from livestone.server.tables.commands import Tables
from livestone.server.tables.seats import invitation, stored
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore

ANOTHER = "another visitor's token"
THREE = {"side": "2", "players": "3"}


async def link(tables: Tables, id: str, seat: int = 1) -> str:
    """The invitation to a seat, as its maker sees it."""
    return (await tables.invitations(id, ME, SECRET))[seat]


@pytest.fixture
async def id(tables: Tables) -> str:
    """A table that waits for a friend."""
    return (await tables.create(FRIEND, ME, SECRET)).id


async def test_a_table_that_waits(tables: Tables, id: str) -> None:
    view = await tables.view(id, ME)
    assert (view.status, view.my_turn, view.legal) == ("waiting", False, ())
    assert (view.can.undo, view.can.hint, view.can.resign) == (False, False, True)
    seats = [(seat.kind, seat.name) for seat in view.seats]
    assert seats == [("person", "You"), ("open", "Open seat")]
    (line,) = (await tables.mine(ME)).games
    assert (line.status, line.my_turn) == ("waiting", False)
    for refused in (
        tables.play(id, ME, "b2", 0),
        tables.undo(id, ME, 0),
        tables.hint(id, ME),
        tables.answer_takeback(id, ME, 0, 1, True),
        tables.rematch(id, ME),
    ):
        with pytest.raises(Conflict):
            await refused
    assert (await tables.view(id, ME)).version == 1


async def test_only_its_maker_sees_the_link(
    tables: Tables, store: GameStore, id: str, tmp_path: Path
) -> None:
    text = await link(tables, id)
    assert len(text) == 22
    for file in tmp_path.glob(f"{FILE}*"):
        assert text.encode() not in file.read_bytes()
        assert SECRET.encode() not in file.read_bytes()
    assert await tables.invitations(id, ME, ANOTHER) == {}
    unseen = await tables.create(FRIEND, ME)  # without a secret
    assert await tables.invitations(unseen.id, ME, "") == {}
    with pytest.raises(NotAllowed):
        await tables.invitations(id, OTHER, SECRET)
    again = Tables(store, PuppetEngine())  # type: ignore[arg-type]
    assert await link(again, id) == text  # after a restart too
    await again.close()


async def test_taking_the_seat(tables: Tables, id: str) -> None:
    text = await link(tables, id)
    shown = await tables.invitation(text, OTHER)
    assert (shown.state, shown.seat, shown.table) == ("free", 1, None)
    assert id not in str(to_builtins(shown))
    assert (await tables.view(id, ME)).status == "waiting"  # looking takes nothing
    events = tables.subscribe(id, ME)
    await anext(events)
    view = await tables.sit(text, OTHER)
    assert (view.status, view.my_turn) == ("running", False)
    assert [seat.name for seat in view.seats] == ["Player 1", "You"]
    assert (await anext(events)).name == "changed"
    assert (await tables.view(id, ME)).my_turn
    assert (await tables.sit(text, OTHER)).version == view.version  # asking twice is harmless
    shown = await tables.invitation(text, OTHER)
    assert (shown.state, shown.table) == ("mine", id)
    assert await tables.invitations(id, ME, SECRET) == {}
    view = await tables.play(id, ME, "b2", 0)
    assert not view.my_turn
    with pytest.raises(Conflict, match="Black's turn"):
        await tables.play(id, ME, "b3", 1)
    assert (await tables.play(id, OTHER, "b3", 1)).last_ply == 2
    assert (await tables.mine(OTHER)).total == 1
    await events.aclose()  # type: ignore[attr-defined]


async def test_a_taken_seat_is_taken(tables: Tables, id: str) -> None:
    text = await link(tables, id)
    assert (await tables.invitation(text, ME)).state == "seated"
    with pytest.raises(Conflict, match="the link is for another person"):
        await tables.sit(text, ME)
    await tables.sit(text, OTHER)
    shown = await tables.invitation(text, THIRD)
    assert (shown.state, shown.table) == ("taken", None)
    with pytest.raises(Conflict, match="another person has taken this seat"):
        await tables.sit(text, THIRD)
    with pytest.raises(NotAllowed):
        await tables.view(id, THIRD)


async def test_one_of_many_gets_it(tables: Tables, store: GameStore, id: str) -> None:
    text = await link(tables, id)
    rival = Tables(store, PuppetEngine())  # type: ignore[arg-type]
    visitors = [f"{index:064}" for index in range(8)]
    answers = await asyncio.gather(
        *((tables, rival)[index % 2].sit(text, one) for index, one in enumerate(visitors)),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    assert len(refused) == 7
    assert all(isinstance(error, Conflict) for error in refused)
    await rival.close()


async def test_links_that_lead_nowhere(tables: Tables, id: str) -> None:
    for text in ("", "x" * 22, "x" * 10_000, "\0", "' OR 1=1"):
        for refused in (tables.invitation(text, OTHER), tables.sit(text, OTHER)):
            with pytest.raises(NotFound, match="leads nowhere"):
                await refused


async def test_calling_off(tables: Tables, id: str) -> None:
    text = await link(tables, id)
    view = await tables.resign(id, ME)
    assert (view.status, view.result) == ("finished", "Called off")
    assert (view.winners, view.reason) == ((), "aborted")
    assert (await tables.invitation(text, OTHER)).state == "over"
    with pytest.raises(Conflict, match="called off"):
        await tables.sit(text, OTHER)
    record = Record.read(await tables.record(id, ME))
    assert (record.result.reason, record.result.winners) == ("aborted", ())


async def test_a_bot_waits_too(tables: Tables, engine: PuppetEngine) -> None:
    spec = TableSpec("twins", THREE, ("bot:1", "me", "friend"))
    view = await tables.create(spec, ME, SECRET)
    await tables.view(view.id, ME)
    assert engine.asked == []
    await tables.sit(await link(tables, view.id, 2), OTHER)
    await until(lambda: len(engine.asked) == 1)


async def test_three_browsers(tables: Tables) -> None:
    spec = TableSpec("twins", THREE, ("friend", "me", "friend"))
    id = (await tables.create(spec, ME, SECRET)).id
    links = await tables.invitations(id, ME, SECRET)
    assert sorted(links) == [0, 2]
    assert (await tables.sit(links[2], OTHER)).status == "waiting"
    # The secret decides, not the visitor.
    assert await tables.invitations(id, OTHER, SECRET) == {0: links[0]}
    assert await tables.invitations(id, OTHER, ANOTHER) == {}
    assert (await tables.sit(links[0], THIRD)).my_turn
    for ply, visitor in enumerate((THIRD, ME, ME, OTHER, OTHER, THIRD, THIRD)):
        view = await tables.view(id, visitor)
        assert view.my_turn
        view = await tables.play(id, visitor, view.legal[0], ply)
    assert view.status == "finished"


def test_invitations_differ() -> None:
    made = {
        invitation(secret, game, seat)
        for secret in (SECRET, ANOTHER)
        for game in ("a", "b")
        for seat in range(3)
    }
    assert len({stored(text) for text in made} | made) == 24


async def test_each_browser_sees_its_own_side(tables: Tables) -> None:
    spec = TableSpec("twins", {**THREE, "secret": "true"}, ("me", "friend", "person"))
    id = (await tables.create(spec, ME, SECRET)).id
    await tables.sit(await link(tables, id), OTHER)
    hearts = ("heart=a2", "heart=c2", "heart=b3")
    for ply, visitor in enumerate((ME, OTHER, ME)):
        if visitor == ME:
            assert (await tables.view(id, ME)).curtain == ply
            await tables.look(id, ME, ply)
        else:
            assert (await tables.view(id, OTHER)).curtain is None
        await tables.play(id, visitor, hearts[ply], ply)
    for visitor, hidden in ((ME, hearts[1:2]), (OTHER, hearts[::2])):
        texts = [await tables.record(id, visitor), await tables.record(id, visitor, "json")]
        texts += [str(to_builtins(await tables.view(id, visitor, ply))) for ply in range(4)]
        for text in texts:
            for heart in hidden:
                assert heart not in text
                assert heart.replace("heart=", "hearts=") not in text
    await tables.resign(id, OTHER)
    for visitor in (ME, OTHER):
        view = await tables.view(id, visitor)
        assert [ply.text for turn in view.turns for ply in turn.plies] == list(hearts)
