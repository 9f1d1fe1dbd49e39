"""Requests over HTTP on one kept connection, and refusals as the errors they were."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import msgspec

import livestone
from livestone import errors
from livestone.client.patience import Patience
from livestone.errors import (
    BadField,
    BadRequest,
    Busy,
    LivestoneError,
    StorageError,
    Unreachable,
)

COOKIE = "livestone"
MAX_BYTES = 64 * 2**20  # of one answer
BROKEN = (OSError, HTTPException)


class _Refusal(msgspec.Struct):
    error: str
    message: str = ""
    field: str = ""


class _NotSent(Unreachable):
    """Nothing was sent: the server has not been asked."""


class Wire:
    """How one visitor speaks to one server; several threads may.

    ``token`` is sent with every request; without one the server's cookie is, and kept up to date
    in ``cookie``. A token is sent to no other address: redirects are not followed. A server that
    has answered before is waited for, ``patience`` seconds (None: for ever) where it does not.
    """

    def __init__(
        self,
        url: str,
        token: str = "",
        cookie: str = "",
        timeout: float = 30.0,
        patience: float | None = 60.0,
    ) -> None:
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            port = -1
        if parts.scheme not in ("http", "https") or not parts.hostname or port == -1:
            right = "give one such as https://play.example"
            raise BadRequest(f"{url[:80]!r} is no address of a server: {right}")
        for name, text in (("token", token), ("cookie", cookie)):
            if not text.isascii() or not text.isprintable() or " " in text or ";" in text:
                raise BadRequest(f"this {name} has characters that no {name} has: copy it again")
        self.url = url.rstrip("/")
        self.cookie = cookie
        self.timeout, self.patience = timeout, patience
        self._token = token
        self._host, self._port, self._safe = parts.hostname, port, parts.scheme == "https"
        self._base = parts.path.rstrip("/")
        self._kept: HTTPConnection | None = None
        self.streams: set[HTTPConnection] = set()
        self.closed = 0  # how often: a stream ends when it rises
        self.ended = threading.Event()  # set when it rises, and then another one
        self.reached = False  # whether the server has answered
        self._lock = threading.Lock()

    @property
    def agent(self) -> str:
        """What this program says it is."""
        return f"livestone/{livestone.__version__}"

    @property
    def credentials(self) -> dict[str, str]:
        """The headers that say who one is; none for a newcomer."""
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    def connect(self, timeout: float) -> HTTPConnection:
        """Return a new connection, not yet open."""
        if self._safe:
            context = ssl.create_default_context()
            return HTTPSConnection(self._host, self._port, timeout=timeout, context=context)
        return HTTPConnection(self._host, self._port, timeout=timeout)

    def close(self) -> None:
        """Let go of the connection, and end all streams; the next request opens one again.

        What is being asked for at this moment ends as Unreachable.
        """
        self.closed += 1
        self.ended.set()
        self.ended = threading.Event()
        for connection in (*self.streams, self._kept):
            open_socket = connection and connection.sock  # None where it has yet to come
            if open_socket:
                with contextlib.suppress(OSError):  # it has gone
                    open_socket.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def ask(
        self, path: str, data: Mapping[str, Any] | None = None, *, again: bool = True, **query: Any
    ) -> bytes:
        """Get ``path`` under ``/api``, or post ``data`` there, and return the answer.

        A request whose connection breaks is sent again, unless ``again`` is False because asking
        twice would do it twice. Raises what the server refuses with, or Unreachable.
        """
        given = {name: value for name, value in query.items() if value is not None}
        path += f"?{urlencode(given)}" if given else ""
        waiting, closed = Patience(self.patience, self.ended), self.closed
        while True:
            try:
                return self._ask(path, data, again)
            except (Unreachable, Busy, StorageError) as error:
                undone = isinstance(error, (_NotSent, Busy))
                if not self.reached or not (again or undone) or self.closed != closed:
                    raise
                waiting.wait(error)
                if self.closed != closed:
                    raise

    def _ask(self, path: str, data: Mapping[str, Any] | None, again: bool) -> bytes:
        closed = self.closed
        with self._lock:
            if not again:
                self._drop()  # a kept connection may have been closed by the server meanwhile
            try:
                status, content = self._exchange(path, data)
            except BROKEN as error:
                self._drop()
                if not again or isinstance(error, TimeoutError) or self.closed != closed:
                    raise self.unreachable(error) from None
                try:
                    status, content = self._exchange(path, data)
                except BROKEN as second:
                    self._drop()
                    raise self.unreachable(second) from None
            if self.closed != closed:
                self._drop()
        if status >= 300:
            raise refusal(status, content)
        return content

    def _exchange(self, path: str, data: Mapping[str, Any] | None) -> tuple[int, bytes]:
        if self._kept is None:
            made = self.connect(self.timeout)
            try:
                made.connect()
            except OSError as error:
                raise _NotSent(str(self.unreachable(error))) from None
            self._kept = made
        answer = self.send(self._kept, path, data)
        content = answer.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise HTTPException(f"an answer of more than {MAX_BYTES} bytes")
        if answer.length:  # http.client says nothing where the connection ends before the answer
            raise HTTPException(f"the answer ended {answer.length} bytes too early")
        if answer.will_close:
            self._drop()
        self.reached = True
        return answer.status, content

    def send(
        self, connection: HTTPConnection, path: str, data: Mapping[str, Any] | None = None
    ) -> HTTPResponse:
        """Send a request and return the answer, whose body is still to be read."""
        headers = {"User-Agent": self.agent, "Accept": "*/*", **self.credentials}
        body = None
        if data is not None:
            body, headers["Content-Type"] = msgspec.json.encode(data), "application/json"
        method = "GET" if data is None else "POST"
        connection.request(method, f"{self._base}/api{path}", body, headers)
        answer = connection.getresponse()
        self.keep_cookie(answer.headers.get_all("Set-Cookie") or ())
        return answer

    def keep_cookie(self, lines: Iterable[str]) -> None:
        """Be known by what an answer sets, unless there is a token."""
        for line in () if self._token else lines:
            try:
                morsel = SimpleCookie(line).get(COOKIE)
            except CookieError:
                continue
            if morsel is not None:
                self.cookie = morsel.value

    def unreachable(self, error: Exception) -> Unreachable:
        """Return the error that says that there is no server, and why."""
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return Unreachable(f"{self.url!r} does not answer: {why}")


def part(text: str) -> str:
    """A text as one part of a path.

    >>> part("a/b ?")
    'a%2Fb%20%3F'
    """
    return quote(text, safe="")


def refusal(status: int, content: bytes) -> LivestoneError:
    """Return the error that a server has answered with.

    >>> refusal(404, b'{"error": "not-found", "message": "there is no game"}')
    NotFound('there is no game')
    """
    try:
        said = msgspec.json.decode(content, type=_Refusal)
    except msgspec.DecodeError:
        return Unreachable(f"the server answered {status}, and not as Livestone does")
    if said.error == BadField.code:
        return BadField(said.field, said.message)
    return _KINDS.get(said.error, LivestoneError)(said.message or said.error)


def _kinds() -> dict[str, type[LivestoneError]]:
    """The errors by their codes."""
    found: dict[str, type[LivestoneError]] = {}
    for value in vars(errors).values():
        if isinstance(value, type) and issubclass(value, LivestoneError):
            found.setdefault(value.code, value)
    return found


_KINDS = _kinds()
