"""What protects every route: the names the server answers to, cross-site checks, safe headers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from livestone.app.host_names import answers_to, refusal
from livestone.errors import BadRequest, NotAllowed
from livestone.languages.words import mark

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",  # compiled games, which think for a visitor
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
NO_STORE = (b"cache-control", b"no-store")


async def add_headers(message: Message, scope: Scope) -> None:
    """Send the security headers; what does not say how long it may be kept is not kept."""
    if message["type"] == "http.response.start":
        found = dict(message["headers"])
        stream = found.get(b"content-type", b"").startswith(b"text/event-stream")
        kept = list(message["headers"])
        if stream and NO_STORE[0] in found:
            kept.remove((NO_STORE[0], found.pop(NO_STORE[0])))
        if NO_STORE[0] not in found:
            kept.append(NO_STORE)
        message["headers"] = kept + [pair for pair in HEADERS if pair[0] not in found]


def guard(hosts: frozenset[str]) -> Callable[[ASGIApp], ASGIApp]:
    """Refuse requests under a name that is none of ``hosts``, or sent by another site's page."""

    def guarded(app: ASGIApp) -> ASGIApp:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            named = [value for name, value in scope["headers"] if name == b"host"]
            if len(named) > 1:
                raise BadRequest(mark("this request names several hosts"))
            host = named[0].decode("latin-1") if named else ""
            if not answers_to(hosts, host):  # it could be led to our address by another site
                raise BadRequest(refusal(hosts, host))
            if scope.get("method") not in SAFE_METHODS:
                check_origin(scope["headers"], host)
            await app(scope, receive, send)

        return answer

    return guarded


def check_origin(headers: Iterable[tuple[bytes, bytes]], host: str) -> None:
    """Refuse what another site's page made a browser send.

    Every browser of this decade says where a POST comes from (``Sec-Fetch-Site`` or ``Origin``);
    what says neither is no browser and carries nobody else's cookie. The rule is that of Go's
    ``http.CrossOriginProtection``.
    """
    given = dict(headers)
    site, origin = given.get(b"sec-fetch-site"), given.get(b"origin")
    if site is not None:
        own = site in (b"same-origin", b"none")
    else:
        own = origin is None or origin.decode("latin-1") in (f"http://{host}", f"https://{host}")
    if not own:
        raise NotAllowed(mark("this request was sent by another site's page"))
