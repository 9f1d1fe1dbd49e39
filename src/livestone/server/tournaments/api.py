"""The JSON API of the line server: everything its pages show, and what the operator does there.

An operator's program opens the link first (``POST /api/operator``) and keeps its cookie.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from msgspec import Meta, Struct

from livestone.play.tournament import report
from livestone.server.freeplay.limits import Clock
from livestone.server.tournaments.request import GRACE, TournamentRequest, check_grace
from livestone.server.tournaments.rules import TournamentRules
from livestone.server.tournaments.spectators import GivenSpectators, contest_json, line_json
from livestone.server.web.events import EventStream
from livestone.server.web.identity import GivenVisitor

Text = Annotated[str, Meta(max_length=200)]
Options = dict[Text, str | int | bool]
PER_PAGE = 50


class NewTerms(Struct, forbid_unknown_fields=True):
    """Options of the board and rules, seconds for a ``move`` and a ``game``, and to wait."""

    options: Options = {}
    move: float = Clock.move
    game: float = Clock.game
    grace: float = GRACE

    def terms(self) -> TournamentRules:
        """Return the terms. Raises BadOption or BadRequest."""
        options: dict[str, object] = {**self.options}
        return TournamentRules(options, Clock(self.move, self.game))


class NewTournament(NewTerms, forbid_unknown_fields=True, kw_only=True):
    """A tournament to start: ``entrants`` left out are those who are there."""

    name: Text
    kind: Text = "swiss"
    rounds: int | None = None
    games: int = 2
    entrants: Annotated[list[Text], Meta(max_length=2000)] = []


class NewStatus(Struct, forbid_unknown_fields=True):
    """What becomes of a tournament."""

    status: Literal["running", "paused", "stopped"]


class Name(Struct, forbid_unknown_fields=True):
    """A player."""

    name: Text


class Secret(Struct, forbid_unknown_fields=True):
    """The last part of the operator's link."""

    secret: Text


class FreeplayApi(Controller):
    """``/api/freeplay``, ``/api/tournaments`` and ``/api/operator``."""

    path = "/api"
    tags = ("freeplay",)

    @get("/freeplay")
    async def spectators(self, spectators: GivenSpectators) -> dict[str, Any]:
        """Who is here, what is played, the newest tournaments and results."""
        return await spectators.as_json()

    @get("/freeplay/events")
    async def events(self, spectators: GivenSpectators) -> ServerSentEvent:
        """``changed`` whenever there is news of anything, at most about once a second."""
        return EventStream(spectators.follow())

    @get("/freeplay/games/{id:str}")
    async def game(self, id: FromPath[str], spectators: GivenSpectators) -> dict[str, Any]:
        """A game of the line server's, running or over."""
        return (await spectators.game(id)).as_json()

    @get(["/freeplay/games/{id:str}/record", "/freeplay/games/{id:str}/record.json"])
    async def record_json(self, id: FromPath[str], spectators: GivenSpectators) -> dict[str, Any]:
        """The game's record as JSON."""
        return (await spectators.game(id)).record().as_json()

    @get("/freeplay/games/{id:str}/record.txt")
    async def record_text(self, id: FromPath[str], spectators: GivenSpectators) -> Response[str]:
        """The game's record as text."""
        text = (await spectators.game(id)).record().as_text()
        return Response(text, media_type="text/plain")

    @get("/tournaments")
    async def tournaments(
        self, spectators: GivenSpectators, page: Annotated[int, QueryParameter(ge=1)] = 1
    ) -> dict[str, Any]:
        """Every tournament, newest first, a page at a time."""
        store = spectators.runner.store
        rows, total = await store.newest(PER_PAGE, (page - 1) * PER_PAGE)
        pages = max(1, -(-total // PER_PAGE))
        found = [line_json(row) for row in rows]
        return {"tournaments": found, "page": page, "pages": pages, "total": total}

    @post("/tournaments")
    async def start(
        self, data: JSONBody[NewTournament], spectators: GivenSpectators, visitor: GivenVisitor
    ) -> dict[str, Any]:
        """Start a tournament; the operator only."""
        await spectators.operators.check(visitor)
        order = TournamentRequest(
            data.name,
            data.kind,
            data.rounds,
            data.games,
            data.terms(),
            data.grace,
            tuple(data.entrants),
        )
        return contest_json(await spectators.runner.begin(order))

    @get("/tournaments/{id:str}")
    async def tournament(self, id: FromPath[str], spectators: GivenSpectators) -> dict[str, Any]:
        """A tournament or the ladder: standings, crosstable, rounds, results."""
        return contest_json(await spectators.runner.find(id))

    @get("/tournaments/{id:str}/results.txt")
    async def results(self, id: FromPath[str], spectators: GivenSpectators) -> Response[str]:
        """The standings and the crosstable as text."""
        contest = await spectators.runner.find(id)
        return Response("\n".join(report.lines(contest.tournament)) + "\n", media_type="text/plain")

    @post("/tournaments/{id:str}/status", status_code=200)
    async def status(
        self,
        id: FromPath[str],
        data: JSONBody[NewStatus],
        spectators: GivenSpectators,
        visitor: GivenVisitor,
    ) -> dict[str, Any]:
        """Pause a tournament, let it go on, or stop it; the operator only."""
        await spectators.operators.check(visitor)
        await spectators.runner.set_status(id, data.status)
        return contest_json(await spectators.runner.find(id))

    @post("/tournaments/{id:str}/settings", status_code=200)
    async def settings(
        self,
        id: FromPath[str],
        data: JSONBody[NewTerms],
        spectators: GivenSpectators,
        visitor: GivenVisitor,
    ) -> dict[str, Any]:
        """Set board, rules and clock of what begins from now on; the operator only."""
        await spectators.operators.check(visitor)
        await spectators.runner.set_terms(id, data.terms(), check_grace(data.grace))
        return contest_json(spectators.runner.going_on(id))

    @post("/freeplay/send-away", status_code=200)
    async def send_away(
        self, data: JSONBody[Name], spectators: GivenSpectators, visitor: GivenVisitor
    ) -> dict[str, Any]:
        """Disconnect a player, who loses what he plays; the operator only."""
        await spectators.operators.check(visitor)
        spectators.runner.send_away(data.name)
        return {"name": data.name}

    @post("/operator", status_code=200)
    async def operate(
        self, data: JSONBody[Secret], spectators: GivenSpectators, visitor: GivenVisitor
    ) -> dict[str, Any]:
        """Become the operator by the secret in the link that the server's start has shown."""
        await spectators.operators.admit(data.secret, visitor)
        return {"operator": True}
