"""``livestone admin``."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from livestone.cli.main import run
from livestone.server.people.service import People
from livestone.server.people.settings import Cost, PeopleSettings
from livestone.server.store import Store


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a server with one account and its bot."""

    async def fill() -> None:
        store = await Store.open(tmp_path)
        people = People(store, PeopleSettings(Cost(memory=8, rounds=1)))
        person, _ = await people.register("Ada", "four words will do")
        await people.add_bot(person, "Adabot")
        await store.close()

    asyncio.run(fill())
    return tmp_path


def test_the_staff(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--data", str(data)]
    for words in ("list", "grant ada", "list", "revoke Ada", "list"):
        assert run(["admin", *words.split(), *folder]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Nobody is on the staff.",
        "Ada is on the staff: /admin.",
        "Ada (admin)",
        "Ada is not on the staff.",
        "Nobody is on the staff.",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("dance", "choose grant, revoke or list"),
        ("grant", "wants the name"),
        ("list Ada", "wants no name"),
        ("grant Nobodyknows", "nobody here is called"),
        ("grant Adabot", "is a bot"),
    ],
)
def test_refusals(data: Path, capsys: pytest.CaptureFixture[str], words: str, said: str) -> None:
    assert run(["admin", *words.split(), "--data", str(data)]) == 2
    assert said in capsys.readouterr().err
