"""Changes are counted; who listens misses none and holds nobody up."""

from __future__ import annotations

import asyncio

import pytest

from livestone.server.freeplay.news import News

pytestmark = pytest.mark.anyio


async def test_news() -> None:
    news = News()
    listening = [asyncio.create_task(news.after(0)) for _ in range(3)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in listening)
    news.tell()
    news.tell()
    assert await asyncio.gather(*listening) == [2, 2, 2]
    assert await news.after(1) == 2
