"""The JSON API: what it answers, and what it refuses with which status and code."""

from __future__ import annotations

import contextlib
import socket
from typing import Any

import pytest
from httpx import Client
from tests.patience import PATIENCE
from tests.server.site import Site

from livestone.records.record import Record
from livestone.server.app import MAX_BODY_BYTES
from livestone.server.web.identity import COOKIE

TWO = {"game": "freedom", "seats": ["me", "person"], "options": {"size": 4}}
IMPOSSIBLE = "wbwb/bwbw/wbwb/bwbw b last=a1"


def create(guest: Client, **changes: Any) -> dict[str, Any]:
    """Start a game."""
    answer = guest.post("/api/games", json={**TWO, **changes})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_whole_game(guest: Client) -> None:
    table = create(guest)
    at = f"/api/games/{table['id']}"
    assert (table["mover"], table["my_turn"], table["ply"]) == (0, True, 0)
    seats = [(seat["kind"], seat["name"], seat["is_me"]) for seat in table["seats"]]
    assert seats == [("person", "Player 1", True), ("person", "Player 2", True)]
    assert len(table["legal"]) == 16
    while table["status"] == "running":
        body = {"move": table["legal"][-1], "ply": table["ply"]}
        answer = guest.post(f"{at}/plies", json=body)
        assert answer.status_code == 200
        table = answer.json()
    assert table["winners"] is not None
    assert guest.get(at).json() == table
    assert guest.get(at, params={"ply": 1}).json()["cells"] == {"d4": "white"}
    record = Record.from_json(guest.get(f"{at}/record").json())
    assert record == Record.read(guest.get(f"{at}/record.txt").text)
    assert record == Record.read(guest.get(f"{at}/record.json").text)
    listed = guest.get("/api/games").json()
    assert (listed["total"], listed["games"][0]["id"]) == (1, table["id"])
    games = {game["game"]: game for game in guest.get("/api/catalogue").json()}
    assert games["freedom"]["options"]["size"] == {"default": 10, "values": list(range(4, 17))}


REFUSED: list[tuple[str, str, Any, int, str]] = [
    ("GET", "/api/nothing", None, 404, "not-found"),
    ("GET", "/api/games/nobody", None, 404, "not-found"),
    ("GET", "/metrics", None, 404, "not-found"),
    ("GET", "/api/games/%00", None, 404, "not-found"),
    ("DELETE", "/api/games", None, 405, "bad-request"),
    ("GET", "/api/games?page=0", None, 400, "bad-request"),
    ("GET", "/api/games?page=1000000000000", None, 400, "bad-request"),
    ("GET", "/api/games?page=x", None, 400, "bad-request"),
    ("GET", "{at}?ply=7", None, 400, "bad-request"),
    ("GET", "{at}?ply=x", None, 400, "bad-request"),
    ("GET", "{at}/record.pdf", None, 404, "not-found"),
    ("POST", "/api/games", {**TWO, "game": "chess"}, 404, "unknown-game"),
    ("POST", "/api/games", {**TWO, "options": {"size": 3}}, 400, "bad-option"),
    ("POST", "/api/games", {**TWO, "options": {"size": [4]}}, 400, "bad-request"),
    ("POST", "/api/games", {**TWO, "seats": ["me"] * 21}, 400, "bad-request"),
    ("POST", "/api/games", {**TWO, "options": {"colour": 1}}, 400, "bad-option"),
    ("POST", "/api/games", {**TWO, "seats": ["me"]}, 400, "bad-request"),
    ("POST", "/api/games", {**TWO, "seats": ["me", "x" * 999]}, 400, "bad-request"),
    ("POST", "/api/games", {**TWO, "seats": ["bot:1", "bot:1"]}, 400, "bad-request"),
    ("POST", "/api/games", {**TWO, "seats": ["friend", "bot:1"]}, 400, "bad-request"),
    ("POST", "/api/games", {**TWO, "opening": "x"}, 400, "bad-position"),
    ("POST", "/api/games", {**TWO, "opening": IMPOSSIBLE}, 400, "bad-position"),
    ("POST", "/api/games", {**TWO, "surprise": 1}, 400, "bad-request"),
    ("POST", "/api/games", {}, 400, "bad-request"),
    ("POST", "/api/games", [1, 2], 400, "bad-request"),
    ("POST", "/api/games", b"", 400, "bad-request"),
    ("POST", "/api/games", b"{", 400, "bad-request"),
    ("POST", "/api/games", b"\xff\xfe", 400, "bad-request"),
    ("POST", "/api/games", b"null", 400, "bad-request"),
    ("POST", "/api/games", b'{"a":' * 10_000, 400, "bad-request"),
    ("POST", "/api/games", b'{"game": "' + b"x" * 60_000 + b'"}', 400, "bad-request"),
    ("POST", "/api/login", b'{"name": "\\ud800", "password": "x"}', 400, "bad-request"),
    ("POST", "/api/games", b" " * (MAX_BODY_BYTES + 1), 413, "too-large"),
    ("POST", "{at}/plies", {"move": "b2", "ply": 1}, 409, "not-allowed"),
    ("POST", "{at}/plies", {"move": "b2", "ply": 10**30}, 400, "bad-request"),
    ("POST", "{at}/plies", {"move": "b2", "ply": "x"}, 400, "bad-request"),
    ("POST", "{at}/plies", {"move": "b2", "ply": -1}, 400, "bad-request"),
    ("POST", "{at}/plies", {"move": "b2"}, 400, "bad-request"),
    ("POST", "{at}/plies", {"move": "b2", "ply": 10**6}, 409, "not-allowed"),
    ("POST", "{at}/plies", {"move": "z9", "ply": 0}, 400, "move-syntax"),
    ("POST", "{at}/plies", {"move": "", "ply": 0}, 400, "move-syntax"),
    ("POST", "{at}/plies", {"move": "\0" * 200, "ply": 0}, 400, "move-syntax"),
    ("POST", "{at}/plies", {"move": "pass", "ply": 0}, 400, "illegal-move"),
    ("POST", "{at}/plies", {"move": "x" * 201, "ply": 0}, 400, "bad-request"),
    ("POST", "{at}/undo", {"ply": 0}, 409, "not-allowed"),
    ("POST", "{at}/rematch", None, 409, "not-allowed"),
    ("POST", "{at}/takeback", {"ply": 0, "seat": 0, "allow": True}, 409, "not-allowed"),
    ("POST", "{at}/takeback", {"ply": 0, "seat": 0, "allow": "yes"}, 400, "bad-request"),
    ("POST", "{at}/takeback", {"ply": 0, "seat": -1, "allow": True}, 400, "bad-request"),
    ("POST", "/api/invitations/" + "x" * 3000, None, 404, "not-found"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "code"), REFUSED)
