"""The queue before the engines: fair turns, kinds of work apart, bounds, and nothing that leaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest
from tests.server.conftest import until

from livestone.errors import Busy, EngineError
from livestone.games import load
from livestone.play.engine import fair_queue
from livestone.play.engine.fair_queue import FairQueue, Replaced, Work
from livestone.play.engine.processes import NotCompiled, Question
from livestone.server.db.owners import OwnerId, group_of

GAME = load("freedom", size=4)


class Slow:
    """An engine that answers when the test lets it."""

    def __init__(self, size: int = 1, beside: int = 0) -> None:
        self.size, self.beside, self.running = size, beside, 1
        self.order: list[str] = []
        self.now: dict[str, asyncio.Event] = {}
        self.closed = 0
        self.trouble = False
        self.cold: set[str] = set()  # what has to be compiled first
        self.eager = True

    async def ready(self, question: Question) -> None:
        """Nothing is warmed up."""

    async def think(
        self, question: Question, tell: Callable[[Mapping[str, Any]], None]
    ) -> Mapping[str, Any]:
        """Begin, and wait to be let go."""
        assert len(self.now) < self.size + self.beside, "more at once than there are processes"
        name = question.plies[0] + (" compiled" if question.kernels == "compile" else "")
        if question.kernels == "load" and question.plies[0] in self.cold:
            raise NotCompiled
        self.order.append(name)
        go = self.now[name] = asyncio.Event()
        try:
            tell({"name": name})
            await go.wait()
            if self.trouble:
                raise EngineError("it fails")
            return {"name": name, "final": True}
        finally:
            del self.now[name]

    async def close(self) -> None:
        self.closed += 1
        self.running = 0


class Crowd:
    """Visitors before a queue, with an engine for bots and one for analyses."""

    def __init__(self, size: int = 1) -> None:
        self.bots, self.engine, self.compiler = Slow(1, beside=1), Slow(size), Slow()
        self.now = 0.0
        self.queue = FairQueue(self.bots, lambda: self.now)  # type: ignore[arg-type]
        self.queue.serve("analysis", self.engine)  # type: ignore[arg-type]

    def compiles(self, *cold: str) -> None:
        """Have an engine that compiles, which these questions need first."""
        self.queue.serve("compile", self.compiler)  # type: ignore[arg-type]
        self.bots.cold = self.engine.cold = set(cold)

    def ask(
        self,
        who: str,
        what: str,
        address: str = "",
        work: Work = "analysis",
        level: int = 0,
        table: str = "",
    ) -> asyncio.Task[Any]:
        """Somebody asks a question."""
        question = Question(GAME, None, (what,), level, table=table)
        return asyncio.create_task(
            self.queue.ask(work, question, owner_id=who, group=group_of(OwnerId(who), address))
        )

    async def answer(self, what: str) -> None:
        """Let an engine answer a question that it works on, after a second."""
        self.now += 1
        engines = self.engine, self.bots, self.compiler
        next(engine.now[what] for engine in engines if what in engine.now).set()
        await settle()

    async def compile(self, what: str) -> None:
        """Let what a question needs be compiled."""
        self.bots.cold -= {what}
        await self.answer(f"{what} compiled")


async def settle() -> None:
    """Let every task do what it can."""
    for _ in range(12):
        await asyncio.sleep(0)


async def give_up(tasks: list[asyncio.Task[Any]]) -> None:
    """Have nobody wait for an answer any more."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
async def crowd() -> AsyncIterator[Crowd]:
    made = Crowd()
    yield made
    await made.queue.close("move", "hint", "analysis")
    assert made.queue.waiting("move", "hint", "analysis") == 0
    assert (made.engine.now, made.bots.now) == ({}, {})


async def test_visitors_take_turns(crowd: Crowd) -> None:
    tasks = [crowd.ask("ann", "a1")]
    await settle()
    tasks += [crowd.ask(who, f"{who}1") for who in ("bob", "cid")]
    await settle()
    assert crowd.queue.waiting("analysis") == 2
    await crowd.answer("a1")
    tasks.append(crowd.ask("ann", "a2"))  # ann was served: the others come first
    await settle()
    await crowd.answer("bob1")
    tasks.append(crowd.ask("dan", "d1"))  # so does dan, who was never served
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


async def test_a_cancelled_question_frees_its_place(crowd: Crowd) -> None:
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
    with pytest.raises(EngineError, match="it fails"):
        await first
    crowd.engine.trouble = False
    await crowd.answer("b1")
    assert (await second)["final"]


