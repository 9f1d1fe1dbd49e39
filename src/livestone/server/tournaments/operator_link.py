"""The operator's link: a plain form, so that its secret stays out of scripts."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.languages.words import t
from livestone.server.tournaments.operators import OPERATOR_PATH
from livestone.server.tournaments.spectators import SpectatorsDep
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import page, see


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


handlers = [link, admit]
