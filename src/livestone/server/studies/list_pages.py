"""The list of a visitor's studies, and the forms that make new ones."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from litestar import get, post

from livestone.api.studies import StudyLine
from livestone.errors import LivestoneError, NotFound
from livestone.games import catalogue, find
from livestone.languages.words import t, tn
from livestone.records.record import MAX_CHARS
from livestone.server.accounts.profile import title_of
from livestone.server.studies.service import VISIBILITIES, Studies, StudiesDep
from livestone.server.studies.sources import NewStudy, draft_of
from livestone.server.studies.store import PAGE
from livestone.server.tables.pages.gallery import Row, ago
from livestone.server.tables.pages.game import number_of
from livestone.server.tables.pages.setup import option_fields
from livestone.server.web.forms import fields_of
from livestone.server.web.identity import AnyRequest, Caller, CallerDep
from livestone.server.web.rendering import page, see

NAMES = ("game", "opening", "table", "record", "sample", "ply", "title")  # what is no option


@get("/studies")
async def mine(request: AnyRequest, studies: StudiesDep, caller: CallerDep) -> Any:
    return await _list(request, studies, caller)


async def _list(
    request: AnyRequest,
    studies: Studies,
    caller: Caller,
    pasted: str = "",
    refusal: LivestoneError | None = None,
) -> Any:
    number = number_of("page", request.query_params.get("page", "1"))
    found = await studies.mine(caller, max(1, number))
    pages = max(1, -(-found.total // PAGE))
    if not 1 <= number <= pages:
        raise NotFound(
            t(
                "there is no page {number}: your studies end on page {last}",
                number=number,
                last=pages,
            )
        )
    return page(
        request,
        "studies.html",
        title=t("My studies"),
        rows=[row(line) for line in found.studies],
        page=number,
        pages=pages,
        games=[(kind.id, kind.title) for kind in catalogue().values()],
        most=MAX_CHARS,
        refusal=refusal,
        pasted=pasted,
    )


@get("/studies/new")
async def show_form(request: AnyRequest) -> Any:
    return _form(request, dict(request.query_params.items()))


@post("/studies", request_max_body_size=2 * MAX_CHARS)
async def make(request: AnyRequest, studies: StudiesDep, caller: CallerDep) -> Any:
    form = await fields_of(request)
    try:
        await studies.attempt(caller)
        draft = await draft_of(studies.reader, studies.tables, caller.owner, _new_study(form))
        known = await studies.existing(draft, caller)
        if known is not None:
            return see(f"/studies/{known[0].row.id}?node={known[1]}")
        made = await studies.make(draft, caller)
    except LivestoneError as error:
        if form.get("game"):
            return _form(request, form, error)
        if not form.get("table"):
            return await _list(request, studies, caller, form.get("record", ""), error)
        raise
    return see(f"/studies/{made.row.id}?node={draft.at}")


def _new_study(form: Mapping[str, str]) -> NewStudy:
    given: dict[str, Any] = {name: form[name].strip() for name in NAMES if name in form}
    ply = given.pop("ply", "")
    return NewStudy(
        **given,
        options={name: text for name, text in form.items() if name not in NAMES},
        ply=number_of("ply", ply) if ply else None,
    )


def _form(
    request: AnyRequest, given: Mapping[str, str], refusal: LivestoneError | None = None
) -> Any:
    kind = find(given.get("game") or next(iter(catalogue())))
    return page(
        request,
        "new_study.html",
        title=t("Study {game}", game=kind.title),
        game=kind,
        options=option_fields(kind, given),
        opening=given.get("opening", ""),
        refusal=refusal,
    )


def row(line: StudyLine) -> Row:
    moves = tn("{n} move", "{n} moves", line.nodes)
    return Row(
        id=line.id,
        title=line.title,
        who=f"{title_of(line.game)}, {moves}",
        state=t(VISIBILITIES[line.visibility]).partition(":")[0],
        when=ago(time.time() - line.updated),
        waiting=False,
    )


handlers = [mine, show_form, make]
