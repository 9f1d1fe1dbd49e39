"""What the forms at a table do: one route, and a function for each action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from litestar import post
from litestar.params import FromPath

from livestone.errors import BadRequest, Conflict, LivestoneError, NotAllowed, NotFound
from livestone.server.tables.commands import Tables, TablesDep
from livestone.server.tables.pages.game import Notice, number_of, seconds_of, table_page
from livestone.server.web.errors import sentence, status_of
from livestone.server.web.identity import AnyRequest, SecretDep, VisitorDep
from livestone.server.web.rendering import PART, see


@dataclass(frozen=True)
class Asked:
    tables: Tables
    id: str
    visitor: str
    secret: str
    form: Mapping[str, Any]

    @property
    def ply(self) -> int:
        return number_of("ply", self.form.get("ply", ""))


# Does what was asked and returns the address to go on to; what it raises is shown at the table.
Action = Callable[[Asked], Awaitable[str]]


async def play(asked: Asked) -> str:
    move = str(asked.form.get("move", "")).strip()
    if not move:
        raise BadRequest("no move was given: type one, or choose it on the board")
    lag = seconds_of("lag", asked.form.get("lag", "0"))
    await asked.tables.play(asked.id, asked.visitor, move, asked.ply, lag)
    return f"/games/{asked.id}"


async def look(asked: Asked) -> str:
    await asked.tables.look(asked.id, asked.visitor, asked.ply)
    return f"/games/{asked.id}"


async def undo(asked: Asked) -> str:
    await asked.tables.undo(asked.id, asked.visitor, asked.ply)
    return f"/games/{asked.id}"


async def takeback(asked: Asked) -> str:
    seat, allow = number_of("seat", asked.form.get("seat", "")), asked.form.get("allow") == "yes"
    await asked.tables.answer_takeback(asked.id, asked.visitor, asked.ply, seat, allow)
    return f"/games/{asked.id}"


async def resign(asked: Asked) -> str:
    await asked.tables.resign(asked.id, asked.visitor)
    return f"/games/{asked.id}"


async def hint(asked: Asked) -> str:
    found = await asked.tables.hint(asked.id, asked.visitor)
    return f"/games/{asked.id}?hint={quote(found.move)}"


async def rematch(asked: Asked) -> str:
    new = await asked.tables.rematch(asked.id, asked.visitor, asked.secret)
    return f"/games/{new.id}"


async def offer(asked: Asked) -> str:
    await asked.tables.offer(asked.id, asked.visitor, str(asked.form.get("kind", "")), asked.ply)
    return f"/games/{asked.id}"


async def answer(asked: Asked) -> str:
    kind, allow = str(asked.form.get("kind", "")), asked.form.get("allow") == "yes"
    seat = number_of("seat", asked.form.get("seat", ""))
    if kind == "rematch":
        new = await asked.tables.answer_rematch(asked.id, asked.visitor, seat, allow, asked.secret)
        return f"/games/{new.id}"
    await asked.tables.answer(asked.id, asked.visitor, kind, seat, allow, asked.ply)
    return f"/games/{asked.id}"


async def plan(asked: Asked) -> str:
    """Decide ahead: one move for whatever comes, or lines, one on each line of a text."""
    move, text = (str(asked.form.get(name, "")).strip() for name in ("move", "lines"))
    lines = [["*", move]] if move else [line.split() for line in text.splitlines() if line.strip()]
    await asked.tables.plan(asked.id, asked.visitor, lines, asked.ply)
    return f"/games/{asked.id}"


async def resume(asked: Asked) -> str:
    await asked.tables.resume(asked.id, asked.visitor)
    return f"/games/{asked.id}"


async def abort(asked: Asked) -> str:
    await asked.tables.abort(asked.id, asked.visitor)
    return f"/games/{asked.id}"


ACTIONS: dict[str, Action] = {
    "offer": offer,
    "answer": answer,
    "plan": plan,
    "resume": resume,
    "abort": abort,
    "moves": play,
    "look": look,
    "undo": undo,
    "takeback": takeback,
    "resign": resign,
    "hint": hint,
    "rematch": rematch,
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
    """Do what a form asks, or show why not; a script gets the table at once."""
    if action not in ACTIONS:
        raise NotFound(f"there is nothing called {action[:20]!r} to do at a table")
    asked = Asked(tables, id, visitor, secret, dict((await request.form()).items()))
    try:
        address = await ACTIONS[action](asked)
    except LivestoneError as error:
        elsewhere = isinstance(error, NotAllowed) and not isinstance(error, Conflict)
        if elsewhere or isinstance(error, NotFound):
            raise
        notice = Notice(sentence(error), refused=True)
        return await table_page(
            request, asked.tables, id, visitor, secret, notice, status_of(error)
        )
    if PART in request.headers and address == f"/games/{id}":
        return await table_page(request, tables, id, visitor, secret)
    return see(address)


handlers = [act]
