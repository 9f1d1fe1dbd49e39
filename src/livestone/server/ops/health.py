"""Whether the server is alive and ready, and its figures: for machines that look after it."""

from __future__ import annotations

import asyncio
import hmac
import time

from litestar import Response, get
from litestar.exceptions import NotFoundException

from livestone.errors import NotAllowed, StorageError
from livestone.play.engine.processes import Engine
from livestone.server.db.store import Store
from livestone.server.parsers import Network
from livestone.server.web.identity import AnyRequest
from livestone.server.web.proxies import within

KEPT_SECONDS = 1.0  # the disk is tried at most once in so long
STORE_SECONDS = 3.0


class Health:
    """What stands in the way of serving people, in words; nothing when all is well."""

    def __init__(self, store: Store, engine: Engine) -> None:
        self.stopping = False
        self._store = store
        self._engine = engine
        self._lock = asyncio.Lock()
        self._looked = -KEPT_SECONDS
        self._found = ""

    async def trouble(self) -> str:
        if self.stopping:
            return "the server is stopping"
        async with self._lock:
            if time.monotonic() - self._looked >= KEPT_SECONDS:
                self._found = await self._store_trouble()
                self._looked = time.monotonic()
        return self._found or self._engine.trouble

    async def _store_trouble(self) -> str:
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await self._store.try_writing()
        except TimeoutError:
            return f"the store has not answered for {STORE_SECONDS:g} seconds"
        except StorageError as error:
            return " ".join(str(error).split())
        return ""


@get("/healthz", sync_to_thread=False, include_in_schema=False)
def healthz() -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "alive"}


@get("/readyz", include_in_schema=False)
async def readyz(request: AnyRequest) -> Response[dict[str, str]]:
    """Say whether people can be sent here; 503 and the reason if not."""
    return _readiness(await request.app.state.health.trouble())


@get("/readyz/tournaments", include_in_schema=False, sync_to_thread=False)
def tournaments_readyz(request: AnyRequest) -> Response[dict[str, str]]:
    """Say whether this process, of several, has the tournaments; 503 if not, 404 if none has."""
    if not request.app.state.lines:
        raise NotFoundException("there are tournaments only where 'livestone serve' was started")
    elsewhere = request.app.state.spectators is None
    return _readiness("another process has the tournaments" if elsewhere else "")


def _readiness(trouble: str) -> Response[dict[str, str]]:
    if trouble:
        return Response({"status": "not-ready", "reason": trouble}, status_code=503)
    return Response({"status": "ready"})


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Tell the figures, to whom the settings allow."""
    figures = request.app.state.get("figures")
    if figures is None:
        raise NotFoundException("there are figures only where 'livestone serve' has been started")
    web = request.app.state.web
    if not may_read(request, web.metrics_from, web.metrics_token):
        raise NotAllowed("the figures are not for this address: see the setting metrics_from")
    body, kind = figures.text()
    return Response(body, headers={"content-type": kind, "cache-control": "no-store"})


def may_read(request: AnyRequest, allowed: tuple[Network, ...], token: str) -> bool:
    """Whether the token or the address allows it; behind an unknown proxy no address does."""
    sent = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token and hmac.compare_digest(sent.encode(), token.encode()):
        return True
    if request.scope["state"].get("forwarded", False) or request.client is None:
        return False
    return within(request.client.host, allowed)


handlers = [healthz, readyz, tournaments_readyz, metrics]
