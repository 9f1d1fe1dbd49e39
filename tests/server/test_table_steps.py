"""Whatever is done in whatever order, the store and the tables stay in step."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.conftest import ME, OTHER, TWO, PuppetEngine

from livestone.errors import (
    LivestoneError,
)
from livestone.server.store import Store
from livestone.server.table import Tables, TableSpec

actions = st.lists(
    st.tuples(
        st.sampled_from(["play", "play", "play", "undo", "resign", "view", "reload", "nonsense"]),
        st.integers(0, 15),
        st.integers(-1, 1),
    ),
    max_size=25,
)


@settings(max_examples=15)
@given(actions, st.sampled_from([TWO, replace(TWO, game="twins", options={"side": "2"})]))
def test_store_and_tables_stay_in_step(steps: list[tuple[str, int, int]], spec: TableSpec) -> None:
    async def scenario() -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = await Store.open(Path(folder))
            try:
                await _walk(store, spec, steps)
            finally:
                await store.close()

    asyncio.run(scenario())


async def _walk(store: Store, spec: TableSpec, steps: list[tuple[str, int, int]]) -> None:
    engine: Any = PuppetEngine()
    tables = Tables(store, engine)
    view = await tables.create(spec, ME)
    for action, choice, shift in steps:
        before = await store.read(view.id)
        ply = view.last_ply + shift
        try:
            if action == "play":
                legal = view.view.legal or ("a1",)
                await tables.play(view.id, ME, legal[choice % len(legal)], ply)
            elif action == "undo":
                await tables.undo(view.id, ME, ply)
            elif action == "resign" and choice == 0:
                await tables.resign(view.id, ME)
            elif action == "nonsense":
                await tables.play(view.id, OTHER if choice % 2 else ME, "?", ply)
            elif action == "reload":
                tables = Tables(store, engine)
            else:
                await tables.view(view.id, ME, ply)
        except LivestoneError:
            assert await store.read(view.id) == before
        view = await tables.view(view.id, ME)
        stored = await store.read(view.id)
        assert stored is not None
        moves = [ply.text for turn in view.turns for ply in turn.plies]
        assert [row.move for row in stored.plies] == moves
        assert [row.ply for row in stored.plies] == list(range(1, view.last_ply + 1))
        assert (stored.game.version, stored.game.mover) == (view.version, view.mover)
        assert (stored.game.ply, stored.game.status) == (view.last_ply, view.status)
