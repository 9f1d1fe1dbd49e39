"""The staff: reports, bans, announcements, and the audit log."""

from __future__ import annotations

from msgspec import Struct


class Report(Struct, frozen=True):
    """A complaint of ``reporter`` about ``about``; ``words`` are what was said in a chat.

    The ids of people with an account begin with ``@``. ``done`` is when ``done_by`` has settled it,
    with a ``note``.
    """

    id: int
    at: float
    reporter: str
    reporter_name: str
    about: str
    about_name: str
    game_id: str | None
    words: str
    reason: str
    done: float | None
    done_by: str | None
    note: str


class Ban(Struct, frozen=True):
    """Who may not log in, until when (None: for good), why, and by whose decision."""

    name: str
    at: float
    until: float | None
    reason: str
    by: str


class Announcement(Struct, frozen=True):
    """A text on every page, until it is withdrawn or its time is up."""

    id: int
    text: str
    at: float
    until: float | None


class AuditEntry(Struct, frozen=True):
    """A line of the audit log: ``actor`` has done ``act`` to ``about``."""

    id: int
    at: float
    actor: str
    act: str
    about: str
    detail: str
    address: str


class StaffOverview(Struct, frozen=True):
    """What waits for the staff: a page of the open reports (``total`` in all), bans, texts.

    ``public_games`` are those of the reported games that anybody may open.
    """

    reports: list[Report]
    total: int
    bans: list[Ban]
    announcements: list[Announcement]
    public_games: list[str]


class AuditPage(Struct, frozen=True):
    """A page of the audit log, newest first, and how many lines there are in all."""

    entries: list[AuditEntry]
    total: int


class Reported(Struct, frozen=True):
    """Whom a complaint is about."""

    reported: str


class Done(Struct, frozen=True):
    """What the staff has done."""

    done: str


class Announced(Struct, frozen=True):
    """What the staff tells everybody now; empty for nothing."""

    announcement: str
