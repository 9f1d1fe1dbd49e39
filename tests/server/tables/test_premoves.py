"""Moves decided ahead."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.conftest import (
    BOT,
    FRIEND,
    LIVE,
    ME,
    OTHER,
    THIRD,
    THREE,
    TWO,
    PuppetEngine,
    my_turn,
    seated,
)

from livestone.errors import BadRequest, Conflict, IllegalMove, LivestoneError, NotAllowed
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec


async def test_a_premove(tables: Tables) -> None:
    id = await seated(tables)
    view = await tables.plan(id, OTHER, [["*", "b2"]], 0)
    assert view.plan.lines == (("*", "b2"),)
    assert (await tables.view(id, OTHER)).plan == view.plan
    mine = await tables.view(id, ME)
    assert mine.plan is None
    assert mine.version == view.version
    view = await tables.play(id, ME, "a1", 0)
    assert [ply.text for turn in view.turns for ply in turn.plies] == ["a1", "b2"]
    assert view.my_turn
    await tables.plan(id, OTHER, [["*", "b1"]], 2)
    assert (await tables.plan(id, OTHER, [], 2)).plan is None  # withdrawn
    assert (await tables.play(id, ME, "a2", 2)).last_ply == 3


@pytest.mark.parametrize(
    ("lines", "played", "moves"),
    [
        # What cannot be played is forgotten, and so is a line that anybody leaves.
        ([["*", "d4"]], ["a1", "b1", "c1"], "a1 b1 c1"),
        ([["b2", "a1"]], ["c3"], "c3"),
        ([["a1", "b1", "c1", "d1"]], ["a2", "b1", "c1"], "a2 b1 c1"),
        # One of several lines comes about.
        (
            [["a1", "b1", "c1", "d1"], ["a1", "b1", "c2", "d2"], ["b2", "a1"]],
            ["a1", "c2", "d3"],
            "a1 b1 c2 d2 d3",
        ),
    ],
)
async def test_what_becomes_of_lines(
    tables: Tables, lines: list[list[str]], played: list[str], moves: str
) -> None:
    id = await seated(tables, replace(LIVE, control="3d"))
    await tables.plan(id, OTHER, lines, 0)
    view = await tables.view(id, ME)
    for move in played:
        view = await tables.play(id, (ME, OTHER)[view.last_ply % 2], move, view.last_ply)
    assert " ".join(ply.text for turn in view.turns for ply in turn.plies) == moves


async def test_turns_of_several_plies(tables: Tables) -> None:
    """Also where the line is given in the words of paths."""
    id = await seated(tables, TableSpec("shuttle", {}, ("me", "friend")))
    await tables.play(id, ME, "a1 c1", 0)
    await tables.plan(id, ME, [["f1 e1", "b1 d1", "stop"]], 1)
    view = await tables.play(id, OTHER, "f1 e1", 1)
    moves = [ply.text for turn in view.turns for ply in turn.plies]
    assert moves == ["a1-c1", "f1-e1", "b1-d1", "stop"]


async def test_two_who_decide_ahead(tables: Tables) -> None:
    id = await seated(tables)
    await tables.plan(id, OTHER, [["a1", "b1", "c1", "d1"]], 0)
    await tables.play(id, ME, "a2", 0)
    await tables.play(id, OTHER, "a1", 1)
    await tables.play(id, ME, "b1", 2)
    await tables.plan(id, ME, [["c1", "d1", "d2", "c2"]], 3)
    view = await tables.play(id, OTHER, "c1", 3)
    assert view.last_ply == 5
    view = await tables.play(id, OTHER, "d2", 5)
    assert view.last_ply == 7


async def test_three_players(tables: Tables) -> None:
    spec = TableSpec("twins", THREE, ("me", "friend", "friend"))
    id = await seated(tables, spec, OTHER, THIRD)
    view = await tables.view(id, ME)
    last = view.legal[-1]
    await tables.plan(id, THIRD, [["*", last]], 0)
    while view.mover != 2 and not any(turn.mover == 2 for turn in view.turns):
        who = {0: ME, 1: OTHER}[view.mover or 0]
        view = await tables.view(id, who)
        view = await tables.play(id, who, view.legal[0], view.last_ply)
    third = [ply.text for turn in view.turns if turn.mover == 2 for ply in turn.plies]
    assert third == [last]


async def test_against_a_bot(tables: Tables, engine: PuppetEngine) -> None:
    id = (await tables.create(BOT, ME)).id
    engine.free.clear()
    await tables.play(id, ME, "a1", 0)
    await tables.plan(id, ME, [["*", "c3"]], 1)
    engine.free.set()
    view = await my_turn(tables, id)
    while view.last_ply < 3:
        view = await my_turn(tables, id)
    assert view.turns[2].plies[0].text == "c3"


async def test_a_takeback_forgets(tables: Tables) -> None:
    id = await seated(tables)
    await tables.play(id, ME, "a1", 0)
    await tables.plan(id, ME, [["*", "c3"]], 1)
    await tables.undo(id, ME, 1)
    await tables.answer_takeback(id, OTHER, 1, 0, True)
    await tables.play(id, ME, "b2", 0)
    assert (await tables.play(id, OTHER, "b3", 1)).last_ply == 2


@pytest.mark.parametrize(
    ("lines", "error", "why"),
    [
        ([["b2"]], BadRequest, "2 to 40 plies"),
        ([["*", "b2"]] * 21, BadRequest, "1 to 20 lines"),
        ([["*", "*"]], BadRequest, r"after \* comes one move"),
        ([["b2", "*"]], BadRequest, r"\* comes first"),
        ([["b2", "d4"]], IllegalMove, "is not next to b2"),
        ([["*", "x" * 65]], BadRequest, "is no move"),
        ([["z9", "b2"]], LivestoneError, "'z9' is not a move"),
    ],
)
async def test_refused(
    tables: Tables, lines: list[list[str]], error: type[Exception], why: str
) -> None:
    id = await seated(tables)
    with pytest.raises(error, match=why):
        await tables.plan(id, OTHER, lines, 0)
    assert (await tables.view(id, OTHER)).plan is None


async def test_not_now(tables: Tables) -> None:
    id = await seated(tables)
    with pytest.raises(Conflict, match="it is your turn"):
        await tables.plan(id, ME, [["*", "b2"]], 0)
    with pytest.raises(Conflict, match="no longer at ply 7"):
        await tables.plan(id, OTHER, [["*", "b2"]], 7)
    with pytest.raises(NotAllowed):
        await tables.plan(id, THIRD, [["*", "b2"]], 0)
    alone = (await tables.create(TWO, ME)).id
    with pytest.raises(Conflict, match="several sides"):
        await tables.plan(alone, ME, [["*", "b2"]], 0)
    id = await seated(tables, TableSpec("twins", {"side": "2", "secret": "true"}, FRIEND.seats))
    move = (await tables.view(id, ME)).legal[0]
    with pytest.raises(BadRequest, match="hidden here"):
        await tables.plan(id, OTHER, [[move, move]], 0)
