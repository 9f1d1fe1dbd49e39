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


async def visitor(request: Request[Any, Any, Any]) -> str:
    """Return who asks; a newcomer is given a token with the answer."""
    token = request.cookies.get(COOKIE, "")
    if not _TOKEN.fullmatch(token):
        token = new_token()
        request.scope["state"][_NEW] = token
    return visitor_of(token)


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
