"""One game: the board, the panel beside it, and its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlencode

from litestar import Response, get
from litestar.params import FromPath

from livestone.core.options import telling, text_of
from livestone.errors import BadRequest, NotFound
from livestone.languages.words import t
from livestone.server.tables.acts import At, Place
from livestone.server.tables.bots import trouble_words
from livestone.server.tables.descriptions import described
from livestone.server.tables.pages import panel
from livestone.server.tables.shapes import TableView
from livestone.server.web.forms import is_whole
from livestone.server.web.rendering import (
    address_of,
    attachment,
    fragment,
    icon,
    in_script,
    letting_in,
    page,
    table_board,
)
from livestone.server.web.static_site import compiled


@dataclass(frozen=True)
class Notice:
    """A sentence above the board's status; ``refused`` for what was not done."""

    text: str
    refused: bool = False


@get("/games/{id:str}")
async def show(at: At) -> Any:
    """The table now, or as it was after ``?ply=N``; ``?face=back`` turns the board over."""
    return await table_page(at)


@get("/games/{id:str}/beside")
async def show_beside(at: At) -> Any:
    """What stands beside the table and is not the table's, for its script."""
    return await beside_answer(at)


async def beside_answer(at: Place, notice: Notice | None = None, status: int = 200) -> Any:
    values = await _beside(at, await at.tables.page_view(at.id, at.owner))
    return fragment(at.request, "beside.html", status, **values, answer=notice)


async def _beside(at: Place, shown: TableView) -> dict[str, Any]:
    """What the template says of invitations, chat, replies and watchers."""
    table, request, chat = shown.table, at.request, at.request.app.state.chat
    together = panel.together(table)
    talks = chat.on and (together or table.onlooker)  # where there is somebody to talk to
    waits = table.status == "waiting" and not table.onlooker
    invited = await at.tables.invitations(table.id, at.owner, at.secret) if waits else {}
    return {
        "table": table,
        "together": together,
        "slow": panel.slow(shown),
        "behind": panel.behind(table),
        "talk": await chat.read(table.id, at.caller) if talks else None,
        "invited": [
            {
                "seat": seat,
                "player": table.seats[seat].player,
                "address": address_of(request, f"invitations/{text}"),
            }
            for seat, text in invited.items()
        ],
        "letting_in": letting_in(request),
        "watchers": len(request.app.state.presence.at(table.id)),
    }


@get("/games/{id:str}/record/{form:str}")
async def record(at: At, form: FromPath[str]) -> Response[str]:
    if form not in ("txt", "json"):
        raise NotFound(t("there is no record {form}: choose txt or json", form=repr(form[:20])))
    kind: Literal["txt", "json"] = "txt" if form == "txt" else "json"
    return attachment(await at.tables.record(at.id, at.owner, kind), f"{at.id}.{form}")


def number_of(name: str, given: object) -> int:
    """The number in a field of a form or an address. Raises BadRequest."""
    text = str(given)
    if not is_whole(text, 6):
        raise BadRequest(
            t("{name} {text} is not a number: give 0 or more", name=name, text=repr(text[:20]))
        )
    return int(text)


async def table_page(at: Place, notice: Notice | None = None, status: int = 200) -> Any:
    query = at.request.query_params
    ply = number_of("ply", query["ply"]) if "ply" in query else None
    hint, face = query.get("hint", ""), query.get("face", "")
    shown = await at.tables.page_view(at.id, at.owner, ply)
    table, game, view, here = shown.table, shown.game, shown.view, f"/games/{at.id}"
    if table.trouble and notice is None:
        notice = Notice(trouble_words(table.trouble), refused=True)
    if hint in view.paths:
        notice = Notice(t("Hint: {move} looks good.", move=" ".join(view.paths[hint])))
    return page(
        at.request,
        "game.html",
        status,
        my_turn=table.my_turn and panel.together(table),
        title=f"{panel.result(table) or panel.status(shown)} {game.title}",
        **_panel_values(shown),
        **board_values(shown, here, face, comments=table.status == "finished"),
        picture=table_board(view, face),
        options=_options(shown),
        **await _beside(at, shown),
        answer=None,
        snapshot="" if table.replay else in_script(table),
        compiled=compiled(game),
        icons=(icon(0), icon(1)),
        notice=notice,
        again=f"/new/{game.id}?{_query(shown)}",
    )


def board_values(shown: TableView, at: str, face: str, comments: bool) -> dict[str, Any]:
    """What the template of the page ``at`` says of a board that is played or only looked at."""
    table, view = shown.table, shown.view
    return {
        "game": shown.game,
        "at": at,
        "description": described(shown.game).address,
        "seats": panel.seats(shown),
        "news": panel.news(shown),
        "progress": panel.progress(table),
        "faces": panel.faces(view, at, table.ply if table.replay else None, face),
        "moves": panel.move_list(
            at, table.ply, panel.move_rows(len(table.seats), table.turns, comments)
        ),
        "steps": panel.steps(at, table.ply, table.last_ply, face if face in view.faces else ""),
    }


def _options(shown: TableView) -> str:
    """The game's options and its clock, in a few words."""
    options, clock = telling(shown.game.options, shown.game.option, t), shown.control.words()
    if not shown.control.timed:
        return options
    if not options:
        return clock
    return t("{options}; {clock}", options=options, clock=clock[:1].lower() + clock[1:])


def _panel_values(shown: TableView) -> dict[str, Any]:
    """What the template says beside the board."""
    table, view = shown.table, shown.view
    return {
        "curtain": panel.curtain(table),
        "refresh": panel.refresh(table),
        "clocks": panel.clock_faces(shown),
        "said": panel.status(shown),
        "choices": panel.choices(view),
        "choice_note": panel.choice_note(view),
        "takeback": panel.takeback(table),
        "paused": table.clock is not None and table.clock.paused,
        "offers": panel.offers(table),
        "offered": {offer.kind for offer in table.offers},
        "studied": panel.studied(table),
    }


def _query(shown: TableView) -> str:
    """The same choices again, for the form of a new table."""
    table, asked = shown.table, {name: text_of(value) for name, value in shown.game.option.items()}
    here = iter(("me", *["person"] * len(table.seats)))  # who share the screen play after "me"
    for seat in () if table.onlooker else table.seats:
        bot = f"bot:{seat.level}" if seat.kind == "bot" else ""
        asked[f"seat{seat.index}"] = bot or (next(here) if seat.is_me else "friend")
    if shown.control.timed:
        asked["control"] = str(shown.control)
    return urlencode(asked)


handlers = [show, show_beside, record]
