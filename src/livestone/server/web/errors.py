"""Errors on the wire: one HTTP status and one code for each."""

from __future__ import annotations

from litestar.exceptions import HTTPException

from livestone.errors import (
    Busy,
    Conflict,
    EngineError,
    ExtraMissing,
    GameOver,
    LivestoneError,
    NotAllowed,
    NotFound,
    NotLoggedIn,
    StorageError,
    TooMany,
    UnknownGame,
)
from livestone.languages.words import mark, t

# The first class that fits decides.
_STATUSES: dict[tuple[type[LivestoneError], ...], int] = {
    (NotFound, UnknownGame, ExtraMissing): 404,
    (Conflict, GameOver): 409,
    (NotAllowed,): 403,
    (NotLoggedIn,): 401,
    (TooMany,): 429,
    (Busy, StorageError, EngineError): 503,
    (LivestoneError,): 400,
}
GONE = "client disconnected prematurely"  # Litestar's words for a client that hangs up
_CODES = {
    401: "not-logged-in",
    403: "not-allowed",
    404: "not-found",
    413: "too-large",
    429: "too-many",
}


def status_of(error: Exception) -> int:
    if isinstance(error, HTTPException):
        return 400 if error.detail == GONE else error.status_code
    if isinstance(error, RecursionError):  # only what is sent can be nested so deep
        return 400
    return next((status for kinds, status in _STATUSES.items() if isinstance(error, kinds)), 500)


def code_of(error: Exception) -> str:
    if isinstance(error, LivestoneError):
        return error.code
    status = status_of(error)
    return _CODES.get(status, "bad-request" if status < 500 else "internal")


def message_of(error: Exception) -> str:
    """Return one line that says what is wrong; nothing of the inside of the server."""
    if isinstance(error, LivestoneError):
        return " ".join(str(error).split())
    if isinstance(error, RecursionError):
        return mark("what was sent is nested too deep")
    if not isinstance(error, HTTPException) or error.status_code >= 500:
        return mark("something went wrong on the server; the game is as it was")
    details = error.extra if isinstance(error.extra, list) else []
    parts = [error.detail, *(_detail(part) for part in details[:3])]
    return " ".join(" ".join(part for part in parts if part).split())[:300]


def sentence(error: LivestoneError) -> str:
    """An error's message as a sentence: a capital first, a full stop last.

    It is in the language of the page where translators have it.
    """
    return capital(message_of(error))


def capital(words: str) -> str:
    """Words as a sentence; the name of a site (``d4``) stays as it is."""
    text = t(words)
    if text.partition(" ")[0].isalpha():
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _detail(part: object) -> str:
    if not isinstance(part, dict):
        return ""
    where = part.get("key")
    return f"({where}: {part.get('message')})" if where else f"({part.get('message')})"
