"""The two questions of every move, answered without the framework's detours.

What is sent to play a move, and to read the table that one was told of, is most of what a busy
server is asked. Whatever is not exactly such a request with a cookie, or is refused for any reason,
goes the ordinary way, which has the last word; so this way knows no refusal, and nobody needs to
know of it. Both may be asked twice without harm.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Litestar
from litestar.types import Receive, Scope, Send

from livestone.errors import LivestoneError
from livestone.server.db.database import one_deadline
from livestone.server.tables.api import HIDDEN, NewPly
from livestone.server.tables.onlookers import encode
from livestone.server.web import identity
from livestone.server.web.guard import HEADERS, NO_STORE, is_ours

_PATH = re.compile(r"/api/games/([a-z0-9]{1,64})(/plies)?")
_NAME = f"{identity.COOKIE}=".encode()
_COOKIE = re.compile(rf"(?:^|; ){identity.COOKIE}=([A-Za-z0-9_-]{{22}})(?=;|$)".encode())
_ROUTES = {"GET": "/api/games/{id}", "POST": "/api/games/{id}/plies"}
_JSON = ((b"content-type", b"application/json"), NO_STORE, *HEADERS)
_SINCE = re.compile(rb"(?:since=([0-9a-z-]{1,64}))?")
_HIDDEN = HIDDEN.encode()
_MAX_BYTES = 1000  # of a move
_move = msgspec.json.Decoder(NewPly)


class Shortcut:
    """Stands before an application that answers to ``hosts``."""

    def __init__(self, app: Litestar, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        found = _PATH.fullmatch(asked["path"]) if asked["type"] == "http" else None
        token = None if found is None else self._token(asked, found[2] is not None)
        if found is None or token is None:
            await self._app(scope, receive, send)
            return
        with one_deadline():  # also for what is tried again the ordinary way
            await self._answer(asked, found, token, receive, send)

    async def _answer(
        self, asked: Any, found: re.Match[str], token: str, receive: Receive, send: Send
    ) -> None:
        """Answer what is asked of a table with the token of a cookie, a move perhaps."""
        body = None
        if found[2] is not None:
            first: Any = await receive()
            receive = _again(first, receive)
            body = b"" if first.get("more_body", True) else first["body"]
        try:
            hidden = any(name == _HIDDEN for name, _ in asked["headers"])
            since = asked["query_string"].partition(b"=")[2].decode()
            table = await self._table(found[1], token, body, hidden, since)
        except (LivestoneError, msgspec.MsgspecError, UnicodeDecodeError):
            await self._app(asked, receive, send)
            return
        asked["path_template"], asked["path_params"] = _ROUTES[asked["method"]], {"id": found[1]}
        length = (b"content-length", str(len(table)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length, *_JSON]})
        await send({"type": "http.response.body", "body": table, "more_body": False})

    def _token(self, scope: Any, plays: bool) -> str | None:
        """The token in the cookie of a request with nothing else in it that matters."""
        heads = dict(scope["headers"])
        if len(heads) < len(scope["headers"]) or not _SINCE.fullmatch(scope["query_string"]):
            return None
        if b"authorization" in heads or scope["method"] != ("POST" if plays else "GET"):
            return None
        if plays:
            kind = heads.get(b"content-type", b"")
            length = heads.get(b"content-length", b"")
            if kind != b"application/json" or not length.isdigit() or int(length) > _MAX_BYTES:
                return None
        if not is_ours(self._hosts, heads, plays):
            return None
        return _token_in(heads)

    async def _table(
        self, id: str, token: str, body: bytes | None, hidden: bool, since: str
    ) -> bytes:
        """The JSON of a table, after a move if any. Raises LivestoneError or MsgspecError."""
        move = None if body is None else _move.decode(body)
        state = self._app.state
        caller = await identity.by_cookie(state.logins, token, together=move is None)
        state.presence.touch(caller.identity)
        state.quotas.visit(caller.owner_id)
        if move is not None:
            asked = (move.move, move.ply, move.lag, since)
            return encode(await state.tables.play(id, caller.owner_id, *asked))
        shared: bytes | None = await state.onlookers.view(id, caller.owner_id, since)
        if shared is not None:
            return shared
        return encode(await state.tables.view(id, caller.owner_id, unseen=hidden, since=since))


def _token_in(heads: Mapping[bytes, bytes]) -> str | None:
    """The token among the cookies of a request, if it is the only one."""
    cookies = heads.get(b"cookie", b"")
    found = _COOKIE.search(cookies) if cookies.count(_NAME) == 1 else None
    return None if found is None else found[1].decode()


def _again(first: Any, receive: Receive) -> Receive:
    """What ``receive`` would have been without having given ``first``."""
    waiting = [first]

    async def given() -> Any:
        return waiting.pop() if waiting else await receive()

    return given
