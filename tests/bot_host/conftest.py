"""A server for houses to serve."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.site import Site

from livestone.cli.main import run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a server keeps its games, and the file of tokens."""
    made = tmp_path_factory.mktemp("data")
    assert run(["admin", "house", str(made / "tokens"), "--data", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    """A running server without bots of its own."""
    with Site(folder) as running:
        yield running
