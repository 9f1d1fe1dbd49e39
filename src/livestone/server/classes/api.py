"""The JSON API of classes: joining, handing in, and what a teacher does."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import ServerSentEvent, Stream
from msgspec import Meta, Struct, field

from livestone.api.classes import Class, ClassCode, ClassLine, HandedIn, PlayerVersion
from livestone.api.tournaments import Pairings, Scoreboard, Tournament
from livestone.errors import BadField
from livestone.freeplay.board import FREEDOM
from livestone.languages.words import t
from livestone.play.baselines import BASELINES
from livestone.server.classes.export import files, results_csv
from livestone.server.classes.players import HOUSE
from livestone.server.classes.room import MAX_MEMBERS, Room
from livestone.server.classes.service import Classes, ClassesDep, of_class
from livestone.server.freeplay.limits import Clock
from livestone.server.tournaments.api import NewStatus
from livestone.server.tournaments.request import (
    NewRules,
    NewTournament,
    Text,
    TournamentRules,
    check_grace,
)
from livestone.server.tournaments.spectators import pairings_shape, tournament_shape
from livestone.server.web.aside import aside
from livestone.server.web.events import answer
from livestone.server.web.identity import AnyRequest, Caller, CallerDep
from livestone.server.web.requests import QueryNumber
from livestone.server.web.zipping import zipped

Id = FromPath[str]
Number = FromPath[int]
MAX_BODY = 512 * 1024  # bytes; JSON may need six for one of a file


class Joining(Struct, forbid_unknown_fields=True):
    """A member's ``code``; or an open class's, and the ``name`` that one wants to have there."""

    code: Text
    name: Text = ""


class NewVersion(Struct, forbid_unknown_fields=True):
    """The ``text`` of a player's file, as ``livestone try`` runs it."""

    text: Annotated[str, Meta(max_length=100_000)]


class NewMember(Struct, forbid_unknown_fields=True):
    """A student to be added."""

    name: Text


class NewPairings(Struct, forbid_unknown_fields=True):
    """A change of the ``round`` that is about to begin: whose places to ``swap``, or who is absent.

    Without those who are ``absent`` it is drawn again. ``review``: pause before each round.
    """

    round: int = 0
    swap: tuple[Text, Text] | None = None
    absent: Annotated[list[Text], Meta(max_length=MAX_MEMBERS)] | None = None
    review: bool | None = None


class ClassRules(NewRules, forbid_unknown_fields=True):
    """The same, of the game that is ``plays``; whether players may import the ``engine``.

    ``house`` are the opponents that are always on the ladder; they say nothing in a tournament.
    """

    plays: Text = FREEDOM
    engine: bool = True
    house: Annotated[list[Text], Meta(max_length=len(HOUSE))] = field(
        default_factory=lambda: list(BASELINES)
    )

    def rules(self) -> TournamentRules:
        """Return the rules. Raises UnknownGame, BadOption, BadField or BadRequest."""
        for name in self.house:
            if name not in HOUSE:
                known = ", ".join(HOUSE)
                raise BadField(
                    "house", t("{name} is none of {known}", name=repr(name), known=known)
                )
        clock, house = Clock(self.move, self.game), tuple(dict.fromkeys(self.house))
        return TournamentRules(self.options, clock, self.plays, self.engine, house)


class NewClassTournament(NewTournament, forbid_unknown_fields=True, kw_only=True):
    """The same, of the game that is ``plays``; whether players may import the ``engine``."""

    plays: Text = FREEDOM
    engine: bool = True

    def rules(self) -> TournamentRules:
        """Return the rules. Raises UnknownGame, BadOption or BadRequest."""
        clock = Clock(self.move, self.game)
        return TournamentRules(self.options, clock, self.plays, self.engine)


