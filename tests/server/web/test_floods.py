"""While somebody floods a server, a game between two others goes on."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import statistics
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from tests.server.duel import Duel
from tests.server.floods import FLOODS, Target
from tests.server.servers import Servers, ask
from tests.server.site import NO_TLS

# How many connections, small and big; the big ones are more than the server lets in.
SMALL, BIG = 12, 10_000
BUSY = {"requests": 20, "logins": 20, "oversize": 20, "slow_heads": 2000, "slow_bodies": 2000}
BUSY |= {"unread_answers": 300}
SECONDS = 12.0  # that a big flood is watched


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    folder = tmp_path_factory.mktemp("floods")
    with Servers(folder, None, 1, REQUESTS=50) as running:
        yield running
    assert running.codes == [0]
    assert "failed" not in running.logged()


@pytest.fixture
async def target(servers: Servers) -> Target:
    host, port = re.fullmatch(r"http://(.+):(\d+)", servers.url).groups()  # type: ignore[union-attr]
    lines = re.search(r"on port (\d+)", "".join(servers.all[0].said))
    found = Target(host, int(port), int(lines[1]))
    async with servers.newcomer() as client:
        await ask(client, "/api/games")
        spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
        found.game = (await ask(client, "/api/games", {**spec, "public": True}))["id"]
    return found


@contextlib.asynccontextmanager
async def players(servers: Servers) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Two clients who keep their connections, as pages and programs do, elsewhere."""
    async with contextlib.AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                httpx.AsyncClient(
                    base_url=servers.url,
                    timeout=60,
                    verify=NO_TLS,
                    transport=httpx.AsyncHTTPTransport(local_address="127.0.0.2"),
                )
            )
            for _ in range(2)
        ]


async def play_on(servers: Servers, seconds: float, pause: float) -> list[float]:
    """Play until the time is over, and return how long each move took."""
    taken: list[float] = []
    began = time.monotonic()
    async with players(servers) as clients:
        while not taken or time.monotonic() - began < seconds:
            duel = Duel(clients, random.randrange(10**6))
            await duel.play(pause)
            taken += [told.acknowledged - told.sent for told in duel.told]
    return taken


@contextlib.asynccontextmanager
async def flooded(name: str, target: Target, number: int) -> AsyncIterator[None]:
    """Have a flood go on until the end of the block."""
    task: asyncio.Task[Any] = asyncio.ensure_future(FLOODS[name](target, number))
    try:
        yield
        assert not task.done(), task.exception()
    finally:
        task.cancel()
        await asyncio.wait({task})


@pytest.mark.parametrize("name", FLOODS)
async def test_a_game_goes_on(servers: Servers, target: Target, name: str) -> None:
    async with flooded(name, target, SMALL):
        await play_on(servers, 0, 0.0)
    assert target.opened >= SMALL


@pytest.mark.slow
@pytest.mark.parametrize("name", FLOODS)
async def test_a_game_goes_on_beside_thousands(servers: Servers, target: Target, name: str) -> None:
    number = BUSY.get(name, BIG)
    quiet = await play_on(servers, 3, 0.1)
    async with flooded(name, target, number):
        while target.opened < number and name not in BUSY:
            await asyncio.sleep(0.1)
        taken = await play_on(servers, SECONDS, 0.1)
    shown = [f"{1000 * value:.0f}" for value in (statistics.median(taken), max(taken))]
    before = f"{1000 * statistics.median(quiet):.0f}"
    print(
        f"\n{name}, {number}: a move took {shown[0]} ms (median; {before} before), "
        f"{shown[1]} at most; {target.opened} opened, {target.refused} refused"
    )
