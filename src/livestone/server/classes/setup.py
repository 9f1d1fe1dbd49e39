"""What a command asks for: classes with their students, and the slips that let them in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Slip:
    """The code by which somebody joins a class, once."""

    name: str
    code: str


@dataclass(frozen=True)
class Slips:
    """What is told of a class: the teacher's code, those of new students, and of an open class."""

    name: str
    teacher: str
    students: tuple[Slip, ...]
    join: str | None


@dataclass(frozen=True)
class ClassSetup:
    """Classes to be made, or gone on with: the students of each by its name.

    An ``open`` class is joined by four letters. With ``renew`` all who have not joined get another
    code, else those who are new. ``told`` gets the address of the server, without a
    ``/`` at the end, and the slips of all of them.
    """

    classes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    open: bool = False
    renew: bool = False
    told: Callable[[str, tuple[Slips, ...]], None] = lambda address, slips: None