class ClassApi(Controller):
    """``/api/classes``."""

    path = "/api/classes"
    tags = ("classes",)

    @get("/")
    async def mine(self, classes: ClassesDep, caller: CallerDep) -> list[ClassLine]:
        """Your classes."""
        return classes.of(caller)

    @post("/join", status_code=200)
    async def join(
        self, data: JSONBody[Joining], classes: ClassesDep, caller: CallerDep
    ) -> ClassLine:
        """Join a class by a code; your browser's cookie is what lets you in from then on."""
        return await classes.join(data.code, data.name, caller)

    @get("/{id:str}")
    async def view(self, id: Id, classes: ClassesDep, caller: CallerDep) -> Class:
        """A class that you are in."""
        room = classes.room(id)
        return await room.shape(room.member(caller))

    @get("/{id:str}/events")
    async def events(self, id: Id, request: AnyRequest, caller: CallerDep) -> ServerSentEvent:
        """``changed`` whenever anything has changed, at most about once a second."""
        return answer(caller, request.app.state.logins, await of_class(request, caller, id))

    @post("/{id:str}/versions", status_code=200, request_max_body_size=MAX_BODY)
    async def hand_in(
        self, id: Id, data: JSONBody[NewVersion], classes: ClassesDep, caller: CallerDep
    ) -> HandedIn:
        """Hand in your player, which plays from now on; the same text again is no new version."""
        room = classes.room(id)
        return await room.hand_in(room.member(caller), data.text)

    @get("/{id:str}/members/{number:int}/versions/{version:int}")
    async def version(
        self,
        id: Id,
        number: Number,
        version: Number,
        classes: ClassesDep,
        caller: CallerDep,
        since: QueryNumber = None,
    ) -> PlayerVersion:
        """A version of yours, or to a teacher anybody's, with what has changed ``since`` another.

        That is the one before, if left out.
        """
        room = classes.room(id)
        if room.member(caller).number != number:
            room.teacher(caller)
        return await room.version(number, version, version - 1 if since is None else since)

    @post("/{id:str}/members")
    async def add(
        self, id: Id, data: JSONBody[NewMember], classes: ClassesDep, caller: CallerDep
    ) -> ClassCode:
        """Add a student, and show the code by which they join; a teacher only."""
        room = _of_teacher(classes, id, caller)
        row = await room.add(data.name)
        return ClassCode(row.number, row.name, await room.new_code(row.number))

    @post("/{id:str}/members/{number:int}/code", status_code=200)
    async def code(
        self, id: Id, number: Number, classes: ClassesDep, caller: CallerDep
    ) -> ClassCode:
        """Give a member another code, for another browser; a teacher only."""
        room = _of_teacher(classes, id, caller)
        return ClassCode(number, room.numbered(number).name, await room.new_code(number))

    @get("/{id:str}/results.csv")
    async def results(self, id: Id, classes: ClassesDep, caller: CallerDep) -> Response[str]:
        """Every result with the versions that played, as a table; a teacher only."""
        room = _of_teacher(classes, id, caller)
        text = await aside(results_csv, await room.store.results(id))
        return Response(text, media_type="text/csv", headers=_named(f"{id}.csv"))

    @get("/{id:str}/everything.zip")
    async def everything(self, id: Id, classes: ClassesDep, caller: CallerDep) -> Stream:
        """All versions, results and records of games in one file; a teacher only."""
        room = _of_teacher(classes, id, caller)
        return Stream(
            zipped(files(room)), media_type="application/zip", headers=_named(f"{id}.zip")
        )

    @post("/{id:str}/tournaments")
    async def start(
        self, id: Id, data: JSONBody[NewClassTournament], classes: ClassesDep, caller: CallerDep
    ) -> Tournament:
        """Start a tournament of the ``entrants``; a teacher only. The ladder rests meanwhile."""
        room = _of_teacher(classes, id, caller)
        return await tournament_shape(await room.runner.begin(room.tournament_row(data)))

    @get("/{id:str}/tournaments/{tournament:str}")
    async def tournament(
        self, id: Id, tournament: Id, classes: ClassesDep, caller: CallerDep
    ) -> Tournament:
        """A tournament of the class or its ladder: standings, crosstable, rounds, results."""
        room = _of_member(classes, id, caller)
        return await tournament_shape(await room.runner.find(tournament))

    @get("/{id:str}/tournaments/{tournament:str}/scoreboard")
    async def scoreboard(
        self, id: Id, tournament: Id, classes: ClassesDep, caller: CallerDep
    ) -> Scoreboard:
        """What a screen has room for: standings, games that run on boards, the last results."""
        return await _of_member(classes, id, caller).spectators.scoreboard(tournament)

    @post("/{id:str}/tournaments/{tournament:str}/status", status_code=200)
    async def status(
        self,
        id: Id,
        tournament: Id,
        data: JSONBody[NewStatus],
        classes: ClassesDep,
        caller: CallerDep,
    ) -> Tournament:
        """Pause a tournament or the ladder, let it go on, or stop it; a teacher only."""
        room = _of_teacher(classes, id, caller)
        await room.runner.set_status(tournament, data.status)
        return await tournament_shape(await room.runner.find(tournament))

    @get("/{id:str}/tournaments/{tournament:str}/pairings")
    async def pairings(
        self, id: Id, tournament: Id, classes: ClassesDep, caller: CallerDep
    ) -> Pairings:
        """The round that is about to begin, if a tournament pauses before it; a teacher only."""
        room = _of_teacher(classes, id, caller)
        return pairings_shape(await room.runner.find(tournament))

    @post("/{id:str}/tournaments/{tournament:str}/pairings", status_code=200)
    async def pair(
        self,
        id: Id,
        tournament: Id,
        data: JSONBody[NewPairings],
        classes: ClassesDep,
        caller: CallerDep,
    ) -> Pairings:
        """Have two change places in the round that is about to begin, or draw it without some."""
        runner = _of_teacher(classes, id, caller).runner
        if data.review is not None:
            await runner.set_review(tournament, data.review)
        if data.absent is not None:
            await runner.leave_out(tournament, data.round, data.absent)
        if data.swap is not None:
            await runner.swap(tournament, data.round, *data.swap)
        return pairings_shape(runner.going_on(tournament))

    @post("/{id:str}/tournaments/{tournament:str}/settings", status_code=200)
    async def settings(
        self,
        id: Id,
        tournament: Id,
        data: JSONBody[ClassRules],
        classes: ClassesDep,
        caller: CallerDep,
    ) -> Tournament:
        """Set game, board, rules and clock of rounds that begin from now on; a teacher only."""
        room = _of_teacher(classes, id, caller)
        grace = check_grace(data.grace)
        return await tournament_shape(await room.runner.set_rules(tournament, data.rules(), grace))


def _of_member(classes: Classes, id: str, caller: Caller) -> Room:
    """A class for one of its members. Raises NotFound."""
    room = classes.room(id)
    room.member(caller)
    return room


def _of_teacher(classes: Classes, id: str, caller: Caller) -> Room:
    """A class for a teacher of it. Raises NotFound or NotAllowed."""
    room = classes.room(id)
    room.teacher(caller)
    return room


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
