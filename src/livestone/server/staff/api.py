"""The JSON API of the staff, and of complaints."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from livestone.server.staff.service import GivenStaff
from livestone.server.web import identity
from livestone.server.web.identity import GivenCaller

Text = Annotated[str, Meta(max_length=500)]


class Act(Struct, forbid_unknown_fields=True):
    """What something needs: ``name`` of somebody, ``reason``, ``days`` (none: for good) for a ban;
    ``new`` for another name; ``text`` for an announcement; ``id`` and ``note`` to settle.
    """

    name: Text = ""
    new: Text = ""
    reason: Text = ""
    days: Text = ""
    text: Text = ""
    id: Text = ""
    note: Text = ""


class Complaint(Struct, forbid_unknown_fields=True):
    """Why the staff should look at somebody."""

    reason: Text


class StaffApi(Controller):
    """``/api/admin``, and complaints about people."""

    path = "/api"
    tags = ("staff",)
    before_request = staticmethod(identity.recognise)

    @post("/people/{name:str}/report", status_code=200)
    async def report(
        self,
        name: FromPath[str],
        data: JSONBody[Complaint],
        staff: GivenStaff,
        caller: GivenCaller,
    ) -> dict[str, Any]:
        """Complain about somebody; the staff will read it."""
        await staff.report(caller, name, data.reason)
        return {"reported": name}

    @get("/admin")
    async def show(
        self,
        staff: GivenStaff,
        caller: GivenCaller,
        page: Annotated[int, QueryParameter(ge=1, le=100_000)] = 1,
    ) -> dict[str, Any]:
        """Complaints that nobody has looked at, bans, announcements; for the staff."""
        await staff.member(caller)
        reports, total = await staff.store.reports(page)
        return {
            "reports": [vars(one) for one in reports],
            "total": total,
            "bans": [vars(one) for one in await staff.store.bans()],
            "announcements": [vars(one) for one in await staff.store.announced()],
        }

    @get("/admin/audit")
    async def audit(
        self,
        staff: GivenStaff,
        caller: GivenCaller,
        q: FromQuery[str] = "",
        page: Annotated[int, QueryParameter(ge=1, le=100_000)] = 1,
    ) -> dict[str, Any]:
        """The log of what the staff did and of what concerns safety, newest first."""
        await staff.member(caller)
        entries, total = await staff.store.entries(q[:100], page)
        return {"entries": [vars(one) for one in entries], "total": total}

    @post("/admin/{act:str}", status_code=200)
    async def act(
        self, act: FromPath[str], data: JSONBody[Act], staff: GivenStaff, caller: GivenCaller
    ) -> dict[str, Any]:
        """``ban``, ``unban``, ``rename``, ``settle``, ``announce`` or ``withdraw``."""
        given = {name: getattr(data, name) for name in data.__struct_fields__}
        await staff.act(act, caller, given)
        return {"done": act}
