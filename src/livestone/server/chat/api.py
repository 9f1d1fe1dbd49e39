"""The JSON API of chat at a table."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from livestone.api.chat import Conversation, Reading, Reported
from livestone.server.chat.service import ChatDep
from livestone.server.tables.acts import At
from livestone.server.web import identity
from livestone.server.web.identity import CallerDep

Number = Annotated[int, Meta(ge=0, lt=2**31)]


class NewMessage(Struct, forbid_unknown_fields=True):
    """A message to write."""

    text: Annotated[str, Meta(max_length=1000)]


class Muted(Struct, forbid_unknown_fields=True):
    """Whose messages to hide at this table: the author's of a ``message``, or everybody's."""

    message: Number | None = None


class Complaint(Struct, forbid_unknown_fields=True):
    """A message to report to the staff, and why."""

    message: Number
    reason: Annotated[str, Meta(max_length=500)] = ""


class Switch(Struct, forbid_unknown_fields=True):
    """Whether to read chat at any table."""

    on: bool


class ChatApi(Controller):
    """``/api/games/{id}/talk`` and ``/api/account/talk``."""

    path = "/api"
    tags = ("chat",)
    before_request = staticmethod(identity.recognise)

    @get("/games/{id:str}/talk")
    async def read(self, at: At, chat: ChatDep) -> Conversation:
        """The chat at a table: its players read their room, onlookers theirs.

        ``off`` says that chat is off, ``why_not`` why you may not write.
        """
        return await chat.read(at.id, at.caller)

    @post("/games/{id:str}/talk", status_code=200)
    async def say(self, at: At, data: JSONBody[NewMessage], chat: ChatDep) -> Conversation:
        """Write a message to your room; onlookers need an account."""
        await chat.say(at.id, at.caller, data.text)
        return await chat.read(at.id, at.caller)

    @post("/games/{id:str}/talk/mute", status_code=200)
    async def mute(self, at: At, data: JSONBody[Muted], chat: ChatDep) -> Conversation:
        """Hide an author's messages at this table; asking twice is harmless.

        Without a ``message``, everybody's.
        """
        await chat.mute(at.id, at.caller, data.message)
        return await chat.read(at.id, at.caller)

    @post("/games/{id:str}/talk/unmute", status_code=200)
    async def unmute(self, at: At, chat: ChatDep) -> Conversation:
        """Show everybody's messages again at this table."""
        await chat.unmute(at.id, at.caller)
        return await chat.read(at.id, at.caller)

    @post("/games/{id:str}/talk/report", status_code=200)
    async def report(self, at: At, data: JSONBody[Complaint], chat: ChatDep) -> Reported:
        """Report a message to the staff."""
        await chat.report(at.id, at.caller, data.message, data.reason)
        return Reported(data.message)

    @get("/account/talk")
    async def reads(self, chat: ChatDep, caller: CallerDep) -> Reading:
        """Whether you read chat at any table."""
        return Reading(await chat.reads(caller))

    @post("/account/talk", status_code=200)
    async def switch(self, data: JSONBody[Switch], chat: ChatDep, caller: CallerDep) -> Reading:
        """Read chat at all tables, or at none."""
        await chat.switch(caller, data.on)
        return Reading(data.on)
