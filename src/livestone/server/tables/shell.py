"""The app's pages of one table, and pictures of positions as a spectator sees them."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from livestone.app.shell import About
from livestone.core.scene import scene
from livestone.core.view import View
from livestone.draw import png, svg
from livestone.errors import NotAllowed, NotFound
from livestone.games import find
from livestone.languages.words import mark, t
from livestone.server.db.owners import NOBODY
from livestone.server.tables.commands import Tables, TablesDep
from livestone.server.web.aside import aside
from livestone.server.web.constant import Constant, constant_answer
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import absolute, preview_address
from livestone.server.web.shell import DESCRIPTION, page_of, page_of_game

MAX_PICTURES = 64
WIDTH = 800
TITLES = {"game": mark("A game"), "review": mark("Why?")}
_ID = re.compile("[a-z0-9]{24}")  # of a table; games on a device have others

_drawn: dict[tuple[str, str, int], Constant] = {}


async def picture_of(view: View, kind: str, id: str, version: int) -> Constant:
    """A position as ``svg`` or ``png``, drawn once for a version of what it is of."""
    key = kind, id, version
    if key not in _drawn:
        drawn = await aside(_png if kind == "png" else _svg, view)
        while len(_drawn) >= MAX_PICTURES:
            del _drawn[next(iter(_drawn))]
        _drawn[key] = drawn
    return _drawn[key]


def _png(view: View) -> Constant:
    drawn = png.draw(scene(view, targets=False), width=WIDTH, coordinates=False)
    return Constant(drawn, "image/png")


def _svg(view: View) -> Constant:
    drawn = svg.draw(scene(view, targets=False), coordinates=False)
    return Constant(drawn.encode(), "image/svg+xml")


async def spectators_picture(tables: Tables, id: str, kind: str) -> Constant:
    """The position of a game as a spectator sees it. Raises NotFound or NotAllowed."""
    table, view = await tables.view_of_spectators(id)
    return await picture_of(view, kind, id, table.version)


@get(["/game/{id:str}", "/review/{id:str}"])
async def show(request: AnyRequest, id: FromPath[str], tables: TablesDep) -> Response[bytes]:
    """A game: who plays and how it stands, where anybody may watch."""
    title, about, picture, status = t(_title(request)), t(DESCRIPTION), "", 200
    if _ID.fullmatch(id):
        try:
            table, _ = await tables.view_of_spectators(id)
        except NotFound:
            status = 404
        except NotAllowed:
            pass  # only its players may see it, in whose name the app asks
        else:
            players = " – ".join(seat.name for seat in table.seats)
            about = f"{t(table.title)}: {players}"
            if table.result:
                about = f"{about}. {table.result}"
            picture = absolute(request, f"pictures/game/{id}.png?v={table.version}")
    picture = picture or preview_address(request)
    return await page_of(request, About(title, about, picture), status)


def _title(request: AnyRequest) -> str:
    return TITLES[request.scope["path_template"].split("/")[1]]


@get("/invitations/{id:str}")
async def show_invitation(
    request: AnyRequest, id: FromPath[str], tables: TablesDep
) -> Response[bytes]:
    """An invitation to take a seat."""
    kind = None
    with suppress(NotFound):
        kind = find((await tables.invitation(id, NOBODY)).game)
    return await page_of_game(request, t("An invitation to play"), kind)


@get("/pictures/game/{name:str}")
async def picture(request: AnyRequest, name: FromPath[str], tables: TablesDep) -> Response[bytes]:
    """A game's position as a spectator sees it, as PNG."""
    found = await spectators_picture(tables, name.removesuffix(".png"), "png")
    return await constant_answer(request, found)


handlers: list[Any] = [show, show_invitation, picture]
