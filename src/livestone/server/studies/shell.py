"""The address of a study: the app's shell, with its title for those who may read it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from livestone.app.shell import About
from livestone.errors import LivestoneError
from livestone.languages.words import t, tn
from livestone.server.studies.service import StudiesDep
from livestone.server.web.errors import status_of
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import preview_address
from livestone.server.web.shell import page_of


@get("/studies/{id:str}")
async def show(
    request: AnyRequest, id: FromPath[str], studies: StudiesDep, caller: CallerDep
) -> Response[bytes]:
    title, about, status, game = t("A study"), "", 200, None
    try:
        study = await studies.read(id, caller)
    except LivestoneError as error:
        status = status_of(error)
    else:
        title, game = study.row.title, study.game
        moves = tn("{n} move", "{n} moves", study.row.nodes)
        about = t("A study of {game}: {moves}.", game=t(game.title), moves=moves)
    return await page_of(
        request, lambda: About(title, about, preview_address(request, game)), status
    )


handlers: list[Any] = [show]
