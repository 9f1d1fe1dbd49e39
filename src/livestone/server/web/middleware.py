"""What stands before the application: proxies, base path, rate limit, request log, figures."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from livestone.errors import TooMany, TooMuchWork
from livestone.languages.words import language, mark, t
from livestone.server.db.owners import NOBODY, OwnerId
from livestone.server.web.identity import COOKIE
from livestone.server.web.proxies import origin, seen_through
from livestone.server.web.rate_limit import RateLimit, TokenBuckets, hidden
from livestone.server.web.requests import language_of, request_id
from livestone.server.web.settings import WebSettings
from livestone.server.web.work import Metered, WorkLimit, paying

if TYPE_CHECKING:
    from livestone.server.ops.metrics import Figures

NO_ROUTE = "none"
BURST_SECONDS = 10.0  # of requests that an address saves up while it asks for nothing
PENALTY_SECONDS = 1.0  # a request too many waits so long for its answer
WARN_SECONDS = 60.0  # between two warnings about one address
TOO_MANY = mark("too many requests come from your address: wait a few seconds, then try again")
# Asked for by monitoring on this machine, which knows no base path.
PLAIN_PATHS = ("/healthz", "/readyz", "/readyz/tournaments", "/metrics")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
# Browsers ask this name by https only, for a year.
HSTS = (b"strict-transport-security", b"max-age=31536000")
_PROCESS, _numbers = secrets.token_hex(3), itertools.count()  # of a request's id
_VISITOR = re.compile(rb"\b" + COOKIE.encode() + rb"=[^;]+")
_COOKIE_PATH = re.compile(rb"(?i)(;\s*path=)/(?=;|$)")

log = logging.getLogger("livestone.requests")


class Middleware:
    """An application under a base path, behind proxies, with a rate limit for each address.

    One address may send at most ``requests`` a second over ten seconds; 0 is no limit. Litestar's
    own limiter does not see unknown paths, and never forgets an address.

    ``figures`` counts every answer, where there are any; the log has the route, never the path,
    which may have a person's secret in it.
    """

    def __init__(
        self, app: ASGIApp, web: WebSettings, figures: Callable[[], Figures | None] = lambda: None
    ) -> None:
        self.app, self.web, self.base = app, web, web.base_path
        self._figures = figures
        self._limit = TokenBuckets(web.requests, BURST_SECONDS) if web.requests else None
        shares = web.address_work / 100, web.visitor_work / 100
        self._work = WorkLimit(*shares) if web.address_work else None
        self._warned = RateLimit(1, WARN_SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) != "http":  # the application starts, or ends
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        inner: Any = scope
        seen: Any = seen_through(inner, self.web.trusted_proxies)
        if seen["method"] == "HEAD":
            seen["method"], send = "GET", _without_body(send)
        token = request_id.set(f"{_PROCESS}{next(_numbers):06x}")
        inside = self._enter(seen)
        spoken = language.set(language_of(seen))
        allowed = self._allowed(origin((seen.get("client") or ("", 0))[0]))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                seconds = time.perf_counter() - began
                self._tell(seen, inner["method"], message["status"], seconds, allowed)
                message["headers"] = self._leave(seen, message["headers"])
            await send(message)

        try:
            if not allowed:
                await asyncio.sleep(PENALTY_SECONDS)  # so that asking faster brings nothing
                await _refusal(seen["path"], TooMany(TOO_MANY), 5)(seen, receive, answer)
            elif inside:
                await self._inside(seen, receive, answer)
            else:
                await self._elsewhere(seen["path"])(seen, receive, answer)
        finally:
            language.reset(spoken)
            request_id.reset(token)

    async def _inside(self, scope: Any, receive: Receive, send: Send) -> None:
        """Ask the application, at the expense of who has sent the request."""
        address = origin((scope.get("client") or ("", 0))[0])
        if self._work is None or not address or scope["path"] in PLAIN_PATHS:
            await self.app(scope, receive, send)
            return
        try:
            meter = await self._work.admit(address, _visitor(scope))
        except TooMuchWork as error:
            await asyncio.sleep(PENALTY_SECONDS)
            await _refusal(scope["path"], error, error.seconds)(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.body":
                meter.spend_on_wire(count=len(message["body"]))
            await send(message)
            if message["type"] == "http.response.start":
                meter.settle()

        meter.spend_on_wire(requests=1)
        token = paying.set(meter)
        try:
            asked: Any = self.app(scope, receive, answer)
            await Metered(asked, meter)
        finally:
            paying.reset(token)
            meter.settle()

    def _allowed(self, address: str) -> bool:
        """Count a request, unless it is one too many; within this process none is counted."""
        if self._limit is None or not address or self._limit.take(address):
            return True
        if not self._warned.full(address):
            self._warned.count(address)
            logging.getLogger("livestone").warning(
                "%s asks more often than an address may (requests)", address
            )
        return False

    def _enter(self, scope: Any) -> bool:
        """Take the base path off; whether what was asked for is below it."""
        path = scope["path"]
        scope["app_root_path"] = self.base
        if path.startswith(f"{self.base}/"):
            scope["path"] = path.removeprefix(self.base)
            return True
        return path in PLAIN_PATHS

    def _elsewhere(self, path: str) -> ASGIResponse:
        """Show the way to the base path, where it helps."""
        text = f"Livestone is at {self.base}/ on this server.\n"
        if path in ("/", self.base):
            headers = {"location": "/"}
            return ASGIResponse(
                body=text, status_code=307, headers=headers, media_type="text/plain"
            )
        return ASGIResponse(body=text, status_code=404, media_type="text/plain")

    def _leave(self, scope: Any, headers: Any) -> list[tuple[bytes, bytes]]:
        """Put the base path before what browsers are told, and name the request."""
        found = [(b"x-request-id", request_id.get().encode())]
        if scope["scheme"] == "https" and not _at_localhost(scope):
            found.append(HSTS)
        for name, value in headers:
            if name == b"content-type" and value.startswith(b"text/event-stream"):
                found.append((b"x-accel-buffering", b"no"))  # or nginx would keep events back
            if name == b"allow" and b"GET" in value:
                value += b", HEAD"
            if self.base and name == b"location" and re.match(rb"/(?!/)", value):
                value = self.base.encode() + value
            elif self.base and name == b"set-cookie":
                value = _COOKIE_PATH.sub(rb"\g<1>" + self.base.encode() + b"/", value)
            found.append((name, value))
        return found

    def _tell(self, scope: Any, method: str, status: int, seconds: float, allowed: bool) -> None:
        route = scope.get("path_template") or NO_ROUTE
        method = method if method in METHODS else "other"
        if (figures := self._figures()) is not None:
            figures.answered(method, route, status, seconds)
        if self.web.log_requests and allowed:  # else the log would grow as fast as a client asks
            fields = {"method": method, "route": route, "status": status}
            fields["milliseconds"] = round(1000 * seconds, 1)
            if "/games/{id" in route:
                fields["game"] = scope["path_params"]["id"]
            log.info("answered", extra={"fields": fields})


def _without_body(send: Send) -> Send:
    """Send the head of an answer, and nothing else: then ``receive`` says that the client left."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return send_head


def _refusal(path: str, error: TooMany, seconds: int) -> ASGIResponse:
    """The answer to one request too many, or to one that would be too much work."""
    body, kind = f"{t(str(error))}\n".encode(), "text/plain"
    if "/api/" in path:
        said = {"error": error.code, "message": str(error)}
        body, kind = json.dumps(said).encode(), "application/json"
    headers = {"retry-after": str(seconds), "connection": "close"}
    return ASGIResponse(body=body, status_code=429, headers=headers, media_type=kind)


def _visitor(scope: Any) -> OwnerId:
    """Who has sent a request, by the token that it brings; empty for who brings none."""
    heads = dict(scope["headers"])
    found = heads.get(b"authorization") or b";".join(_VISITOR.findall(heads.get(b"cookie", b"")))
    return OwnerId(hidden(found.decode("latin-1"))) if found else NOBODY


def _at_localhost(scope: Any) -> bool:
    """Whether we are asked as localhost, a name that other programs on this machine have too."""
    host: bytes = dict(scope["headers"]).get(b"host", b"")
    return host.lower().partition(b":")[0] == b"localhost"
