"""A server in a thread of the tests' own process, reached over HTTP like any other."""

from __future__ import annotations

import html
import re
import ssl
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from tests.patience import PATIENCE

from livestone.play.engine.processes import Engine
from livestone.server.accounts.settings import Cost, Limits, PeopleSettings
from livestone.server.app import create_app
from livestone.server.http_server import Server
from livestone.server.main import bind
from livestone.server.settings import Settings
from livestone.server.web.settings import WebSettings

# Reading the system's certificates takes long, and nothing here is encrypted.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
PASSWORD = "four words will do"
# Hashes that cost a test nothing.
CHEAP = Cost(memory=8, rounds=1)
LIMITS = Limits(account=5, address=1000, registrations=1000)


def said_here(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged by the thread that asks: servers of other tests run beside it."""
    here = threading.get_ident()
    return [record.getMessage() for record in caplog.records if record.thread == here]


class Unprepared(Engine):
    """Compiles nothing ahead: most tests need no bot."""

    def warm(self, game: Any) -> Any:
        """Not now."""

    async def warm_up(self, last: Any = None) -> None:
        """Not now."""


class Site:
    """A context in which the server answers at ``url``."""

    def __init__(self, folder: Path, web: WebSettings | None = None, **settings: Any) -> None:
        self.folder, self.web = folder, web or WebSettings()
        settings.setdefault("people", PeopleSettings(CHEAP, LIMITS))
        self.settings = Settings(folder, hosts=self.web.hosts, bots=1, web=self.web, **settings)
        self._listener = bind("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ready = threading.Event()
        # The engine must be made in the server's own loop.
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self.app = create_app(self.settings, Unprepared(1))
            self._server = Server(self.app, self._ready.set)
            self._server.run([self._listener])
        finally:
            self._ready.set()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        assert self._server.started
        return self

    def __exit__(self, *error: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def newcomer(self) -> httpx.Client:
        """Somebody who has never been here."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE, verify=NO_TLS)


def until(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait for something to be there, and return it."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return found


def said(answer: httpx.Response) -> str:
    """The text of a page."""
    return html.unescape(
        re.sub(r"\s+", " ", re.sub(r"(?s)<script.*?</script>|<[^>]+>", " ", answer.text))
    )


def new_game(client: httpx.Client, *seats: str, **more: Any) -> dict[str, Any]:
    """A table of the client's for these seats, of Freedom on a small board unless told."""
    spec = {"game": "freedom", "seats": seats, "options": {"size": 4}, **more}
    answer = client.post("/api/games", json=spec)
    assert answer.status_code == 201, answer.text
    return answer.json()


def begin_game(one: httpx.Client, other: httpx.Client, **more: Any) -> str:
    """A game between two visitors; its id."""
    id: str = new_game(one, "me", "friend", **more)["id"]
    (seat,) = one.get(f"/api/games/{id}/invitations").json()
    assert other.post(f"/api/invitations/{seat['invitation']}").is_success
    return id


def play_move(client: httpx.Client, id: str, text: str, ply: int) -> None:
    """Play a move."""
    answer = client.post(f"/api/games/{id}/plies", json={"move": text, "ply": ply})
    assert answer.status_code == 200, answer.text


def register(client: httpx.Client, name: str, **more: str) -> dict[str, Any]:
    """Make an account."""
    answer = client.post("/api/register", json={"name": name, "password": PASSWORD, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def log_in(client: httpx.Client, name: str, password: str = PASSWORD, **more: Any) -> int:
    """Log in, or try to; the status of the answer."""
    body = {"name": name, "password": password, **more}
    return client.post("/api/login", json=body).status_code


def bearer(client: httpx.Client, *scopes: str, bot: str | None = None) -> dict[str, str]:
    """The header of a new token of somebody's."""
    body = {"label": "test", "scopes": scopes, "bot": bot}
    answer = client.post("/api/account/tokens", json=body)
    assert answer.status_code == 201, answer.text
    return {"Authorization": f"Bearer {answer.json()['token']}"}
