"""The app's pages of one tournament and of one game, and the operator's link.

That one is a plain form, so that its secret stays out of scripts.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.app.shell import About
from livestone.errors import NotFound
from livestone.freeplay.board import FREEDOM
from livestone.games import find
from livestone.languages.words import mark, t
from livestone.server.tournaments.operators import OPERATOR_PATH
from livestone.server.tournaments.spectators import Spectators, SpectatorsDep
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import page, preview_address, see
from livestone.server.web.shell import page_of

DESCRIPTION = mark("Programs play Freedom: standings, live boards, and every game to replay.")


@get(["/tournaments/{id:str}", "/tournaments/{id:str}/settings"])
async def show_tournament(request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
    """A tournament, or the ladder."""
    title, spectators = None, _spectators(request)
    if spectators is not None:
        with suppress(NotFound):  # the app says so
            title = (await spectators.runner.find(id)).row.name
    return await _page(request, title, t("A tournament"))


@get("/freeplay/games/{id:str}")
async def show_game(request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
    """A game between programs."""
    title, spectators = None, _spectators(request)
    if spectators is not None:
        with suppress(NotFound):
            title = " – ".join((await spectators.game(id)).names)
    return await _page(request, title, t("A game"))


def _spectators(request: AnyRequest) -> Spectators | None:
    found: Spectators | None = request.app.state.spectators
    return found


async def _page(request: AnyRequest, title: str | None, general: str) -> Response[bytes]:
    """The shell; 404 without a title, unless tournaments are at another process of the server."""
    state, picture = request.app.state, preview_address(request, find(FREEDOM))
    elsewhere = state.spectators is None and state.lines
    about = About(title or general, t(DESCRIPTION), picture)
    return await page_of(request, about, 200 if title or elsewhere else 404)


@get(OPERATOR_PATH + "/{key:str}")
async def link(
    request: AnyRequest, key: FromPath[str], spectators: SpectatorsDep, caller: CallerDep
) -> Any:
    spectators.operators.check_link(key)
    return page(
        request,
        "operator.html",
        title=t("Run tournaments here"),
        at=request.scope["path"],
        already=await spectators.operators.includes(caller.owner_id),
    )


@post(OPERATOR_PATH + "/{key:str}")
async def admit(key: FromPath[str], spectators: SpectatorsDep, caller: CallerDep) -> Redirect:
    await spectators.operators.admit(key, caller.owner_id)
    return see("/freeplay")


handlers = [show_tournament, show_game, link, admit]
