"""Processes and PostgreSQL itself are killed while games go on: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
from pathlib import Path

import pytest
from tests.server.cluster import Cluster
from tests.server.crew import Game, Together

GAMES = 200
KILLED = 12  # every third time it is PostgreSQL

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def disturb(together: Together, cluster: Cluster, dice: random.Random) -> None:
    """Kill one thing after another."""
    for number in range(KILLED):
        await asyncio.sleep(dice.uniform(1, 4))
        if number % 3 == 1:
            cluster.kill()
            await asyncio.sleep(3)
            await asyncio.to_thread(cluster.start)
        elif together.processes:
            os.kill(dice.choice(together.processes), signal.SIGKILL)


async def test_everything_is_killed(tmp_path: Path) -> None:
    with Cluster() as cluster, Together(tmp_path, cluster.url) as together:
        async with contextlib.AsyncExitStack() as stack:
            games = [
                Game(await stack.enter_async_context(together.newcomer()), seed)
                for seed in range(GAMES)
            ]
            disturbing = asyncio.create_task(disturb(together, cluster, random.Random(8)))
            try:
                await asyncio.gather(*(game.play(0.5) for game in games))
            finally:
                disturbing.cancel()
                await asyncio.wait({disturbing})
            with contextlib.suppress(Exception):
                cluster.start()  # where it was cut off between killing and starting
            for game in games:
                await game.check()
    assert together.code == 0
