"""One server for all tests of tables that need one, and what can be read of a game on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.site import Site


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server without bots; who asks is new to each test."""
    with Site(tmp_path_factory.mktemp("data")) as running:
        yield running
