"""Forms: their fields, and what is wrong with them."""

from __future__ import annotations

from livestone.errors import BadField, Busy, LivestoneError, NotAllowed, NotLoggedIn, TooMany
from livestone.server.web.error_pages import sentence
from livestone.server.web.identity import AnyRequest

REFUSALS = (BadField, NotAllowed, NotLoggedIn, TooMany, Busy)


async def fields_of(request: AnyRequest) -> dict[str, str]:
    return {name: str(value) for name, value in (await request.form()).items()}


def refusal_of(error: LivestoneError) -> dict[str, str]:
    """What is wrong, by the field it stands beside; under "" what belongs to none."""
    return {error.field if isinstance(error, BadField) else "": sentence(error)}
