"""Reviews by the engine: begun once, kept for everybody, and how they get on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.patience import PATIENCE
from tests.server.conftest import ME, OTHER, until
from tests.server.studies.test_analysis import Puppet as Analyst

from livestone.core.state import State
from livestone.errors import BadRequest, Conflict, NotAllowed, NotFound
from livestone.games import load
from livestone.play.engine import analysis as thinker
from livestone.play.engine.processes import Question
from livestone.server.studies import reviews as module
from livestone.server.studies.reviews import Reviews
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore

FOUND = {"unit": "wins", "plies": []}


class Puppet(Analyst):
    """An engine that is two steps far, and answers when the test lets it."""

    def report(self, question: Question) -> dict[str, Any]:
        """The progress first, then what was found."""
        if self.asked.count(question) == 1 and not self.free.is_set():
            return {"done": 2, "total": 9}
        return {"review": FOUND}

    async def think(self, question: Question, tell: Any = lambda report: None) -> Any:
        """Tell how far it is, wait, and tell what it has found."""
        await super().think(question, tell)
        return {"review": FOUND}


@pytest.fixture
async def puppet() -> Puppet:
    made = Puppet()
    made.free.clear()
    return made


@pytest.fixture
async def reviews(store: GameStore, tables: Tables, puppet: Puppet) -> AsyncIterator[Reviews]:
    made = Reviews(store, tables, puppet)  # type: ignore[arg-type]
    yield made
    await made.close()


async def played(tables: Tables, *moves: str, over: bool = True) -> str:
    """A game that one person has played, and given up."""
    id = (await tables.create(TableSpec("freedom", {"size": 4}, ("me", "person")), ME)).id
    for ply, move in enumerate(moves):
        await tables.play(id, ME, move, ply)
    if over:
        await tables.resign(id, ME)
    return id


async def test_a_review_is_made_once_and_kept(
    reviews: Reviews, tables: Tables, puppet: Puppet, store: GameStore
) -> None:
    id = await played(tables, "a1", "b1")
    assert (await reviews.state(id, ME)).status == "none"
    begun = await reviews.begin(id, ME)
    assert (begun.status, begun.total) == ("running", 2)
    await until(lambda: bool(puppet.asked))
    (question,) = puppet.asked
    assert (question.task, question.plies) == ("review", ("a1", "b1"))
    await asyncio.sleep(0)
    assert (await reviews.begin(id, ME)).done == 2
    # Another process knows of it too, and begins nothing.
    other = Reviews(store, tables, puppet)  # type: ignore[arg-type]
    assert (await other.begin(id, ME)).status == "running"
    puppet.free.set()
    while (await reviews.state(id, ME)).status == "running":
        await asyncio.sleep(0)
    for one in (reviews, other):
        found = await one.begin(id, ME)
        assert (found.status, found.review) == ("done", FOUND)
    assert len(puppet.asked) == 1
    await other.close()


async def test_what_cannot_be_reviewed(reviews: Reviews, tables: Tables) -> None:
    running, empty = await played(tables, "a1", over=False), await played(tables)
    with pytest.raises(Conflict, match="when it is over"):
        await reviews.begin(running, ME)
    with pytest.raises(BadRequest, match="no move was played"):
        await reviews.begin(empty, ME)
    with pytest.raises(NotAllowed):
        await reviews.begin(running, OTHER)
    with pytest.raises(NotFound):
        await reviews.state("none", ME)
    # One at a time for each visitor.
    first, second = await played(tables, "a1"), await played(tables, "b1")
    await reviews.begin(first, ME)
    with pytest.raises(Conflict, match="another game is being reviewed for you"):
        await reviews.begin(second, ME)


async def test_trouble_is_told_and_it_can_be_begun_again(
    reviews: Reviews, tables: Tables, puppet: Puppet
) -> None:
    id = await played(tables, "a1")
    puppet.trouble = "it fails"
    await reviews.begin(id, ME)
    while (state := await reviews.state(id, ME)).status == "running":
        await asyncio.sleep(0)
    assert (state.status, state.trouble) == ("none", "it fails")
    puppet.trouble = None
    assert (await reviews.begin(id, ME)).status == "running"


async def test_events_tell_how_it_gets_on(
    reviews: Reviews, tables: Tables, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EVENT_SECONDS", 0.001)
    id = await played(tables, "a1")
    await reviews.begin(id, ME)
    events = reviews.follow(id)
    assert (await anext(events)).name == "thinking"
    puppet.free.set()
    async with asyncio.timeout(PATIENCE):
        while (event := await anext(events)).name == "thinking":
            pass
    assert event.data == {"version": 2}
    reviews.leave()
    assert await anext(events, None) is None


async def test_who_died_leaves_the_work_to_others(
    reviews: Reviews, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await played(tables, "a1")
    assert await reviews.note_begun(id, 5)  # as another process does
    assert not await reviews.note_begun(id, 5)
    assert (await reviews.state(id, ME)).status == "running"
    monkeypatch.setattr(module, "DEAD_SECONDS", -1.0)
    assert (await reviews.state(id, ME)).status == "none"
    assert (await reviews.begin(id, ME)).status == "running"


def reviewed(players: int = 2) -> dict[str, Any]:
    """What the engine may say of a game of three plies."""
    worth = [0.5, 0.5] if players == 2 else [0.4, 0.3, 0.3]
    ply = {"turn": 1, "move": "a1", "better": "b1", "line": ["b1", "c1"], "cost": 0.25}
    ply |= {"lost": 0.25, "proved": False, "choice": True, "worth": worth, "value": worth}
    plies = [{**ply, "ply": at + 1, "mover": at % players} for at in range(3)]
    side = {"choices": 2, "mean_cost": 0.1, "accuracy": 88.8, "mistakes": []}
    sides = [{**side, "seat": "x"} for _ in range(players)]
    sides[1]["mistakes"] = [2]
    return {"unit": "wins", "plies": plies, "sides": sides, "final": worth}


@pytest.mark.slow
async def test_the_engine_process_reviews_a_game() -> None:
    state, told = State(load("freedom", size=4)), list[dict[str, Any]]()
    while not state.over:
        state.play(state.legal_texts[0])
    thinker.answer({"task": "review"}, state, lambda: False, told.append)
    found = told[-1]["report"]["review"]
    assert len(found["plies"]) == state.ply
    assert told[0]["report"]["done"] == 0
