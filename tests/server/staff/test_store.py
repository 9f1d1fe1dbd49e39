"""The rows of the staff, on each kind of database."""

from __future__ import annotations

import time

import pytest
from tests.server.site import CHEAP

from livestone.errors import BadField
from livestone.server.accounts.service import People
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.staff.store import DAY, StaffStore
from livestone.server.tables.store import GameStore


async def test_the_staff(store: GameStore) -> None:
    people = People(store, PeopleSettings(CHEAP))
    staff = StaffStore(store)
    ada, _ = await people.register("Ada", "four words will do")
    bob, _ = await people.register("Bob", "four words will do")
    await people.sessions.issue_player_token(bob)
    for role in ("admin", "admin", None):
        await staff.grant(ada.id, role)
        assert await staff.role(ada.id) == role
    await people.moderation.ban(bob.id, time.time() + DAY, "Insults", "Ada")
    ban = await people.moderation.banned(bob.id)
    assert (ban.name, ban.reason) == ("Bob", "Insults")
    assert await people.moderation.unban(bob.id) == 1
    await staff.rename(bob.id, "Bert", "bert", "Bert", "gone")
    assert (await people.by_name("Bert")).id == bob.id
    with pytest.raises(BadField):
        await people.store.check_free("Ada")
    await staff.report(
        reporter=ada.id, reporter_name="Ada", about=bob.id, about_name="Bob", reason="x"
    )
    (one,), total = await staff.reports()
    assert (total, await staff.settle(one.id, "Ada", "")) == (1, 1)
    await staff.announce("Hello", None)
    (said,) = await staff.announced()
    assert await staff.withdraw(said.id) == 1
    await people.moderation.note("Ada", "ban", "Bob", "100 % sure", "192.0.2.7")
    found = await staff.entries("ADA 100")
    assert (found.entries[0].act, found.total) == ("ban", 1)
    await staff.forget(time.time() + 31 * DAY)
    assert (await staff.entries("192.0.2.7")).total == 0
