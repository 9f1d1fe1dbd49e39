"""Queries as JSON lines: what an object means, and which of its fields mean nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from livestone.core.game import Game
from livestone.engine.lines import MAX_BYTES
from livestone.errors import BadField, BadRequest
from livestone.suggest import instead

MAX_NODES = 999_999_999
MAX_SECONDS = 1_000_000
MAX_LINES = 100
MAX_PRIORITY = 1_000_000
MAX_ID = 200  # characters
# How long to think where nothing is said.
USUAL_SECONDS = 1.0
ACTIONS = ("analyse", "terminate", "terminate_all", "clear", "games", "version")

Id = Annotated[str, Meta(max_length=MAX_ID)] | int


class Query(msgspec.Struct, frozen=True, rename={"start": "from"}):
    """A position to analyse: after ``moves`` from the opening, or from the text in ``from``.

    ``plies`` asks for the positions after so many of these moves, each answered by itself.
    """

    id: Id
    action: Literal["analyse"] = "analyse"
    game: str | None = None
    options: dict[str, Any] = {}
    moves: tuple[str, ...] = ()
    start: str | None = None
    plies: tuple[Annotated[int, Meta(ge=0)], ...] | None = None
    seconds: Annotated[float, Meta(ge=0, le=MAX_SECONDS)] | None = None
    nodes: Annotated[int, Meta(ge=1, le=MAX_NODES)] | None = None
    depth: Annotated[int, Meta(ge=1, le=1000)] | None = None
    lines: Annotated[int, Meta(ge=1, le=MAX_LINES)] = 3
    seed: Annotated[int, Meta(ge=0, le=2**31)] = 0
    priority: Annotated[int, Meta(ge=-MAX_PRIORITY, le=MAX_PRIORITY)] = 0
    report_every: Annotated[float, Meta(ge=0, le=MAX_SECONDS)] | None = None
    survival: bool = False
    fresh: bool = False

    @property
    def limit(self) -> float | None:
        """The most seconds to think."""
        if self.seconds is None and self.nodes is None and self.depth is None:
            return USUAL_SECONDS
        return self.seconds

    def key(self, game: Game, ply: int) -> tuple[object, ...] | None:
        """What has one answer, as far as time does not matter; None where it does."""
        if self.limit is not None:
            return None
        place = game, self.start, self.moves[:ply]
        return *place, self.nodes, self.depth, self.lines, self.seed, self.survival, self.fresh


class Order(msgspec.Struct, frozen=True):
    """Anything else that is asked for; ``target`` is the id of a query."""

    id: Id
    action: str
    target: Id | None = None


def read_object(line: bytes | None) -> dict[str, Any]:
    """Return the object of a line, None for one that is too long. Raises BadRequest."""
    if line is None:
        raise BadRequest(f"the line has over {MAX_BYTES} bytes")
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(f"the line is not a JSON object: {' '.join(str(error).split())}") from None
    if not isinstance(found, dict):
        raise BadRequest("the line is not a JSON object: begin it with { and end it with }")
    return found


def known_id(data: Mapping[str, Any]) -> str | int | None:
    """The id of an object, whatever else is wrong with it."""
    id = data.get("id")
    usable = isinstance(id, int) and not isinstance(id, bool)
    return id if usable or (isinstance(id, str) and len(id) <= MAX_ID) else None


def read_query(data: Mapping[str, Any]) -> Query | Order:
    """Return what an object asks for. Raises BadField."""
    if known_id(data) is None:
        raise BadField("id", f"id must be a number, or a text of at most {MAX_ID} characters")
    action = data.get("action", "analyse")
    if action not in ACTIONS:
        name = repr(action)[:40]
        raise BadField("action", f"there is no action {name}: {instead(action, ACTIONS)}")
    kind: type[Query] | type[Order] = Query if action == "analyse" else Order
    try:
        found: Query | Order = msgspec.convert(data, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        where = re.search(r"\$\.(\w+)", str(error))
        field = where[1] if where else "id"
        raise BadField(field, f"{field} is not right: {error}") from None
    if isinstance(found, Query) and found.plies and max(found.plies) > len(found.moves):
        raise BadField(
            "plies", f"plies go up to {max(found.plies)}, but there are {len(found.moves)} moves"
        )
    return found


def warnings(data: Mapping[str, Any], query: Query | Order) -> list[tuple[str, str]]:
    """The fields that mean nothing, and what to say of each."""
    known = query.__struct_encode_fields__
    return [
        (name[:40], f"there is no field {name[:40]!r}: {instead(name, known)}")
        for name in data
        if name not in known
    ]
