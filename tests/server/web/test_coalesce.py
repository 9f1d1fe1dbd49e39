"""Many questions at once: one asking, never begun before the last of those it answers came."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.conftest import until

from livestone.server.web.aside import Coalescer


class Oracle:
    """Answers with how often it was asked, when the test lets it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, frozenset[str]]] = []
        self.free = asyncio.Event()
        self.free.set()

    async def __call__(self, what: str, who: frozenset[str]) -> int:
        """Answer."""
        self.asked.append((what, who))
        number = len(self.asked)
        await self.free.wait()
        if what == "trouble":
            raise ValueError(what)
        return number


async def test_those_who_ask_at_once_are_answered_together() -> None:
    oracle = Oracle()
    together = Coalescer(oracle)
    answers = await asyncio.gather(*(together.get("a", f"{who % 7}") for who in range(50)))
    assert set(answers) == {1}
    assert oracle.asked == [("a", frozenset("0123456"))]
    answers = await asyncio.gather(together.get("a", "x"), together.get("b", "y"))
    assert sorted(answers) == [2, 3]


async def test_who_comes_later_is_told_what_is_newer() -> None:
    oracle = Oracle()
    together = Coalescer(oracle)
    oracle.free.clear()
    first = asyncio.create_task(together.get("a", "first"))
    await until(lambda: len(oracle.asked) == 1)
    later = [asyncio.create_task(together.get("a", f"{who}")) for who in range(5)]
    await until(lambda: len(oracle.asked) == 2)
    oracle.free.set()
    assert await first == 1
    assert set(await asyncio.gather(*later)) == {2}


async def test_who_goes_away_takes_the_answer_from_nobody() -> None:
    oracle = Oracle()
    together = Coalescer(oracle)
    oracle.free.clear()
    one, other = (asyncio.create_task(together.get("a", who)) for who in "xy")
    await until(lambda: len(oracle.asked) == 1)
    one.cancel()
    with pytest.raises(asyncio.CancelledError):
        await one
    oracle.free.set()
    assert await other == 1


async def test_trouble_is_everybody_s_and_over_then() -> None:
    together = Coalescer(Oracle())
    for _ in range(2):
        asking = (together.get("trouble", who) for who in "xyz")
        answers = await asyncio.gather(*asking, return_exceptions=True)
        assert [str(answer) for answer in answers] == ["trouble"] * 3
