"""What the forms at a table do: one route, and a function for each action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from litestar import post
from litestar.params import FromPath

from livestone.api.tables import Hint, Table
from livestone.errors import BadRequest, LivestoneError, NotFound
from livestone.server.tables.commands import Tables, TablesDep
from livestone.server.tables.pages.game import (
    Notice,
    beside_answer,
    number_of,
    table_page,
)
from livestone.server.web.errors import has_own_page, sentence, status_of
from livestone.server.web.forms import fields_of
from livestone.server.web.identity import AnyRequest, SecretDep, VisitorDep
from livestone.server.web.rendering import PART, see


@dataclass(frozen=True)
class Asked:
    tables: Tables
    id: str
    visitor: str
    secret: str
    form: Mapping[str, str]

    @property
    def ply(self) -> int:
        return number_of("ply", self.form.get("ply", ""))

    @property
    def seat(self) -> int:
        """The seat that the form is about. Raises BadRequest."""
        return number_of("seat", self.form.get("seat", ""))

    @property
    def allow(self) -> bool:
        return self.form.get("allow") == "yes"

    def text(self, field: str) -> str:
        return self.form.get(field, "").strip()


async def _play(asked: Asked) -> Table:
    move = asked.text("move")
    if not move:
        raise BadRequest("no move was given: type one, or choose it on the board")
    return await asked.tables.play(asked.id, asked.visitor, move, asked.ply)


async def _answer(asked: Asked) -> Table:
    tables, id, visitor, kind = asked.tables, asked.id, asked.visitor, asked.text("kind")
    if kind == "rematch":
        return await tables.answer_rematch(id, visitor, asked.seat, asked.allow, asked.secret)
    return await tables.answer(id, visitor, kind, asked.seat, asked.allow, asked.ply)


async def _plan(asked: Asked) -> Table:
    """Decide ahead: one move for whatever comes, or lines, one on each line of a text."""
    move, text = asked.text("move"), asked.text("lines")
    lines = [["*", move]] if move else [line.split() for line in text.splitlines() if line.strip()]
    return await asked.tables.plan(asked.id, asked.visitor, lines, asked.ply)


# What each form does; it answers with the table to go on to. ``hint`` is shown by its address.
ACTIONS: dict[str, Callable[[Asked], Awaitable[Table | Hint]]] = {
    "offer": lambda a: a.tables.offer(a.id, a.visitor, a.text("kind"), a.ply),
    "answer": _answer,
    "plan": _plan,
    "resume": lambda a: a.tables.resume(a.id, a.visitor),
    "abort": lambda a: a.tables.abort(a.id, a.visitor),
    "moves": _play,
    "look": lambda a: a.tables.look(a.id, a.visitor, a.ply),
    "undo": lambda a: a.tables.undo(a.id, a.visitor, a.ply),
    "takeback": lambda a: a.tables.answer_takeback(a.id, a.visitor, a.ply, a.seat, a.allow),
    "resign": lambda a: a.tables.resign(a.id, a.visitor),
    "hint": lambda a: a.tables.hint(a.id, a.visitor),
    "rematch": lambda a: a.tables.rematch(a.id, a.visitor, a.secret),
}


@post("/games/{id:str}/{action:str}")
async def act(
    request: AnyRequest,
    id: FromPath[str],
    action: FromPath[str],
    tables: TablesDep,
    visitor: VisitorDep,
    secret: SecretDep,
) -> Any:
    """Do what a form asks, or show why not; a script gets what stands beside the table."""
    if action not in ACTIONS:
        raise NotFound(f"there is nothing called {action[:20]!r} to do at a table")
    asked = Asked(tables, id, visitor, secret, await fields_of(request))
    try:
        done = await ACTIONS[action](asked)
    except LivestoneError as error:
        if has_own_page(error):
            raise
        notice = Notice(sentence(error), refused=True)
        answer = beside_answer if PART in request.headers else table_page
        return await answer(request, tables, id, visitor, secret, notice, status_of(error))
    if isinstance(done, Hint):
        return see(f"/games/{id}?hint={quote(done.move)}")
    if PART in request.headers and done.id == id:
        return await beside_answer(request, tables, id, visitor, secret)
    return see(f"/games/{done.id}")


handlers = [act]
