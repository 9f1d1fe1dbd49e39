"""How much one visitor may have at a time, asked for by many requests at the same moment."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.crew import Together
from tests.server.databases import KINDS, fresh

from livestone.server.meeting.service import MOST_OPEN_GUEST

pytestmark = pytest.mark.anyio
AT_ONCE = 12
CHALLENGE: dict[str, Any] = {"game": "freedom", "control": "5+3"}


@pytest.fixture
def anyio_backend() -> str:
    """The clients run on asyncio."""
    return "asyncio"


@pytest.fixture(params=KINDS)
async def server(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Together]:
    """A server over either database; two processes share the one of PostgreSQL."""
    shared = request.param == "postgresql"
    with Together(tmp_path, fresh("limits") if shared else None, workers=1 + shared) as running:
        yield running


async def at_once(
    client: httpx.AsyncClient, path: str, bodies: list[dict[str, Any]]
) -> tuple[Counter[int], set[str]]:
    """Send requests together: how often each status was answered, and the ids that were made."""
    answers = await asyncio.gather(*(client.post(path, json=body) for body in bodies))
    made = {answer.json()["id"] for answer in answers if answer.is_success}
    return Counter(answer.status_code for answer in answers), made


async def test_requests_at_the_same_moment_pass_no_limit(server: Together) -> None:
    async with server.newcomer() as one, server.newcomer() as other:
        for client in (one, other):
            assert (await client.get("/api/lobby")).json()["waiting"] == []  # and gets a cookie
        codes, made = await at_once(one, "/api/challenges", [CHALLENGE] * AT_ONCE)
        assert codes == {201: MOST_OPEN_GUEST, 429: AT_ONCE - MOST_OPEN_GUEST}
        assert len(made) == MOST_OPEN_GUEST

        # Who asks again for the same goes on waiting, however fast.
        wishes = [CHALLENGE | {"control": "1d"}] * AT_ONCE
        codes, made = await at_once(other, "/api/lobby/quick", wishes)
        assert codes == {201: AT_ONCE}
        assert len(made) == 1
        wishes = [CHALLENGE | {"control": f"{days}d"} for days in range(2, 2 + AT_ONCE)]
        codes, _ = await at_once(other, "/api/lobby/quick", wishes)
        assert codes == {201: MOST_OPEN_GUEST - 1, 429: AT_ONCE - MOST_OPEN_GUEST + 1}
