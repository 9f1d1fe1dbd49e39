"""The JSON API: everything the pages do, for programs.

Errors are ``{"error": code, "message": one line}``. A program keeps the ``livestone`` cookie that
comes with the first answer: it is what its seats belong to.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, cast

from litestar import Controller, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from msgspec import Meta, Raw, Struct, json
from msgspec.structs import asdict

from livestone.api.tables import (
    Control,
    GamePage,
    Invitation,
    Limits,
    OpenSeat,
    Speed,
    Table,
    Vacation,
)
from livestone.core.game import Game
from livestone.games import catalogue, described
from livestone.play.time_control import SPEEDS, USUAL
from livestone.server.tables import acts
from livestone.server.tables.acts import At, Cursor, PlyCount
from livestone.server.tables.commands import TablesDep
from livestone.server.tables.shapes import MAX_DELAY, TableSpec
from livestone.server.tables.shell import spectators_picture
from livestone.server.web import identity
from livestone.server.web.aside import MadeOnce
from livestone.server.web.constant import Constant, constant_answer
from livestone.server.web.events import Event, answer, joined, within
from livestone.server.web.identity import AnyRequest, Caller, CallerDep
from livestone.server.web.presence import EVERYWHERE
from livestone.server.web.requests import PageNumber, QueryNumber

HIDDEN = "x-hidden-tab"  # sent by a page that nobody looks at now
Text = Annotated[str, Meta(max_length=200)]
Topics = Annotated[str | None, QueryParameter(max_length=10_000)]


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
    delay: Annotated[int, Meta(ge=0, le=MAX_DELAY)] = 0


class NewPly(Struct, forbid_unknown_fields=True):
    """A move (its text, or its path with spaces), to be played after ``ply`` plies.

    ``lag`` are the seconds that a message takes to the server and back.
    """

    move: Text
    ply: PlyCount
    lag: Annotated[float, Meta(ge=0, le=60)] = 0.0


class NewVacation(Struct, forbid_unknown_fields=True):
    """For how many days to be away from now on; 0 to be back."""

    days: Annotated[int, Meta(ge=0, le=366)]


class Api(Controller):
    """``/api``."""

    path = "/api"
    tags = ("games",)
    before_request = staticmethod(identity.recognise)

    @get("/catalogue", responses={200: ResponseSpec(list[dict[str, Any]], description="Games.")})
    async def catalogue(self, request: AnyRequest) -> Response[bytes]:
        """Every game there is, with its options."""
        return await constant_answer(request, await _catalogues.get(*catalogue().values()))

    @get("/time-controls", sync_to_thread=False)
    def time_controls(self) -> list[Speed]:
        """The usual time controls, in groups; any other one may be asked for too."""
        return [
            Speed(name, [Control(str(one), one.words()) for one in USUAL if one.kind in kinds])
            for name, kinds in SPEEDS.items()
        ]

    @get("/limits", sync_to_thread=False)
    def limits(self, tables: TablesDep) -> Limits:
        """What this server allows: ``max_plies`` of a game."""
        return Limits(tables.registry.max_plies)

    @get("/games")
    async def mine(self, tables: TablesDep, caller: CallerDep, page: PageNumber = 1) -> GamePage:
        """The visitor's games, newest first, a page at a time.

        ``mover`` tells whose turn it is, ``left`` the seconds they have.
        """
        return await tables.mine(caller.owner_id, page)

    @post("/games")
    async def create(self, data: JSONBody[NewGame], tables: TablesDep, caller: CallerDep) -> Table:
        """Start a game.

        ``seats`` has ``me``, ``person``, ``friend`` or ``bot:LEVEL`` for each player. A ``public``
        game may be watched, ``delay`` plies behind.
        """
        return await tables.create(
            TableSpec(**asdict(data)), caller.owner_id, caller.secret, caller.name
        )

    @get("/games/{id:str}")
    async def view(
        self,
        id: FromPath[str],
        request: AnyRequest,
        tables: TablesDep,
        caller: CallerDep,
        ply: QueryNumber = None,
        since: FromQuery[Cursor] = "",
    ) -> Table:
        """A table now, or as it was after ``ply`` plies.

        With the ``cursor`` of an answer that you have as ``since``, the plies that it tells of are
        left out.
        """
        if ply is None:
            shared: Any = await tables.view_of_onlooker(id, caller.owner_id, since)
            if shared is not None:
                return cast(Table, Raw(shared))
        return await tables.view(id, caller.owner_id, ply, HIDDEN in request.headers, since)

    @post("/games/{id:str}/plies", status_code=200)
    async def play(
        self,
        id: FromPath[str],
        data: JSONBody[NewPly],
        tables: TablesDep,
        caller: CallerDep,
        since: FromQuery[Cursor] = "",
    ) -> Table:
        """Play ``move`` after ``ply`` plies; asking twice is harmless.

        ``lag`` is your round trip in seconds.
        """
        return await tables.play(id, caller.owner_id, data.move, data.ply, data.lag, since)

    @get("/games/{id:str}/invitations")
    async def invitations(self, at: At) -> list[OpenSeat]:
        """The invitations to open seats, for who started the game: send them to friends."""
        found = await at.tables.invitations(at.id, at.owner_id, at.secret)
        return [OpenSeat(seat, text) for seat, text in found.items()]

    @get("/invitations/{invitation:str}")
    async def invitation(
        self, invitation: FromPath[str], tables: TablesDep, caller: CallerDep
    ) -> Invitation:
        """What an invitation is for.

        ``state`` is ``free``, ``mine``, ``seated``, ``taken`` or ``over``.
        """
        return await tables.invitation(invitation, caller.owner_id)

    @post("/invitations/{invitation:str}", status_code=200)
    async def sit(self, invitation: FromPath[str], tables: TablesDep, caller: CallerDep) -> Table:
        """Take the seat that an invitation is for; asking twice is harmless."""
        return await tables.sit(invitation, caller.owner_id, caller.name)

    @get(["/games/{id:str}/record", "/games/{id:str}/record.json"])
    async def record_json(self, at: At) -> Response[str]:
        """The game's record as JSON."""
        text = await at.tables.record(at.id, at.owner_id, "json")
        return Response(text, media_type="application/json")

    @get("/games/{id:str}/record.txt")
    async def record_text(self, at: At) -> Response[str]:
        """The game's record as text."""
        return Response(await at.tables.record(at.id, at.owner_id, "txt"), media_type="text/plain")

    @get("/games/{id:str}/picture.svg")
    async def picture(self, id: FromPath[str], tables: TablesDep) -> Response[bytes]:
        """A picture of the position as spectators see it."""
        drawn = await spectators_picture(tables, id, "svg")
        return Response(drawn.content, media_type=drawn.kind)

    @get("/account/vacation")
    async def vacation(self, tables: TablesDep, caller: CallerDep) -> Vacation:
        """Until when you are away (null: you are here), and the days you have left."""
        return await tables.vacations.of(caller.known().id)

    @post("/account/vacation", status_code=200)
    async def leave(
        self, data: JSONBody[NewVacation], tables: TablesDep, caller: CallerDep
    ) -> Vacation:
        """Be away from correspondence games for some days, or be back.

        0 ``days``: be back.
        """
        owner_id = caller.known().id
        if data.days:
            return await tables.vacations.begin(owner_id, data.days)
        return await tables.vacations.end(owner_id)


