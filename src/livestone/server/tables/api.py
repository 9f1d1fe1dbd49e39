"""The JSON API: everything the pages do, for programs.

Errors are ``{"error": code, "message": one line}``. A program keeps the ``livestone`` cookie that
comes with the first answer: it is what its seats belong to.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from livestone.api.tables import GamePage, Hint, Invitation, Table
from livestone.games import catalogue, described
from livestone.server.db.database import one_deadline
from livestone.server.tables.commands import Tables, TablesDep
from livestone.server.tables.shapes import MOST_DELAY, TableSpec
from livestone.server.web import identity
from livestone.server.web.identity import AnyRequest, CallerDep, SecretDep, VisitorDep

HIDDEN = "x-hidden-tab"  # sent by a page that nobody looks at now
Text = Annotated[str, Meta(max_length=200)]
PlyCount = Annotated[int, Meta(ge=0, le=1_000_000)]


class NewGame(Struct, forbid_unknown_fields=True):
    """A game to start: ``seats`` has ``me``, ``person``, ``friend`` or ``bot:LEVEL`` each.

    Anybody may watch a ``public`` one, ``delay`` plies behind.

    ``control`` is a time control: ``none``, ``5`` (minutes), ``5+3`` (Fischer), ``5d3``
    (Bronstein), ``10/3x30`` (byo-yomi) or ``3d`` (days a turn).
    """

    game: Text
    seats: Annotated[list[Text], Meta(max_length=20)]
    options: dict[Text, str | int | bool] = {}
    opening: Annotated[str, Meta(max_length=10_000)] | None = None
    control: Text = "none"
    public: bool = False
    delay: Annotated[int, Meta(ge=0, le=MOST_DELAY)] = 0


class NewPly(Struct, forbid_unknown_fields=True):
    """A move (its text, or its path with spaces), to be played after ``ply`` plies.

    ``lag`` are the seconds that a message takes to the server and back.
    """

    move: Text
    ply: PlyCount
    lag: Annotated[float, Meta(ge=0, le=60)] = 0.0


class Seen(Struct, forbid_unknown_fields=True):
    """How many plies had been played when the visitor decided."""

    ply: PlyCount


class TakebackAnswer(Struct, forbid_unknown_fields=True):
    """Whether ``seat`` may take back what it asks, after ``ply`` plies."""

    ply: PlyCount
    seat: Annotated[int, Meta(ge=0, le=20)]
    allow: bool


class Api(Controller):
    """``/api``."""

    path = "/api"
    tags = ("games",)
    before_request = staticmethod(identity.recognise)

    @get("/catalogue", sync_to_thread=False)
    def catalogue(self) -> list[dict[str, Any]]:
        """Every game there is, with its options."""
        return [described(game()) for game in catalogue().values()]

    @get("/games")
    async def mine(
        self, tables: TablesDep, visitor: VisitorDep, page: Annotated[int, QueryParameter(ge=1)] = 1
    ) -> GamePage:
        """The visitor's games, newest first, a page at a time."""
        return await tables.mine(visitor, page)

    @post("/games")
    async def create(self, data: JSONBody[NewGame], tables: TablesDep, caller: CallerDep) -> Table:
        """Start a game."""
        options: dict[str, Any] = data.options
        spec = TableSpec(
            data.game,
            options,
            tuple(data.seats),
            data.opening,
            data.control,
            public=data.public,
            delay=data.delay,
        )
        return await tables.create(spec, caller.owner, caller.secret, caller.name)

    @get("/games/{id:str}")
    async def view(
        self, id: FromPath[str], request: AnyRequest, ply: FromQuery[int | None] = None
    ) -> Table:
        """A table now, or as it was after ``ply`` plies."""
        tables, visitor = await asked(request)
        return await tables.view(id, visitor, ply, unseen=HIDDEN in request.headers)

    @post("/games/{id:str}/plies", status_code=200)
    async def play(self, id: FromPath[str], data: JSONBody[NewPly], request: AnyRequest) -> Table:
        """Play a move; asking twice is harmless."""
        with one_deadline():
            tables, visitor = await asked(request)
            return await tables.play(id, visitor, data.move, data.ply, data.lag)

    @post("/games/{id:str}/look", status_code=200)
    async def look(
        self, id: FromPath[str], data: JSONBody[Seen], tables: TablesDep, visitor: VisitorDep
    ) -> Table:
        """Lift the curtain for the player to move, where people share a screen."""
        return await tables.look(id, visitor, data.ply)

    @post("/games/{id:str}/undo", status_code=200)
    async def undo(
        self, id: FromPath[str], data: JSONBody[Seen], tables: TablesDep, visitor: VisitorDep
    ) -> Table:
        """Take back to the visitor's previous decision, or ask the others to allow it."""
        return await tables.undo(id, visitor, data.ply)

    @post("/games/{id:str}/takeback", status_code=200)
    async def takeback(
        self,
        id: FromPath[str],
        data: JSONBody[TakebackAnswer],
        tables: TablesDep,
        visitor: VisitorDep,
    ) -> Table:
        """Answer what a person asks to take back; who asked may withdraw it."""
        return await tables.answer_takeback(id, visitor, data.ply, data.seat, data.allow)

    @post("/games/{id:str}/resign", status_code=200)
    async def resign(self, id: FromPath[str], tables: TablesDep, visitor: VisitorDep) -> Table:
        """Give the game up, or call it off while it waits for players."""
        return await tables.resign(id, visitor)

    @post("/games/{id:str}/rematch", status_code=200)
    async def rematch(
        self, id: FromPath[str], tables: TablesDep, visitor: VisitorDep, secret: SecretDep
    ) -> Table:
        """Start the same game again, everybody one seat further on."""
        return await tables.rematch(id, visitor, secret)

    @get("/games/{id:str}/invitations")
    async def invitations(
        self, id: FromPath[str], tables: TablesDep, visitor: VisitorDep, secret: SecretDep
    ) -> list[dict[str, Any]]:
        """The invitations to open seats, for who started the game: send them to friends."""
        found = await tables.invitations(id, visitor, secret)
        return [{"seat": seat, "invitation": text} for seat, text in found.items()]

    @get("/invitations/{invitation:str}")
    async def invitation(
        self, invitation: FromPath[str], tables: TablesDep, visitor: VisitorDep
    ) -> Invitation:
        """What an invitation is for."""
        return (await tables.invitation(invitation, visitor)).invitation

    @post("/invitations/{invitation:str}", status_code=200)
    async def sit(self, invitation: FromPath[str], tables: TablesDep, caller: CallerDep) -> Table:
        """Take the seat that an invitation is for; asking twice is harmless."""
        return await tables.sit(invitation, caller.owner, caller.name)

    @post("/games/{id:str}/hint", status_code=200)
    async def hint(self, id: FromPath[str], tables: TablesDep, visitor: VisitorDep) -> Hint:
        """Suggest a move, after a second or so."""
        return await tables.hint(id, visitor)

    @get(["/games/{id:str}/record", "/games/{id:str}/record.json"])
    async def record_json(
        self, id: FromPath[str], tables: TablesDep, visitor: VisitorDep
    ) -> Response[str]:
        """The game's record as JSON."""
        return Response(await tables.record(id, visitor, "json"), media_type="application/json")

    @get("/games/{id:str}/record.txt")
    async def record_text(
        self, id: FromPath[str], tables: TablesDep, visitor: VisitorDep
    ) -> Response[str]:
        """The game's record as text."""
        return Response(await tables.record(id, visitor, "txt"), media_type="text/plain")


async def asked(request: AnyRequest) -> tuple[Tables, str]:
    """Return the tables and who asks; cheaper than dependencies, which are a task each."""
    return request.app.state.tables, (await identity.caller(request)).owner
