"""The JSON API of studies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from msgspec import Meta, Struct

from livestone.errors import BadRequest
from livestone.records.record import MAX_CHARS
from livestone.server.accounts.service import GivenPeople
from livestone.server.studies import sources
from livestone.server.studies.analysis import MOST_LINES, MOST_SECONDS, GivenAnalysts
from livestone.server.studies.service import GivenStudies, Studies, Study
from livestone.server.studies.sources import Draft
from livestone.server.web import identity
from livestone.server.web.events import answer
from livestone.server.web.identity import GivenCaller

Text = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=10_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Version = Annotated[int, Meta(ge=0, lt=2**31)]
# A record or a study may be longer than anything else that is sent.
MOST_BODY = 2 * MAX_CHARS


class NewStudy(Struct, forbid_unknown_fields=True):
    """A study to make, from one of four things.

    ``game`` with ``options`` and perhaps an ``opening`` (a position's text) begins with nothing
    played; ``table`` is the id of a game played here; ``record`` is the text of a record, or of a
    study's file; ``sample`` is a game whose sample is meant. ``ply`` is where to look first.
    """

    game: Text | None = None
    options: dict[Text, str | int | bool] = {}
    opening: Words | None = None
    table: Text | None = None
    record: Annotated[str, Meta(max_length=MAX_CHARS)] | None = None
    sample: Text | None = None
    ply: Count | None = None
    title: Text | None = None
    visibility: Literal["private", "link", "listed"] = "link"


class NewMoves(Struct, forbid_unknown_fields=True):
    """Moves (texts, or paths with spaces) to be played one after the other from ``node`` on."""

    node: Count
    moves: Annotated[list[Text], Meta(min_length=1, max_length=400)]


class Mark(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A sign on the site ``at``, or an arrow from there ``to`` another."""

    colour: Literal["green", "red", "blue", "yellow"]
    at: Text
    to: Text = ""


class Noting(Struct, forbid_unknown_fields=True):
    """What to write at a ``node``; what is left out stays.

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


class StudyApi(Controller):
    """``/api/studies``."""

    path = "/api/studies"
    tags = ("studies",)
    before_request = staticmethod(identity.recognise)

    @get("/")
    async def mine(
        self,
        studies: GivenStudies,
        caller: GivenCaller,
        page: Annotated[int, QueryParameter(ge=1, le=100_000)] = 1,
    ) -> dict[str, Any]:
        """Your studies, last changed first, a page at a time."""
        lines, total = await studies.mine(caller, page)
        return {"studies": [line.as_json() for line in lines], "total": total, "page": page}

    @post("/", request_max_body_size=MOST_BODY)
    async def make(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[NewStudy],
        studies: GivenStudies,
        caller: GivenCaller,
    ) -> dict[str, Any]:
        """Make a study; ``node`` of the answer is where to look first."""
        await studies.attempt(caller, identity.origin_of(request).address)
        draft = await draft_of(studies, caller.owner, data)
        made = await studies.make(draft, caller, data.visibility)
        return made.as_json() | {"node": draft.at}

    @get("/{id:str}")
    async def view(
        self,
        id: FromPath[str],
        studies: GivenStudies,
        caller: GivenCaller,
        node: FromQuery[int | None] = None,
    ) -> dict[str, Any]:
        """A study; given a ``node``, also the ``position`` there, with its legal moves."""
        study = await studies.read(id, caller)
        return study.as_json() if node is None else await _placed(studies, study, node)

    @post("/{id:str}/moves", status_code=200)
    async def play(
        self,
        id: FromPath[str],
        data: JSONBody[NewMoves],
        studies: GivenStudies,
        caller: GivenCaller,
    ) -> dict[str, Any]:
        """Add moves after a node; those that are there already are only gone to."""
        study, node = await studies.play(id, caller, data.node, data.moves)
        return await _placed(studies, study, node)

    @post("/{id:str}/notes", status_code=200)
    async def note(
        self, id: FromPath[str], data: JSONBody[Noting], studies: GivenStudies, caller: GivenCaller
    ) -> dict[str, Any]:
        """Write a comment, a glyph or marks beside a move."""
        marks = None
        if data.marks is not None:
            marks = [dict(mark_json(mark)) for mark in data.marks]
        study = await studies.note(
            id, caller, data.version, data.node, data.comment, data.glyph, marks
        )
        return study.as_json()

    @post("/{id:str}/promote", status_code=200)
    async def promote(
        self,
        id: FromPath[str],
        data: JSONBody[Promotion],
        studies: GivenStudies,
        caller: GivenCaller,
    ) -> dict[str, Any]:
        """Put a variation before its main line."""
        study = await studies.promote(id, caller, data.version, data.node, wholly=data.wholly)
        return study.as_json()

    @post("/{id:str}/prune", status_code=200)
    async def prune(
        self, id: FromPath[str], data: JSONBody[Place], studies: GivenStudies, caller: GivenCaller
    ) -> dict[str, Any]:
        """Delete a move and everything after it."""
        study, _ = await studies.prune(id, caller, data.version, data.node)
        return study.as_json()

    @post("/{id:str}/settings", status_code=200)
    async def settle(
        self,
        id: FromPath[str],
        data: JSONBody[StudySettings],
        studies: GivenStudies,
        caller: GivenCaller,
    ) -> dict[str, Any]:
        """Change a study's title and who sees it."""
        study = await studies.settle(id, caller, data.version, data.title, data.visibility)
        return study.as_json()

    @post("/{id:str}/copy")
    async def copy(
        self,
        request: Request[Any, Any, Any],
        id: FromPath[str],
        studies: GivenStudies,
        caller: GivenCaller,
    ) -> dict[str, Any]:
        """Make a study of your own out of somebody's."""
        made = await studies.copy(id, caller, identity.origin_of(request).address)
        return made.as_json()

    @post("/{id:str}/delete", status_code=200)
    async def delete(
        self, id: FromPath[str], studies: GivenStudies, caller: GivenCaller
    ) -> dict[str, Any]:
        """Delete a study of yours."""
        await studies.delete(id, caller)
        return {"deleted": id}

    @get("/{id:str}/engine")
    async def engine(
        self,
        request: Request[Any, Any, Any],
        id: FromPath[str],
        studies: GivenStudies,
        analysts: GivenAnalysts,
        caller: GivenCaller,
        people: GivenPeople,
        node: FromQuery[int] = 0,
        seconds: Annotated[float, QueryParameter(gt=0, le=MOST_SECONDS)] = MOST_SECONDS,
        lines: Annotated[int, QueryParameter(ge=1, le=MOST_LINES)] = 3,
    ) -> ServerSentEvent:
        """What the engine says of the position at a ``node``, as server-sent events.

        ``queued`` says how many questions are ``ahead``, ``analysis`` comes a few times a second
        (see :class:`livestone.play.analysis.Analysis`; each line also has ``words`` and the
        ``path`` of its move). ``done`` is the last; or ``replaced``, since a new question of yours
        takes an old one's place; or ``trouble``.
        """
        study = await studies.read(id, caller)
        address = identity.origin_of(request).address
        found = await analysts.follow(study, node, caller, address, seconds, lines)
        return answer(caller, people, found)

    @get("/{id:str}/file")
    async def file(
        self, id: FromPath[str], studies: GivenStudies, caller: GivenCaller
    ) -> dict[str, Any]:
        """The whole study as a file, of which another study can be made."""
        return (await studies.read(id, caller)).as_file()

    @get(["/{id:str}/record", "/{id:str}/record.json"])
    async def record(
        self,
        id: FromPath[str],
        studies: GivenStudies,
        caller: GivenCaller,
        node: FromQuery[int | None] = None,
    ) -> dict[str, Any]:
        """The main line as a record, or the line through a ``node``."""
        return studies.record(await studies.read(id, caller), node).as_json()

    @get("/{id:str}/record.txt", media_type="text/plain")
    async def record_text(
        self,
        id: FromPath[str],
        studies: GivenStudies,
        caller: GivenCaller,
        node: FromQuery[int | None] = None,
    ) -> Response[str]:
        """The main line as a record, or the line through a ``node``, as text."""
        text = studies.record(await studies.read(id, caller), node).as_text()
        return Response(text, media_type="text/plain")


async def draft_of(studies: Studies, owner: str, data: NewStudy) -> Draft:
    """Return the study that is asked for, before it is kept. Raises BadRequest, and what it may."""
    given = [name for name in ("game", "table", "record", "sample") if getattr(data, name)]
    if len(given) != 1:
        raise BadRequest("say what the study is made from: a game, a table, a record or a sample")
    if data.game:
        draft = sources.empty(data.game, data.options, data.opening or None)
    elif data.table:
        draft = await sources.of_table(studies.reader, studies.tables, data.table, owner, data.ply)
    elif data.record:
        draft = await sources.of_text(studies.reader, owner, data.record)
    else:
        draft = await sources.of_sample(data.sample or "", data.ply)
    return draft.titled(data.title)


def mark_json(mark: Mark) -> dict[str, str]:
    """Return a mark as a JSON object."""
    return {"colour": mark.colour, "at": mark.at} | ({"to": mark.to} if mark.to else {})


async def _placed(studies: Studies, study: Study, node: int) -> dict[str, Any]:
    view = (await studies.at(study, node)).view()
    paths = {move: list(path) for move, path in view.paths.items()}
    return study.as_json() | {"node": node, "position": view.as_json() | {"paths": paths}}
