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
from tests.server.databases import prepare_folder

from livestone.errors import (
    LivestoneError,
)
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore

actions = st.lists(
    st.tuples(
        st.sampled_from(
            [
                *("play", "play", "play", "undo", "undo", "allow", "refuse"),
                *("resign", "view", "reload", "nonsense", "rematch"),
            ]
        ),
        st.integers(0, 15),
        st.integers(-1, 1),
    ),
    max_size=25,
)


TWINS = replace(TWO, game="twins", options={"side": "2"})
APART = [replace(spec, seats=("me", "friend")) for spec in (TWO, TWINS)]


@settings(max_examples=25)
@given(actions, st.sampled_from([TWO, TWINS, *APART]))
def test_store_and_tables_stay_in_step(steps: list[tuple[str, int, int]], spec: TableSpec) -> None:
    async def scenario() -> None:
        with tempfile.TemporaryDirectory() as folder:
            prepare_folder(Path(folder))
            store = await GameStore.open(Path(folder))
            try:
                await _walk(store, spec, steps)
            finally:
                await store.close()

    asyncio.run(scenario())


async def _walk(store: GameStore, spec: TableSpec, steps: list[tuple[str, int, int]]) -> None:
    engine: Any = PuppetEngine()
    tables = Tables(store, engine)
    view = await tables.create(spec, ME, "secret")
    people = [ME]
    for invitation in (await tables.invitations(view.id, ME, "secret")).values():
        await tables.sit(invitation, OTHER)
        people.append(OTHER)
    for action, choice, shift in steps:
        before = await store.read(view.id)
        who = people[choice % len(people)]
        view = await tables.view(view.id, who)
        ply = view.last_ply + shift
        try:
            if action == "play":
                legal = view.legal or ("a1",)
                await tables.play(view.id, who, legal[choice // 2 % len(legal)], ply)
            elif action == "undo":
                free = not view.can.undo_asks
                undone = await tables.undo(view.id, who, ply)
                # Nothing that others have seen end goes back before they agree.
                assert free or undone.last_ply == view.last_ply
            elif action in ("allow", "refuse"):
                allow, asked = action == "allow", view.takeback
                seat = choice % 2 if asked is None else asked.seat
                after = await tables.answer_takeback(view.id, who, ply, seat, allow)
                assert after.last_ply == (asked.ply if allow else view.last_ply)
                assert not (allow and asked.mine)
            elif action == "resign" and choice < 2:
                await tables.resign(view.id, who)
            elif action == "rematch":
                await tables.rematch(view.id, who)
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
        moves = [ply.text for turn in view.turns for ply in turn.plies]
        assert [row.move for row in stored.plies] == moves
        assert [row.ply for row in stored.plies] == list(range(1, view.last_ply + 1))
        assert (stored.game.version, stored.game.mover) == (view.version, view.mover)
        assert (stored.game.ply, stored.game.status) == (view.last_ply, view.status)
