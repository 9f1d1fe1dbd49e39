"""The JSON API of studies and reviews."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from msgspec import Meta, Struct

from livestone.api.studies import Deleted, Mark, Review, StudyPage, StudyView
from livestone.records.record import MAX_CHARS
from livestone.server.accounts.service import PeopleDep
from livestone.server.studies.analysis import MAX_LINES, MAX_SECONDS, AnalysesDep
from livestone.server.studies.reviews import ReviewsDep
from livestone.server.studies.service import StudiesDep, Study
from livestone.server.studies.sources import NewStudy, Text, draft_of
from livestone.server.tables.acts import At
from livestone.server.web import identity
from livestone.server.web.aside import aside
from livestone.server.web.events import answer
from livestone.server.web.identity import CallerDep
from livestone.server.web.requests import MAX_NUMBER, PageNumber, QueryNumber

Id = FromPath[str]
Node = QueryNumber
StudyDep = NamedDependency[Study]
Words = Annotated[str, Meta(max_length=10_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Version = Annotated[int, Meta(ge=0, lt=2**31)]
MAX_BODY = 2 * MAX_CHARS  # bytes of a record or a study


class NewMoves(Struct, forbid_unknown_fields=True):
    """Moves (texts, or paths with spaces) to be played one after the other from ``node`` on."""

    node: Count
    moves: Annotated[list[Text], Meta(min_length=1, max_length=400)]


class Noting(Struct, forbid_unknown_fields=True):
    """What to write beside a ``node``; what is left out stays.

    ``glyph`` is one of ``! ? !! ?? !? ?!``, or empty. ``version`` is the study's as you know it.
    """

    node: Count
    version: Version
    comment: Words | None = None
    glyph: Text | None = None
    marks: Annotated[list[Mark], Meta(max_length=1000)] | None = None


class Place(Struct, forbid_unknown_fields=True):
    """A ``node`` of a study whose ``version`` you know."""

    node: Count
    version: Version


class Promotion(Place, forbid_unknown_fields=True):
    """A node whose variation is to come first, ``wholly``: as the study's main line."""

    wholly: bool = False


class StudySettings(Struct, forbid_unknown_fields=True):
    """A study's ``title`` and who sees it; what is left out stays."""

    version: Version
    title: Text | None = None
    visibility: Literal["private", "link", "listed"] | None = None


async def study_of(id: Id, studies: StudiesDep, caller: CallerDep) -> Study:
    return await studies.read(id, caller)


