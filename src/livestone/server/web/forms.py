"""Forms: their fields, and what is wrong with them."""

from __future__ import annotations

from typing import Any

from litestar import Request

from livestone.errors import BadField, Busy, LivestoneError, NotAllowed, NotLoggedIn, TooMany
from livestone.server.web.error_pages import sentence

REFUSALS = (BadField, NotAllowed, NotLoggedIn, TooMany, Busy)


async def fields_of(request: Request[Any, Any, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in (await request.form()).items()}


def refusal_of(error: LivestoneError) -> dict[str, str]:
    """What is wrong, by the field it stands beside; under "" what belongs to none."""
    return {error.field if isinstance(error, BadField) else "": sentence(error)}
