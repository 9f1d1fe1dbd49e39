"""Chat: who reads what, who may write, what is refused, reports, and what is stored."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

import pytest
from httpx import Client
from sqlalchemy import insert
from tests.server.conftest import ME, TWO
from tests.server.site import Site, begin_game, new_game

from livestone.errors import BadField
from livestone.server.chat.service import clean
from livestone.server.chat.store import EVERY, MAX_SHOWN, ChatStore, Unread
from livestone.server.db.schema.games import messages
from livestone.server.db.schema.people import blocks, people
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore


def say(client: Client, id: str, text: str) -> int:
    return client.post(f"/api/games/{id}/talk", json={"text": text}).status_code


def read(client: Client, id: str) -> list[str]:
    answer = client.get(f"/api/games/{id}/talk").json()
    return [f"{one['name']}: {one['text']}" for one in answer["messages"]]


def test_opponents_talk(newcomer: Callable[..., Client]) -> None:
    one, other, stranger = newcomer(), newcomer("Other"), newcomer("Stranger")
    id = begin_game(one, other)
    assert say(one, id, "  Hello   there ") == 200
    assert say(other, id, "<b>Hi</b>") == 200
    assert read(one, id) == read(other, id) == ["White: Hello there", "Other: <b>Hi</b>"]
    assert say(stranger, id, "Hm") == stranger.get(f"/api/games/{id}/talk").status_code == 403
    assert "Hello" not in one.get(f"/api/games/{id}/record.txt").text
    answer = one.post(f"/api/games/{id}/talk", json={"text": " "})
    assert answer.status_code == 400
    assert "a message has 1 to 300 letters" in answer.json()["message"]


def test_alone_there_is_nobody_to_talk_to(newcomer: Callable[..., Client]) -> None:
    one = newcomer()
    id = new_game(one, "me", "person")["id"]
    assert say(one, id, "Hello?") == 401


def test_spectators_have_a_room_of_their_own(newcomer: Callable[..., Client]) -> None:
    one, other, known, guest = newcomer(), newcomer(), newcomer("Onlooker"), newcomer()
    id = begin_game(one, other, public=True)
    assert say(known, id, "Black should play d4") == 200
    assert say(guest, id, "So I think") == 401
    assert read(one, id) == []
    assert read(guest, id) == read(known, id) == ["Onlooker: Black should play d4"]
    assert say(one, id, "Secret") == 200
    assert known.get(f"/api/games/{id}/talk").json()["room"] == "onlookers"
    message = known.get(f"/api/games/{id}/talk").json()["messages"][0]["id"]
    answer = one.post(f"/api/games/{id}/talk/mute", json={"message": message})
    assert answer.status_code == 404


def test_muting_blocking_and_turning_off(newcomer: Callable[..., Client]) -> None:
    one, other = newcomer("Mutia"), newcomer("Loud")
    id = begin_game(one, other)
    assert say(other, id, "LOUD") == 200
    (said,) = one.get(f"/api/games/{id}/talk").json()["messages"]
    at = f"/api/games/{id}/talk"
    assert other.post(f"{at}/mute", json={"message": said["id"]}).status_code == 403
    assert one.post(f"{at}/mute", json={"message": said["id"]}).json()["messages"] == []
    assert len(one.post(f"{at}/unmute").json()["messages"]) == 1
    assert one.post(f"{at}/mute", json={}).json()["off"] == "table"
    one.post(f"{at}/unmute")
    assert one.post("/api/account/talk", json={"on": False}).status_code == 200
    assert one.get(at).json()["off"] == "every"
    assert one.get("/api/account/talk").json() == {"on": False}
    assert one.post("/api/account/talk", json={"on": True}).status_code == 200
    assert one.get(at).json()["off"] == ""
    one.post("/api/account/blocks", json={"name": "Loud"})
    assert read(one, id) == []


def test_complaints_keep_the_words(newcomer: Callable[..., Client], site: Site) -> None:
    one, other = newcomer("Plaintiff"), newcomer("Rude")
    id = begin_game(one, other)
    say(other, id, "You fool")
    (said,) = one.get(f"/api/games/{id}/talk").json()["messages"]
    complaint = {"message": said["id"], "reason": " an\ninsult "}
    answer = one.post(f"/api/games/{id}/talk/report", json=complaint)
    assert answer.json() == {"reported": said["id"]}
    with sqlite3.connect(site.folder / "livestone.db") as database:
        columns = "reporter_name, about_name, game_id, words, reason"
        found = database.execute(f"SELECT {columns} FROM reports").fetchall()
    assert found == [("Plaintiff", "Rude", id, "You fool", "an insult")]
    wrong = {"message": "x"}
    assert one.post(f"/api/games/{id}/talk/report", json=wrong).status_code == 400


def test_floods_are_stopped(newcomer: Callable[..., Client]) -> None:
    one, other = newcomer(), newcomer()
    id = begin_game(one, other)
    codes = [say(one, id, f"line {number}") for number in range(8)]
    assert codes == [200] * 6 + [429] * 2
    assert say(other, id, "Calm down") == 200


@pytest.mark.parametrize(
    "text",
    [
        *("", " \n ", "x" * 301, "a\u202eb", "a\x00b", "a\u200bb", "\ue000"),
        "e\u0301\u0302\u0303\u0304\u0305",
    ],
)
def test_what_cannot_be_said(text: str) -> None:
    with pytest.raises(BadField):
        clean(text)


@pytest.mark.parametrize("text", ["Schöne Züge!", "好棋", "👩\u200d🚀 !", "x < y && z"])
def test_what_can_be_said(text: str) -> None:
    assert clean(text) == text


async def test_the_last_words(store: GameStore, tables: Tables) -> None:
    talk = ChatStore(store)
    one, other = [(await tables.create(TWO, ME)).id for _ in range(2)]
    row = {"game_id": one, "room": "players", "owner_id": ME, "name": "Ada", "at": 1.0}
    async with store.writing() as connection:
        rows = [{**row, "text": f"word {number}"} for number in range(MAX_SHOWN + 2)]
        await connection.execute(insert(messages), rows)
    await talk.add(one, "players", ME, "Ada", f"word {MAX_SHOWN + 2}")
    await talk.add(one, "onlookers", ME, "Ada", "elsewhere")
    await talk.add(other, "players", ME, "Ada", "in another game")
    said = await talk.last(one, "players")
    assert [one.text for one in said] == [f"word {n}" for n in range(3, MAX_SHOWN + 3)]
    assert said[0].name == "Ada"
    assert await talk.last(other, "onlookers") == []
    assert await talk.message(one, said[0].id) == said[0]
    assert await talk.forget(time.time() + 1) == MAX_SHOWN + 5


async def test_whom_somebody_does_not_read(store: GameStore) -> None:
    talk = ChatStore(store)
    await talk.mute("me", "a game", "loud")
    await talk.mute("me", "another game", "quiet")
    await talk.mute("me", EVERY, "rude")
    await talk.mute("you", EVERY, "me")
    async with store.writing() as connection:
        for id in ("me", "blocked", "blocks me"):
            row = dict.fromkeys(("id", "name", "key", "secret"), id)
            await connection.execute(
                insert(people), {**row, "kind": "human", "created": 1.0, "accepts_bots": True}
            )
        for who, whom in (("me", "blocked"), ("blocks me", "me")):
            await connection.execute(
                insert(blocks), {"owner_id": who, "blocked": whom, "created": 1.0}
            )
    mine = Unread({"loud", "rude", "blocked", "blocks me"}, set())
    assert await talk.unread("me", "a game") == mine
    await talk.mute("you", "a game", EVERY)
    await talk.mute("silent", EVERY, EVERY)
    for person, expected in {
        "blocked": Unread({"me"}, set()),
        "you": Unread({"me"}, {"a game"}),
        "silent": Unread(set(), {EVERY}),
        "a guest": Unread(set(), set()),
    }.items():
        assert await talk.unread(person, "a game") == expected
    await talk.unmute("me", "a game")
    assert await talk.unread("me", "a game") == Unread(mine.people - {"loud"}, set())
