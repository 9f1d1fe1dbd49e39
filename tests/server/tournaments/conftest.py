"""A class on the ladder: the server, its pupils, somebody who looks on, and the operator."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from tests.server.classroom import ClassServer, Pupils

NAMES = ("Ada", "Ben", "Dan")
RULES = {"options": {"size": 4}, "move": 60, "game": 600}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClassServer]:
    """A server on which three play on the ladder."""
    folder = tmp_path_factory.mktemp("class")
    with ClassServer(folder, NAMES) as running:
        with running.operator() as operator:
            ladder = operator.get("/api/freeplay").json()["ladder"]
            answer = operator.post(f"/api/tournaments/{ladder}/settings", json=RULES)
            assert answer.status_code == 200, answer.text
        yield running


@pytest.fixture(scope="module")
def pupils(server: ClassServer) -> Iterator[Pupils]:
    with Pupils(NAMES, server.port, 0.01) as playing:
        yield playing


@pytest.fixture
def anybody(server: ClassServer) -> Iterator[httpx.Client]:
    """Somebody who has never been here."""
    with server.visitor() as client:
        client.follow_redirects = True
        yield client


@pytest.fixture
def operator(server: ClassServer) -> Iterator[httpx.Client]:
    with server.operator() as client:
        client.follow_redirects = True
        yield client
