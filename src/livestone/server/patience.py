"""Waiting for a database that is away while a server starts; who asks meanwhile is told so.

What no waiting mends, such as a wrong password, is refused at once.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import time
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import uvicorn

from livestone.server.crowd import Crowd
from livestone.server.notify import notify
from livestone.server.settings import Settings, WebSettings
from livestone.server.wire import protocol

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

FIRST_PAUSE, MOST_PAUSE, GROWTH = 0.25, 1.0, 1.3  # seconds between two tries
SPARED_SECONDS = 30  # that the service manager is asked for with each try
WORDS = "the database does not answer, and the server waits for it: try again in a moment"


def waiting_page(words: str, *, again: bool = True) -> str:
    """A page that needs nothing else and says why one has to wait; it asks ``again`` by itself."""
    refresh = '<meta http-equiv="refresh" content="2">' if again else ""
    told = " This page comes back by itself." if again else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Livestone</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" '
        f'content="light dark">{refresh}</head><body><h1>One moment</h1>'
        f"<p>{words[0].upper()}{words[1:]}.{told}</p></body></html>\n"
    )


PAGE = waiting_page(WORDS)

log = logging.getLogger("livestone")


async def until_there(
    settings: Settings, listener: socket.socket, wanted: Callable[[], bool] = lambda: True
) -> bool:
    """Return when the database answers, at once where games are kept in a file.

    Nobody is kept waiting at the ``listener`` meanwhile. False when the server is not ``wanted``
    any longer. Raises StorageError for what no waiting mends.
    """
    if settings.database is None:
        return True
    from livestone.server.postgres import shown, trouble

    reason = await trouble(settings.database)
    if not reason:
        return True
    began, pause = time.monotonic(), FIRST_PAUSE
    where = shown(settings.database)
    log.warning("the database %s does not answer (%s): waiting for it", where, reason)
    async with porter(listener, settings.web):
        while reason and wanted():
            notify(f"STATUS=waiting for the database\nEXTEND_TIMEOUT_USEC={SPARED_SECONDS}000000")
            await asyncio.sleep(pause)
            pause = min(MOST_PAUSE, GROWTH * pause)
            reason = await trouble(settings.database)
    if not reason:
        log.info("the database answers, after %.1f seconds", time.monotonic() - began)
        notify("STATUS=")
    return not reason


@asynccontextmanager
async def porter(listener: socket.socket, web: WebSettings) -> AsyncIterator[None]:
    """Tell whoever comes to the listener that the server waits, until the end of the block."""
    from livestone.server.front import Front

    tls = web.tls
    crowd = Crowd(web.connections, web.per_address, web.trusted_proxies)
    app: Any = Front(_answer, web.base_path, web.trusted_proxies)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=protocol(crowd),
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=1,
        ssl_context_factory=None if tls is None else lambda *_: tls,
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    sockets = [listener.dup()]  # they are closed at the end, and the listener is needed still
    await server.startup(sockets)
    looking = asyncio.create_task(crowd.keep_up())
    try:
        yield
    finally:
        looking.cancel()
        await server.shutdown(sockets)


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    """Say that the process is alive, and to everything else that it waits."""
    from livestone.server.guard import HEADERS

    path, status, kind = scope["path"], 503, "application/json"
    if path == "/healthz":
        status, body = 200, json.dumps({"status": "alive"})
    elif path == "/readyz":
        body = json.dumps({"status": "not-ready", "reason": WORDS})
    elif path.startswith("/api/"):
        body = json.dumps({"error": "storage", "message": WORDS})
    else:
        body, kind = PAGE, "text/html; charset=utf-8"
    sent = body.encode()
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(sent)).encode())]
    headers += [(b"cache-control", b"no-store"), (b"retry-after", b"1"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sent, "more_body": False})
