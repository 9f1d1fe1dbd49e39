"""Processes and databases are killed while games go on: nothing is lost, doubled or cheated of.

Clients write down what they were told and when; at the end every record in the store is compared
with it, and every clock with what must have passed.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.server.cluster import Cluster
from tests.server.databases import fresh
from tests.server.duel import CLOSE, UNCHARGED, Duel, Told, compare
from tests.server.servers import Servers

GAMES = 200
SEEDS = (1, 2, 3)
SHORT = 3.0  # an interruption that may pass unnoticed
Disturb = Callable[[random.Random], Coroutine[Any, Any, None]]
Interruption = tuple[float, float]  # from when to when nobody could play (monotonic)


async def play(
    servers: Servers, games: int, pause: float, seed: int, disturb: Disturb
) -> list[Duel]:
    """Have games played while somebody disturbs them, and return what was told."""
    async with contextlib.AsyncExitStack() as stack:
        duels = []
        for number in range(games):
            clients = [await stack.enter_async_context(servers.newcomer()) for _ in range(2)]
            duels.append(Duel(clients, 1000 * seed + number))

        async def disturb_in_time() -> None:
            # Before somebody's clock runs nobody can lose time.
            while not any(len(duel.told) > UNCHARGED for duel in duels):
                await asyncio.sleep(0.02)
            await disturb(random.Random(seed))

        disturbing = asyncio.create_task(disturb_in_time())
        try:
            await asyncio.gather(*(duel.play(pause) for duel in duels))
        finally:
            await disturbing
        await servers.all_answer()
        for duel in duels:
            await duel.check()
    return duels


def check_given_back(
    servers: Servers, duels: list[Duel], interruptions: list[Interruption]
) -> None:
    """Players get back the time in which they could not play, and no other time."""
    given = servers.given_back()
    for down, up in interruptions:
        if up - down < SHORT:
            continue
        at, seconds = next(one for one in given if one[0] > down)
        moved = [told.sent for duel in duels for told in duel.told if told.acknowledged < down]
        assert at - down - CLOSE < seconds < at - max(moved, default=0.0) + CLOSE


async def compare_all(
    servers: Servers, duels: list[Duel], interruptions: list[Interruption]
) -> None:
    """Compare records, clocks and what was given back with what was told and done."""
    given = servers.given_back()
    error = await compare(duels, servers.data, servers.database, given)
    moves = sum(len(duel.told) for duel in duels)
    print(
        f"\n{len(duels)} games, {moves} moves, {len(interruptions)} interruptions, "
        f"{len(given)} given back: clocks right to {error:.3f} s"
    )
    assert error < CLOSE
    check_given_back(servers, duels, interruptions)


async def test_processes_are_killed(tmp_path: Path) -> None:
    with Servers(tmp_path, fresh("faults")) as servers:

        async def disturb(dice: random.Random) -> None:
            for _ in range(2):
                await asyncio.sleep(0.5)
                await servers.kill_one(dice)

        duels = await play(servers, 6, 0.1, 8, disturb)
        await compare_all(servers, duels, [])
    assert set(servers.codes) == {0}


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_everything_is_killed(tmp_path: Path, seed: int) -> None:
    """Twelve times within a minute: servers, the owner among them, and PostgreSQL."""
    with Cluster() as cluster, Servers(tmp_path, cluster.url) as servers:
        interruptions = []

        async def disturb(dice: random.Random) -> None:
            for number in range(12):
                await asyncio.sleep(dice.uniform(1, 4))
                if number % 3 == 1:
                    down = time.monotonic()
                    cluster.kill()
                    await asyncio.sleep(dice.uniform(0, 6))
                    await asyncio.to_thread(cluster.start)
                    interruptions.append((down, time.monotonic()))
                else:
                    await servers.kill_one(dice)

        duels = await play(servers, GAMES, 4.0, seed, disturb)
        await compare_all(servers, duels, interruptions)
    assert set(servers.codes) == {0}


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True])
async def test_a_database_is_gone_for_a_minute(tmp_path: Path, killed: bool) -> None:
    """Everybody is told so in words, nobody loses time, and play goes on.

    That holds for servers that are killed, and start again, meanwhile, too.
    """
    with Cluster() as cluster, Servers(tmp_path, cluster.url) as servers:
        async with contextlib.AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(servers.newcomer()) for _ in range(3)]
            duel = Duel(clients[:2], 1)
            playing = asyncio.create_task(duel.play(0.5))
            while len(duel.told) < 4:
                await asyncio.sleep(0.1)
            down = time.monotonic()
            cluster.kill()
            told = len(duel.told)
            for server in servers.all if killed else ():
                await servers.replace(server)
            while time.monotonic() < down + 60:
                await asyncio.sleep(5)
                if killed:  # nobody answers until the database does
                    assert (await clients[2].get("/healthz")).status_code == 502
                    continue
                alive, ready = [await clients[2].get(at) for at in ("/healthz", "/readyz")]
                assert (alive.status_code, ready.status_code) == (200, 503)
                assert ready.json()["reason"]
                page = await clients[2].get(f"/api/games/{duel.id}")
                assert page.status_code == 503
                assert "try again" in page.text
            cluster.start()
            up = time.monotonic()
            await playing
            print(f"\nthe next move {duel.told[told].acknowledged - up:.1f} s after it was back")
            while (await clients[2].get("/readyz")).status_code != 200:
                await asyncio.sleep(0.2)
        await compare_all(servers, [duel], [(down, up)])
    assert set(servers.codes) == {0}


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_one_process_is_killed_again_and_again(tmp_path: Path, seed: int) -> None:
    """The only one, of a server with SQLite."""
    with Servers(tmp_path, None, count=1) as servers:
        interruptions = []

        async def disturb(dice: random.Random) -> None:
            for _ in range(6):
                await asyncio.sleep(dice.uniform(1, 6))
                down = time.monotonic()
                servers.all[0].end()
                await asyncio.sleep(dice.uniform(0, 8))
                await asyncio.to_thread(servers.all[0].start)
                interruptions.append((down, time.monotonic()))

        duels = await play(servers, GAMES, 2.0, seed, disturb)
        await compare_all(servers, duels, interruptions)
    assert set(servers.codes) == {0}


def test_a_wrong_clock_would_be_noticed() -> None:
    """Each move takes two seconds, and what the clocks say is compared with that."""
    told = [Told("b2", 2.0 * number, 2.0 * number + 0.1) for number in range(6)]
    duel = Duel((), 0, told=told)
    right = [1800.0, 1800.0, 1798.0, 1798.0, 1796.0, 1796.0]
    assert duel.drift(right) == 0
    assert duel.drift([*right[:4], 1793.0, 1796.0]) == pytest.approx(2.9)
    # Three seconds that were given back, after the fourth move.
    assert duel.drift([*right[:4], 1799.0, 1796.0], [(6.5, 3.0)]) == 0
    assert duel.drift(right, [(6.5, 3.0)]) == pytest.approx(2.9)
