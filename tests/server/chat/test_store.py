"""What was said and who does not read whom, on each kind of database."""

from __future__ import annotations

import time

from sqlalchemy import insert
from tests.server.conftest import ME, SMALL

from livestone.server.chat.store import AT_ONCE, EVERY, MOST_SHOWN, ChatStore, Unread
from livestone.server.db.schema.people import blocks, people
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore


async def test_the_last_words(store: GameStore, tables: Tables) -> None:
    talk, spec = ChatStore(store), TableSpec("freedom", SMALL, ("me", "person"))
    one, other = [(await tables.create(spec, ME)).id for _ in range(2)]
    for number in range(MOST_SHOWN + 3):
        await talk.add(one, "players", ME, "Ada", f"word {number}")
    await talk.add(one, "onlookers", ME, "Ada", "elsewhere")
    await talk.add(other, "players", ME, "Ada", "in another game")
    said = await talk.last(one, "players")
    assert [one.text for one in said] == [f"word {n}" for n in range(3, MOST_SHOWN + 3)]
    assert said[0].name == "Ada"
    assert await talk.last(other, "onlookers") == []
    assert await talk.message(one, said[0].id) == said[0]
    assert await talk.forget(time.time() + 1) == MOST_SHOWN + 5


async def test_whom_somebody_does_not_read(store: GameStore) -> None:
    talk = ChatStore(store)
    await talk.mute("me", "a game", "loud")
    await talk.mute("me", "another game", "quiet")
    await talk.mute("me", EVERY, "rude")
    await talk.mute("you", EVERY, "me")
    async with store.writing() as connection:
        for id in ("me", "blocked", "blocks me"):
            row = {"id": id, "name": id, "key": id, "kind": "human", "secret": id, "created": 1.0}
            row["accepts_bots"] = True
            await connection.execute(insert(people), row)
        for who, whom in (("me", "blocked"), ("blocks me", "me")):
            await connection.execute(
                insert(blocks), {"person": who, "blocked": whom, "created": 1.0}
            )
    mine = Unread({"loud", "rude", "blocked", "blocks me"}, set())
    assert await talk.unread(["me"], "a game") == {"me": mine}
    await talk.mute("you", "a game", EVERY)
    await talk.mute("silent", EVERY, EVERY)
    many = ["me", "blocked", "you", "silent", *(f"guest {number}" for number in range(AT_ONCE))]
    assert await talk.unread(many, "a game") == {
        "me": mine,
        "blocked": Unread({"me"}, set()),
        "you": Unread({"me"}, {"a game"}),
        "silent": Unread(set(), {EVERY}),
    }
    assert await talk.unread([], "a game") == {}
    await talk.unmute("me", "a game")
    assert await talk.unread(["me"], "a game") == {"me": Unread(mine.people - {"loud"}, set())}
