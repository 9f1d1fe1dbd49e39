"""How much one visitor may have at a time, asked for by many requests at the same moment."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from httpx import AsyncClient
from tests.patience import PATIENCE
from tests.server.databases import KINDS, fresh
from tests.server.servers import Clients, Servers
from tests.server.site import NO_TLS, Site

from livestone.server.lobby.store import MAX_OPEN_GUEST

AT_ONCE = 12
CHALLENGE: dict[str, Any] = {"game": "freedom", "control": "5+3"}


@pytest.fixture(params=KINDS)
def urls(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """A server over SQLite, or two that share a PostgreSQL database."""
    if request.param == "sqlite":
        with Site(tmp_path) as site:
            yield [site.url]
    else:
        with Servers(tmp_path, fresh("limits"), count=2) as servers:
            yield [server.url for server in servers.all]


async def newcomer(stack: AsyncExitStack, urls: list[str]) -> Clients:
    """Somebody who has never been here, at each of the servers."""
    clients = [
        await stack.enter_async_context(AsyncClient(base_url=url, timeout=PATIENCE, verify=NO_TLS))
        for url in urls
    ]
    assert (await clients[0].get("/api/lobby")).json()["waiting"] == []  # and gets a cookie
    for client in clients[1:]:
        client.cookies = clients[0].cookies
    return clients


async def at_once(
    clients: Clients, path: str, bodies: list[dict[str, Any]]
) -> tuple[Counter[int], set[str]]:
    """Send requests together, by turns to each server.

    Return how often each status was answered, and the ids that were made.
    """
    turns = zip(cycle(clients), bodies, strict=False)
    answers = await asyncio.gather(*(client.post(path, json=body) for client, body in turns))
    made = {answer.json()["id"] for answer in answers if answer.is_success}
    return Counter(answer.status_code for answer in answers), made


async def test_requests_at_the_same_moment_pass_no_limit(urls: list[str]) -> None:
    async with AsyncExitStack() as stack:
        ones, others = [await newcomer(stack, urls) for _ in range(2)]
        codes, made = await at_once(ones, "/api/challenges", [CHALLENGE] * AT_ONCE)
        assert codes == {201: MAX_OPEN_GUEST, 429: AT_ONCE - MAX_OPEN_GUEST}
        assert len(made) == MAX_OPEN_GUEST
        # Who asks again for the same goes on waiting, however fast.
        seeks = [CHALLENGE | {"control": "1d"}] * AT_ONCE
        codes, made = await at_once(others, "/api/lobby/quick", seeks)
        assert codes == {201: AT_ONCE}
        assert len(made) == 1
        seeks = [CHALLENGE | {"control": f"{days}d"} for days in range(2, 2 + AT_ONCE)]
        codes, _ = await at_once(others, "/api/lobby/quick", seeks)
        assert codes == {201: MAX_OPEN_GUEST - 1, 429: AT_ONCE - MAX_OPEN_GUEST + 1}
