"""Serves the app while the rest of the server is still being imported, or where it is missing.

The app's games need nothing of the server, so their players need not wait for it.
"""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

from livestone.app.built import files
from livestone.app.host_names import answers_to, names_of, refusal
from livestone.app.serving import PAGE, Answer, answer, answer_with, file_of, policy
from livestone.app.shell import FILES, NAMES, About, shell

TITLE = "A table for Freedom and its rare cousins"
POLL = 0.05  # seconds until it is seen that this server is to end
SWITCH = 0.0005  # seconds that importing may go on while a page waits for an answer
FIRST, QUIET, MOST = 1.0, 0.3, 3.0  # seconds: see EarlySite.wait
STARTING = {
    "Content-Type": "text/plain",
    "Refresh": "1",
    "Retry-After": "1",
    "X-Livestone": "starting",  # nothing was done: the app asks again
}
LATER = b"Livestone is still starting; this page comes in a moment."


class EarlySite:
    """What has been asked of the early server."""

    def __init__(self) -> None:
        self.last: float | None = None  # when a page or a file of one was answered last
        self.other = False  # something else was asked, which the rest of the server answers

    def wait(self) -> None:
        """Wait until the first page has come with all its files; importing would slow it down.

        Ends when nobody asks within a second, and at anything that only the rest can answer.
        """
        began = time.monotonic()
        while not self.other:
            until = began + FIRST if self.last is None else self.last + QUIET
            if time.monotonic() > min(until, began + MOST):
                return
            time.sleep(POLL)


@contextmanager
def early_site(listener: socket.socket, base: str, hosts: Iterable[str]) -> Iterator[EarlySite]:
    """Answer what comes to a listener until the block ends; the API comes a little later.

    All pages are below the path ``base``. Besides its IP addresses the server has the names
    ``hosts``, as the rest of it does.
    """

    seen = EarlySite()
    handler = partial(_Handler, base, names_of(hosts), seen)
    server = _Server(listener, handler)
    thread = threading.Thread(target=server.serve_forever, args=(POLL,), daemon=True)
    thread.start()
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        yield seen
    finally:
        sys.setswitchinterval(usual)
        server.shutdown()
        server.server_close()


def app_alone(listener: socket.socket, hosts: Iterable[str]) -> None:
    """Serve the built app and nothing else, until KeyboardInterrupt."""
    with _Server(listener, partial(_AloneHandler, "", names_of(hosts), EarlySite())) as server:
        server.serve_forever(POLL)


class _Server(ThreadingHTTPServer):
    def __init__(self, listener: socket.socket, handler: Callable[..., Any]) -> None:
        super().__init__(listener.getsockname()[:2], handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener.dup()

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: the browser that asked has gone."""


class _Handler(BaseHTTPRequestHandler):
    absent = (503, STARTING, LATER)  # what is sent where there is no answer

    def __init__(self, base: str, names: frozenset[str], seen: EarlySite, *of: Any) -> None:
        self.base, self.names, self.seen = base, names, seen
        super().__init__(*of)

    def do_GET(self) -> None:
        host = "".join(self.headers.get_all("Host", []))
        if not answers_to(self.names, host):
            self._send(400, {"Content-Type": "text/plain"}, refusal(self.names, host).encode())
            return
        path = unquote(urlsplit(self.path).path)
        # The browser is on this machine: to compress takes longer than to send more.
        asked = {name.lower(): value for name, value in self.headers.items()}
        asked.pop("accept-encoding", None)
        found = self._answer(path.removeprefix(self.base), asked)
        if found is None:
            self.seen.other = self.seen.other or not path.startswith(f"{self.base}/api/")
            self._send(*self.absent)
        else:
            self._send(found.status, found.headers, found.content)
            self.seen.last = time.monotonic()

    def do_POST(self) -> None:
        self.close_connection = True  # what was sent is not read
        self._send(*self.absent)

    def _answer(self, path: str, asked: dict[str, str]) -> Answer | None:
        if path.startswith(FILES):
            found = answer(files(), path.removeprefix(FILES), asked)
            if found and path == f"{FILES}sw.js":
                found.headers["Service-Worker-Allowed"] = f"{self.base}/"
            return found
        if path.split("/")[1:2] not in [[name] for name in NAMES]:
            return None
        page = files().find(PAGE)
        if page is None:
            return None
        content = shell(page.content.decode(), self.base, "en", About(TITLE, TITLE, "")).encode()
        headers = {"Content-Type": "text/html; charset=utf-8"}
        headers["Content-Security-Policy"] = policy(content)
        return answer_with(file_of(content), headers, asked)

    def _send(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    do_HEAD = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class _AloneHandler(_Handler):
    """Answers as a server of static files does, whose pages have no paths of their own."""

    absent = (404, {"Content-Type": "text/plain"}, b"There is no such page.")

    def _answer(self, path: str, asked: dict[str, str]) -> Answer | None:
        if path == "/sw.js":  # it would go on serving this app when the server is installed
            return None
        return answer(files(), path.removeprefix("/") or PAGE, asked)
