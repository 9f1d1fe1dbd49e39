"""What many do at the same moment, and what strangers try, at the service itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert
from tests.server.site import CHEAP, PASSWORD

from livestone.errors import (
    BadField,
    BadRequest,
    LivestoneError,
    NotAllowed,
    NotLoggedIn,
    TooMany,
)
from livestone.server.accounts import house_bots
from livestone.server.accounts import store as limits
from livestone.server.accounts.player_tokens import PlayerTokens
from livestone.server.accounts.service import People, new_person
from livestone.server.accounts.settings import Limits, PeopleSettings
from livestone.server.db.schema.people import ratings
from livestone.server.staff.store import StaffStore
from livestone.server.tables.store import GameStore
from livestone.server.tables.vacations import Vacations
from livestone.server.web.principals import From, Person, device_key

AT_ONCE = 8


@pytest.fixture
async def people(store: GameStore) -> People:
    """The accounts of a server."""
    return People(store, PeopleSettings(CHEAP, Limits(account=3, name=6, registrations=3)))


async def known(people: People, name: str) -> Person:
    """Somebody with an account."""
    person = replace(new_person(name), password=await people.passwords.hash(PASSWORD))
    await people.store.add(person)
    return person


async def refused(*doing: Awaitable[object]) -> list[LivestoneError]:
    """What is refused of things that are done in the same moment."""
    found = await asyncio.gather(*doing, return_exceptions=True)
    assert all(isinstance(one, LivestoneError) for one in found if isinstance(one, Exception))
    return [one for one in found if isinstance(one, LivestoneError)]


async def test_limits_hold_in_the_same_moment(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MAX_BOTS", "MAX_TOKENS", "MAX_SESSIONS", "MAX_BLOCKS"):
        monkeypatch.setattr(limits, name, 3)
    ada = await known(people, "Ada")
    others = [(await known(people, f"Other-{letter}")).name for letter in "abcdefgh"]
    for doing in (
        [people.add_bot(ada, f"Robot-{letter}") for letter in "abcdefgh"],
        [
            people.sessions.issue_token(ada, f"token {number}", ["read"])
            for number in range(AT_ONCE)
        ],
        [people.block(ada, name) for name in others],
    ):
        wrong = await refused(*doing)
        assert [type(one) for one in wrong] == [BadRequest] * (AT_ONCE - 3)
    assert len(await people.store.bots_of(ada.id)) == 3
    assert len(await people.store.tokens_of(ada.id)) == 3
    assert len(await people.store.blocked_by(ada.id)) == 3
    await people.block(ada, (await people.store.blocked_by(ada.id))[0])  # again is harmless
    assert await refused(*(people.sessions.open(ada, f"cookie {n}") for n in range(AT_ONCE))) == []
    assert len(await people.store.sessions_of(ada.id)) == 3


async def test_nobody_looks_like_who_is_known(people: People, store: GameStore) -> None:
    """Not like the staff, nor like a bot, nor like a person with a rating; others may."""
    ada, willow = await known(people, "Ada"), await known(people, "Willow")
    await known(people, "Uuillow")  # nobody knows Willow yet
    nell, dave = await known(people, "Nell"), await known(people, "Dave")
    await StaffStore(store).grant(nell.id, "admin")
    row = {"owner_id": willow.id, "game": "freedom", "value": 1500.0, "deviation": 80.0}
    counted = {"volatility": 0.06, "wins": 1, "draws": 0, "losses": 0}
    await store.execute(insert(ratings).values(row | counted))
    await people.add_bot(ada, "Robert")
    rename = StaffStore(store).rename
    for name in ("W1ll0w", "uu-1llow", "Nel1", "N3ll", "Rob3rt", "R0berT"):
        for doing in (
            people.register(name, PASSWORD),
            people.add_bot(dave, name),
            rename(dave, name),
        ):
            (error,) = await refused(doing)
            assert isinstance(error, BadField)
            assert f"{name!r}, or one that looks like it, is taken" in str(error)
    await people.register("D4ve", PASSWORD)
    await rename(willow, "W1llow")  # who has it already
    await house_bots.issue(people)  # all ten of them


async def test_nobody_logs_in_by_lines_under_a_name_like_a_known_one(
    people: People, store: GameStore, tmp_path: Path
) -> None:
    await people.add_bot(await known(people, "Ada"), "Robert")
    alike = ("R0bert", "r\N{CYRILLIC SMALL LETTER O}bert", "Bot level 3", "Mod")
    tokens = PlayerTokens(store, tmp_path)
    for name in alike:
        (tmp_path / f"{name}.pub").write_bytes(b"ssh-ed25519 AAAA\n")
        assert await tokens.hashes(name) == []
        with pytest.raises(NotAllowed, match="looks like"):
            await tokens.issue(name)
    (tmp_path / "Robin.pub").write_bytes(b"ssh-ed25519 AAAA\n")
    assert await tokens.hashes("Robin")
    # Nor does a new account look like who has a token of the line protocol.
    await tokens.issue("Wi11ow")
    (error,) = await refused(people.register("Uuillow", PASSWORD))
    assert "is taken" in str(error)


async def test_nobody_is_away_twice(people: People, store: GameStore) -> None:
    ada = await known(people, "Ada")
    vacations = Vacations(store, lambda: 1e9)
    wrong = await refused(*(vacations.begin(ada.id, 9) for _ in range(AT_ONCE)))
    assert [type(one) for one in wrong] == [BadField] * (AT_ONCE - 1)
    assert (await vacations.of(ada.id)).days_left == 21


async def test_new_accounts_in_the_same_moment(people: People) -> None:
    here, there = From("192.0.2.1"), From("192.0.2.2")
    wrong = await refused(
        *(people.register(f"New-{letter}", PASSWORD, "", "", here) for letter in "abcdefgh")
    )
    assert [type(one) for one in wrong] == [TooMany] * (AT_ONCE - 3)
    # What is refused is not counted.
    for _ in range(4):
        with pytest.raises(BadField, match="taken"):
            await people.register("New-a", PASSWORD, "", "", there)
    await people.register("Later", PASSWORD, "", "", there)


async def guess(people: People, name: str, password: str, origin: From) -> str:
    """What comes of a password."""
    try:
        await people.login(name, password, origin)
    except (NotLoggedIn, TooMany) as error:
        return type(error).__name__
    return "in"


async def test_guesses_from_many_addresses(people: People) -> None:
    """Of a name that strangers try, whoever they are, one password a minute is looked at."""
    now = 1000.0
    for attempts in vars(people.guesses).values():
        attempts.clock = lambda: now
    await known(people, "Ada")
    await people.login("Ada", PASSWORD, From("198.51.100.1"))
    strangers = [From(f"192.0.2.{number}") for number in range(1, 100)]
    for name in ("Ada", "Nobody"):  # nobody is told which of them there is
        tried = [await guess(people, name, "wrong", one) for one in strangers[:20]]
        # One more than in an hour, since a minute goes by from then on.
        assert tried == ["NotLoggedIn"] * 7 + ["TooMany"] * 13
        assert await guess(people, name, PASSWORD, From("203.0.113.1")) == "TooMany"
    # Others are not slowed down, and whoever it is gets in within a minute at a new place.
    await known(people, "Bob")
    assert await guess(people, "Bob", PASSWORD, strangers[0]) == "in"
    now += 61
    assert await guess(people, "Ada", PASSWORD, From("203.0.113.1")) == "in"
    now += 61
    tried = [await guess(people, "Ada", "wrong", one) for one in strangers[20:30]]
    assert tried == ["NotLoggedIn"] * 2 + ["TooMany"] * 8  # a good one gives one back
    now += 3601
    assert await guess(people, "Ada", "wrong", strangers[40]) == "NotLoggedIn"
    assert await guess(people, "Ada", PASSWORD, strangers[41]) == "in"


async def test_a_known_device_is_kept_out_by_nobody(people: People) -> None:
    """Not by strangers anywhere, nor by those behind the same address."""
    ada, bob = await known(people, "Ada"), await known(people, "Bob")
    for number in range(30):
        await guess(people, "Ada", "wrong", From(f"192.0.2.{number % 7}"))
    mine = From("192.0.2.1", device=device_key(ada))
    assert await guess(people, "Ada", PASSWORD, replace(mine, device="")) == "TooMany"
    assert await guess(people, "Ada", PASSWORD, replace(mine, device="x")) == "TooMany"
    assert await guess(people, "Ada", PASSWORD, replace(mine, device=device_key(bob))) == "TooMany"
    assert await guess(people, "Ada", PASSWORD, mine) == "in"
    tried = [await guess(people, "Ada", "wrong", mine) for _ in range(5)]
    assert tried == ["NotLoggedIn"] * 3 + ["TooMany"] * 2
