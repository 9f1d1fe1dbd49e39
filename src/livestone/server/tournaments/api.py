"""The JSON API of players and tournaments, and of the operator.

An operator's program opens the link first (``POST /api/operator``) and keeps its cookie.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Literal
from urllib.parse import urlsplit

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import ServerSentEvent
from msgspec import Struct

from livestone.api.tournaments import (
    Freeplay,
    FreeplayGame,
    FreeplayTable,
    Operator,
    PlayerFault,
    PlayerName,
    Scoreboard,
    Tournament,
    TournamentPage,
)
from livestone.play.tournament import report
from livestone.server.freeplay.faults import FaultStore
from livestone.server.tournaments.request import (
    NewRules,
    NewTournament,
    Text,
    check_grace,
    tournament_row,
)
from livestone.server.tournaments.spectators import (
    OperatedDep,
    SpectatorsDep,
    WatchedDep,
    copy_of,
    spectators_of,
    tournament_line,
    tournament_shape,
    watched_by,
)
from livestone.server.web.aside import aside
from livestone.server.web.events import Event, EventStream
from livestone.server.web.identity import AnyRequest, Caller, CallerDep
from livestone.server.web.rendering import LOOPBACK
from livestone.server.web.requests import PageNumber, QueryNumber

Id = FromPath[str]
PER_PAGE = 50


class NewStatus(Struct, forbid_unknown_fields=True):
    """The new status of a tournament."""

    status: Literal["running", "paused", "stopped"]


class Secret(Struct, forbid_unknown_fields=True):
    """The last part of the operator's link."""

    secret: Text