@pytest.mark.parametrize("work", ["analysis", "move"])
async def test_crowds_are_refused(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch, work: Work
) -> None:
    monkeypatch.setitem(fair_queue.BOUNDS, work, (3, 2))
    tasks = [crowd.ask(who, who, "one house", work) for who in ("ann", "bob")]
    await settle()
    with pytest.raises(Busy, match="as many questions as it can take: ask again"):
        await crowd.ask("cid", "cid", "one house", work)
    tasks.append(crowd.ask("cid", "cid", "another", work))
    await settle()
    with pytest.raises(Busy):
        await crowd.ask("dan", "dan", "a third", work)
    crowd.ask("dan", "dan hint", "one house", "hint")  # other work is bounded by itself
    await settle()
    assert "dan hint" in crowd.bots.now
    if work == "analysis":  # bob's second question replaces the first
        tasks.append(crowd.ask("bob", "bob2", "one house"))
        await settle()
        with pytest.raises(Replaced):
            await tasks[1]
    await give_up(tasks)


async def test_processes_that_nobody_asks_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "IDLE_SECONDS", 0.0)
    crowd = Crowd(2)
    tasks = [crowd.ask(who, who) for who in ("ann", "bob")]
    await settle()
    await crowd.answer("ann")
    assert crowd.engine.closed == 0  # bob's question is still at work
    await crowd.answer("bob")
    await until(lambda: crowd.engine.closed > 0)
    await asyncio.gather(*tasks)


async def test_who_has_a_hundred_tables_waits_behind_who_has_one(crowd: Crowd) -> None:
    hoard = [crowd.ask("ann", f"ann{n}", "one house", "move") for n in range(100)]
    await settle()
    assert crowd.queue.waiting("move") == 99
    for n in range(3):  # at most one move of ann's comes before each of bob's
        asked = crowd.ask("bob", f"bob{n}", "another", "move")
        await settle()
        await crowd.answer(f"ann{n}")
        await crowd.answer(f"bob{n}")
        assert (await asked)["final"]
    assert crowd.bots.order[:7] == ["ann0", "bob0", "ann1", "bob1", "ann2", "bob2", "ann3"]
    await give_up(hoard)


async def test_visitors_whom_somebody_makes_up_share_a_few_places(crowd: Crowd) -> None:
    made_up = [crowd.ask(f"ann{n}", f"ann{n}", "one house", "move") for n in range(60)]
    await settle()
    asked = crowd.ask("bob", "bob0", "another", "move")
    await settle()
    for _ in range(fair_queue.SHARES + 1):  # the others have been served as often, then it is bob
        if "bob0" in crowd.bots.now:
            break
        await crowd.answer(next(iter(crowd.bots.now)))
    await crowd.answer("bob0")
    assert (await asked)["final"]
    again = crowd.ask("bob", "bob1", "another", "move")
    before = len(crowd.bots.order)
    while "bob1" not in crowd.bots.now:
        await crowd.answer(next(iter(crowd.bots.now)))
    assert len(crowd.bots.order) - before <= fair_queue.SHARES + 1
    await crowd.answer("bob1")
    assert (await again)["final"]
    await give_up(made_up)


async def test_hints_and_analyses_keep_no_move_waiting(crowd: Crowd) -> None:
    """Not even where all of them wait, and what was analysed for somebody counts as served."""
    for who in ("ann", "bob", "cid"):
        crowd.ask(who, f"{who} hint", work="hint")
        crowd.ask(who, f"{who} analysis")
    await settle()
    assert (crowd.queue.waiting("hint"), crowd.queue.waiting("analysis")) == (2, 2)
    move = crowd.ask("dan", "dan move", work="move")
    await settle()
    assert "dan move" in crowd.bots.now
    waiting = [crowd.ask(who, f"{who} move", work="move") for who in ("ann", "cid")]
    await settle()
    await crowd.answer("dan move")
    assert (await move)["final"]
    await crowd.answer("cid move")  # who has waited for all else, and ann was served a hint
    await crowd.answer("ann move")
    assert all([(await task)["final"] for task in waiting])


async def test_a_visitors_tables_take_turns(crowd: Crowd) -> None:
    """The first to be asked at one of them comes before the second at another."""
    asked = [crowd.ask("ann", f"x{n}", work="move", table="x") for n in range(3)]
    await settle()
    asked += [crowd.ask("ann", f"y{n}", work="move", table="y") for n in range(2)]
    await settle()
    for what in ("x0", "y0", "x1", "y1", "x2"):
        await crowd.answer(what)
    assert all([(await task)["final"] for task in asked])


