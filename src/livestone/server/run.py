"""Starting the server: a free port, one friendly line, a browser, and a clean end."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
from pathlib import Path

import uvicorn
from litestar import Litestar

from livestone.errors import BadRequest
from livestone.server.app import create_app
from livestone.server.settings import Settings, default_data
from livestone.server.store import FILE, prepare

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 50
CLOSE_SECONDS = 1


def serve(
    data: Path | None = None,
    host: str = HOST,
    port: int = PORT,
    open_browser: bool = True,
    bots: int | None = None,
) -> int:
    """Serve until Ctrl-C and return the exit code.

    A taken port moves on to the next; port 0 means any. Raises StorageError or BadRequest when
    the folder or the address cannot be used.
    """
    folder = (default_data() if data is None else data).expanduser().absolute()
    prepare(folder / FILE)
    listener = bind(host, port)
    taken = listener.getsockname()[1]
    if port not in (0, taken):
        print(f"Port {port} is taken; using {taken}.", flush=True)
    names = () if _is_loopback(host) else (host.lower(), socket.gethostname().lower())
    app = create_app(Settings(folder, names, bots))
    shown = "localhost" if host in ("", "0.0.0.0", "::") else host
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{taken}/"
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=CLOSE_SECONDS,
    )
    server = _Server(app, config, url, folder, open_browser and has_display())
    try:
        server.run([listener])
    except KeyboardInterrupt:
        pass  # uvicorn sends it again once everything is closed
    finally:
        listener.close()
    return 0 if server.was_ready else 1


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket on ``port`` or the next free one. Raises BadRequest."""
    if not 0 <= port <= 65535:
        raise BadRequest(f"port {port} does not exist: choose 1 to 65535, or 0 for any")
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise BadRequest(f"there is no address {host!r} here: {error.strerror}") from error
    last = min(port + PORTS_TRIED, 65536)
    for candidate in range(port, last):
        listener = socket.socket(family, kind)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address[0], candidate, *address[2:]))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                reason = error.strerror
                raise BadRequest(f"{host}:{candidate} cannot be used: {reason}") from error
            continue
        listener.setblocking(False)
        return listener
    raise BadRequest(f"the ports {port} to {last - 1} are all taken: choose another with --port")


def has_display() -> bool:
    """Whether a browser window can be opened here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


class _Server(uvicorn.Server):
    """Says when it is ready, and lets go of listening browsers when it ends."""

    def __init__(
        self, app: Litestar, config: uvicorn.Config, url: str, folder: Path, browser: bool
    ) -> None:
        super().__init__(config)
        self.was_ready = False
        self._app, self._url, self._folder, self._browser = app, url, folder, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.was_ready = True
        print(f"Livestone is ready at {self._url}", flush=True)
        print(f"Games are kept in {self._folder}; Ctrl-C ends the server.", flush=True)
        if self._browser:
            # A thread of its own that nobody waits for: browsers may start slowly.
            threading.Thread(target=_browse, args=(self._url,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.tables.leave()
        await super().shutdown(sockets)


def _browse(url: str) -> None:
    import webbrowser

    webbrowser.open(url)


def _is_loopback(host: str) -> bool:
    return host == "localhost" or host.startswith("127.") or host == "::1"


if __name__ == "__main__":
    sys.exit(serve(open_browser=False))
