"""The JSON API of what players settle among themselves, a part of ``/api``."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from livestone.api.tables import Table, Vacation
from livestone.server.tables.api import PlyCount
from livestone.server.tables.commands import TablesDep
from livestone.server.web import identity
from livestone.server.web.identity import CallerDep, SecretDep, VisitorDep


class NewOffer(Struct, forbid_unknown_fields=True):
    """A draw or a pause, offered after ``ply`` plies."""

    kind: Literal["draw", "pause"]
    ply: PlyCount


class OfferAnswer(Struct, forbid_unknown_fields=True):
    """Whether the visitor agrees to what ``seat`` offers, after ``ply`` plies."""

    kind: Literal["draw", "pause", "rematch"]
    seat: Annotated[int, Meta(ge=0, le=20)]
    allow: bool
    ply: PlyCount


Line = Annotated[list[Annotated[str, Meta(min_length=1, max_length=64)]], Meta(max_length=40)]


class NewPlan(Struct, forbid_unknown_fields=True):
    """What to play after ``ply`` plies and later.

    A line goes on from there: moves of others that must come, and the visitor's answers. It may be
    ``["*", move]`` instead: whatever the others play. No lines forget what was decided before.
    """

    ply: PlyCount
    lines: Annotated[list[Line], Meta(max_length=20)]


class NewVacation(Struct, forbid_unknown_fields=True):
    """For how many days to be away from now on; 0 to be back."""

    days: Annotated[int, Meta(ge=0, le=366)]


class PlayingApi(Controller):
    """``/api/games/{id}``: offers and clocks; vacations from them."""

    path = "/api"
    tags = ("games",)
    before_request = staticmethod(identity.recognise)

    @post("/games/{id:str}/offer", status_code=200)
    async def offer(
        self, id: FromPath[str], data: JSONBody[NewOffer], tables: TablesDep, visitor: VisitorDep
    ) -> Table:
        """Offer the others a draw or a pause, or agree to theirs."""
        return await tables.offer(id, visitor, data.kind, data.ply)

    @post("/games/{id:str}/answer", status_code=200)
    async def answer(
        self,
        id: FromPath[str],
        data: JSONBody[OfferAnswer],
        tables: TablesDep,
        visitor: VisitorDep,
        secret: SecretDep,
    ) -> Table:
        """Answer an offer, or who asks for a rematch; who made it may withdraw it.

        Once all want a rematch the answer is the new table.
        """
        if data.kind == "rematch":
            return await tables.answer_rematch(id, visitor, data.seat, data.allow, secret)
        return await tables.answer(id, visitor, data.kind, data.seat, data.allow, data.ply)

    @post("/games/{id:str}/plan", status_code=200)
    async def plan(
        self, id: FromPath[str], data: JSONBody[NewPlan], tables: TablesDep, visitor: VisitorDep
    ) -> Table:
        """Decide ahead what to play when the turn comes; nobody else learns of it."""
        return await tables.plan(id, visitor, data.lines, data.ply)

    @post("/games/{id:str}/resume", status_code=200)
    async def resume(self, id: FromPath[str], tables: TablesDep, visitor: VisitorDep) -> Table:
        """Let the clocks of a paused game go on."""
        return await tables.resume(id, visitor)

    @post("/games/{id:str}/abort", status_code=200)
    async def abort(self, id: FromPath[str], tables: TablesDep, visitor: VisitorDep) -> Table:
        """Call a game off before everybody has made a first turn."""
        return await tables.abort(id, visitor)

    @get("/account/vacation")
    async def vacation(self, tables: TablesDep, caller: CallerDep) -> Vacation:
        """Until when you are away (null: you are here), and the days you have left."""
        return await tables.vacations.of(caller.known().id)

    @post("/account/vacation", status_code=200)
    async def leave(
        self, data: JSONBody[NewVacation], tables: TablesDep, caller: CallerDep
    ) -> Vacation:
        """Be away from correspondence games for some days, or be back."""
        person = caller.known().id
        if data.days:
            return await tables.vacations.begin(person, data.days)
        return await tables.vacations.end(person)
