"""A running server, and clients of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.server.site import Site

from livestone.client import Client


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server without bots."""
    with Site(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def newcomer(site: Site) -> Iterator[Callable[..., Client]]:
    """Makes visitors who have never been here, or with a token or cookie they are ``known`` by."""
    made: list[Client] = []

    def new(**known: str) -> Client:
        made.append(Client(site.url, **known))
        return made[-1]

    yield new
    for client in made:
        client.close()


@pytest.fixture
def client(newcomer: Callable[..., Client]) -> Client:
    """A visitor without an account."""
    return newcomer()
