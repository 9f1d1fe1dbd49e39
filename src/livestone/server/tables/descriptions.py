"""What a table in the browser knows of a game: board, pieces and words, as JSON to keep."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from urllib.parse import urlencode

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.games import load
from livestone.portable.description import shown
from livestone.server.web import modules
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import kept_answer

VERSION = "v"  # the field of an address that changes with what is there


@dataclass(frozen=True)
class Described:
    """The description of a game as JSON, and where it is."""

    content: bytes
    version: str
    address: str


@lru_cache(256)
def described(game: Game) -> Described:
    """Return the description of a game with its options.

    Its address changes with the scripts that read it, too: pages load themselves anew when they
    find that the server has come back with another one.
    """
    content = msgspec.json.encode({"id": game.id, **shown(game)})
    version = sha256(content + modules.version().encode()).hexdigest()[:10]
    options = {name: text_of(value) for name, value in game.option.items()}
    query = urlencode({**options, VERSION: version})
    return Described(content, version, f"/api/descriptions/{game.id}?{query}")


@get("/api/descriptions/{game:str}", sync_to_thread=True, tags=["games"])
def read(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """What a board needs to draw a game and to say what happens there; options are in the query.

    With the ``v`` of the present description, as pages have it, the answer may be kept for long.
    """
    asked = {name: text for name, text in request.query_params.items() if name != VERSION}
    found = described(load(game, **asked))
    current = request.query_params.get(VERSION) == found.version
    return kept_answer(request, found.content, "application/json", current)


handlers = [read]
