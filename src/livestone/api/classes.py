"""Classes, as the API answers them: who is in them, what they have handed in, how it plays."""

from __future__ import annotations

from msgspec import Struct

from livestone.api.tournaments import TournamentLine


class ClassLine(Struct, frozen=True):
    """A class of who asks: as a ``teacher``, or as the student with this ``number``."""

    id: str
    name: str
    number: int
    teacher: bool


class HandedIn(Struct, frozen=True):
    """A version of a student's file, without its text; ``fault`` is the last report of one.

    ``left_out`` says why it cannot play in what goes on now; empty: it can.
    """

    version: int
    bytes: int
    at: float
    fault: str
    left_out: str


class ClassMember(Struct, frozen=True):
    """A member of a class: ``joined`` is when they did, None before; ``here`` on its page now.

    ``newest`` is the version that plays, None without one. Students see no ``fault`` of others.
    """

    number: int
    name: str
    teacher: bool
    joined: float | None
    here: bool
    newest: HandedIn | None


class Class(Struct, frozen=True):
    """A class as one of its members sees it.

    Who is not here joins an open one by the code ``join``, which only teachers see. ``refusal``
    says why no files are played here; empty: they are. ``opponents`` are those of the house.
    ``ladder`` is its id, ``tournament`` that of the one that goes on. ``versions`` are one's own.
    """

    id: str
    name: str
    number: int
    teacher: bool
    join: str | None
    refusal: str
    members: tuple[ClassMember, ...]
    opponents: tuple[str, ...]
    versions: tuple[HandedIn, ...]
    ladder: str
    tournament: str | None
    tournaments: tuple[TournamentLine, ...]


class ClassCode(Struct, frozen=True):
    """A code by which a member joins, once: shown only now."""

    number: int
    name: str
    code: str


class PlayerVersion(Struct, frozen=True):
    """A version with its ``text``, and what changed in it since another, line by line."""

    name: str
    version: int
    at: float
    fault: str
    text: str
    changes: tuple[str, ...]
