"""The staff's pages: complaints, bans, names, announcements, and the log."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from litestar import get, post
from litestar.params import FromPath

from livestone.errors import BadRequest, LivestoneError, NotAllowed, NotFound
from livestone.languages.words import mark, t
from livestone.server.accounts.moderation import words_until
from livestone.server.accounts.visit import Visit, VisitDep
from livestone.server.db.owners import MARK
from livestone.server.staff.service import Staff, StaffDep
from livestone.server.staff.store import PAGE
from livestone.server.tables.pages.gallery import ago
from livestone.server.tables.pages.game import number_of
from livestone.server.web.forms import fields_of
from livestone.server.web.rendering import page, see

DONE = {
    "ban": mark("That account is banned, and logged out everywhere."),
    "unban": mark("That account may log in again."),
    "rename": mark("That account has its new name."),
    "settle": mark("That report is settled."),
    "announce": mark("Every page shows it now."),
    "withdraw": mark("That announcement is deleted."),
}


@get("/admin")
async def show(visit: VisitDep, staff: StaffDep) -> Any:
    if visit.caller.person is None:
        return see("/login?next=/admin")
    return await _page(visit, staff)


@post("/admin/{act:str}", status_code=200)
async def act(visit: VisitDep, act: FromPath[str], staff: StaffDep) -> Any:
    form = await fields_of(visit.request)
    try:
        await staff.act(act, visit.caller, form)
    except (BadRequest, NotFound, NotAllowed) as error:
        return await _page(visit, staff, act, form, error)
    return see(f"/admin?done={act}")


@get("/admin/audit")
async def audit(visit: VisitDep, staff: StaffDep) -> Any:
    """The log, newest first; ``?q=`` searches it."""
    if visit.caller.person is None:
        return see("/login?next=/admin/audit")
    query = visit.request.query_params
    search, number = query.get("q", "")[:100], number_of("page", query.get("page", "1")) or 1
    found = await staff.log(visit.caller, search, number)
    return page(
        visit.request,
        "audit.html",
        title=t("Log"),
        search=search,
        number=number,
        pages=max(1, math.ceil(found.total / PAGE)),
        total=found.total,
        entries=[
            (one, f"{datetime.fromtimestamp(one.at, UTC):%Y-%m-%d %H:%M}") for one in found.entries
        ],
    )


async def _page(
    visit: Visit,
    staff: Staff,
    failed: str = "",
    form: Mapping[str, str] | None = None,
    refusal: LivestoneError | None = None,
) -> Any:
    """The page with all forms, of which one has ``failed``, and why."""
    found = await staff.overview(visit.caller)
    now = time.time()
    return page(
        visit.request,
        "admin.html",
        refusal=refusal,
        title=t("Staff"),
        done=t(DONE.get(visit.request.query_params.get("done", ""), "")),
        failed=failed,
        form=form or {},
        reports=[(one, ago(now - one.at), one.about.startswith(MARK)) for one in found.reports],
        total=found.total,
        public=await staff.store.public_games(one.game_id for one in found.reports),
        bans=[(one, words_until(one.until)) for one in found.bans],
        announcements=[(one, words_until(one.until)) for one in found.announcements],
    )


@post("/people/{name:str}/report", status_code=200)
async def report(visit: VisitDep, name: FromPath[str], staff: StaffDep) -> Any:
    form = await fields_of(visit.request)
    await staff.report(visit.caller, name, form.get("reason", ""))
    text = t("The staff will read your report. You can also block whom it is about.")
    return page(visit.request, "message.html", title=t("Thank you"), text=text)


handlers = [show, audit, act, report]
