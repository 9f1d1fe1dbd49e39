"""What the forms at a table do: one route, and a function for each action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from litestar import post
from litestar.params import FromPath

from livestone.api.tables import Hint
from livestone.errors import BadRequest, LivestoneError, NotFound
from livestone.languages.words import t
from livestone.server.tables.acts import ACTS, At, Place
from livestone.server.tables.pages.game import (
    Notice,
    beside_answer,
    number_of,
    table_page,
)
from livestone.server.web.acts import act_by_form
from livestone.server.web.errors import has_own_page, sentence, status_of
from livestone.server.web.forms import fields_of
from livestone.server.web.rendering import PART, see

# What forms do besides the acts of the API: a move is typed, and so are lines of a plan.
MOVE = "moves"


@post("/games/{id:str}/{action:str}")
async def act(at: At, action: FromPath[str]) -> Any:
    """Do what a form asks, or show why not; a script gets what stands beside the table."""
    if action not in (*ACTS, MOVE):
        raise NotFound(
            t("there is nothing called {action} to do at a table", action=repr(action[:20]))
        )
    form, script = await fields_of(at.request), PART in at.request.headers
    try:
        done = await _do(action, at, form)
    except LivestoneError as error:
        if has_own_page(error):
            raise
        notice = Notice(sentence(error), refused=True)
        return await (beside_answer if script else table_page)(at, notice, status_of(error))
    if isinstance(done, Hint):
        return see(f"/games/{at.id}?hint={quote(done.move)}")
    if script and done.id == at.id:
        return await beside_answer(at)
    return see(f"/games/{done.id}")


async def _do(action: str, at: Place, form: Mapping[str, str]) -> Any:
    if action not in (MOVE, "plan"):
        return await act_by_form(ACTS[action], at, form)
    move, lines = form.get("move", "").strip(), form.get("lines", "").splitlines()
    if action == MOVE and not move:
        raise BadRequest("no move was given: type one, or choose it on the board")
    ply = number_of("ply", form.get("ply", ""))
    if action == MOVE:
        return await at.tables.play(at.id, at.owner, move, ply)
    # One move for whatever comes, or lines, one on each line of a text.
    asked = [["*", move]] if move else [line.split() for line in lines if line.strip()]
    return await at.tables.plan(at.id, at.owner, asked, ply)


handlers = [act]
