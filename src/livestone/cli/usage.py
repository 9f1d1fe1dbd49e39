"""Help pages of commands, and messages about calls that cannot be read."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from cyclopts import CycloptsError, Parameter
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from livestone.cli.streams import CLOSED
from livestone.suggest import instead, nearest

if TYPE_CHECKING:
    from cyclopts import Argument, ArgumentCollection
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions

# How help pages name a value, by the name of its type.
VALUES = {"INT": "N", "FLOAT": "N", "STR": "TEXT", "STR...": "TEXT..."}
FULL = {errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk quota is used up"}


def _default(value: Any) -> str | None:
    """The default of an option as its help page shows it; None where it shows none."""
    if isinstance(value, bool):
        return "yes" if value else None
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) if value not in (None, "", ()) else None


# What holds for the arguments of all commands.
ARGUMENTS = Parameter(show_default=_default, negative_iterable=())


class HelpPage:
    """Prints help pages, with words for values that are no names of types."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Print a panel of a page."""
        from attrs import evolve
        from cyclopts.help import DefaultFormatter

        for at, entry in enumerate(panel.entries):
            value = VALUES.get(entry.metavar or "", entry.metavar)
            panel.entries[at] = evolve(entry, metavar=value)
        DefaultFormatter()(console, options, panel)

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """Print how to call a command."""
        console.print(f"Usage: {usage}", markup=False, highlight=False)


def with_moves_joined(arguments: Sequence[str]) -> list[str]:
    """The arguments with all words after ``--moves``, up to the next option, as one.

    >>> with_moves_joined(["position", "freedom", "--moves", "e5", "d4", "--json"])
    ['position', 'freedom', '--moves', 'e5 d4', '--json']
    """
    joined: list[str] = []
    for word in arguments:
        if joined[-2:-1] == ["--moves"] and not word.startswith("-"):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def misread(error: CycloptsError, commands: Sequence[str]) -> str:
    """The message about a call that cannot be read."""
    match error:
        case UnknownCommandError():
            return unknown_command((error.unused_tokens or [""])[0], commands)
        case UnknownOptionError():
            words = _unknown_option(error)
        case UnusedCliTokensError():
            words = f"{(error.unused_tokens or [''])[0][:40]!r} is one word too many"
        case CoercionError():
            words = _bad_value(error)
        case RepeatArgumentError():
            words = f"{error.token.keyword} is given twice"
        case MissingArgumentError():
            words = _missing(error)
        case _:
            words = "the arguments cannot be read"
    command = " ".join(error.command_chain or ())
    stop = "" if words.endswith("?") else ":"
    return f"{words}{stop} 'livestone help {command}' tells how to call it"


def unknown_command(name: str, commands: Sequence[str]) -> str:
    """The message about an unknown command."""
    what = "option" if name.startswith("-") else "command"
    found = nearest(name, commands)
    meant = f" did you mean {found!r}?" if found else ""
    return f"there is no {what} {name[:40]!r}:{meant} 'livestone help' lists the commands"


def _unknown_option(error: UnknownOptionError) -> str:
    return _no_option(error.token.keyword or error.token.value, error.argument_collection)


def _no_option(name: str, arguments: ArgumentCollection) -> str:
    known = [each for argument in arguments for each in argument.names]
    found = nearest(name, (each for each in known if each.startswith("-") and each != name))
    return f"there is no option {name[:40]}" + (f": did you mean {found}?" if found else "")


def _missing(error: MissingArgumentError) -> str:
    assert error.argument is not None
    count, _ = error.argument.token_count()
    if error.keyword or error.argument.tokens:
        return f"{error.keyword or _name(error.argument)} needs {_number(count)}"
    before = ", write it before --moves" if "--moves" in (error.root_input_tokens or []) else ""
    return f"{_name(error.argument)} is missing{before}"


def _number(count: int) -> str:
    return "a value" if count == 1 else f"{count} values"


def _bad_value(error: CoercionError) -> str:
    if error.token is None or error.argument is None:
        return "a value cannot be read"
    name, text = error.token.keyword or _name(error.argument), error.token.value
    if text.startswith("-") and error.argument.parameter.allow_leading_hyphen and error.app:
        return _no_option(text, error.app.assemble_argument_collection())
    if error.target_type is bool:
        return f"{name} takes no value, so {text[:40]!r} is too much"
    if get_origin(error.target_type) is Literal:
        choices = [str(each) for each in get_args(error.target_type)]
        return f"{name} cannot be {text[:40]!r}: {instead(text, choices)}"
    kind = "no number" if error.target_type is float else "no whole number"
    return f"{name} cannot be {text[:40]!r}, which is {kind}"


def _name(argument: Argument) -> str:
    """What a person calls an argument: ``--games``, ``GAME``."""
    return argument.name if argument.name.startswith("--") else argument.name.upper()


def failed(error: OSError) -> str:
    """The message about an error of the operating system."""
    if error.errno in FULL:
        what = repr(str(error.filename)) if error.filename else "what was asked for"
        return f"{FULL[error.errno]}, so {what} could not be written: make room and try again"
    if error.errno == errno.EBADF and error.filename is None:
        return CLOSED
    return f"{error.filename or 'system'}: {error.strerror or error}"
