"""Processor time that visitors and addresses use: it is counted, and bounded."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.server.site import Site

from livestone.errors import TooMuchWork
from livestone.server.web import middleware, openapi, work
from livestone.server.web.aside import MadeOnce, aside
from livestone.server.web.settings import WebSettings
from livestone.server.web.work import (
    FIRST_COST,
    MAX_WAIT,
    SAVED_SECONDS,
    Metered,
    WorkLimit,
    metered_task,
    paying,
)

HERE, THERE, ADA, BEN = "192.0.2.1", "192.0.2.2", "ada", "ben"


class Clock:
    """A time that stands until the test moves it."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def waited(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long somebody had to wait, by the clock."""
    found, sleep, here = list[float](), asyncio.sleep, threading.get_ident()

    async def wait(seconds: float) -> None:
        if threading.get_ident() != here:  # a server of other tests
            await sleep(seconds)
            return
        found.append(seconds)
        clock.at += seconds
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", wait)
    return found


@pytest.fixture
def limit(clock: Clock, waited: list[float], monkeypatch: pytest.MonkeyPatch) -> WorkLimit:
    """Half of a processor for an address, a quarter for a visitor, and enough for everybody."""
    monkeypatch.setattr(work, "BUSY_SHARE", 1000.0)
    return WorkLimit(0.5, 0.25, clock)


def burn(seconds: float) -> None:
    """Keep this thread's processor busy."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def test_who_has_used_their_share_is_refused_until_it_has_grown_again(
    limit: WorkLimit, clock: Clock
) -> None:
    meter = await limit.admit(HERE, ADA)
    meter.spend(0.25 * (SAVED_SECONDS + MAX_WAIT) + FIRST_COST)
    meter.settle()
    with pytest.raises(TooMuchWork, match="wait 6 seconds") as refusal:
        await limit.admit(THERE, ADA)
    assert refusal.value.seconds == 6
    (await limit.admit(HERE, BEN)).settle()  # whose address has still some of its share
    clock.at += MAX_WAIT + SAVED_SECONDS
    (await limit.admit(THERE, ADA)).settle()


async def test_many_visitors_of_one_address_share_its_processor_time(limit: WorkLimit) -> None:
    for meter in [await limit.admit(HERE, str(visitor)) for visitor in range(20)]:
        meter.spend(0.25)
        meter.settle()
    with pytest.raises(TooMuchWork):
        await limit.admit(HERE, "another")
    (await limit.admit(THERE, "another")).settle()


async def test_requests_that_begin_together_are_charged_in_advance(limit: WorkLimit) -> None:
    """So nobody gets more by asking for everything at once."""
    meters = [await limit.admit(HERE, "") for _ in range(int(0.5 * SAVED_SECONDS / FIRST_COST))]
    assert meters[0]._accounts[0].wait == pytest.approx(0, abs=1e-6)
    for meter in meters:  # which needed nothing
        meter.settle()
    assert meters[0]._accounts[0].wait == pytest.approx(-SAVED_SECONDS)


async def test_the_work_of_a_request_is_all_that_it_has_others_do(limit: WorkLimit) -> None:
    """Its own steps, those of tasks that it starts, and what is done in threads."""
    asyncio.get_running_loop().set_task_factory(metered_task)

    async def task() -> None:
        burn(0.02)

    async def request() -> str:
        burn(0.02)
        await asyncio.gather(task(), asyncio.sleep(0))
        await aside(burn, 0.02)
        return "done"

    meter = await limit.admit(HERE, ADA)
    token = paying.set(meter)
    try:
        assert await Metered(request(), meter) == "done"
    finally:
        paying.reset(token)
        asyncio.get_running_loop().set_task_factory(None)
    assert 0.06 <= meter._spent < 1.0
    assert paying.get() is None


async def test_errors_and_cancellations_pass_through_what_is_measured(limit: WorkLimit) -> None:
    meter = await limit.admit(HERE, ADA)
    waiting = asyncio.Event()

    async def failing() -> None:
        try:
            await waiting.wait()
        except asyncio.CancelledError:
            raise ValueError("cancelled") from None

    task = asyncio.ensure_future(_await(Metered(failing(), meter)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(ValueError, match="cancelled"):
        await task


async def _await(metered: Metered) -> object:
    return await metered


async def test_one_address_leaves_a_thread_to_the_others(limit: WorkLimit) -> None:
    first = await limit.admit(HERE, ADA)
    running, most = 0, 0

    def work() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        burn(0.005)
        running -= 1

    paying.set(first)
    await asyncio.gather(*(aside(work) for _ in range(5)))
    assert most == 1


async def test_work_aside_is_refused_once_the_share_is_far_overdrawn(limit: WorkLimit) -> None:
    meter = await limit.admit(HERE, ADA)
    paying.set(meter)
    meter.spend(10.0)
    with pytest.raises(TooMuchWork):
        await aside(burn, 0.0)


async def test_what_is_the_same_for_everybody_is_made_once() -> None:
    made: list[int] = []

    def make(number: int) -> int:
        burn(0.002)
        made.append(number)
        return -number

    once = MadeOnce(make, most=2)
    assert await asyncio.gather(*(once.get(1) for _ in range(10))) == [-1] * 10
    assert made == [1]
    assert [await once.get(number) for number in (2, 3, 1)] == [-2, -3, -1]
    assert made == [1, 2, 3, 1]  # only the last two are kept


def test_who_asks_for_too_much_is_told_so_and_when_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks after the server is answered all the same."""

    def slow(schema: openapi.Schema) -> openapi.Schema:
        burn(1.0)
        return schema

    monkeypatch.setattr(openapi, "described", slow)
    monkeypatch.setattr(middleware, "PENALTY_SECONDS", 0.0)
    web = WebSettings(address_work=10, visitor_work=10)
    with Site(tmp_path, web) as site, site.newcomer() as client:
        assert client.get("/schema/openapi.json").status_code == 200
        refused = client.get("/api/catalogue")
        assert (refused.status_code, refused.json()["error"]) == (429, "too-much-work")
        assert int(refused.headers["retry-after"]) > MAX_WAIT
        assert "too much of the server's time" in client.get("/").text
        assert client.get("/healthz").status_code == 200


