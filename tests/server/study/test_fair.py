"""The queue before the engine: one place a visitor, fair turns, and nothing that leaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest

from livestone.errors import Busy
from livestone.games import load
from livestone.server.engine import EngineTrouble, Question
from livestone.server.study import fair
from livestone.server.study.fair import Fair, Replaced
from livestone.server.study.inquiry import Inquiry

pytestmark = pytest.mark.anyio
GAME = load("freedom", size=4)


class Slow:
    """An engine that answers when the test lets it."""

    def __init__(self, size: int = 1) -> None:
        self.size, self.running = size, 1
        self.order: list[str] = []
        self.now: dict[str, asyncio.Event] = {}
        self.closed = 0
        self.trouble = False

    async def think(
        self, question: Question, tell: Callable[[Mapping[str, Any]], None]
    ) -> Mapping[str, Any]:
        """Begin, and wait to be let go."""
        assert len(self.now) < self.size, "more at once than there are processes"
        name = question.plies[0]
        self.order.append(name)
        go = self.now[name] = asyncio.Event()
        try:
            tell({"name": name})
            await go.wait()
            if self.trouble:
                raise EngineTrouble("it fails")
            return {"name": name, "final": True}
        finally:
            del self.now[name]

    async def close(self) -> None:
        self.closed += 1
        self.running = 0


class Crowd:
    """Visitors before a queue."""

    def __init__(self, size: int = 1) -> None:
        self.engine = Slow(size)
        self.queue = Fair(self.engine)  # type: ignore[arg-type]

    def ask(self, who: str, what: str, address: str = "") -> asyncio.Task[Any]:
        """Somebody asks a question."""
        question = Inquiry(GAME, None, (what,), 0)
        return asyncio.create_task(self.queue.ask(who, question, address=address))

    async def answer(self, what: str) -> None:
        """Let the engine answer a question that it works on."""
        self.engine.now[what].set()
        await settle()


async def settle() -> None:
    """Let every task do what it can."""
    for _ in range(12):
        await asyncio.sleep(0)


@pytest.fixture
async def crowd() -> AsyncIterator[Crowd]:
    made = Crowd()
    yield made
    await made.queue.close()
    assert not made.queue._asked
    assert made.queue._free == made.engine.size


async def test_visitors_take_turns(crowd: Crowd) -> None:
    tasks = [crowd.ask("ann", "a1")]
    await settle()
    tasks += [crowd.ask(who, f"{who}1") for who in ("bob", "cid")]
    await settle()
    assert crowd.queue.waiting == 2
    await crowd.answer("a1")
    tasks.append(crowd.ask("ann", "a2"))  # she was served: the others come first
    await settle()
    await crowd.answer("bob1")
    tasks.append(crowd.ask("dan", "d1"))  # who was never served comes before her too
    await settle()
    for what in ("cid1", "d1", "a2"):
        await crowd.answer(what)
    assert crowd.engine.order == ["a1", "bob1", "cid1", "d1", "a2"]
    assert [(await task)["name"] for task in tasks] == ["a1", "bob1", "cid1", "a2", "d1"]


async def test_a_new_question_takes_the_old_ones_place(crowd: Crowd) -> None:
    first = crowd.ask("ann", "a1")
    await settle()
    second = crowd.ask("ann", "a2")
    await settle()
    with pytest.raises(Replaced):
        await first
    other = crowd.ask("bob", "b1")
    await settle()
    third, fourth = crowd.ask("bob", "b2"), crowd.ask("bob", "b3")
    await settle()
    for old in (other, third):
        with pytest.raises(Replaced):
            await old
    await crowd.answer("a2")
    await crowd.answer("b3")
    assert (await second)["final"]
    assert (await fourth)["final"]
    assert crowd.engine.order == ["a1", "a2", "b3"]


async def test_who_leaves_frees_his_place(crowd: Crowd) -> None:
    tasks = {who: crowd.ask(who, who) for who in ("ann", "bob", "cid")}
    await settle()
    for who in ("bob", "ann"):
        tasks[who].cancel()
        await settle()
    await crowd.answer("cid")
    assert (await tasks["cid"])["final"]
    at_once = crowd.ask("dan", "dan")
    at_once.cancel()
    await settle()
    last = crowd.ask("eve", "eve")
    await settle()
    await crowd.answer("eve")
    assert (await last)["final"]


async def test_trouble_is_told_and_the_next_is_served(crowd: Crowd) -> None:
    crowd.engine.trouble = True
    first, second = crowd.ask("ann", "a1"), crowd.ask("bob", "b1")
    await settle()
    await crowd.answer("a1")
    with pytest.raises(EngineTrouble, match="it fails"):
        await first
    crowd.engine.trouble = False
    await crowd.answer("b1")
    assert (await second)["final"]


async def test_crowds_are_refused(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "MOST_FROM_ADDRESS", 2)
    monkeypatch.setattr(fair, "MOST_WAITING", 3)
    tasks = [crowd.ask(who, who, "one house") for who in ("ann", "bob")]
    await settle()
    with pytest.raises(Busy, match="ask again"):
        await crowd.ask("cid", "cid", "one house")
    tasks += [crowd.ask("cid", "cid", "another")]
    await settle()
    with pytest.raises(Busy):
        await crowd.ask("dan", "dan", "a third")
    tasks += [crowd.ask("bob", "bob2", "one house")]  # his second replaces his first
    await settle()
    with pytest.raises(Replaced):
        await tasks[1]


async def test_processes_that_nobody_asks_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "IDLE_SECONDS", 0.0)
    crowd = Crowd(2)
    tasks = [crowd.ask(who, who) for who in ("ann", "bob")]
    await settle()
    await crowd.answer("ann")
    await asyncio.sleep(0.01)
    assert crowd.engine.closed == 0  # bob's question is still at work
    await crowd.answer("bob")
    async with asyncio.timeout(30):
        while not crowd.engine.closed:
            await asyncio.sleep(0.001)
    await asyncio.gather(*tasks)
