"""The store of classes, on each kind of database."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from livestone.server.classes import store as stores
from livestone.server.classes.store import ClassRow, ClassStore
from livestone.server.db.schema.games import games
from livestone.server.tables.store import GameRow, GameStore


async def test_there_is_room_for_the_notes_of_the_newest_games(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "MAX_NOTE_BYTES", 60)
    kept = ClassStore(store)
    await kept.create(ClassRow("c", "5a", None, 1.0))
    for id in ("g0", "g1", "g2"):
        row = GameRow(id, "freedom", {}, "finished", None, created=1.0, updated=1.0)
        await store.execute(insert(games).values(vars(row)))
        await kept.keep_notes("c", id, {1: {"1": "x" * 20}, 2: {"2": "y"}})
    found = [[row.member for row in await kept.notes(id)] for id in ("g0", "g1", "g2")]
    assert found == [[2], [1, 2], [1, 2]]
    await kept.keep_notes("c", "a game that was not saved", {1: {"1": "x"}})
    assert not await kept.notes("a game that was not saved")
