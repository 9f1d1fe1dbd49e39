"""An invitation to a seat: what a person sees who opens the link, and taking the seat.

Opening the link changes nothing, so that programs which look at links for a preview take no seat.
"""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.params import FromPath

from livestone.core.options import telling
from livestone.errors import Conflict
from livestone.languages.words import t
from livestone.server.tables.commands import TablesDep
from livestone.server.tables.shapes import InvitationView
from livestone.server.tables.time_control import TimeControl
from livestone.server.web.errors import capital, status_of
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import page, picture, see


@get("/invitations/{invitation:str}")
async def show(
    request: AnyRequest, invitation: FromPath[str], tables: TablesDep, caller: CallerDep
) -> Any:
    asked = await tables.invitation(invitation, caller.owner)
    if asked.invitation.state == "mine":
        return see(f"/games/{asked.invitation.table}")
    return _page(request, asked, invitation)


@post("/invitations/{invitation:str}")
async def sit(
    request: AnyRequest, invitation: FromPath[str], tables: TablesDep, caller: CallerDep
) -> Any:
    try:
        table = await tables.sit(invitation, caller.owner, caller.name)
    except Conflict as error:
        asked = await tables.invitation(invitation, caller.owner)
        return _page(request, asked, invitation, status_of(error))
    return see(f"/games/{table.id}")


def _page(request: AnyRequest, asked: InvitationView, invitation: str, status: int = 200) -> Any:
    game, offered = asked.view.game, asked.invitation
    return page(
        request,
        "invitation.html",
        status,
        title=t("An invitation to play {game}", game=game.title),
        game=game,
        options=telling(game.options, game.option, t),
        asked=offered,
        control=TimeControl.read(offered.control["text"]).words(),
        why=capital(asked.why),
        player=t(game.seats[offered.seat].name),
        others=[
            f"{seat.player}: {t('open seat') if seat.kind == 'open' else seat.name}"
            for seat in offered.seats
            if seat.index != offered.seat
        ],
        first=asked.view.mover == offered.seat,
        picture=picture(asked.view),
        invitation=invitation,
    )


handlers = [show, sit]
