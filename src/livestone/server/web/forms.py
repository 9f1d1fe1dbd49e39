"""Forms: their fields, and what is wrong with them."""

from __future__ import annotations

import unicodedata

from livestone.errors import BadField, Busy, LivestoneError, NotAllowed, NotLoggedIn, TooMany
from livestone.languages.words import t
from livestone.server.web.errors import sentence
from livestone.server.web.identity import AnyRequest

REFUSALS = (BadField, NotAllowed, NotLoggedIn, TooMany, Busy)


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


async def fields_of(request: AnyRequest) -> dict[str, str]:
    return {name: str(value) for name, value in (await request.form()).items()}


def refusal_of(error: LivestoneError) -> dict[str, str]:
    """What is wrong, by the field it stands beside; under "" what belongs to none."""
    return {error.field if isinstance(error, BadField) else "": sentence(error)}
