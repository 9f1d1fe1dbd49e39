"""The two routes that a busy server is asked most: playing a move, and reading a table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar

from livestone.server.app import create_app
from livestone.server.settings import Settings
from livestone.server.web.direct import encode
from livestone.server.web.identity import COOKIE, new_token
from livestone.server.web.middleware import Middleware
from livestone.server.web.settings import WebSettings

GAME = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "friend"]}


class Visitor:
    """Asks an application in this process."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self.token = new_token()
        self.routes: list[str] = []
        figures: Any = SimpleNamespace(answered=lambda _, route, *more: self.routes.append(route))
        self._asked = Middleware(app, WebSettings(), lambda: figures)

    async def ask(
        self, method: str, path: str, *pieces: bytes, query: bytes = b""
    ) -> tuple[int, dict[bytes, bytes], Any]:
        """The status, the headers and the JSON of the answer, or its bytes where it is a page."""
        told = {"host": "localhost", "cookie": f"{COOKIE}={self.token}", "user_agent": "test"}
        if pieces:
            length = str(sum(map(len, pieces)))
            told |= {"content_type": "application/json", "content_length": length}
        heads = [(name.replace("_", "-").encode(), text.encode()) for name, text in told.items()]
        waiting = [
            {"type": "http.request", "body": piece, "more_body": at < len(pieces)}
            for at, piece in enumerate(pieces or (b"",), 1 if pieces else 0)
        ]
        sent: list[Any] = []

        async def receive() -> Any:
            return waiting.pop(0) if waiting else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope: Any = {
            **{"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method},
            **{"scheme": "http", "path": path, "raw_path": path.encode(), "query_string": query},
            **{"root_path": "", "headers": heads, "state": {}},
            **{"client": ("127.0.0.1", 1), "server": ("localhost", 80), "extensions": {}},
        }
        await self._asked(scope, receive, send)
        body = b"".join(part.get("body", b"") for part in sent[1:])
        told = dict(sent[0]["headers"])
        html = told[b"content-type"].startswith(b"text/html")
        return sent[0]["status"], told, body if html else json.loads(body)

    async def good(self, method: str, path: str, *pieces: bytes) -> Any:
        """The JSON of a good answer."""
        status, _, found = await self.ask(method, path, *pieces)
        assert status < 300, found
        return found


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Litestar]:
    """An application with an empty store."""
    app = create_app(Settings(tmp_path_factory.mktemp("routes"), bots=1))
    async with app.lifespan():
        yield app


async def begun(app: Litestar, **more: object) -> tuple[Visitor, Visitor, str]:
    """Two who play, and the path of their table."""
    ada, ben = Visitor(app), Visitor(app)
    id = (await ada.good("POST", "/api/games", json.dumps({**GAME, **more}).encode()))["id"]
    invited = await ada.good("GET", f"/api/games/{id}/invitations")
    await ben.good("POST", f"/api/invitations/{invited[0]['invitation']}")
    return ada, ben, f"/api/games/{id}"


@pytest.fixture
async def players(app: Litestar) -> tuple[Visitor, Visitor, str]:
    return await begun(app)


@pytest.fixture
async def public(app: Litestar) -> tuple[Visitor, Visitor, str]:
    return await begun(app, public=True)


Players = tuple[Visitor, Visitor, str]


async def test_a_move_is_answered_with_the_table(players: Players) -> None:
    ada, ben, path = players
    for ply, (who, move) in enumerate([(ada, b"b2"), (ben, b"b3"), (ada, b"c3")]):
        body = b'{"move": "%s", "ply": %d}' % (move, ply)
        status, headers, played = await who.ask("POST", f"{path}/plies", body)
        assert (status, headers[b"cache-control"]) == (200, b"no-store")
        assert headers[b"content-type"] == b"application/json"
        assert (await who.good("POST", f"{path}/plies", body)) == played
        assert (await who.good("GET", path)) == played
        assert played["ply"] == ply + 1
    table = await ben.good("POST", f"{path}/plies", b'{"move": "c2",', b' "ply": 3}')
    assert table["ply"] == 4, "a body in pieces is a body"
    ada.routes.clear()
    await ada.ask("GET", path)
    await ada.ask("GET", path, query=b"ply=0")
    await ada.ask("POST", f"{path}/plies", b'{"move": "b2", "ply": 0}')
    await ada.ask("POST", f"{path}/plies", b'{"move": "z9", "ply": 0}')
    assert ada.routes == [ada.routes[0]] * 2 + [f"{ada.routes[0]}/plies"] * 2


async def test_spectators_are_sent_the_same_table(
    public: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made once for however many ask in the same moment."""
    ada, _, path = public
    onlookers = [Visitor(ada.app) for _ in range(6)]
    made: list[str] = []

    def counted(table: Any) -> bytes:
        made.append(table.id)
        return encode(table)

    monkeypatch.setattr("livestone.server.tables.commands.encode", counted)
    for ply in range(2):
        made.clear()
        answers = await asyncio.gather(*(one.ask("GET", path) for one in onlookers))
        assert len(made) < len(onlookers)
        for status, _, table in answers:
            assert (status, table) == (200, answers[0][2])
        mine = await ada.good("GET", path)
        assert (mine["onlooker"], table["onlooker"]) == (False, True)
        assert mine["ply"] == table["ply"] == ply
        if not ply:
            await ada.good("POST", f"{path}/plies", b'{"move": "b2", "ply": 0}')


async def test_spectators_cost_no_reads_of_the_store(
    public: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the store is asked after a move does not grow with those who look on."""
    *players, path = public
    onlookers = [Visitor(players[0].app) for _ in range(60)]
    await asyncio.gather(*(one.ask("GET", path) for one in onlookers))
    asked: list[str] = []
    store = players[0].app.state.store

    def noting(name: str) -> Any:
        method = getattr(store, name)
        return lambda *args, **options: asked.append(name) or method(*args, **options)

    for name in ("ask_all", "read", "reading", "writing"):
        monkeypatch.setattr(store, name, noting(name))
    counts = []
    for ply, number in enumerate((2, 60)):
        move = b'{"move": "%s", "ply": %d}' % ((b"b2", b"b3")[ply], ply)
        await players[ply].good("POST", f"{path}/plies", move)
        asked.clear()
        players[0].app.state.people.sessions.recheck()  # somebody logs in or out elsewhere
        reading = (one.ask("GET", path) for one in onlookers[:number])
        assert {status for status, _, _ in await asyncio.gather(*reading)} == {200}
        counts.append(len(asked))
    assert max(counts) < 20, counts  # the server's own now and then among them
