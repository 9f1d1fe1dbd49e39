"""``livestone admin``."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone.bot_host import tokens
from livestone.errors import NotLoggedIn
from livestone.server.accounts.service import People
from livestone.server.accounts.settings import Cost, PeopleSettings
from livestone.server.tables.store import GameStore


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a server with one account and its bot."""

    async def fill() -> None:
        store = await GameStore.open(tmp_path)
        people = People(store, PeopleSettings(Cost(memory=8, rounds=1)))
        person, _ = await people.register("Ada", "four words will do")
        await people.add_bot(person, "Adabot")
        await store.close()

    asyncio.run(fill())
    return tmp_path


def test_the_staff(data: Path, call: Call) -> None:
    asked = ("list", "grant ada", "list", "revoke Ada", "list")
    assert [call(f"admin {words}", "--data", data).out.rstrip() for words in asked] == [
        "Nobody is on the staff.",
        "Ada is on the staff: /admin.",
        "Ada (admin)",
        "Ada is not on the staff.",
        "Nobody is on the staff.",
    ]


def test_refusals(data: Path, call: Call) -> None:
    for words, said in (
        ("dance", "choose grant, revoke, house, list or clock"),
        ("house", "wants a file"),
        ("grant", "wants the name"),
        ("list Ada", "wants no name"),
        ("grant Nobodyknows", "nobody here is called"),
        ("grant Adabot", "is a bot"),
    ):
        assert said in call(f"admin {words}", "--data", data, code=2).err


def test_house_bots(data: Path, call: Call) -> None:
    file = data / "house.tokens"
    assert "House-1 to House-10 have new tokens" in call("admin house", file, "--data", data).out
    first = tokens.load(file, {})
    assert [key.level for key in first] == list(range(1, 11))
    # Made again they are the same bots, and the old tokens are good no longer.
    call("admin house", file, "--data", data)
    second = tokens.load(file, {})

    async def look() -> None:
        store = await GameStore.open(data)
        people = People(store)
        bots = await people.store.house_bots()
        assert [(bot.name, bot.level, bot.owner) for bot in bots[:2]] == [
            ("House-1", 1, None),
            ("House-2", 2, None),
        ]
        assert len(bots) == 10
        for bot, key in zip(bots, second, strict=True):
            assert (await people.sessions.token(key.token))[1] == bot
            assert len(await people.store.tokens_of(bot.id)) == 1
        with pytest.raises(NotLoggedIn):
            await people.sessions.token(first[0].token)
        await store.close()

    asyncio.run(look())
