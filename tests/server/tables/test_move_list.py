"""Answers that leave out the plies that are known, and the move lists that they are made of."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from msgspec import json
from tests.server.conftest import FRIEND, ME, OTHER, THIRD, THREE, TWO, Now, seated

from livestone.api.tables import Table as TableAnswer
from livestone.server.tables.commands import Tables
from livestone.server.tables.presenter import table_view
from livestone.server.tables.shapes import TableSpec

TWINS = TableSpec("twins", THREE, ("me", "friend", "friend"), public=True)
WATCHED = replace(FRIEND, public=True, delay=3)
PEOPLE = (ME, OTHER, THIRD)
ONLOOKER = "on" * 32


class Reader:
    """Somebody who knows a table by what is told since they looked last."""

    def __init__(self, tables: Tables, id: str, visitor: str) -> None:
        self.tables, self.id, self.owner_id = tables, id, visitor
        self.known: TableAnswer | None = None
        self.left_out = 0  # plies, in the last answer

    async def look(self, ply: int | None = None) -> TableAnswer:
        """Read what is new, and put it together with what is known."""
        since = self.known.cursor if self.known else ""
        told = await self.tables.view(self.id, self.owner_id, ply, since=since)
        assert sum(len(turn.plies) for turn in told.turns) == told.last_ply - told.since
        self.left_out = told.since
        whole = told.completed(self.known) if self.known else told
        if ply is None:
            self.known = whole
        return whole


@pytest.mark.parametrize(
    "spec", [FRIEND, WATCHED, TWINS, TWO], ids=["apart", "watched late", "three", "one screen"]
)
async def test_who_is_told_what_is_new_knows_what_others_read(
    tables: Tables, now: Now, spec: TableSpec
) -> None:
    """Players and onlookers who look now and then, through turns of several plies and takebacks."""
    id = await seated(tables, spec, OTHER, THIRD)
    dice = random.Random(3)
    people = {seat.owner_id for seat in tables.registry.known(id).seats}
    watching = {ONLOOKER} if spec.public else set()
    readers = [Reader(tables, id, one) for one in sorted(people | watching)]
    left_out = 0
    for _ in range(60):
        now.at += 1
        view = await tables.view(id, ME)
        if view.status != "running":
            break
        mover = tables.registry.known(id).mover.owner_id
        seen = await tables.view(id, mover)
        if dice.random() < 0.2 and seen.can.undo:
            seen = await tables.undo(id, mover, seen.last_ply)
            if seen.takeback is not None:
                for other in people - {mover}:
                    seat = seen.takeback.seat
                    await tables.answer_takeback(id, other, seen.last_ply, seat, True)
        else:
            await tables.play(id, mover, dice.choice(seen.legal), seen.last_ply)
        for reader in dice.sample(readers, 1):
            plain = await tables.view(id, reader.owner_id)
            assert await reader.look() == plain
            left_out += reader.left_out
            ply = dice.randint(0, plain.last_ply)
            assert await reader.look(ply) == await tables.view(id, reader.owner_id, ply)
    assert left_out > 50


async def test_the_answer_to_a_move_is_told_from_a_cursor_on(tables: Tables) -> None:
    id = (await tables.create(TWO, ME)).id
    first = await tables.play(id, ME, "b2", 0)
    told = await tables.play(id, ME, "b3", 1, since=first.cursor)
    assert [ply.text for turn in told.turns for ply in turn.plies] == ["b3"]
    assert (told.since, told.picture.steps) == (1, (("b3",),))
    assert told.completed(first) == await tables.view(id, ME)
    again = await tables.play(id, ME, "b3", 1, since=told.cursor)  # the answer was lost, perhaps
    assert (again.turns, again.since, again.cursor) == ((), 2, told.cursor)


async def test_a_ply_that_was_taken_back_is_not_known(tables: Tables, now: Now) -> None:
    id = (await tables.create(TWO, ME)).id
    for ply, move in enumerate(["b2", "b3"]):
        known = await tables.play(id, ME, move, ply)
    await tables.undo(id, ME, 2)
    assert (await tables.view(id, ME, since=known.cursor)).since == 0
    now.at += 1
    await tables.play(id, ME, "a1", 1)
    told = await tables.view(id, ME, since=known.cursor)
    assert told.completed(known) == told == await tables.view(id, ME)


@pytest.mark.parametrize(
    "since", ["", "1", "1-", "-1", "2-0000000000000000", "9" * 100, "1-x", "١-0", "null", "1-1 "]
)
async def test_a_cursor_that_names_nothing_leaves_out_nothing(tables: Tables, since: str) -> None:
    id = (await tables.create(TWO, ME)).id
    plain = await tables.play(id, ME, "b2", 0)
    assert await tables.view(id, ME, since=since) == plain


async def test_what_may_be_told_anew_is_told_in_full(tables: Tables) -> None:
    """Where something is hidden, what one reads of earlier plies changes with what is seen."""
    id = await seated(tables, TableSpec("trangalla", {}, ("me", "friend")))
    seen = await tables.view(id, ME)
    await tables.play(id, ME, seen.legal[0], 0)
    assert (await tables.view(id, ME)).cursor == ""
    over = await tables.resign(id, ME)
    assert over.cursor
    assert (await tables.view(id, OTHER, since=over.cursor)).since == 1


async def test_a_move_list_goes_on_from_the_last_one(tables: Tables) -> None:
    id = (await tables.create(TWO, ME)).id
    live = tables.registry.known(id)
    assert live is not None
    lists = [(await tables.view(id, ME)).turns]
    for ply, move in enumerate(["b2", "b3", "c3", "undo", "c4", "d4"]):
        if move == "undo":
            seen = await tables.undo(id, ME, ply)
        else:
            seen = await tables.play(id, ME, move, live.row.ply)
        kept = live.move_lists.copy()
        live.move_lists.clear()
        live._kept.clear()
        assert seen == table_view(live, ME), "as it is when it is made anew"
        live.move_lists = kept
        lists.append(seen.turns)
    texts = [" ".join(ply.text for turn in one for ply in turn.plies) for one in lists[1:]]
    assert texts == ["b2", "b2 b3", "b2 b3 c3", "b2 b3", "b2 b3 c4", "b2 b3 c4 d4"]
    assert lists[3][0] is lists[2][0], "what has not changed is not made again"


async def test_what_is_told_does_not_grow(tables: Tables) -> None:
    spec = TableSpec("freedom", {"size": "16"}, ("me", "person"))
    view = await tables.create(spec, ME)
    sizes = []
    while view.last_ply < 120:
        view = await tables.play(view.id, ME, view.legal[0], view.last_ply, since=view.cursor)
        sizes.append(len(json.encode((view.turns, view.picture.steps))))
    assert max(sizes[1:]) < 200
