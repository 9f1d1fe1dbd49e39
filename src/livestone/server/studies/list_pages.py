"""One's own studies, and making new ones."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from litestar import Request, get, post

from livestone.errors import BadRequest, LivestoneError, NotFound
from livestone.games import catalogue, find
from livestone.records.record import MAX_CHARS
from livestone.server.studies import sources
from livestone.server.studies.service import VISIBILITIES, GivenStudies, Studies
from livestone.server.studies.sources import Draft
from livestone.server.studies.store import PAGE, StudyLine
from livestone.server.tables.pages.gallery import Row, ago
from livestone.server.tables.pages.game import number_of
from livestone.server.tables.pages.setup import option_fields
from livestone.server.web.error_pages import sentence
from livestone.server.web.errors import status_of
from livestone.server.web.forms import fields_of
from livestone.server.web.identity import Caller, GivenCaller, origin_of
from livestone.server.web.rendering import page, see

Asking = Request[Any, Any, Any]
NAMES = ("game", "opening", "table", "record", "sample", "ply", "title")  # what is no option


@get("/studies")
async def mine(request: Asking, studies: GivenStudies, caller: GivenCaller) -> Any:
    """One's own studies, a page at a time, and what a new one may be made from."""
    number = number_of("page", request.query_params.get("page", "1"))
    return await _list(request, studies, caller, number)


async def _list(
    request: Asking,
    studies: Studies,
    caller: Caller,
    number: int = 1,
    pasted: str = "",
    refusal: LivestoneError | None = None,
) -> Any:
    """The list; given a ``refusal``, with what was ``pasted`` and why no study was made of it."""
    lines, total = await studies.mine(caller, max(1, number))
    pages = max(1, -(-total // PAGE))
    if not 1 <= number <= pages:
        raise NotFound(f"there is no page {number}: your studies end on page {pages}")
    return page(
        request,
        "studies.html",
        status_of(refusal) if refusal else 200,
        title="My studies",
        rows=[row(line) for line in lines],
        page=number,
        pages=pages,
        later=f"/studies?page={number - 1}" if number > 1 else "",
        earlier=f"/studies?page={number + 1}" if number < pages else "",
        games=[(kind.id, kind.title) for kind in catalogue().values()],
        most=MAX_CHARS,
        refusal=sentence(refusal) if refusal else "",
        pasted=pasted,
    )


@get("/studies/new")
async def show_form(request: Asking) -> Any:
    """The form for an empty study of a game, with what the address asks for already chosen."""
    return _form(request, dict(request.query_params.items()))


@post("/studies", request_max_body_size=2 * MAX_CHARS)
async def make(request: Asking, studies: GivenStudies, caller: GivenCaller) -> Any:
    """Make the study that a form describes; a game already studied is gone on with."""
    form = await fields_of(request)
    try:
        await studies.attempt(caller, origin_of(request).address)
        draft = await _draft(studies, caller, form)
        known = await studies.again(draft, caller)
        if known is not None:
            return see("/studies/{}?node={}".format(*known))
        made = await studies.make(draft, caller)
    except LivestoneError as error:
        if form.get("game"):
            return _form(request, form, error)
        if not form.get("table"):
            return await _list(
                request, studies, caller, pasted=form.get("record", ""), refusal=error
            )
        raise
    return see(f"/studies/{made.id}?node={draft.at}")


async def _draft(studies: Studies, caller: Caller, form: Mapping[str, str]) -> Draft:
    ply = number_of("ply", form["ply"]) if form.get("ply") else None
    if form.get("table"):
        draft = await sources.of_table(
            studies.reader, studies.tables, form["table"], caller.owner, ply
        )
    elif form.get("sample"):
        draft = await sources.of_sample(form["sample"], ply)
    elif form.get("game"):
        options = {name: text for name, text in form.items() if name not in NAMES}
        draft = sources.empty(form["game"], options, form.get("opening", "").strip() or None)
    elif form.get("record", "").strip():
        read = await sources.of_text(studies.reader, caller.owner, form["record"])
        draft = sources.looked_at(read, ply)
    else:
        raise BadRequest("nothing was given: paste a record, or choose a game")
    return draft.titled(form.get("title"))


def _form(request: Asking, given: Mapping[str, str], refusal: LivestoneError | None = None) -> Any:
    kind = find(given.get("game") or next(iter(catalogue())))
    return page(
        request,
        "new_study.html",
        status_of(refusal) if refusal else 200,
        title=f"Study {kind.title}",
        game=kind,
        options=option_fields(kind, given),
        opening=given.get("opening", ""),
        refusal=sentence(refusal) if refusal else "",
    )


def row(line: StudyLine) -> Row:
    """A study as a list shows it."""
    try:
        title = find(line.game).title
    except LivestoneError:  # a game that is no more
        title = line.game
    moves = f"{line.nodes} {'move' if line.nodes == 1 else 'moves'}"
    return Row(
        id=line.id,
        title=line.title,
        who=f"{title}, {moves}",
        state=VISIBILITIES[line.visibility].partition(":")[0],
        when=ago(time.time() - line.updated),
        waiting=False,
    )


handlers = [mine, show_form, make]
