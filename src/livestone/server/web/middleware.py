"""What stands before the application: proxies, base path, rate limit, request log, figures."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from litestar import Litestar
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from livestone.languages.words import language, mark, t
from livestone.server.web.proxies import Network, origin, seen_through
from livestone.server.web.rate_limit import RateLimit, TokenBuckets
from livestone.server.web.request_context import request_id, with_fields
from livestone.server.web.request_language import language_of
from livestone.server.web.settings import WebSettings
from livestone.server.web.websocket import FRONT

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
_COOKIE_PATH = re.compile(rb"(?i)(;\s*path=)/(?=;|$)")

log = logging.getLogger("livestone.requests")

# Told of every answer that begins: method, route, status, seconds.
Answered = Callable[[str, str, int, float], None]


def front(app: Litestar, web: WebSettings, inner: ASGIApp | None = None) -> Middleware:
    """Return an application, or what stands ``inner`` before it, with what the settings ask for."""

    def answered(method: str, route: str, status: int, seconds: float) -> None:
        figures = app.state.get("figures")
        if figures is not None:
            figures.answered(method, route, status, seconds)

    return Middleware(
        inner or app, web.base_path, web.trusted_proxies, answered, web.log_requests, web.requests
    )


class Middleware:
    """An application under a base path, behind proxies, with a rate limit for each address.

    One address may send at most ``requests`` a second over ten seconds; 0 is no limit. Litestar's
    own limiter sees neither unknown paths nor the routes that :mod:`..tables.shortcut` answers,
    and never forgets an address.

    ``answered`` is told of every answer; ``log_requests`` logs it as well: the route, never the
    path, which may have a person's secret in it.
    """

    def __init__(
        self,
        app: ASGIApp,
        base: str = "",
        proxies: tuple[Network, ...] = (),
        answered: Answered | None = None,
        log_requests: bool = False,
        requests: float = 0.0,
    ) -> None:
        self.app = app
        self.base = base
        self.proxies = proxies
        self._answered = answered
        self._log = log_requests
        self._limit = TokenBuckets(requests, BURST_SECONDS) if requests else None
        self._warned = RateLimit(1, WARN_SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"])
        if kind == "websocket":
            await self._socket(scope, receive, send)
            return
        if kind != "http":  # the application starts, or ends
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        inner: Any = scope
        seen: Any = seen_through(inner, self.proxies)
        token = request_id.set(secrets.token_hex(6))
        inside = self._enter(seen)
        spoken = language.set(language_of(seen))
        allowed = self._allowed(_address(seen))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._tell(seen, message["status"], time.perf_counter() - began, allowed)
                message["headers"] = self._leave(seen, message["headers"])
            await send(message)

        try:
            if not allowed:
                await _refuse(seen, answer)
            elif inside:
                await self.app(seen, receive, answer)
            else:
                await self._elsewhere(seen, answer)
        finally:
            language.reset(spoken)
            request_id.reset(token)

    def _allowed(self, address: str) -> bool:
        """Count a request, unless it is one too many."""
        if self._limit is None or not address or self._limit.take(address):
            return True
        if not self._warned.full(address):
            self._warned.count(address)
            logging.getLogger("livestone").warning(
                "%s asks more often than an address may (requests)", address
            )
        return False

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        """Let a socket in; what it asks for comes back to us, a request each."""
        if scope.get("client") is None:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        seen: Any = seen_through(scope, self.proxies)
        self._enter(seen)
        seen[FRONT] = self
        await self.app(seen, receive, send)

    def _enter(self, scope: Any) -> bool:
        """Take the base path off; whether what was asked for is below it."""
        path = scope["path"]
        scope["app_root_path"] = self.base
        if path.startswith(f"{self.base}/"):
            scope["path"] = path.removeprefix(self.base)
            return True
        return path in PLAIN_PATHS

    async def _elsewhere(self, scope: Any, send: Send) -> None:
        """Show the way to the base path, where it helps."""
        found = scope["path"] in ("/", self.base)
        body = f"Livestone is at {self.base}/ on this server.\n".encode()
        headers = [(b"content-type", b"text/plain; charset=utf-8")]
        headers.append((b"content-length", str(len(body)).encode()))
        if found:
            headers.append((b"location", b"/"))
        start: Any = {"type": "http.response.start", "status": 307 if found else 404}
        start["headers"] = headers
        await send(start)
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _leave(self, scope: Any, headers: Any) -> list[tuple[bytes, bytes]]:
        """Put the base path before what browsers are told, and name the request."""
        found = [(b"x-request-id", request_id.get().encode())]
        told = any(name == HSTS[0] for name, _ in headers)  # by the process that has answered
        if scope["scheme"] == "https" and not told and not _at_localhost(scope):
            found.append(HSTS)
        for name, value in headers:
            if name == b"content-type" and value.startswith(b"text/event-stream"):
                found.append((b"x-accel-buffering", b"no"))  # or nginx would keep events back
            if self.base and name == b"location" and re.match(rb"/(?!/)", value):
                value = self.base.encode() + value
            elif self.base and name == b"set-cookie":
                value = _COOKIE_PATH.sub(rb"\g<1>" + self.base.encode() + b"/", value)
            found.append((name, value))
        return found

    def _tell(self, scope: Any, status: int, seconds: float, allowed: bool) -> None:
        route = scope.get("path_template") or NO_ROUTE
        method = scope["method"] if scope["method"] in METHODS else "other"
        if self._answered is not None:
            self._answered(method, route, status, seconds)
        if self._log and allowed:  # else the log would grow as fast as a client asks
            game = scope.get("path_params", {}).get("id") if "/games/{id" in route else None
            fields = with_fields(
                method=method,
                route=route,
                status=status,
                milliseconds=round(1000 * seconds, 1),
                game=game,
            )
            log.info("answered", extra=fields)


async def _refuse(scope: Any, send: Callable[[Any], Any]) -> None:
    """Answer one request too many: late, so that asking faster brings nothing."""
    await asyncio.sleep(PENALTY_SECONDS)
    body, kind = f"{t(TOO_MANY)}\n".encode(), b"text/plain; charset=utf-8"
    if "/api/" in scope["path"]:
        said = {"error": "too-many", "message": TOO_MANY}
        body, kind = json.dumps(said).encode(), b"application/json"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    headers += [(b"retry-after", b"5"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _at_localhost(scope: Any) -> bool:
    """Whether we are asked as localhost, a name that other programs on this machine have too."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return any(host.lower().partition(b":")[0] == b"localhost" for host in hosts)


def _address(scope: Any) -> str:
    """Whom a request counts for; empty for one within this process."""
    client = scope.get("client")
    return "" if client is None else origin(client[0])
