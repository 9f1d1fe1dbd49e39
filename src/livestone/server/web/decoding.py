"""What is sent is decoded here: JSON bodies, and the numbers in a query."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.params import QueryParameter

from livestone.errors import BadRequest
from livestone.languages.words import mark, t

MAX_NUMBER = 2**31 - 1  # the largest that every database takes for an integer
MAX_PAGE = 100_000

PageNumber = Annotated[int, QueryParameter(ge=1, le=MAX_PAGE)]
# A number of plies or of a node, where one is asked for.
QueryNumber = Annotated[int | None, QueryParameter(ge=0, le=MAX_NUMBER)]


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
