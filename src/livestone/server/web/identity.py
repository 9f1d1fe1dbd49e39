"""Who asks: a guest by a random token in a cookie, or a person with an account.

A cookie's token belongs to a session, or to a guest. The server keeps only hashes of it. A program
may send a token of its own instead (``Authorization: Bearer``), as far as its scopes go.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.types import Message, Scope

from livestone.app.shell import FILES
from livestone.errors import NotLoggedIn
from livestone.languages.words import mark
from livestone.server.db.owners import OwnerId
from livestone.server.web import scopes
from livestone.server.web.presence import VisitorIdentity
from livestone.server.web.principals import From, Person, Session, Token, device_key, hashed
from livestone.server.web.proxies import origin

if TYPE_CHECKING:
    from livestone.server.accounts.sessions import Sessions

AnyRequest = Request[Any, Any, Any]
COOKIE = "livestone"
DEVICE_COOKIE = "livestone_device"  # of a browser in which a person has logged in
TOKEN_BYTES = 16
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_NEW, _CALLER, _DEVICE = "livestone_new_token", "livestone_caller", "livestone_new_device"
_BEARER = "bearer "


@dataclass(frozen=True)
class Caller:
    """Who asks: ``owner`` owns their seats, ``secret`` keys their invitations.

    ``address`` is whom their network address stands for.
    """

    owner_id: OwnerId
    secret: str
    person: Person | None = None
    session: Session | None = None
    token: Token | None = None
    address: str = ""

    @classmethod
    def of(cls, person: Person) -> Self:
        return cls(person.id, person.secret, person)

    @property
    def name(self) -> str:
        """The name that others see at their seat; empty for a guest."""
        return self.person.shown if self.person else ""

    @property
    def identity(self) -> VisitorIdentity:
        is_bot = self.person is not None and self.person.is_bot
        return VisitorIdentity(self.owner_id, self.name, is_bot)

    def known(self) -> Person:
        """Return who it is. Raises NotLoggedIn for a guest."""
        if self.person is None:
            raise NotLoggedIn(mark("this needs an account: log in first, or register"))
        return self.person

    def logged_in(self) -> tuple[Person, Session]:
        """Return who it is, in a browser or by a cookie. Raises NotLoggedIn."""
        person = self.known()
        if self.session is None:
            raise NotLoggedIn(mark("no token is good for this: log in with name and password"))
        return person, self.session


def new_token() -> str:
    """Return a token that nobody can guess (128 random bits)."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def guest_id(token: str) -> OwnerId:
    return OwnerId(hashed(token))


async def caller(request: AnyRequest) -> Caller:
    """Return who asks, a newcomer with a new cookie. Raises NotLoggedIn or NotAllowed."""
    found: Caller | None = request.scope["state"].get(_CALLER)
    if found is None:
        found = replace(await _find(request), address=origin_of(request).address)
        request.scope["state"][_CALLER] = found
        request.app.state.quotas.visit(found.owner_id, found.address)
        if COOKIE in request.cookies or found.token is not None:  # else they may never come back
            request.app.state.presence.touch(found.identity)
    return found


async def recognise(request: AnyRequest) -> None:
    """Identify who asks before the handler; newcomers get no cookie by this."""
    known = COOKIE in request.cookies or "authorization" in request.headers
    if known and not request.scope["path"].startswith(FILES):
        await caller(request)


def become(request: AnyRequest, token: str, person: Person, session: Session) -> None:
    """Go on as a person who has just logged in, with the cookie of their session."""
    give(request, token)
    remember(request, person)
    address = origin_of(request).address
    found = Caller(person.id, person.secret, person, session, address=address)
    request.scope["state"][_CALLER] = found


def remember(request: AnyRequest, person: Person) -> None:
    """Have the browser be known as one in which this person has logged in."""
    request.scope["state"][_DEVICE] = device_key(person)


def recognised(request: AnyRequest) -> Caller | None:
    """Return who asks as far as that is known already."""
    found: Caller | None = request.scope["state"].get(_CALLER)
    return found


def origin_of(request: AnyRequest) -> From:
    address = request.client.host if request.client else ""
    device = request.cookies.get(DEVICE_COOKIE, "")[:64]
    return From(origin(address), request.headers.get("user-agent", "")[:500], device)


def give(request: AnyRequest, token: str) -> None:
    """Send a new token with the answer instead of the one there was."""
    request.scope["state"][_NEW] = token


async def _find(request: AnyRequest) -> Caller:
    """Return who has sent a token, in a header or a cookie; a newcomer is given one."""
    logins: Sessions = request.app.state.logins
    header = request.headers.get("authorization", "")
    if header.lower().startswith(_BEARER):
        token, person = await logins.token(header[len(_BEARER) :].strip())
        path = request.scope.get("path_template") or request.scope["path"]
        scopes.check(request.method, path, token.scopes)
        return Caller(person.id, person.secret, person, token=token)
    cookie: str = request.cookies.get(COOKIE, "")
    if not _TOKEN.fullmatch(cookie):
        cookie = request.scope["state"].setdefault(_NEW, new_token())
    # Many read in the same moment; who acts waits for nobody.
    found = await logins.session(cookie, together=request.method == "GET")
    if found is None:
        return Caller(guest_id(cookie), cookie)
    session, person = found
    return Caller(person.id, person.secret, person, session)


async def add_cookies(message: Message, scope: Scope) -> None:
    """Give a newcomer the token, and a browser what it is known by, with the answer's headers."""
    if message["type"] != "http.response.start":
        return
    for key, given in ((COOKIE, _NEW), (DEVICE_COOKIE, _DEVICE)):
        value = scope["state"].get(given)
        if value is not None:
            cookie = Cookie(
                key=key,
                value=value,
                max_age=COOKIE_SECONDS,
                httponly=True,
                samesite="lax",
                secure=scope["scheme"] == "https",
            )
            message["headers"] = [*message["headers"], cookie.to_encoded_header()]


CallerDep = NamedDependency[Caller]