class FreeplayApi(Controller):
    """``/api/freeplay``, ``/api/tournaments`` and ``/api/operator``."""

    path = "/api"
    tags = ("freeplay",)

    @get("/freeplay")
    async def overview(self, request: AnyRequest, spectators: SpectatorsDep) -> Freeplay:
        """Who is here, which games run, the newest tournaments and results.

        ``connection`` is where programs log in.
        """
        return await spectators.overview(host_of(request))

    @get("/freeplay/scoreboard")
    async def front(self, spectators: SpectatorsDep) -> Scoreboard:
        """The ladder's scoreboard, with all games that run and the last results of all games."""
        return await spectators.front()

    @get("/freeplay/faults")
    async def faults(
        self, request: AnyRequest, spectators: SpectatorsDep, caller: CallerDep
    ) -> list[PlayerFault]:
        """The last faults of programs: of all for the operator and the staff, else of one's own."""
        faults, person = FaultStore(request.app.state.store), caller.person
        if await spectators.operators.includes(caller.owner_id):
            return await faults.all()
        if person is not None and await request.app.state.staff.includes(person):
            return await faults.all()
        return await faults.of(caller.owner_id)

    @get("/freeplay/events")
    async def events(self, request: AnyRequest) -> ServerSentEvent:
        """``changed`` whenever anything has changed, at most about once a second."""
        return EventStream(await of_freeplay(request))

    @get("/freeplay/games/{id:str}")
    async def game(self, id: Id, watched: WatchedDep) -> FreeplayGame:
        """A game between players, running or over."""
        return await aside((await watched.game(id)).shape)

    @get("/freeplay/games/{id:str}/table")
    async def table(
        self,
        request: AnyRequest,
        id: Id,
        watched: WatchedDep,
        caller: CallerDep,
        ply: QueryNumber = None,
    ) -> FreeplayTable:
        """The game as a table shows it, now or after ``ply`` plies.

        In a class plies have as ``note`` what one's own player printed and drew; to a teacher all.
        """
        classes = request.app.state.classes
        notes = {} if classes is None else await classes.notes_of(id, caller.owner_id)
        return await watched.table(id, ply, notes)

    @get("/freeplay/games/{id:str}/events")
    async def game_events(self, id: Id, request: AnyRequest) -> ServerSentEvent:
        """``changed`` whenever the game has changed, at most about once a second."""
        return EventStream(await of_freeplay_game(request, None, id))

    @get(["/freeplay/games/{id:str}/record", "/freeplay/games/{id:str}/record.json"])
    async def record_json(self, id: Id, watched: WatchedDep) -> dict[str, Any]:
        """The game's record as JSON."""
        game = await watched.game(id)
        return await aside(lambda: game.record().as_json())

    @get("/freeplay/games/{id:str}/record.txt")
    async def record_text(self, id: Id, watched: WatchedDep) -> Response[str]:
        """The game's record as text."""
        game = await watched.game(id)
        text = await aside(lambda: game.record().as_text())
        return Response(text, media_type="text/plain")

    @get("/tournaments")
    async def tournaments(self, spectators: SpectatorsDep, page: PageNumber = 1) -> TournamentPage:
        """Every tournament, newest first, a page at a time."""
        rows, total = await spectators.runner.store.newest(PER_PAGE, (page - 1) * PER_PAGE)
        pages = max(1, -(-total // PER_PAGE))
        return TournamentPage(tuple(map(tournament_line, rows)), page, pages, total)

    @post("/tournaments")
    async def start(self, data: JSONBody[NewTournament], operated: OperatedDep) -> Tournament:
        """Start a tournament; the operator only."""
        return await tournament_shape(await operated.runner.begin(tournament_row(data)))

    @get("/tournaments/{id:str}")
    async def tournament(self, id: Id, spectators: SpectatorsDep) -> Tournament:
        """A tournament or the ladder: standings, crosstable, rounds, results."""
        return await tournament_shape(await spectators.runner.find(id))

    @get("/tournaments/{id:str}/scoreboard")
    async def scoreboard(self, id: Id, spectators: SpectatorsDep) -> Scoreboard:
        """What a screen has room for: standings, games that run on boards, the last results."""
        return await spectators.scoreboard(id)

    @get("/tournaments/{id:str}/results.txt")
    async def results(self, id: Id, spectators: SpectatorsDep) -> Response[str]:
        """The standings and the crosstable as text."""
        state = await spectators.runner.find(id)
        copied = copy_of(state)
        lines = await aside(lambda: report.lines(copied()))
        return Response("\n".join(lines) + "\n", media_type="text/plain")

    @post("/tournaments/{id:str}/status", status_code=200)
    async def status(self, id: Id, data: JSONBody[NewStatus], operated: OperatedDep) -> Tournament:
        """Pause a tournament, let it go on, or stop it; the operator only."""
        await operated.runner.set_status(id, data.status)
        return await tournament_shape(await operated.runner.find(id))

    @post("/tournaments/{id:str}/settings", status_code=200)
    async def settings(self, id: Id, data: JSONBody[NewRules], operated: OperatedDep) -> Tournament:
        """Set board, rules and clock of rounds that begin from now on; the operator only."""
        state = await operated.runner.set_rules(id, data.rules(), check_grace(data.grace))
        return await tournament_shape(state)

    @post("/freeplay/send-away", status_code=200)
    async def disconnect(self, data: JSONBody[PlayerName], operated: OperatedDep) -> PlayerName:
        """Disconnect a player, who loses the game that they play; the operator only."""
        operated.runner.disconnect(data.name)
        return data

    @get("/operator")
    async def operates(self, spectators: SpectatorsDep, caller: CallerDep) -> Operator:
        """Whether the caller runs the tournaments."""
        return Operator(await spectators.operators.includes(caller.owner_id))

    @post("/operator/resign", status_code=200)
    async def resign(self, spectators: SpectatorsDep, caller: CallerDep) -> Operator:
        """Stop being the operator."""
        await spectators.operators.dismiss(caller.owner_id)
        return Operator(False)

    @post("/operator", status_code=200)
    async def operate(
        self, data: JSONBody[Secret], spectators: SpectatorsDep, caller: CallerDep
    ) -> Operator:
        """Become the operator by the secret in the link that the server's start has shown."""
        await spectators.operators.admit(data.secret, caller.owner_id)
        return Operator(True)


async def of_freeplay(
    request: AnyRequest, _: Caller | None = None, __: str = ""
) -> AsyncIterator[Event]:
    """Return the news of players, their games and tournaments. Raises NotFound or Busy."""
    return (await spectators_of(request)).follow()


async def of_freeplay_game(request: AnyRequest, _: Caller | None, id: str) -> AsyncIterator[Event]:
    """Return the news of one game between players. Raises NotFound or Busy."""
    spectators = await watched_by(request, id)
    await spectators.game(id)  # refuse before the stream begins
    return spectators.follow(lambda: spectators.version_of(id))


def host_of(request: AnyRequest) -> str:
    """The name of the server for people elsewhere."""
    host = request.base_url.hostname or "localhost"
    if host in LOOPBACK:  # what is typed here leads nowhere on another machine
        host = urlsplit(request.app.state.outside).hostname or "localhost"
    return host
