"""One game: the board, the panel beside it, and the forms that play."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote, urlencode

from litestar import Request, Response, get, post
from litestar.params import FromPath

from livestone.core.options import text_of
from livestone.errors import BadRequest, LivestoneError, NotAllowed, NotFound
from livestone.server.given import GivenTables, GivenVisitor
from livestone.server.pages import panel
from livestone.server.pages.message import sentence
from livestone.server.pages.render import page, see, table_board
from livestone.server.status import status_of
from livestone.server.table import NotNow, Tables, TableSpec, TableView


@dataclass(frozen=True)
class Notice:
    """A sentence above the board's status; ``refused`` for what was not done."""

    text: str
    refused: bool = False


@get("/games/{id:str}")
async def show(
    request: Request[Any, Any, Any], id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
) -> Any:
    """The table now, or as it was after ``?ply=N``."""
    asked = request.query_params.get("ply")
    table = await tables.view(id, visitor, None if asked is None else _ply(asked))
    hint = request.query_params.get("hint", "")
    return _page(request, table, hint=hint if hint in table.view.paths else "")


@post("/games/{id:str}/moves")
async def play(
    request: Request[Any, Any, Any], id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
) -> Any:
    """Play the move in the form."""
    form = await request.form()
    try:
        move = str(form.get("move", "")).strip()
        if not move:
            raise BadRequest("no move was given: type one, or choose it on the board")
        await tables.play(id, visitor, move, _ply(form.get("ply", "")))
    except LivestoneError as error:
        return await _refused(request, id, tables, visitor, error)
    return see(f"/games/{id}")


@post("/games/{id:str}/look")
async def look(
    request: Request[Any, Any, Any], id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
) -> Any:
    """Lift the curtain: the screen has been handed over."""
    form = await request.form()
    try:
        await tables.look(id, visitor, _ply(form.get("ply", "")))
    except LivestoneError as error:
        return await _refused(request, id, tables, visitor, error)
    return see(f"/games/{id}")


@post("/games/{id:str}/undo")
async def undo(
    request: Request[Any, Any, Any], id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
) -> Any:
    """Take back the visitor's last move and what followed it."""
    form = await request.form()
    try:
        await tables.undo(id, visitor, _ply(form.get("ply", "")))
    except LivestoneError as error:
        return await _refused(request, id, tables, visitor, error)
    return see(f"/games/{id}")


@post("/games/{id:str}/resign")
async def resign(
    request: Request[Any, Any, Any], id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
) -> Any:
    """Give the game up."""
    try:
        await tables.resign(id, visitor)
    except LivestoneError as error:
        return await _refused(request, id, tables, visitor, error)
    return see(f"/games/{id}")


@post("/games/{id:str}/hint")
async def hint(
    request: Request[Any, Any, Any], id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
) -> Any:
    """Think about the position, and show the move found."""
    try:
        found = await tables.hint(id, visitor)
    except LivestoneError as error:
        return await _refused(request, id, tables, visitor, error)
    return see(f"/games/{id}?hint={quote(found.move)}")


@post("/games/{id:str}/rematch")
async def rematch(
    request: Request[Any, Any, Any], id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
) -> Any:
    """Start the same game again, everybody one seat further on."""
    old = await tables.view(id, visitor)
    seats = _seats(old)
    spec = TableSpec(old.game.id, _options(old), (*seats[-1:], *seats[:-1]))
    new = await tables.create(spec, visitor)
    return see(f"/games/{new.id}")


@get("/games/{id:str}/record/{form:str}")
async def record(
    id: FromPath[str], form: FromPath[str], tables: GivenTables, visitor: GivenVisitor
) -> Response[str]:
    """The game's record, to keep."""
    if form not in ("txt", "json"):
        raise NotFound(f"there is no record {form[:20]!r}: choose txt or json")
    kind: Literal["txt", "json"] = "txt" if form == "txt" else "json"
    text = await tables.record(id, visitor, kind)
    return Response(
        text,
        media_type="text/plain" if form == "txt" else "application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{id}.{form}"',
            "Cache-Control": "no-store",
        },
    )


def _ply(text: object) -> int:
    given = str(text)
    if not (given.isascii() and given.isdigit() and len(given) < 7):
        raise BadRequest(f"ply {given[:20]!r} is not the number of a move: give 0 or more")
    return int(given)


async def _refused(
    request: Request[Any, Any, Any], id: str, tables: Tables, visitor: str, error: LivestoneError
) -> Any:
    """Show the table as it is now, and why nothing was done."""
    if isinstance(error, NotFound) or (
        isinstance(error, NotAllowed) and not isinstance(error, NotNow)
    ):
        raise error
    table = await tables.view(id, visitor)
    return _page(request, table, Notice(sentence(error), refused=True), status=status_of(error))


def _page(
    request: Request[Any, Any, Any],
    table: TableView,
    notice: Notice | None = None,
    hint: str = "",
    status: int = 200,
) -> Any:
    view = table.view
    if table.trouble and notice is None:
        notice = Notice(table.trouble, refused=True)
    if hint:
        notice = Notice(f"Hint: {' '.join(view.paths[hint])} looks good.")
    return page(
        request,
        "game.html",
        status,
        title=f"{panel.result(table) or panel.status(table)} {table.game.title}",
        table=table,
        game=table.game,
        picture=table_board(view),
        paths=json.dumps(view.paths, separators=(",", ":")),
        hint=json.dumps(view.paths[hint]) if hint else "",
        playable=bool(view.paths),
        curtain=panel.curtain(table),
        waiting=table.status == "running" and not table.my_turn and not table.replay,
        options=panel.options_line(table.game),
        seats=panel.seats(table),
        said=panel.status(table),
        news=panel.news(table),
        progress=panel.progress(table),
        choices=panel.choices(view),
        choice_note=panel.choice_note(view),
        at=f"/games/{table.id}",
        ply=table.ply,
        moves=panel.move_rows(len(table.seats), table.turns, table.status == "finished"),
        steps=panel.steps(f"/games/{table.id}", table.ply, table.last_ply),
        notice=notice,
        again=f"/new/{table.game.id}?{_query(table)}",
    )


def _options(table: TableView) -> dict[str, str]:
    return {name: text_of(value) for name, value in table.options.items()}


def _query(table: TableView) -> str:
    seats = {f"seat{index}": text for index, text in enumerate(_seats(table))}
    return urlencode(_options(table) | seats)


def _seats(table: TableView) -> list[str]:
    """The seats as they were asked for; whoever shares the screen plays after the visitor."""
    people = iter(("me", *["person"] * len(table.seats)))
    return [f"bot:{seat.level}" if seat.kind == "bot" else next(people) for seat in table.seats]


handlers = [show, play, look, undo, resign, hint, rematch, record]
