"""What protects every route: the names the server answers to, cross-site checks, safe headers."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from livestone.errors import BadRequest, NotAllowed
from livestone.languages.words import mark
from livestone.server.web.host_names import answers_to, names_of, refusal

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
        kept = [pair for pair in message["headers"] if not (stream and pair[0] == NO_STORE[0])]
        if stream or NO_STORE[0] not in found:
            kept.append(NO_STORE)
        message["headers"] = [*kept, *(pair for pair in HEADERS if pair[0] not in found)]


class Guard(ASGIMiddleware):
    """Refuses requests under a name that is not ours, or sent by another site's page."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, hosts: tuple[str, ...]) -> None:
        self.hosts = names_of(hosts)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        headers = Headers.from_scope(scope)
        named = headers.getall("host", [])
        if len(named) > 1:
            raise BadRequest(mark("this request names several hosts"))
        host = "".join(named)
        if not answers_to(self.hosts, host):  # it could be led to our address by another site
            raise BadRequest(refusal(self.hosts, host))
        if scope.get("method") not in SAFE_METHODS:
            check_origin(headers, host)
        await next_app(scope, receive, send)


def is_ours(hosts: frozenset[str], headers: Mapping[bytes, bytes], changes: bool) -> bool:
    """Whether a request may pass, by the same rules; each header comes once."""
    told = {name.decode("latin-1"): value.decode("latin-1") for name, value in headers.items()}
    host = told.get("host", "")
    try:
        if changes:
            check_origin(told, host)
    except NotAllowed:
        return False
    return answers_to(hosts, host)


def check_origin(headers: Mapping[str, str], host: str) -> None:
    """Refuse what another site's page made a browser send.

    Every browser of this decade says where a POST comes from (``Sec-Fetch-Site`` or ``Origin``);
    what says neither is no browser and carries nobody else's cookie. The rule is that of Go's
    ``http.CrossOriginProtection``.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        own = site in ("same-origin", "none")
    else:
        own = origin is None or origin in (f"http://{host}", f"https://{host}")
    if not own:
        raise NotAllowed(mark("this request was sent by another site's page"))
