"""Who a visitor is: a random token in a cookie, of which the server keeps only a hash."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.types import Message, Scope

COOKIE = "livestone"
TOKEN_BYTES = 16
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_NEW = "livestone_new_token"


def new_token() -> str:
    """Return a token that nobody can guess (128 random bits)."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def visitor_of(token: str) -> str:
    """Return the visitor that a token stands for."""
    return hashlib.sha256(token.encode()).hexdigest()


async def secret(request: Request[Any, Any, Any]) -> str:
    """Return the token of who asks; a newcomer is given one with the answer."""
    token: str = request.cookies.get(COOKIE, "")
    if _TOKEN.fullmatch(token):
        return token
    given: str = request.scope["state"].setdefault(_NEW, new_token())
    return given


async def visitor(request: Request[Any, Any, Any]) -> str:
    """Return who asks."""
    return visitor_of(await secret(request))


async def add_cookie(message: Message, scope: Scope) -> None:
    """Give a newcomer the token, with the answer's headers."""
    token = scope["state"].get(_NEW)
    if token is None or message["type"] != "http.response.start":
        return
    cookie = Cookie(
        key=COOKIE,
        value=token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=scope["scheme"] == "https",
    )
    message["headers"] = [*message["headers"], cookie.to_encoded_header()]
