"""A game of the house can be left at any moment, whatever is heard just then."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from livestone.client import Client, Game
from livestone.house.sitting import Sitting


class Left:
    """A game that nobody may look at any more."""

    ply = 0

    def refresh(self) -> None:
        raise AssertionError("it was told to stop")


def test_it_stops_though_news_come_at_the_same_moment() -> None:
    async def live() -> None:
        nobody: Any = None
        sitting = Sitting(cast(Client, nobody), nobody, 1, "one", lambda said: None)
        waiting = asyncio.create_task(sitting._wait(cast(Game, Left())))
        await asyncio.sleep(0)
        sitting.news.set()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(live())
