"""The JSON API of the staff, and of complaints."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import asdict

from livestone.api.staff import Announced, AuditPage, Done, Reported, StaffOverview
from livestone.server.staff.service import StaffDep
from livestone.server.web import identity
from livestone.server.web.identity import CallerDep
from livestone.server.web.requests import PageNumber

Text = Annotated[str, Meta(max_length=500)]


class Act(Struct, forbid_unknown_fields=True):
    """The fields of an act: ``name``, ``reason`` and ``days`` (empty: for good) for a ban, ``new``
    for another name, ``text`` for an announcement, ``id`` and ``note`` to settle.
    """

    name: Text = ""
    new: Text = ""
    reason: Text = ""
    days: Text = ""
    text: Text = ""
    id: Text = ""
    note: Text = ""


class Complaint(Struct, forbid_unknown_fields=True):
    """What a person has done."""

    reason: Text


class StaffApi(Controller):
    """``/api/admin``, and complaints about people."""

    path = "/api"
    tags = ("staff",)
    before_request = staticmethod(identity.recognise)

    @get("/announcement", sync_to_thread=False)
    def announcement(self, staff: StaffDep) -> Announced:
        """What the staff announces to everybody now; empty for nothing."""
        return Announced(staff.announcement)

    @post("/people/{name:str}/report", status_code=200)
    async def report(
        self, name: FromPath[str], data: JSONBody[Complaint], staff: StaffDep, caller: CallerDep
    ) -> Reported:
        """Complain about a person; the staff will read it."""
        await staff.report(caller, name, data.reason)
        return Reported(name)

    @get("/admin")
    async def show(self, staff: StaffDep, caller: CallerDep, page: PageNumber = 1) -> StaffOverview:
        """Open complaints, bans and announcements; for the staff.

        ``public_games`` are those of the people complained about that anybody may open.
        """
        return await staff.overview(caller, page)

    @get("/admin/audit")
    async def audit(
        self,
        staff: StaffDep,
        caller: CallerDep,
        q: FromQuery[str] = "",
        page: PageNumber = 1,
    ) -> AuditPage:
        """The log of what the staff did and of what concerns safety, newest first.

        ``q`` searches.
        """
        return await staff.log(caller, q[:100], page)

    @post("/admin/{act:str}", status_code=200)
    async def act(
        self, act: FromPath[str], data: JSONBody[Act], staff: StaffDep, caller: CallerDep
    ) -> Done:
        """``ban``, ``unban``, ``rename``, ``settle``, ``announce`` or ``withdraw``.

        In this order they take ``name``, ``reason`` and perhaps ``days``; ``name``; ``name``,
        ``new`` and ``reason``; ``id`` and ``note``; ``text`` and perhaps ``days``; ``id``.
        """
        await staff.act(act, caller, asdict(data))
        return Done(act)
