"""Every error Livestone reports to a person or a program.

Each class carries a stable ``code`` that travels on every wire (JSON, web, line protocol), and a
message that quotes the input, says why it was refused, and names what would be right.
"""

from __future__ import annotations

import copyreg
from typing import Any


class LivestoneError(Exception):
    """The root of the tree: anything Livestone refuses or cannot do."""

    code = "error"

    def __reduce__(self) -> tuple[Any, ...]:
        # Not through __init__, whose arguments may be others than the message in ``args``.
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class UnknownGame(LivestoneError, ValueError):
    """No game has this id."""

    code = "unknown-game"


class BrokenGame(UnknownGame):
    """A game whose file cannot be loaded, or whose rules cannot be run; the message says where."""

    code = "broken-game"


class BadOption(LivestoneError, ValueError):
    """An option that the game does not have, a value it does not allow, or a contradiction."""

    code = "bad-option"


class MoveSyntaxError(LivestoneError, ValueError):
    """A text that is no move in any position of this game."""

    code = "move-syntax"


class IllegalMove(LivestoneError, ValueError):
    """A move that exists but may not be played here and now."""

    code = "illegal-move"


class GameOver(IllegalMove):
    """A move after the end of the game."""

    code = "game-over"


class BadPosition(LivestoneError, ValueError):
    """A text that is no position of this game."""

    code = "bad-position"


class BadRecord(LivestoneError, ValueError):
    """A game record that cannot be read; ``line`` (from 1) says where, when it is known."""

    code = "bad-record"

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class BadLesson(LivestoneError, ValueError):
    """A game's diagrams or lessons that do not hold; the message says file, line and reason."""

    code = "bad-lesson"


class BadRequest(LivestoneError, ValueError):
    """A command line, form or message that asks for something that does not exist or make sense."""

    code = "bad-request"


class BadField(BadRequest):
    """One field of a form that cannot be as it is; ``field`` says which."""

    code = "bad-field"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class NotLoggedIn(LivestoneError):
    """Something that needs an account, a session or a token that is good."""

    code = "not-logged-in"


class TooMany(LivestoneError):
    """Something that was tried too often for now."""

    code = "too-many"


class TooMuchWork(TooMany):
    """Something for which the server would have to work too much; ``seconds`` to wait."""

    code = "too-much-work"

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


class Busy(LivestoneError):
    """Something that the server has too much of at this moment."""

    code = "busy"


class EngineError(LivestoneError):
    """A bot that cannot answer: its process keeps dying, or it fails on this position."""

    code = "engine"


class NotFound(LivestoneError):
    """A game, page or file that is not there."""

    code = "not-found"


class NotAllowed(LivestoneError):
    """Something that exists but belongs to another person, or is not possible at this moment."""

    code = "not-allowed"


class Conflict(NotAllowed):
    """Something that is possible in itself, but not as things stand: the game has gone on, say."""


class StorageError(LivestoneError):
    """Stored games that cannot be read or written: a folder, a disk or a database in the way."""

    code = "storage"


class Unreachable(LivestoneError):
    """A server that does not answer, or that answers as no Livestone does."""

    code = "unreachable"


class LinkerMissing(LivestoneError, RuntimeError):
    """No linker for WebAssembly is installed; the message says how to get one."""

    code = "linker-missing"


class BundlerMissing(LivestoneError, RuntimeError):
    """The bundler of the static site is not installed; the message says how to get it."""

    code = "bundler-missing"


class ExtraMissing(LivestoneError, ImportError):
    """A package that one of Livestone's extras brings is missing; the message says which extra."""

    code = "extra-missing"
