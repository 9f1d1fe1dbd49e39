"""The JSON API of talk at a table."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from livestone.server.chat.service import GivenChat
from livestone.server.web import identity
from livestone.server.web.identity import GivenCaller

Number = Annotated[int, Meta(ge=0, lt=2**31)]


class Words(Struct, forbid_unknown_fields=True):
    """Something to say."""

    text: Annotated[str, Meta(max_length=1000)]


class Muted(Struct, forbid_unknown_fields=True):
    """Whom not to read at this table: the author of a ``message``, or everybody."""

    message: Number | None = None


class Complaint(Struct, forbid_unknown_fields=True):
    """A message that the staff should see, and why."""

    message: Number
    reason: Annotated[str, Meta(max_length=500)] = ""


class Switch(Struct, forbid_unknown_fields=True):
    """Whether to read talk at any table."""

    on: bool


class ChatApi(Controller):
    """``/api/games/{id}/talk`` and ``/api/account/talk``."""

    path = "/api"
    tags = ("talk",)
    before_request = staticmethod(identity.recognise)

    @get("/games/{id:str}/talk")
    async def read(self, id: FromPath[str], talk: GivenChat, caller: GivenCaller) -> dict[str, Any]:
        """What was said at a table: its players read their room, onlookers theirs."""
        return (await talk.read(id, caller)).as_json()

    @post("/games/{id:str}/talk", status_code=200)
    async def say(
        self, id: FromPath[str], data: JSONBody[Words], talk: GivenChat, caller: GivenCaller
    ) -> dict[str, Any]:
        """Say something to the others in the room; onlookers need an account."""
        await talk.say(id, caller, data.text)
        return (await talk.read(id, caller)).as_json()

    @post("/games/{id:str}/talk/mute", status_code=200)
    async def mute(
        self, id: FromPath[str], data: JSONBody[Muted], talk: GivenChat, caller: GivenCaller
    ) -> dict[str, Any]:
        """Read somebody no more at this table; asking twice is harmless."""
        await talk.mute(id, caller, data.message)
        return (await talk.read(id, caller)).as_json()

    @post("/games/{id:str}/talk/unmute", status_code=200)
    async def unmute(
        self, id: FromPath[str], talk: GivenChat, caller: GivenCaller
    ) -> dict[str, Any]:
        """Read everybody again at this table."""
        await talk.unmute(id, caller)
        return (await talk.read(id, caller)).as_json()

    @post("/games/{id:str}/talk/report", status_code=200)
    async def report(
        self, id: FromPath[str], data: JSONBody[Complaint], talk: GivenChat, caller: GivenCaller
    ) -> dict[str, Any]:
        """Complain about what somebody said; the staff will read it."""
        await talk.report(id, caller, data.message, data.reason)
        return {"reported": data.message}

    @post("/account/talk", status_code=200)
    async def switch(
        self, data: JSONBody[Switch], talk: GivenChat, caller: GivenCaller
    ) -> dict[str, Any]:
        """Read talk at all tables, or at none."""
        await talk.switch(caller, data.on)
        return {"on": data.on}
