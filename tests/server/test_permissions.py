"""docs/permissions.md says who may ask for what; every route of the application is in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.roles import LAST, PAGE, ROLES, Cast, cast, observe, outcome, read_table, routes

from livestone.server.web import scopes
from livestone.server.web.guard import SAFE_METHODS

TABLE = read_table(PAGE.read_text("utf-8"))
# Logging in or out changes who asks: these routes come last.
IN_ORDER = sorted(TABLE, key=lambda route: (LAST.count(route[1]), route[1]))
# The routes that somebody would like to get at, and who would.
WANTED = (
    "/api/account",
    "/api/admin",
    "/api/games",
    "/api/studies",
    "/games",
    "/admin",
    "/studies",
)
QUICK = ("guest", "stranger", "program")


@pytest.fixture(scope="module")
def everybody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    """A server with everybody there."""
    with cast(tmp_path_factory.mktemp("data")) as made:
        yield made


def test_every_route_is_in_the_table() -> None:
    assert sorted(TABLE) == routes()
    assert all(len(cells) == len(ROLES) for cells in TABLE.values())
    assert set(scopes.TABLE) <= set(TABLE)


@pytest.mark.parametrize(
    ("method", "path"), [route for route in IN_ORDER if route[1].startswith(WANTED)]
)
def test_who_may(everybody: Cast, method: str, path: str) -> None:
    expected = dict(zip(ROLES, TABLE[method, path], strict=True))
    for role in QUICK:
        assert (role, outcome(everybody.ask(role, method, path))) == (role, expected[role])


@pytest.mark.parametrize(
    ("method", "path"), [route for route in IN_ORDER if route[0] not in SAFE_METHODS]
)
def test_no_other_site_can_change_anything(everybody: Cast, method: str, path: str) -> None:
    assert everybody.ask("player", method, path, origin="http://evil.example") == 403
    site = {"sec-fetch-site": "cross-site", "origin": everybody.url}
    assert everybody.ask("player", method, path, **site) == 403


@pytest.mark.slow
def test_the_whole_table(tmp_path: Path) -> None:
    with cast(tmp_path) as made:
        assert observe(made) == TABLE
