"""The address of a study: the app's shell, with its title for those who may read it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from livestone.app.shell import About
from livestone.core.view import ONLOOKER
from livestone.errors import LivestoneError
from livestone.languages.words import t, tn
from livestone.server.studies.service import StudiesDep
from livestone.server.studies.tree import ROOT
from livestone.server.tables.shell import picture_of
from livestone.server.web.constant import constant_answer
from livestone.server.web.errors import status_of
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import absolute, preview_address
from livestone.server.web.shell import page_of


@get("/studies/{id:str}")
async def show(
    request: AnyRequest, id: FromPath[str], studies: StudiesDep, caller: CallerDep
) -> Response[bytes]:
    title, about, status, picture = t("A study"), "", 200, ""
    try:
        study = await studies.read(id, caller)
    except LivestoneError as error:
        status = status_of(error)
    else:
        title = study.row.title
        moves = tn("{n} move", "{n} moves", study.row.nodes)
        about = t("A study of {game}: {moves}.", game=t(study.game.title), moves=moves)
        picture = absolute(request, f"pictures/study/{id}.png?v={study.row.version}")
    picture = picture or preview_address(request)
    return await page_of(request, About(title, about, picture), status)


@get("/pictures/study/{name:str}")
async def picture(
    request: AnyRequest, name: FromPath[str], studies: StudiesDep, caller: CallerDep
) -> Response[bytes]:
    """The position at the end of a study's main line, as everybody may see it, as PNG."""
    study = await studies.read(name.removesuffix(".png"), caller)
    line = study.tree.onward()
    state = await studies.at(study, line[-1].id if line else ROOT)
    found = await picture_of(state.view(ONLOOKER), "png", study.row.id, study.row.version)
    return await constant_answer(request, found)


handlers: list[Any] = [show, picture]