async def test_a_quick_move_waits_for_no_slow_one(crowd: Crowd) -> None:
    slow = [crowd.ask(who, f"{who} slow", work="move", level=10) for who in ("ann", "bob", "cid")]
    await settle()
    quick = crowd.ask("dan", "dan quick", work="move", level=1)
    await settle()
    assert set(crowd.bots.now) == {"ann slow", "dan quick"}
    hint = crowd.ask("eve", "eve hint", work="hint")
    await settle()
    await crowd.answer("dan quick")
    await crowd.answer("eve hint")
    assert (await quick)["final"]
    assert (await hint)["final"]
    assert "bob slow" not in crowd.bots.now  # nor does a slow one take the place of quick ones
    await give_up(slow)


async def test_nobody_waits_while_something_is_compiled_for_another(crowd: Crowd) -> None:
    crowd.compiles("ann new", "bob new", "ann new too", "cid new")
    asked = [crowd.ask("ann", what, work="move") for what in ("ann new", "ann new too")]
    asked.append(crowd.ask("bob", "bob new"))
    await settle()
    assert list(crowd.compiler.now) == ["ann new compiled"]  # one at a time
    for n in range(3):
        other = crowd.ask("dan", f"dan{n}", work="move")
        await settle()
        await crowd.answer(f"dan{n}")
        assert (await other)["final"]
    asked.append(crowd.ask("cid", "cid new", work="hint"))
    await settle()
    for what in ("ann new", "bob new", "cid new", "ann new too"):  # by turns
        await crowd.compile(what)
        await crowd.answer(what)
    assert all([(await task)["final"] for task in asked])
    await crowd.queue.close("compile")


async def test_what_is_compiled_when_its_asker_goes_is_finished_and_what_waits_is_not(
    crowd: Crowd,
) -> None:
    crowd.compiles("ann new", "bob new", "bob newer")
    tasks = [crowd.ask("ann", "ann new", work="move"), crowd.ask("bob", "bob new")]
    await settle()
    newer = crowd.ask("bob", "bob newer")
    await settle()
    with pytest.raises(Replaced):
        await tasks[1]
    await give_up(tasks[:1])
    assert list(crowd.compiler.now) == ["ann new compiled"]
    await crowd.compile("ann new")
    await crowd.compile("bob newer")
    await crowd.answer("bob newer")
    assert (await newer)["final"]
    assert crowd.compiler.order == ["ann new compiled", "bob newer compiled"]
    await crowd.queue.close("compile")


async def test_what_only_its_position_needs_is_compiled_in_turn(crowd: Crowd) -> None:
    crowd.compiles("ann new")
    asked = crowd.ask("ann", "ann new", work="move")
    await settle()
    await crowd.answer("ann new compiled")
    await crowd.answer("ann new")
    assert (await asked)["final"]
    await crowd.queue.close("compile")


async def test_one_pupil_with_many_tables_keeps_no_other_waiting(crowd: Crowd) -> None:
    """All of them come from the school's address."""
    hoard = [crowd.ask("ann", f"ann{n}", "school", "move", table=f"{n}") for n in range(20)]
    await settle()
    class_ = [crowd.ask(f"pupil{n}", f"pupil{n}", "school", "move") for n in range(9)]
    await settle()
    await crowd.answer("ann0")
    for n in range(9):
        await crowd.answer(f"pupil{n}")
    assert all([(await task)["final"] for task in class_])
    await give_up(hoard)


async def test_made_up_guests_at_a_school_keep_no_account_there_waiting(crowd: Crowd) -> None:
    made_up = [crowd.ask(f"ann{n}", f"ann{n}", "school", "move") for n in range(60)]
    await settle()
    asked = crowd.ask("@bob", "bob", "school", "move")
    await settle()
    await crowd.answer(next(iter(crowd.bots.now)))
    await crowd.answer("bob")
    assert (await asked)["final"]
    await give_up(made_up)


async def test_who_asks_most_at_a_full_address_makes_room_for_others(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(fair_queue.BOUNDS, "move", (100, 3))
    hoard = [crowd.ask("ann", f"ann{n}", "school", "move") for n in range(3)]
    await settle()
    other = crowd.ask("bob", "bob", "school", "move")
    await settle()
    with pytest.raises(Busy):
        await hoard.pop()
    with pytest.raises(Busy):
        await crowd.ask("ann", "ann3", "school", "move")
    await crowd.answer("ann0")
    await crowd.answer("bob")
    assert (await other)["final"]
    await give_up(hoard)


async def test_new_options_are_compiled_unless_others_wait(crowd: Crowd) -> None:
    crowd.compiles("new", "newer")
    warming = asyncio.create_task(crowd.queue.warm(Question(GAME, None, ("new",)), "ann"))
    await settle()
    assert list(crowd.compiler.now) == ["new compiled"]
    await crowd.queue.warm(Question(GAME, None, ("newer",)), "bob")
    await crowd.compile("new")
    await crowd.answer("new")
    await warming
    assert crowd.compiler.order == ["new compiled"]
    await crowd.queue.close("compile")
