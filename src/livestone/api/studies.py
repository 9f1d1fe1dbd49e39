"""Studies and reviews, as the API answers them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class StudyNode(Struct, frozen=True):
    """A move of a study after its ``parent``; the root (0) has none."""

    id: int
    parent: int = -1
    move: str = ""
    turn: int = 0
    mover: int = 0
    comment: str = ""
    glyph: str = ""
    marks: tuple[dict[str, str], ...] = ()


class StudyView(Struct, frozen=True):
    """A study; ``node`` and ``position`` where one of its moves is looked at."""

    id: str
    title: str
    visibility: str
    mine: bool
    game: str
    options: dict[str, Any]
    version: int
    nodes: tuple[StudyNode, ...]
    author: str | None = None
    opening: str | None = None
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
    """A page of one's studies, last changed first."""

    studies: tuple[StudyLine, ...]
    total: int
    page: int


class Review(Struct, frozen=True):
    """The engine's review of a game: ``none``, ``running`` (``done`` of ``total``) or ``done``.

    ``review`` is the JSON of :class:`livestone.play.review.Review`.
    """

    status: str
    done: int = 0
    total: int = 0
    review: dict[str, Any] | None = None
    trouble: str = ""
