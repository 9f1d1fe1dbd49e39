"""The benchmark plays against a server as it is started."""

from __future__ import annotations

from pathlib import Path

import pytest

from livestone.server.tournaments import bench

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]


@pytest.mark.slow
async def test_a_load() -> None:
    load = await bench.load(bots=4, think=0.01, seconds=0.5)
    assert 0 < load.median <= load.most <= load.longest
    assert load.games > 0
    assert load.resident >= load.unshared > 0
    assert "moves a second" in str(load)
