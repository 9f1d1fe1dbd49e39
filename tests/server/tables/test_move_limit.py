"""The number of plies after which a server ends a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.conftest import BOT, FRIEND, ME, OTHER, TWO, PuppetEngine, my_turn, play, seated
from tests.server.site import Site

from livestone.cli import words
from livestone.errors import GameOver, IllegalMove
from livestone.records.record import Record
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec


async def test_a_game_is_a_draw_at_the_limit(tables: Tables) -> None:
    tables.registry.max_plies = 4
    id = await seated(tables, FRIEND)
    for ply in range(1, 4):
        view = await play(tables, id)
        assert (view.status, view.last_ply, view.max_plies) == ("running", ply, 4)
    await tables.offer(id, ME, "draw", 3)
    view = await play(tables, id)
    assert (view.status, view.reason, view.winners) == ("finished", "move-limit", ())
    assert (view.result, view.offers) == ("Draw: the limit of 4 moves is reached", ())
    assert (view.mover, view.legal, view.clock) == (None, (), None)
    assert (await tables.view(id, ME)).status == "finished"
    with pytest.raises(GameOver, match="the game is over"):
        await tables.play(id, ME, "a1", 4)


async def test_its_record_says_so(tables: Tables) -> None:
    tables.registry.max_plies = 3
    id = (await tables.create(TWO, ME)).id
    for ply, move in enumerate(["b2", "b3", "c3"]):
        await tables.play(id, ME, move, ply)
    record = Record.read(await tables.record(id, ME))
    assert record == Record.read(await tables.record(id, ME, "json"))
    assert (record.result.reason, record.result.winners) == ("move-limit", ())
    assert record.replay().move_texts == ["b2", "b3", "c3"]
    assert words.ending(record.result, record.make_game()) == "a draw, move limit"


async def test_what_the_rules_say_of_the_last_move_holds(tables: Tables) -> None:
    """A move that ends the game wins it, also at the limit."""
    spec = TableSpec("freedom", {"size": "4"}, ("me", "person"))
    id = (await tables.create(spec, ME)).id
    view = await tables.view(id, ME)
    tables.registry.known(id).max_plies = 16  # as many as there are cells
    while view.status == "running":
        view = await tables.play(id, ME, view.legal[-1], view.last_ply)
    assert (view.last_ply, view.reason) == (16, "finished")


async def test_a_bot_ends_it_too(tables: Tables, engine: PuppetEngine) -> None:
    tables.registry.max_plies = 2
    id = (await tables.create(BOT, ME)).id
    await tables.play(id, ME, "b2", 0)
    view = await my_turn(tables, id)
    assert (view.reason, view.last_ply) == ("move-limit", 2)
    assert engine.finished == [id]


async def test_a_move_that_is_refused_ends_nothing(tables: Tables) -> None:
    tables.registry.max_plies = 2
    id = (await tables.create(TWO, ME)).id
    await tables.play(id, ME, "b2", 0)
    with pytest.raises(IllegalMove):
        await tables.play(id, ME, "d4", 1)
    assert (await tables.view(id, ME)).status == "running"


async def test_a_premove_is_not_played_after_the_limit(tables: Tables) -> None:
    tables.registry.max_plies = 2
    id = await seated(tables, FRIEND)
    await play(tables, id)
    await tables.plan(id, ME, [["*", "c3"]], 1)
    await tables.play(id, OTHER, "b2", 1)
    view = await tables.view(id, ME)
    assert (view.reason, view.last_ply) == ("move-limit", 2)


def test_players_can_read_the_limit(tmp_path: Path) -> None:
    with Site(tmp_path, max_plies=53) as site, site.newcomer() as me:
        assert me.get("/api/limits").json() == {"max_plies": 53}
        given = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
        assert me.post("/api/games", json=given).json()["max_plies"] == 53