class StudyApi(Controller):
    """``/api/studies``."""

    path = "/api/studies"
    tags = ("studies",)
    dependencies = {"study": Provide(study_of)}
    before_request = staticmethod(identity.recognise)

    @get("/")
    async def mine(
        self,
        studies: StudiesDep,
        caller: CallerDep,
        page: PageNumber = 1,
    ) -> StudyPage:
        """Your studies, last changed first, a page at a time."""
        return await studies.mine(caller, page)

    @post("/", request_max_body_size=MAX_BODY)
    async def make(
        self, data: JSONBody[NewStudy], studies: StudiesDep, caller: CallerDep
    ) -> StudyView:
        """Make a study; ``node`` of the answer is where to look first.

        It is made from a ``game`` (with ``options`` and ``opening``), a ``table``, a ``record`` (or
        a study's file) or a ``sample``. With ``reuse`` the answer is your study of that table, if
        it has all of its moves.
        """
        await studies.attempt(caller)
        draft = await draft_of(studies.reader, studies.tables, caller.owner_id, data)
        if data.reuse and (known := await studies.existing(draft, caller)):
            study, node = known
            return study.shown(node)
        made = await studies.make(draft, caller, data.visibility)
        return made.shown(draft.at)

    @get("/{id:str}")
    async def view(
        self, study: StudyDep, analyses: AnalysesDep, caller: CallerDep, node: Node = None
    ) -> StudyView:
        """A study; given a ``node``, also the ``position`` there, with its legal moves.

        The first child of a node is the main line. ``engine_refusal`` says why you may not ask the
        engine there.
        """
        if node is None:
            return study.shown()
        return study.shown(node, await analyses.position(study, node, caller))

    @get("/{id:str}/position")
    async def position(
        self,
        study: StudyDep,
        analyses: AnalysesDep,
        caller: CallerDep,
        node: Annotated[int, QueryParameter(ge=0, le=MAX_NUMBER)] = 0,
    ) -> dict[str, Any]:
        """The position at a ``node``, as the study itself has it there."""
        return await analyses.position(study, node, caller)

    @post("/{id:str}/moves", status_code=200)
    async def play(
        self,
        id: Id,
        data: JSONBody[NewMoves],
        studies: StudiesDep,
        analyses: AnalysesDep,
        caller: CallerDep,
    ) -> StudyView:
        """Add moves after a node; those that are there already are only gone to."""
        study, node = await studies.play(id, caller, data.node, data.moves)
        return study.shown(node, await analyses.position(study, node, caller))

    @post("/{id:str}/notes", status_code=200)
    async def note(
        self, id: Id, data: JSONBody[Noting], studies: StudiesDep, caller: CallerDep
    ) -> StudyView:
        """Write a comment, a glyph or marks beside a move."""
        study = await studies.own(id, caller, data.version)
        noted = await studies.note(study, data.node, data.comment, data.glyph, data.marks)
        return noted.shown()

    @post("/{id:str}/promote", status_code=200)
    async def promote(
        self, id: Id, data: JSONBody[Promotion], studies: StudiesDep, caller: CallerDep
    ) -> StudyView:
        """Move the variation of ``node`` up one place, or ``wholly``."""
        study = await studies.own(id, caller, data.version)
        tree = study.tree.promoted(data.node, wholly=data.wholly)
        return (await studies.keep(study, tree)).shown()

    @post("/{id:str}/prune", status_code=200)
    async def prune(
        self, id: Id, data: JSONBody[Place], studies: StudiesDep, caller: CallerDep
    ) -> StudyView:
        """Delete a move and everything after it."""
        study = await studies.own(id, caller, data.version)
        return (await studies.keep(study, study.tree.without(data.node))).shown()

    @post("/{id:str}/settings", status_code=200)
    async def settle(
        self, id: Id, data: JSONBody[StudySettings], studies: StudiesDep, caller: CallerDep
    ) -> StudyView:
        """Change a study's title and who sees it.

        ``visibility`` is ``private``, ``link`` or ``listed``.
        """
        study = await studies.own(id, caller, data.version)
        return (await studies.settle(study, data.title, data.visibility)).shown()

    @post("/{id:str}/copy")
    async def copy(self, id: Id, studies: StudiesDep, caller: CallerDep) -> StudyView:
        """Copy a study to your own."""
        return (await studies.copy(id, caller)).shown()

    @post("/{id:str}/delete", status_code=200)
    async def delete(self, id: Id, studies: StudiesDep, caller: CallerDep) -> Deleted:
        """Delete a study of yours."""
        await studies.delete(id, caller)
        return Deleted(id)

    @get("/{id:str}/engine")
    async def engine(
        self,
        study: StudyDep,
        analyses: AnalysesDep,
        caller: CallerDep,
        people: PeopleDep,
        node: Annotated[int, QueryParameter(ge=0, le=MAX_NUMBER)] = 0,
        seconds: Annotated[float, QueryParameter(gt=0, le=MAX_SECONDS)] = MAX_SECONDS,
        lines: Annotated[int, QueryParameter(ge=1, le=MAX_LINES)] = 3,
    ) -> ServerSentEvent:
        """The engine's analysis of the position at a ``node``, as server-sent events.

        ``queued`` says how many requests are ``ahead``, ``analysis`` comes a few times a second
        (see :class:`livestone.play.analysis.Analysis`; each line also has ``words`` and the
        ``path`` of its move). The last is ``done``, ``replaced`` by a new request of yours, or
        ``trouble``.
        """
        found = await analyses.follow(study, node, caller, seconds, lines)
        return answer(caller, people.sessions, found)

    @get("/{id:str}/file")
    async def file(self, study: StudyDep) -> dict[str, Any]:
        """The whole study as a file, of which another study can be made."""
        return await aside(study.as_file)

    @get(["/{id:str}/record", "/{id:str}/record.json"])
    async def record(self, study: StudyDep, node: Node = None) -> dict[str, Any]:
        """The main line as a record, or the line through a ``node``."""
        return await aside(lambda: study.record(node).as_json())

    @get("/{id:str}/record.txt", media_type="text/plain")
    async def record_text(self, study: StudyDep, node: Node = None) -> Response[str]:
        """The main line as a record, or the line through a ``node``, as text."""
        text = await aside(lambda: study.record(node).as_text())
        return Response(text, media_type="text/plain")


class ReviewApi(Controller):
    """``/api/games/{id}/review``."""

    path = "/"
    tags = ("studies",)
    before_request = staticmethod(identity.recognise)

    @get("/api/games/{id:str}/review")
    async def state(self, at: At, reviews: ReviewsDep) -> Review:
        """How far the engine's review of a game is: ``none``, ``running`` or ``done``.

        At the end ``review`` has what each move cost, what was better, the score along the game,
        and each seat's accuracy.
        """
        return await reviews.state(at.id, at.owner_id)

    @post("/api/games/{id:str}/review", status_code=200)
    async def begin(self, at: At, reviews: ReviewsDep) -> Review:
        """Have a finished game reviewed, once for everybody; asking twice is harmless."""
        return await reviews.begin(at.id, at.owner_id, at.caller.address)

    @get("/api/games/{id:str}/review/events")
    async def events(self, at: At, reviews: ReviewsDep, people: PeopleDep) -> ServerSentEvent:
        """How a review gets on: ``thinking`` (``seconds`` of ``limit`` are steps), ``changed``."""
        await reviews.state(at.id, at.owner_id)  # refuse before the stream begins
        return answer(at.caller, people.sessions, reviews.follow(at.id))
