"""What a request says: its JSON, the numbers in its query, its texts, its language."""

from __future__ import annotations

import re
import unicodedata
from contextvars import ContextVar
from typing import Annotated, Any

from litestar import Request
from litestar.params import QueryParameter

from livestone.errors import BadField, BadRequest
from livestone.languages.words import ENGLISH, accepted, best_of, mark, t

MAX_NUMBER = 2**31 - 1  # the largest that every database takes for an integer
MAX_PAGE = 100_000

PageNumber = Annotated[int, QueryParameter(ge=1, le=MAX_PAGE)]
# A number of plies or of a node, where one is asked for.
QueryNumber = Annotated[int | None, QueryParameter(ge=0, le=MAX_NUMBER)]

LANGUAGE = "language"  # the cookie that keeps the visitor's choice
_CHOSEN = re.compile(rf"(?:^|; *){LANGUAGE}=([\w-]+)", re.ASCII)
# The id of the request that is being answered; empty outside of one.
request_id: ContextVar[str] = ContextVar("request_id", default="")


class CheckedRequest(Request[Any, Any, Any]):
    """A request whose body is refused if it is no UTF-8, or has an integer that none can keep."""

    async def json(self) -> Any:
        """Return the decoded body. Raises BadRequest, or what the framework raises."""
        try:
            found = await super().json()
        except UnicodeDecodeError:
            raise BadRequest(mark("what was sent is not UTF-8")) from None
        check_numbers(found)
        return found


def check_numbers(value: object) -> None:
    """Raises BadRequest for an integer of more than 32 bits, however deep in JSON it is."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, int) and abs(one) > MAX_NUMBER:
            raise BadRequest(
                t(
                    "the number {number} is too large: at most {most} is possible",
                    number=str(one)[:20],
                    most=MAX_NUMBER,
                )
            )


def language_of(scope: Any) -> str:
    """Return the language of a request; the API is always in English."""
    if scope["path"].startswith("/api/"):
        return ENGLISH
    given = {name: value.decode("latin-1") for name, value in scope["headers"]}
    chosen = _CHOSEN.findall(given.get(b"cookie", ""))
    return best_of([*chosen, *accepted(given.get(b"accept-language", ""))])


def is_whole(text: str, digits: int) -> bool:
    """Whether a text is a whole number of at most so many digits."""
    return text.isascii() and text.isdigit() and len(text) <= digits


def check_visible(text: str, field: str, what: str, allowed: str = "\u200d") -> None:
    """Refuse letters that cannot be seen, or that turn the direction of reading, but for some."""
    for letter in text:
        hidden = unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn")
        if hidden and letter not in allowed:
            raise BadField(
                field,
                t(
                    "the {what} has the hidden character {letter}: leave it out",
                    what=t(what),
                    letter=repr(letter),
                ),
            )
