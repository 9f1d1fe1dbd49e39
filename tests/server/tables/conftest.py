"""One server for all tests of tables that need one, and what can be read of a game on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from tests.server.conftest import PuppetEngine
from tests.server.site import Site
from tests.server.tables.test_sweeper import Server

from livestone.server.tables.store import GameStore


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server without bots; who asks is new to each test."""
    with Site(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
async def server(store: GameStore, engine: PuppetEngine) -> AsyncIterator[Server]:
    """A table service with a clock that the test sets."""
    made = Server(store, engine)
    yield made
    await made.tables.close()
