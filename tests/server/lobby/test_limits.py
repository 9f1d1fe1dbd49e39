"""How much one visitor may have at a time, asked for by many requests at the same moment."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from tests.server.databases import KINDS, fresh
from tests.server.servers import Clients, Servers, everywhere

from livestone.server.lobby.service import MOST_OPEN_GUEST

AT_ONCE = 12
CHALLENGE: dict[str, Any] = {"game": "freedom", "control": "5+3"}


@pytest.fixture(params=KINDS)
async def servers(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Servers]:
    """A server over SQLite, or two that share a PostgreSQL database."""
    shared = request.param == "postgresql"
    with Servers(tmp_path, fresh("limits") if shared else None, count=1 + shared) as running:
        yield running


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


async def test_requests_at_the_same_moment_pass_no_limit(servers: Servers) -> None:
    async with servers.newcomer() as one, servers.newcomer() as other:
        for client in (one, other):
            assert (await client.get("/api/lobby")).json()["waiting"] == []  # and gets a cookie
        async with everywhere(servers, one) as ones, everywhere(servers, other) as others:
            await check(ones, others)


async def check(ones: Clients, others: Clients) -> None:
    """Ask for more than there may be."""
    codes, made = await at_once(ones, "/api/challenges", [CHALLENGE] * AT_ONCE)
    assert codes == {201: MOST_OPEN_GUEST, 429: AT_ONCE - MOST_OPEN_GUEST}
    assert len(made) == MOST_OPEN_GUEST

    # Who asks again for the same goes on waiting, however fast.
    seeks = [CHALLENGE | {"control": "1d"}] * AT_ONCE
    codes, made = await at_once(others, "/api/lobby/quick", seeks)
    assert codes == {201: AT_ONCE}
    assert len(made) == 1
    seeks = [CHALLENGE | {"control": f"{days}d"} for days in range(2, 2 + AT_ONCE)]
    codes, _ = await at_once(others, "/api/lobby/quick", seeks)
    assert codes == {201: MOST_OPEN_GUEST - 1, 429: AT_ONCE - MOST_OPEN_GUEST + 1}
