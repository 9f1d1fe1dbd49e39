"""A running server without bots, and people who come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from httpx import Client
from tests.server.site import Site

PASSWORD = "four words will do"
Newcomer = Callable[..., Client]


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for all tests about studies: each brings its own people."""
    with Site(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def newcomer(site: Site) -> Iterator[Newcomer]:
    """Makes people who have never been here; with a name they have accounts."""
    with ExitStack() as made:

        def new(name: str = "") -> Client:
            client = made.enter_context(site.newcomer())
            if name:
                body = {"name": name, "password": PASSWORD}
                assert client.post("/api/register", json=body).status_code == 201
            return client

        yield new
