"""The short way of every move: the same answers, and nothing that the ordinary way would refuse."""

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
from livestone.server.tables.shortcut import Shortcut
from livestone.server.web.identity import COOKIE, new_token
from livestone.server.web.middleware import Middleware
from livestone.server.web.settings import WebSettings

GAME = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "friend"]}


class Visitor:
    """Asks an application in this process, by one way or the other."""

    def __init__(self, ordinary: Litestar) -> None:
        self.ordinary = ordinary
        self.short = Middleware(Shortcut(ordinary, ordinary.state.hosts), WebSettings())
        self.token = new_token()
        self.routes: list[str] = []
        figures: Any = SimpleNamespace(answered=lambda _, route, *more: self.routes.append(route))
        self.short._figures = lambda: figures

    async def ask(
        self,
        method: str,
        path: str,
        *pieces: bytes,
        ordinary: bool = False,
        query: bytes = b"",
        **headers: str,
    ) -> tuple[int, dict[bytes, bytes], Any]:
        """The status, the headers and the JSON of the answer, or its bytes where it is a page."""
        told = {"host": "localhost", "cookie": f"{COOKIE}={self.token}", "user_agent": "test"}
        if pieces:
            length = str(sum(map(len, pieces)))
            told |= {"content_type": "application/json", "content_length": length}
        told |= headers
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
            **{"root_path": "", "headers": [one for one in heads if one[1]], "state": {}},
            **{"client": ("127.0.0.1", 1), "server": ("localhost", 80), "extensions": {}},
        }
        await (self.ordinary if ordinary else self.short)(scope, receive, send)
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
    app = create_app(Settings(tmp_path_factory.mktemp("shortcut"), bots=1))
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


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each time that the short way was tried whether it led anywhere."""
    found: list[bool] = []
    table = Shortcut._table

    async def counted(self: Shortcut, *asked: Any) -> bytes:
        found.append(False)
        answer = await table(self, *asked)
        found[-1] = True
        return answer

    monkeypatch.setattr(Shortcut, "_table", counted)
    return found


Players = tuple[Visitor, Visitor, str]


async def test_both_ways_answer_alike(players: Players, taken: list[bool]) -> None:
    ada, ben, path = players
    for ply, (who, move) in enumerate([(ada, b"b2"), (ben, b"b3"), (ada, b"c3")]):
        body = b'{"move": "%s", "ply": %d}' % (move, ply)
        played = await who.ask("POST", f"{path}/plies", body)
        again = await who.ask("POST", f"{path}/plies", body, ordinary=True)
        assert played[2] == again[2]
        for one in (ada, ben):
            short = await one.ask("GET", path)
            long = await one.ask("GET", path, ordinary=True)
            assert short[2] == long[2]
            assert short[2]["ply"] == ply + 1
            assert {**short[1], b"x-request-id": b""} == {**long[1], b"x-request-id": b""}
    assert taken == [True] * 9
    ada.routes.clear()
    await ada.ask("GET", path)
    await ada.ask("GET", path, query=b"ply=0")
    await ada.ask("POST", f"{path}/plies", b'{"move": "b2", "ply": 0}')
    await ada.ask("POST", f"{path}/plies", b'{"move": "z9", "ply": 0}')
    assert ada.routes == [ada.routes[0]] * 2 + [f"{ada.routes[0]}/plies"] * 2


async def test_what_is_odd_goes_the_ordinary_way(players: Players, taken: list[bool]) -> None:
    ada, _, path = players
    move = b'{"move": "b2", "ply": 0}'
    odd: list[tuple[int, tuple[Any, ...], dict[str, Any]]] = [
        (400, ("GET", path), {"host": "evil.example"}),
        (403, ("POST", f"{path}/plies", move), {"sec_fetch_site": "cross-site"}),
        (403, ("POST", f"{path}/plies", move), {"origin": "http://evil.example"}),
        (403, ("GET", path), {"cookie": ""}),
        (403, ("GET", path), {"cookie": f"{COOKIE}=short"}),
        (401, ("GET", path), {"authorization": "Bearer ls_nobody"}),
        (400, ("GET", path), {"query": b"ply=9"}),
        (405, ("DELETE", path), {}),
    ]
    for status, asked, options in odd:
        assert (await ada.ask(*asked, **options))[0] == status, options
    assert taken == []
    assert (await ada.good("GET", path))["ply"] == 0


async def test_refusals_are_those_of_the_ordinary_way(players: Players, taken: list[bool]) -> None:
    ada, ben, path = players
    refused: list[tuple[Visitor, tuple[Any, ...]]] = [
        (ada, ("POST", f"{path}/plies", b'{"move": "z9", "ply": 0}')),
        (ada, ("POST", f"{path}/plies", b'{"move": "b2", "ply": 7}')),
        (ada, ("POST", f"{path}/plies", b'{"move": "b2", "ply": 0, "more": 1}')),
        (ada, ("POST", f"{path}/plies", b"{")),
        (ada, ("POST", f"{path}/plies", b"[]")),
        (ben, ("POST", f"{path}/plies", b'{"move": "b2", "ply": 0}')),
        (Visitor(ada.ordinary), ("POST", f"{path}/plies", b'{"move": "b2", "ply": 0}')),
        (Visitor(ada.ordinary), ("GET", path)),
        (ada, ("GET", "/api/games/nothing")),
    ]
    for who, asked in refused:
        short, long = await who.ask(*asked), await who.ask(*asked, ordinary=True)
        assert short[0] == long[0] >= 400
        assert short[2] == long[2]
    assert taken == [False] * len(refused)
    assert (await ada.good("GET", path))["ply"] == 0
    table = await ada.good("POST", f"{path}/plies", b'{"move": "b2",', b' "ply": 0}')
    assert table["ply"] == 1, "a body in pieces is a body"


@pytest.fixture
def ordinary(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that were asked for the ordinary way."""
    found: list[str] = []
    call = Litestar.__call__

    async def counted(self: Litestar, scope: Any, receive: Any, send: Any) -> None:
        found.append(scope["path"])
        await call(self, scope, receive, send)

    monkeypatch.setattr(Litestar, "__call__", counted)
    return found