def _catalogue_of(*kinds: type[Game]) -> Constant:
    return Constant(json.encode([described(kind()) for kind in kinds]), "application/json")


_catalogues = MadeOnce(_catalogue_of, 1)


class Events(Controller):
    """``/games/{id}/events``, for pages, and the same under ``/api``; ``/api/events``."""

    tags = ("events",)

    @get(["/games/{id:str}/events", "/api/games/{id:str}/events"])
    async def events(self, at: At) -> ServerSentEvent:
        """What happens at a table from now on, as server-sent events.

        The first is always ``changed``, so that a returning client knows whether to look again;
        one with ``moves`` is all that has happened since the version before. The others are named
        as :class:`livestone.server.tables.shapes.Event` says.
        """
        events = await of_table(at.request, at.caller, at.id)
        return answer(at.caller, at.request.app.state.logins, events)

    @get("/api/events")
    async def mine(
        self, request: AnyRequest, tables: TablesDep, caller: CallerDep, topics: Topics = None
    ) -> ServerSentEvent:
        """What happens at all your tables, as server-sent events.

        At first there is a ``game`` for each game that is not over, so that a returning client
        has missed nothing, and then one for each change: ``id``, ``game``, ``status``, ``ply``,
        ``version`` and ``my_turn``. Likewise a ``challenge`` for each that you are in or that is
        for you (``for_you``, ``from``), as ``GET /api/challenges/{id}`` shows it, also if it has
        ended in the last two minutes; and ``talk`` at a new message in your room (``id`` is
        the game).

        With ``topics`` it carries those instead, such as ``me,lobby,games/ID``: one stream for
        everything that a browser shows. Each event is one of that topic's own stream, with its
        ``topic``, or ``refused`` (``error``, ``message``).
        """
        state = request.app.state
        if topics is not None:
            return answer(caller, state.logins, await joined(state.topics, request, caller, topics))
        staying = state.presence.staying(caller.identity, EVERYWHERE)
        return answer(caller, state.logins, within(staying, tables.feed.subscribe(caller.owner_id)))


async def of_table(request: AnyRequest, caller: Caller, id: str) -> AsyncIterator[Event]:
    """Return what happens at a table, at which the caller is as long as they listen."""
    state = request.app.state
    await state.tables.view(id, caller.owner_id)  # refuse before the stream begins
    staying = state.presence.staying(caller.identity, id)
    return within(staying, state.tables.subscribe(id, caller.owner_id))


async def of_owner(request: AnyRequest, caller: Caller, _: str) -> AsyncIterator[Event]:
    """Return what happens at all tables and challenges of the caller."""
    state = request.app.state
    return within(state.presence.staying(caller.identity), state.tables.feed.news(caller.owner_id))


handlers = [
    Api,
    Events,
    acts.routes,
]
