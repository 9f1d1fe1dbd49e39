"""Whatever is sent to the JSON API, the answer is one of its own, and the server goes on."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from httpx import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.site import Site

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-1e9, 1e9) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=5,
)
QUIET = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
# Streams never end, whoever has left is not who he was, hints and the engine want a compiled bot.
LEFT_OUT = re.compile(r"events$|hint$|engine$|logout|freeplay|operator|tournaments")


@pytest.fixture(scope="module")
def somebody(site: Site) -> Iterator[Client]:
    """Somebody with an account and a game."""
    with site.newcomer() as client:
        body = {"name": "Fuzzy", "password": "four words will do"}
        assert client.post("/api/register", json=body).status_code == 201
        yield client


@pytest.fixture(scope="module")
def schema(somebody: Client) -> dict[str, Any]:
    """What the server says of itself."""
    found: dict[str, Any] = somebody.get("/schema/openapi.json").json()
    return found


@pytest.fixture(scope="module")
def game(somebody: Client) -> str:
    """A game of his."""
    seats = {"game": "freedom", "seats": ["me", "person"], "options": {"size": 4}}
    id: str = somebody.post("/api/games", json=seats).json()["id"]
    return id


@pytest.fixture(scope="module")
def study(somebody: Client) -> str:
    """A study of his."""
    made = somebody.post("/api/studies", json={"game": "freedom", "options": {"size": 4}}).json()
    id: str = made["id"]
    moves = {"node": 0, "moves": ["a1", "b1"]}
    assert somebody.post(f"/api/studies/{id}/moves", json=moves).status_code == 200
    return id


def value(schema: dict[str, Any], kind: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a kind that the schema describes; sometimes any other."""
    if "$ref" in kind:
        kind = schema["components"]["schemas"][kind["$ref"].rpartition("/")[2]]
    if "oneOf" in kind or "anyOf" in kind:
        several = kind.get("oneOf") or kind["anyOf"]
        return st.one_of(*(value(schema, one) for one in several))
    if "enum" in kind:
        return st.sampled_from(kind["enum"])
    match kind.get("type"):
        case "object" if "properties" in kind:
            fields = {name: value(schema, one) for name, one in kind["properties"].items()}
            needed = set(kind.get("required", ()))
            return st.fixed_dictionaries(
                {name: one for name, one in fields.items() if name in needed},
                optional={name: one for name, one in fields.items() if name not in needed},
            )
        case "array":
            return st.lists(value(schema, kind.get("items", {})), max_size=3)
        case "string":
            return st.text(max_size=30) | st.sampled_from(["freedom", "me", "a1", "5+3", "Fuzzy"])
        case "integer":
            return st.integers(-5, 30) | st.integers()
        case "boolean":
            return st.booleans()
    return JSON


def check(answer: Any) -> None:
    """Fail where the server has made a mistake, or answers as nobody expects."""
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        said = answer.json()
        assert {"error", "message"} <= set(said)
        assert "\n" not in said["message"]
        assert "Traceback" not in said["message"]


@pytest.mark.parametrize("many", [60, pytest.param(1500, marks=pytest.mark.slow)])
def test_bodies(somebody: Client, schema: dict[str, Any], game: str, study: str, many: int) -> None:
    routes = [
        (path, method, described)
        for path, methods in schema["paths"].items()
        for method, described in methods.items()
        if path.startswith("/api/") and not LEFT_OUT.search(path)
    ]
    assert len(routes) > 50

    @settings(QUIET, max_examples=many)
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        path, method, described = data.draw(st.sampled_from(routes))
        path = re.sub(r"\{id\}", study if path.startswith("/api/studies") else game, path)
        path = re.sub(r"\{\w+\}", lambda _: quote(data.draw(st.text(max_size=9)), safe=""), path)
        body = described.get("requestBody", {}).get("content", {}).get("application/json", {})
        kind = value(schema, body.get("schema", {}))
        sent = data.draw(st.one_of(kind, kind, JSON)) if method == "post" else None
        if method == "post":
            check(somebody.post(path, json=sent))
        else:
            check(somebody.get(path, params={"page": data.draw(st.text(max_size=4))}))

    ask()
    assert somebody.get(f"/api/games/{game}").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"name": 1}', b'{"name": "\\ud800"}'),
        *(b"[" * 30_000, b'{"a":' * 10_000, b'{"name": "' + b"x" * 60_000 + b'"}', b"NaN"),
    ],
)
def test_broken_bodies(somebody: Client, body: bytes) -> None:
    for path in ("/api/login", "/api/games", "/api/account/blocks"):
        headers = {"Content-Type": "application/json"}
        answer = somebody.post(path, content=body, headers=headers)
        check(answer)
        assert answer.status_code >= 400


def test_too_much(somebody: Client) -> None:
    answer = somebody.post("/api/login", content=b"x" * 70_000)
    assert answer.status_code == 413


def test_sockets_that_say_nothing_keep_nobody_out(site: Site, somebody: Client) -> None:
    parts = urlsplit(site.url)
    place = (str(parts.hostname), int(parts.port or 0))
    idle = [socket.create_connection(place) for _ in range(100)]
    try:
        for number, one in enumerate(idle):
            if number % 2:
                one.sendall(b"POST /api/login HTTP/1.1\r\nHost: localhost\r\n")
        assert somebody.get("/api/catalogue").status_code == 200
    finally:
        for one in idle:
            one.close()


def test_who_reads_nothing_holds_nobody_up(site: Site, somebody: Client, game: str) -> None:
    parts = urlsplit(site.url)
    cookie = f"livestone={somebody.cookies['livestone']}"
    lines = (f"GET /api/games/{game}/events HTTP/1.1", "Host: localhost", f"Cookie: {cookie}")
    request = "\r\n".join((*lines, "", ""))
    with socket.create_connection((str(parts.hostname), int(parts.port or 0))) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        slow.sendall(request.encode())
        for move in ("a1", "b1", "c1"):
            ply = somebody.get(f"/api/games/{game}").json()["ply"]
            played = somebody.post(f"/api/games/{game}/plies", json={"move": move, "ply": ply})
            assert played.status_code in (200, 400, 409)
        assert somebody.get(f"/api/games/{game}").status_code == 200


def test_the_folder_is_whole_afterwards(site: Site, somebody: Client) -> None:
    import sqlite3

    with sqlite3.connect(Path(site.folder) / "livestone.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
