"""The JSON API: everything the pages do, for programs.

Errors are ``{"error": code, "message": one line}``. A program keeps the ``livestone`` cookie that
comes with the first answer: it is what its seats belong to.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from livestone.games import catalogue, described
from livestone.server.given import GivenTables, GivenVisitor
from livestone.server.table import TableSpec

Text = Annotated[str, Meta(max_length=200)]
PlyCount = Annotated[int, Meta(ge=0, le=1_000_000)]


class NewGame(Struct, forbid_unknown_fields=True):
    """A game to start: ``seats`` has ``me``, ``person`` or ``bot:LEVEL`` for each player."""

    game: Text
    seats: Annotated[list[Text], Meta(max_length=20)]
    options: dict[Text, str | int | bool] = {}
    opening: Annotated[str, Meta(max_length=10_000)] | None = None


class NewPly(Struct, forbid_unknown_fields=True):
    """A move (its text, or its path with spaces), to be played after ``ply`` plies."""

    move: Text
    ply: PlyCount


class Seen(Struct, forbid_unknown_fields=True):
    """How many plies had been played when the visitor decided."""

    ply: PlyCount


class Api(Controller):
    """``/api``."""

    path = "/api"
    tags = ("games",)

    @get("/catalogue", sync_to_thread=False)
    def catalogue(self) -> list[dict[str, Any]]:
        """Every game there is, with its options."""
        return [described(game()) for game in catalogue().values()]

    @get("/games")
    async def mine(
        self,
        tables: GivenTables,
        visitor: GivenVisitor,
        page: Annotated[int, QueryParameter(ge=1)] = 1,
    ) -> dict[str, Any]:
        """The visitor's games, newest first, a page at a time."""
        return (await tables.mine(visitor, page)).as_json()

    @post("/games")
    async def create(
        self, data: JSONBody[NewGame], tables: GivenTables, visitor: GivenVisitor
    ) -> dict[str, Any]:
        """Start a game."""
        options: dict[str, Any] = data.options
        spec = TableSpec(data.game, options, tuple(data.seats), data.opening)
        return (await tables.create(spec, visitor)).as_json()

    @get("/games/{id:str}")
    async def view(
        self,
        id: FromPath[str],
        tables: GivenTables,
        visitor: GivenVisitor,
        ply: FromQuery[int | None] = None,
    ) -> dict[str, Any]:
        """A table now, or as it was after ``ply`` plies."""
        return (await tables.view(id, visitor, ply)).as_json()

    @post("/games/{id:str}/plies", status_code=200)
    async def play(
        self, id: FromPath[str], data: JSONBody[NewPly], tables: GivenTables, visitor: GivenVisitor
    ) -> dict[str, Any]:
        """Play a move; asking twice is harmless."""
        return (await tables.play(id, visitor, data.move, data.ply)).as_json()

    @post("/games/{id:str}/look", status_code=200)
    async def look(
        self, id: FromPath[str], data: JSONBody[Seen], tables: GivenTables, visitor: GivenVisitor
    ) -> dict[str, Any]:
        """Lift the curtain for the player to move, where people share a screen."""
        return (await tables.look(id, visitor, data.ply)).as_json()

    @post("/games/{id:str}/undo", status_code=200)
    async def undo(
        self, id: FromPath[str], data: JSONBody[Seen], tables: GivenTables, visitor: GivenVisitor
    ) -> dict[str, Any]:
        """Take back to the visitor's previous decision."""
        return (await tables.undo(id, visitor, data.ply)).as_json()

    @post("/games/{id:str}/resign", status_code=200)
    async def resign(
        self, id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
    ) -> dict[str, Any]:
        """Give the game up."""
        return (await tables.resign(id, visitor)).as_json()

    @post("/games/{id:str}/hint", status_code=200)
    async def hint(
        self, id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
    ) -> dict[str, Any]:
        """Suggest a move, after a second or so."""
        return (await tables.hint(id, visitor)).as_json()

    @get(["/games/{id:str}/record", "/games/{id:str}/record.json"])
    async def record_json(
        self, id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
    ) -> Response[str]:
        """The game's record as JSON."""
        return Response(await tables.record(id, visitor, "json"), media_type="application/json")

    @get("/games/{id:str}/record.txt")
    async def record_text(
        self, id: FromPath[str], tables: GivenTables, visitor: GivenVisitor
    ) -> Response[str]:
        """The game's record as text."""
        return Response(await tables.record(id, visitor, "txt"), media_type="text/plain")