def test_refused(guest: Client, method: str, path: str, body: Any, status: int, code: str) -> None:
    table = create(guest)
    at = f"/api/games/{table['id']}"
    headers = {"content-type": "application/json"}
    sent = {"content": body, "headers": headers} if isinstance(body, bytes) else {"json": body}
    answer = guest.request(method, path.format(at=at), **({} if body is None else sent))
    assert answer.status_code == status, answer.text
    error = answer.json()
    assert set(error) == {"error", "message"}
    assert error["error"] == code
    assert error["message"]
    assert "\n" not in error["message"], "nor is a traceback"
    assert guest.get(at).json() == table
    assert guest.get("/api/games").json()["total"] == 1


def test_a_newcomer_gets_a_token_once(guest: Client) -> None:
    first = guest.get("/api/games").headers["set-cookie"]
    assert first.startswith(f"{COOKIE}=")
    for part in ("HttpOnly", "SameSite=lax", "Path=/"):
        assert part in first
    assert "set-cookie" not in guest.get("/api/games").headers
    assert "set-cookie" not in guest.get("/api/catalogue").headers


@pytest.mark.parametrize("token", ["", "x" * 5000, "'; DROP TABLE games; --"])
def test_a_made_up_token_is_replaced(guest: Client, token: str) -> None:
    answer = guest.get("/api/games", headers={"cookie": f"{COOKIE}={token}"})
    assert answer.json()["total"] == 0
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")


@pytest.mark.parametrize("path", ["/", "/api/catalogue", "/api/nothing", "/nothing", "/schema"])
def test_safety_headers(guest: Client, path: str) -> None:
    headers = guest.get(path).headers
    policy = headers["content-security-policy"]
    for part in ("default-src 'self'", "frame-ancestors 'none'", "form-action 'self'"):
        assert part in policy
    # Compiled games may run; no text becomes a script or a style.
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_our_mistakes_are_not_shown(guest: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = create(guest)

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr("livestone.server.tables.commands.Tables.view", broken)
    answer = guest.get(f"/api/games/{table['id']}")
    assert answer.status_code == 500
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    "sent",
    [
        b"\x00\xff\xfe garbage\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 200_000 + b"\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    ],
    ids=["garbage", "version", "address", "header", "length"],
)
def test_no_http_at_all(guest: Client, site: Site, sent: bytes) -> None:
    host, port = site.url.removeprefix("http://").split(":")
    connecting = socket.create_connection((host, int(port)), timeout=PATIENCE)
    # The server may hang up before it has read all.
    with connecting as connection, contextlib.suppress(ConnectionError):
        connection.sendall(sent)
        answer = connection.recv(100)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert guest.get("/api/catalogue").status_code == 200