async def test_spectators_are_sent_the_same_table(public: Players, ordinary: list[str]) -> None:
    """However many ask in the same moment, it is what each would be sent the ordinary way."""
    ada, _, path = public
    onlookers = [Visitor(ada.ordinary) for _ in range(6)]
    for ply in range(2):
        answers = await asyncio.gather(*(one.ask("GET", path) for one in onlookers))
        assert ordinary == []
        long = await onlookers[0].ask("GET", path, ordinary=True)
        ordinary.clear()
        for status, headers, table in answers:
            assert (status, table) == (200, long[2])
            assert {**headers, b"x-request-id": b""} == {**long[1], b"x-request-id": b""}
        assert long[2]["onlooker"]
        mine = (await ada.ask("GET", path))[2]
        assert not mine["onlooker"]
        assert mine["ply"] == long[2]["ply"] == ply
        if not ply:
            await ada.good("POST", f"{path}/plies", b'{"move": "b2", "ply": 0}')


async def test_spectators_cost_no_reads_of_the_store(
    public: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the store is asked after a move does not grow with those who look on."""
    *players, path = public
    onlookers = [Visitor(players[0].ordinary) for _ in range(60)]
    await asyncio.gather(*(one.ask("GET", path) for one in onlookers))
    asked: list[str] = []
    store = players[0].ordinary.state.store

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
        players[0].ordinary.state.people.sessions.recheck()  # somebody logs in or out elsewhere
        reading = (one.ask("GET", path) for one in onlookers[:number])
        assert {status for status, _, _ in await asyncio.gather(*reading)} == {200}
        counts.append(len(asked))
    assert max(counts) < 20, counts  # the server's own now and then among them


async def test_what_is_private_is_refused_to_onlookers(
    players: Players, public: Players, ordinary: list[str]
) -> None:
    stranger = Visitor(public[0].ordinary)
    for status, path in ((403, players[2]), (404, "/api/games/nothing"), (200, public[2])):
        assert (await stranger.ask("GET", path))[0] == status
    assert ordinary == [players[2], "/api/games/nothing"]
