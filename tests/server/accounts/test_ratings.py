"""Ratings: which games count, and that each counts once."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import insert
from tests.server.conftest import SMALL

from livestone.api.accounts import SeatRating
from livestone.play.rating import Outcome, Rating, rate
from livestone.server.accounts import ratings
from livestone.server.accounts.service import People
from livestone.server.db.schema.games import endings
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore
from livestone.server.web.principals import Person

ONE = TableSpec("freedom", SMALL, ("me", "friend"))


async def person(people: People, name: str) -> Person:
    """Somebody with an account."""
    return (await people.register(name, "four words will do"))[0]


async def game(tables: Tables, one: str, other: str, plies: int = 2, **more: Any) -> str:
    """A game that ``other`` resigns after so many plies."""
    spec = TableSpec(ONE.game, ONE.options, ONE.seats, **more)
    table = await tables.create(spec, one, "secret")
    ((_, text),) = (await tables.invitations(table.id, one, "secret")).items()
    await tables.sit(text, other)
    for ply, move in enumerate(("b2", "b3")[:plies]):
        await tables.play(table.id, (one, other)[ply], move, ply)
    await tables.resign(table.id, other)
    return table.id


async def test_each_game_counts_once(tables: Tables, people: People, store: GameStore) -> None:
    ada, bo = await person(people, "Ada"), await person(people, "Bo")
    expected: dict[str, Rating] = {}
    for _ in range(3):
        await game(tables, ada.id, bo.id)
        expected = rate([Outcome((ada.id, bo.id), (0,))], expected)
        await people.ratings.catch_up()
    for who, wins in ((ada, 3), (bo, 0)):
        found = (await people.ratings.of(who.id))["freedom"]
        assert (found.rating, found.wins, found.losses) == (expected[who.id], wins, 3 - wins)
    id = await game(tables, ada.id, bo.id)
    await people.ratings.catch_up()
    await tables.rematch(id, ada.id)
    await tables.rematch(id, bo.id)  # changes a game that has ended
    await People(store).ratings.catch_up()
    assert (await people.ratings.of(ada.id))["freedom"].wins == 4


async def test_what_a_game_has_changed_stays_with_it(tables: Tables, people: People) -> None:
    ada, bo = await person(people, "Ada"), await person(people, "Bo")
    ids = [await game(tables, ada.id, bo.id) for _ in range(2)]
    first = rate([Outcome((ada.id, bo.id), (0,))], {})
    second = rate([Outcome((ada.id, bo.id), (0,))], first)
    at = people.ratings.at_table
    values = [
        [1500, 1500],
        *([round(one[who.id].value) for who in (ada, bo)] for one in (first, second)),
    ]
    for id, before, after in zip(ids, values, values[1:], strict=False):
        assert await at(id, True) == [SeatRating(*pair) for pair in zip(before, after, strict=True)]
        assert await at(id, False) == [SeatRating(one, one) for one in before]
    casual = await game(tables, ada.id, "a guest")
    assert await at(casual, True) == [SeatRating(values[-1][0], values[-1][0]), None]


async def test_games_that_do_not_count(tables: Tables, people: People) -> None:
    ada, bo = await person(people, "Ada"), await person(people, "Bo")
    bot = await people.add_bot(ada, "Adabot")
    await game(tables, ada.id, "a guest")
    await game(tables, ada.id, bo.id, plies=1)
    await game(tables, ada.id, bot.id)
    await people.store.adopt("a guest", bo)
    id = (await tables.create(ONE, ada.id)).id
    await tables.resign(id, ada.id)  # called off
    await people.ratings.catch_up()
    for who in (ada, bo, bot):
        assert await people.ratings.of(who.id) == {}


async def test_many_endings(
    tables: Tables, people: People, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than fit into one transaction, most of which count for nothing."""
    monkeypatch.setattr(ratings, "BATCH", 3)
    ada, bo = await person(people, "Ada"), await person(people, "Bo")
    ids = [(await tables.create(ONE, ada.id)).id for _ in range(4)]
    async with store.writing() as connection:
        rows = [{"game_id": id, "at": float(at)} for at, id in enumerate(ids)]
        await connection.execute(insert(endings), rows)
    await game(tables, ada.id, bo.id)
    await people.ratings.catch_up()
    assert (await people.ratings.of(bo.id))["freedom"].losses == 1
