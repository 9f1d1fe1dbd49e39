"""What a table in the browser knows of a game: board, pieces and words, as JSON to keep."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlencode

import msgspec
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from livestone.api.tables import Start
from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.core.state import State
from livestone.games import load
from livestone.portable.description import shown
from livestone.server.tables.presenter import picture
from livestone.server.web.aside import MadeOnce
from livestone.server.web.constant import Constant, constant_answer
from livestone.server.web.identity import AnyRequest

VERSION = "v"  # the field of an address that changes with what is there


@dataclass(frozen=True)
class Described:
    """The description of a game as JSON, and where it is."""

    constant: Constant
    version: str
    address: str


def _described(game: Game) -> Described:
    """Return the description of a game with its options."""
    content = msgspec.json.encode({"id": game.id, **shown(game)})
    version = sha256(content).hexdigest()[:10]
    options = {name: text_of(value) for name, value in game.option.items()}
    query = urlencode({**options, VERSION: version})
    address = f"/api/descriptions/{game.id}?{query}"
    return Described(Constant(content, "application/json"), version, address)


def _start(game: Game) -> Constant:
    """Return what a board shows to who moves first, and what they may play."""
    view = State(game).view(0)
    start = Start(picture(view, ()), dict(view.paths))
    return Constant(msgspec.json.encode(start), "application/json")


descriptions = MadeOnce(_described, 256)
_starts = MadeOnce(_start, 64)


@get("/api/descriptions/{game:str}", tags=["games"])
async def read(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """What a board needs to draw a game and to say what happens there; options are in the query.

    With the ``v`` of the present description, as pages have it, the answer may be kept for long.
    """
    asked = {name: text for name, text in request.query_params.items() if name != VERSION}
    found = await descriptions.get(load(game, **asked))
    current = request.query_params.get(VERSION) == found.version
    return await constant_answer(request, found.constant, current)


@get(
    "/api/descriptions/{game:str}/start",
    tags=["games"],
    responses={200: ResponseSpec(Start, description="The position.")},
)
async def read_start(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """The position that a game begins with, and the paths of what may be played there.

    A page shows it before there is a game, which it starts with the first move.
    """
    return await constant_answer(request, await _starts.get(load(game, **request.query_params)))


handlers = [read, read_start]
