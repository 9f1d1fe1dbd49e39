"""The last faults of programs in the store: one a name, so many, for so long, for whom."""

from __future__ import annotations

import time

import pytest
from tests.server.site import PASSWORD

from livestone.api.tournaments import PlayerFault
from livestone.server.accounts.service import People
from livestone.server.freeplay import faults
from livestone.server.freeplay.faults import FaultStore
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore

NOW = time.time()


def fault(player: str, at: float = NOW, text: str = "line 4") -> PlayerFault:
    return PlayerFault(player, at, text, None)


async def test_the_last_of_each_is_kept_the_newest_first(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "MAX_FAULTS", 2)
    kept = FaultStore(store)
    for at, name in enumerate(("Ada", "Ben", "Ada", "Dan")):
        await kept.keep(fault(name, NOW + at, f"line {at}"))
    assert [(one.player, one.text) for one in await kept.all()] == [
        ("Dan", "line 3"),
        ("Ada", "line 2"),
    ]


async def test_old_ones_are_deleted(store: GameStore) -> None:
    kept = FaultStore(store)
    await kept.keep(fault("Ada"))
    await kept.keep(fault("Ben", NOW - faults.MAX_AGE - 9))
    await kept.expire()
    assert [one.player for one in await kept.all()] == ["Ada"]


async def test_a_fault_is_its_accounts_and_ends_with_it(
    store: GameStore, people: People, tables: Tables
) -> None:
    kept = FaultStore(store)
    await kept.keep(fault("Ada", NOW - 99))  # of who had this name before
    ada, _ = await people.register("Ada", PASSWORD)
    assert await kept.of(ada.id) == []
    await kept.keep(fault("Ada", time.time() + 1))
    await kept.keep(fault("Ben", time.time() + 1))
    assert [one.player for one in await kept.of(ada.id)] == ["Ada"]
    await people.delete(ada, tables)
    assert [one.player for one in await kept.all()] == ["Ben"]
