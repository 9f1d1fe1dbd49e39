"""What stands before the application: proxies, the base path, floods, the log, figures."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from litestar import Litestar
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from livestone.server.web.pace import Pace, refuse
from livestone.server.web.proxies import Network, origin, seen_through
from livestone.server.web.request_context import request_id, with_fields
from livestone.server.web.settings import WebSettings
from livestone.server.web.websocket import FRONT

NO_ROUTE = "none"
# Asked for by machines beside the server, who know no base path.
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
        inner or app,
        web.base_path,
        web.trusted_proxies,
        answered,
        web.log_requests,
        Pace(web.requests),
    )


class Middleware:
    """An application under a base path, behind proxies, asked at a bearable ``pace``.

    ``answered`` is told of every answer; ``log_requests`` logs it as well: the route, never the
    path, which may have somebody's secret in it.
    """

    def __init__(
        self,
        app: ASGIApp,
        base: str = "",
        proxies: tuple[Network, ...] = (),
        answered: Answered | None = None,
        log_requests: bool = False,
        pace: Pace | None = None,
    ) -> None:
        self.app = app
        self.base = base
        self.proxies = proxies
        self._answered = answered
        self._log = log_requests
        self._pace = pace or Pace(0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
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
        bearable = self._pace.allows(_address(seen))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._tell(seen, message["status"], time.perf_counter() - began, bearable)
                message["headers"] = self._leave(seen, message["headers"])
            await send(message)

        try:
            if not bearable:
                await refuse(seen, answer)
            elif inside:
                await self.app(seen, receive, answer)
            else:
                await self._elsewhere(seen, answer)
        finally:
            request_id.reset(token)

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

    def _tell(self, scope: Any, status: int, seconds: float, bearable: bool) -> None:
        route = scope.get("path_template") or NO_ROUTE
        method = scope["method"] if scope["method"] in METHODS else "other"
        if self._answered is not None:
            self._answered(method, route, status, seconds)
        if self._log and bearable:  # else the log would grow as fast as somebody asks
            game = scope.get("path_params", {}).get("id") if "/games/{id" in route else None
            fields = with_fields(
                method=method,
                route=route,
                status=status,
                milliseconds=round(1000 * seconds, 1),
                game=game,
            )
            log.info("answered", extra=fields)


def _at_localhost(scope: Any) -> bool:
    """Whether we are asked as localhost, a name that other programs on this machine have too."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return any(host.lower().partition(b":")[0] == b"localhost" for host in hosts)


def _address(scope: Any) -> str:
    """Whom a request counts for; empty for one within this process."""
    client = scope.get("client")
    return "" if client is None else origin(client[0])
