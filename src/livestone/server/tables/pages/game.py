"""What pages of boards share."""

from __future__ import annotations

from dataclasses import dataclass

from livestone.errors import BadRequest
from livestone.languages.words import t
from livestone.server.web.forms import is_whole


@dataclass(frozen=True)
class Notice:
    """A sentence above the board's status; ``refused`` for what was not done."""

    text: str
    refused: bool = False


def number_of(name: str, given: object) -> int:
    """The number in a field of a form or an address. Raises BadRequest."""
    text = str(given)
    if not is_whole(text, 6):
        raise BadRequest(
            t("{name} {text} is not a number: give 0 or more", name=name, text=repr(text[:20]))
        )
    return int(text)