async def test_a_long_answer_is_made_at_the_pace_of_the_share(
    limit: WorkLimit, waited: list[float]
) -> None:
    """So that who downloads a lot can play meanwhile."""
    meter = await limit.admit(HERE, ADA)
    paying.set(meter)
    await aside(meter.spend, 3.0)  # until the answer begins nothing waits
    assert waited == []
    meter.settle()
    await aside(burn, 0.0)
    assert waited == [pytest.approx(4 * 3.0 - SAVED_SECONDS, abs=0.5)]
    (await limit.admit(HERE, ADA)).settle()


@pytest.fixture
async def busy(monkeypatch: pytest.MonkeyPatch) -> WorkLimit:
    """The server is busy with what somebody here has asked for."""
    monkeypatch.setattr(work, "BUSY_SHARE", 2.0)
    limit = WorkLimit(0.5, 0.25)
    heavy = await limit.admit(HERE, "")
    heavy.spend(0.6)
    heavy.settle()
    return limit


async def test_who_has_used_little_begins_at_once_and_others_in_their_order(
    busy: WorkLimit,
) -> None:
    order = list[str]()

    async def ask(address: str, visitor: str, name: str) -> None:
        (await busy.admit(address, visitor)).settle()
        order.append(name)

    (await busy.admit("", ADA)).spend(0.4)
    async with asyncio.TaskGroup() as asking:
        asking.create_task(ask(HERE, ADA, "most"))
        asking.create_task(ask(HERE, "", "much"))
        asking.create_task(ask(THERE, "", "little"))
    assert order == ["little", "much", "most"]


async def test_who_does_not_wait_for_their_turn_keeps_nobody_from_it(busy: WorkLimit) -> None:
    gone, stays = (asyncio.create_task(busy.admit(HERE, name)) for name in (ADA, BEN))
    await asyncio.sleep(0)
    gone.cancel()
    async with asyncio.timeout(PATIENCE):
        (await stays).settle()
    assert gone.cancelled()


async def test_who_would_wait_for_their_turn_too_long_is_refused(
    busy: WorkLimit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "MAX_WAIT", 0.05)
    (await busy.admit(THERE, "")).spend(0.9)
    with pytest.raises(TooMuchWork):
        await busy.admit(HERE, "")


async def test_the_many_who_have_used_little_keep_nobody_else_from_their_turn(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "BUSY_SHARE", 1.0)
    limit = WorkLimit(0.5, 0.25, clock)
    much = await limit.admit(HERE, "")
    much.spend(0.6)
    much.settle()
    clock.at += 0.55  # its own work is paid for, and it has still used more than a little
    for number in range(200):
        little = await limit.admit(f"198.51.100.{number}", "")
        little.spend(0.02)
        little.settle()
    (await limit.admit(HERE, "")).settle()


async def test_who_leaves_before_their_turn_is_charged_for_nothing(clock: Clock) -> None:
    limit = WorkLimit(0.5, 0.25, clock)
    meter = await limit.admit(HERE, "")
    meter.spend(0.5 * (SAVED_SECONDS + 1))
    meter.settle()
    before = meter.wait
    leaves = asyncio.create_task(limit.admit(HERE, ""))
    await asyncio.sleep(0)
    assert meter.wait > before
    leaves.cancel()
    await asyncio.wait([leaves])
    assert leaves.cancelled()
    assert meter.wait == pytest.approx(before)
