"""What players do at a table: each act is a route of the API, under its name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from litestar import Router, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from livestone.api.tables import Hint, Table
from livestone.server.db.owners import OwnerId
from livestone.server.tables.commands import Tables
from livestone.server.web import identity
from livestone.server.web.identity import AnyRequest, Caller

PlyCount = Annotated[int, Meta(ge=0, le=1_000_000)]
# Of an answer that one has: then this one leaves out what that tells of plies.
Cursor = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=20)]
Line = Annotated[list[Annotated[str, Meta(min_length=1, max_length=64)]], Meta(max_length=40)]


class Seen(Struct, forbid_unknown_fields=True):
    """How many plies had been played when the visitor decided."""

    ply: PlyCount


class TakebackAnswer(Seen):
    """Whether ``seat`` may take back what it asks, after ``ply`` plies."""

    seat: SeatNumber
    allow: bool


class NewOffer(Seen):
    """A draw or a pause, offered after ``ply`` plies."""

    kind: Literal["draw", "pause"]


class OfferAnswer(Seen):
    """Whether the visitor agrees to what ``seat`` offers, after ``ply`` plies."""

    kind: Literal["draw", "pause", "rematch"]
    seat: SeatNumber
    allow: bool


class NewPlan(Seen):
    """What to play after ``ply`` plies and later.

    A line goes on from there: moves of others that must come, and the visitor's answers. It may be
    ``["*", move]`` instead: whatever the others play. No lines forget what was decided before.
    """

    lines: Annotated[list[Line], Meta(max_length=20)]


@dataclass(frozen=True)
class Place:
    """The table ``id``, and who asks something there."""

    request: AnyRequest
    tables: Tables
    id: str
    caller: Caller
    since: str = ""  # the cursor of what the visitor knows

    @property
    def owner_id(self) -> OwnerId:
        return self.caller.owner_id

    @property
    def secret(self) -> str:
        return self.caller.secret


async def place(request: AnyRequest, id: FromPath[str]) -> Place:
    return Place(request, request.app.state.tables, id, await identity.caller(request))


async def place_since(
    request: AnyRequest, id: FromPath[str], since: FromQuery[Cursor] = ""
) -> Place:
    return replace(await place(request, id), since=since)


At = NamedDependency[Place]


async def look(at: At, data: JSONBody[Seen]) -> Table:
    """Lift the curtain for the player to move, where people share a screen."""
    return await at.tables.look(at.id, at.owner_id, data.ply, at.since)


async def undo(at: At, data: JSONBody[Seen]) -> Table:
    """Take back to the visitor's previous decision, or ask the others to allow it.

    They are asked where ``can.undo_asks``; ``ply`` is where you think the game is.
    """
    return await at.tables.undo(at.id, at.owner_id, data.ply, at.since)


async def takeback(at: At, data: JSONBody[TakebackAnswer]) -> Table:
    """Answer what a person asks to take back; who asked may withdraw it.

    ``allow`` (or not) what ``takeback.seat`` asks; the player who asked withdraws it with false.
    """
    asked = (data.ply, data.seat, data.allow)
    return await at.tables.answer_takeback(at.id, at.owner_id, *asked, at.since)


async def resign(at: At) -> Table:
    """Give the game up, or call it off while it waits for players."""
    return await at.tables.resign(at.id, at.owner_id, at.since)


async def abort(at: At) -> Table:
    """Call a game off before everybody has made a first turn."""
    return await at.tables.abort(at.id, at.owner_id, at.since)


async def resume(at: At) -> Table:
    """Let the clocks of a paused game go on."""
    return await at.tables.resume(at.id, at.owner_id, at.since)


async def claim(at: At) -> Table:
    """Win a live game whose player to move has left the table for a minute of their turn.

    ``claim`` of the table says in how many seconds that may be done.
    """
    return await at.tables.claim(at.id, at.owner_id, at.since)


async def rematch(at: At) -> Table:
    """Start the same game again, everybody one seat further on."""
    return await at.tables.rematch(at.id, at.owner_id, at.secret)


async def offer(at: At, data: JSONBody[NewOffer]) -> Table:
    """Offer the others a draw or a pause, or agree to theirs.

    ``kind`` is ``draw`` or ``pause``.
    """
    return await at.tables.offer(at.id, at.owner_id, data.kind, data.ply, at.since)


async def answer(at: At, data: JSONBody[OfferAnswer]) -> Table:
    """Answer an offer, or who asks for a rematch; who made it may withdraw it.

    Once all want a rematch the answer is the new table.
    """
    if data.kind == "rematch":
        return await at.tables.answer_rematch(at.id, at.owner_id, data.seat, data.allow, at.secret)
    asked = (data.kind, data.seat, data.allow, data.ply)
    return await at.tables.answer(at.id, at.owner_id, *asked, at.since)


async def plan(at: At, data: JSONBody[NewPlan]) -> Table:
    """Decide ahead what to play when the turn comes; nobody else learns of it.

    ``lines`` are of plies: ``["*", MOVE]`` is played whatever the others do; ``[]`` deletes all.
    """
    return await at.tables.plan(at.id, at.owner_id, data.lines, data.ply, at.since)


async def hint(at: At) -> Hint:
    """Suggest a move, after a second or so."""
    return await at.tables.hint(at.id, at.owner_id)


ALL = (look, undo, takeback, resign, abort, resume, claim, rematch, offer, answer, plan, hint)
routes = Router(
    "/api/games/{id:str}",
    dependencies={"at": Provide(place_since)},
    route_handlers=[post(f"/{act.__name__}", status_code=200)(act) for act in ALL],
    before_request=identity.recognise,
    tags=["games"],
)
