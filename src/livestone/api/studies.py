"""Studies and reviews as the API answers them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from livestone.api.tables import Options

SiteName = Annotated[str, Meta(max_length=200)]


class Mark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sign on the site ``at``, or an arrow from there ``to`` another."""

    colour: Literal["green", "red", "blue", "yellow"]
    at: SiteName
    to: SiteName = ""


class StudyNode(Struct, frozen=True, omit_defaults=True):
    """A move of a study after its ``parent``, and what is written beside it.

    ``turn`` counts from 1 as the game does, ``mover`` is the player who made the move. The root (0)
    has no move.
    """

    id: int
    parent: int = -1
    move: str = ""
    turn: int = 0
    mover: int = -1
    comment: str = ""
    glyph: str = ""
    marks: tuple[Mark, ...] = ()


class StudyView(Struct, frozen=True, omit_defaults=True):
    """A study; ``mine`` says that you may change it, ``author`` is None for a guest.

    ``nodes`` are its moves, each before what follows it, main lines before variations. ``node`` is
    the move that is looked at, ``position`` the one there, where asked for: with its legal moves,
    its ``picture``, and in ``engine_refusal`` why you may not ask the engine about it, or nothing.
    """

    id: str
    title: str
    visibility: str
    author: str | None
    mine: bool
    game: str
    options: Options
    opening: str | None
    players: list[dict[str, Any]] | None
    version: int
    created: float
    updated: float
    nodes: tuple[StudyNode, ...]
    node: int | None = None
    position: dict[str, Any] | None = None


class StudyLine(Struct, frozen=True):
    """One line of a list of studies; ``nodes`` counts the moves."""

    id: str
    title: str
    visibility: str
    game: str
    nodes: int
    updated: float


class StudyPage(Struct, frozen=True):
    """A page of your studies, last changed first; there are so many ``pages``."""

    studies: tuple[StudyLine, ...]
    total: int
    page: int
    pages: int


class Deleted(Struct, frozen=True):
    """The id of the study that was ``deleted``."""

    deleted: str


class Review(Struct, frozen=True):
    """The engine's review of a game: ``none``, ``running`` (``done`` of ``total``) or ``done``.

    ``review`` is the JSON of :class:`livestone.play.review.Review`, ``trouble`` why the last
    attempt failed.
    """

    status: Literal["none", "running", "done"]
    done: int
    total: int
    review: dict[str, Any] | None
    trouble: str
