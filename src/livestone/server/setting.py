"""A setting of ``livestone serve``, declared where it is used: in its feature's ``settings.py``.

A section of settings is a frozen dataclass. What an operator may set is annotated with a
:class:`Setting`, or with :class:`Several` of which the field is made; other fields are set by the
program.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

from livestone.server import parsers

SAME = object()
Section = TypeVar("Section")


@dataclass(frozen=True)
class Setting:
    """``read`` parses its text: a ValueError says what would be right.

    ``name`` is that on the command line and in the environment; the field's after its section's,
    if left out. ``default`` is a server's, where a table at home has another (the field's).
    """

    read: Callable[[str], Any]
    help: str
    name: str = ""
    default: Any = SAME
    metavar: str | None = None
    show_default: Callable[[Any], str | None] | None = None
    kind: Any = int  # the type of a part


class Several:
    """Settings, with names and defaults, of which ``make`` makes a field.

    It is a function with a name: in an annotation a lambda would not find what it refers to.
    """

    def __init__(self, make: Callable[..., Any], *settings: Setting) -> None:
        self.make, self.settings = make, settings


class Declared(NamedTuple):
    """A setting with its name, type and default."""

    name: str
    kind: Any
    default: Any
    setting: Setting


def declared(section: str, kind: type) -> Iterator[tuple[str, list[Declared], Callable[..., Any]]]:
    """For each field that can be set: its name, its settings, and what makes it of them."""
    hints = get_type_hints(kind, include_extras=True)
    for field in dataclasses.fields(kind):
        noted = getattr(hints[field.name], "__metadata__", (None,))[0]
        if isinstance(noted, Several):
            parts = [Declared(one.name, one.kind, one.default, one) for one in noted.settings]
            yield field.name, parts, noted.make
        elif isinstance(noted, Setting):
            name = noted.name or "_".join(filter(None, (section, field.name)))
            default = field.default if noted.default is SAME else noted.default
            yield field.name, [Declared(name, _type(hints[field.name]), default, noted)], _itself


def taken(section: str, kind: type[Section], config: Any, **more: Any) -> Section:
    """Return a section with what is set in ``config``, and what the program sets."""
    found = {
        name: make(*(getattr(config, part.name) for part in parts))
        for name, parts, make in declared(section, kind)
    }
    return kind(**found | more)


def _itself(value: Any) -> Any:
    return value


def _type(hint: Any) -> Any:
    """The type of what is annotated, without None."""
    given = get_args(hint)[0]
    kinds = [kind for kind in get_args(given) if kind is not NoneType]
    return kinds[0] if NoneType in get_args(given) else given


def switch(help: str, **more: Any) -> Setting:
    return Setting(parsers.switch, help, **more)


def whole(least: int, most: int, help: str, **more: Any) -> Setting:
    return Setting(parsers.whole(least, most), help, **more)


def count(help: str, **more: Any) -> Setting:
    return whole(1, 1_000_000, help, **more)


def limit(help: str, **more: Any) -> Setting:
    return whole(0, 100_000_000, help, **more)


def port(help: str, **more: Any) -> Setting:
    return whole(0, 65535, help, **more)


def file(help: str, **more: Any) -> Setting:
    return Setting(parsers.file, help, **more)


def networks(help: str, **more: Any) -> Setting:
    return Setting(
        parsers.networks,
        help,
        metavar="NETWORK...",
        show_default=lambda each: ", ".join(map(str, each)) or None,
        **more,
    )
