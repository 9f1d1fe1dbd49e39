"""A real server, a real browser, and pages whose consoles must stay silent."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.app.built import bundled_app, small_site
from tests.compiled import compiled
from tests.patience import PATIENCE
from tests.portable.javascript import missing

from livestone.play.levels import LEVELS

READY = "Livestone is ready at "
ROOT = Path(__file__).parent.parent.parent
SERVE = (
    "import sys; from pathlib import Path; from livestone.server.main import serve; "
    "from livestone.server.mail.settings import MailSettings; import tests.games; "
    "from livestone.server.settings import Settings; "
    "mail = MailSettings('127.0.0.1', 'table@x.example', 'http://x.example', 9, 'none'); "
    "settings = Settings(mail=mail); "
    "serve(Path(sys.argv[1]), port=int(sys.argv[2]), open_browser=False, settings=settings)"
)
# Pages wait longer for answers than where people use them.
PATIENT = """{ const limit = AbortSignal.timeout;
AbortSignal.timeout = (milliseconds) => limit.call(AbortSignal, 20 * milliseconds); }"""
# What waits before it tries again waits for a moment only.
HASTY = """{ const later = setTimeout;
window.setTimeout = (act, milliseconds, ...more) => later(act, milliseconds / 20, ...more); }"""
# Where a visitor is first: the quickest file, before a test opens what it needs.
PICTURE = "/app/logo.svg"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


class Server:
    """A Livestone server in a process of its own, with a built ``app`` or the sources."""

    def __init__(self, data: Path, port: int = 0, app: Path | None = None) -> None:
        self.data = data
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(data), str(port)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "LIVESTONE_APP": str(app or "")},
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(READY):
                self.url = line.removeprefix(READY).strip().rstrip("/")
                return
        raise AssertionError("the server ended before it was ready")

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._leave()

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        self.process.terminate()
        self._leave()

    def _leave(self) -> None:
        self.process.wait()
        self.process.stdout.close()


@contextmanager
def serving(data: Path, port: int = 0, app: Path | None = None) -> Iterator[Server]:
    """A server that ends with the block, unless it has been killed before."""
    server = Server(data, port, app)
    try:
        yield server
    finally:
        if server.process.returncode is None:
            server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, small_bots: None) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games"), app=bundled_app()) as running:
        yield running


@pytest.fixture(scope="session")
def site_server(tmp_path_factory: pytest.TempPathFactory, small_bots: None) -> Iterator[Server]:
    """A server that has a built site with small Freedom, and an engine that is ready for it."""
    site = small_site()
    compiled(6, len(LEVELS))
    compiled(6, 1, "analysis")
    with serving(tmp_path_factory.mktemp("games"), app=site) as running:
        yield running


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium; without it the test is skipped, or fails where CI runs."""
    path = os.environ.get("LIVESTONE_CHROMIUM", "")
    if not (path and Path(path).exists()):
        missing("LIVESTONE_CHROMIUM names no browser, so nothing was tested in one")
    expect.set_options(timeout=1000 * PATIENCE)
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=arguments)
        yield running
        running.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # Not kept longer than this folder's tests: while it runs, nothing else can run an event loop.
    with chromium() as running:
        yield running


class Contexts:
    """Contexts of a browser; at the end they are closed, and none may have complained.

    What holds one of the ``expected`` words may come at any time, also as the contexts close.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for context in self.contexts:
            context.close()
        if kind is None:
            known = self.expected
            assert [s for s in self.complaints if not any(word in s for word in known)] == []


class Visitors(Contexts):
    """Opens contexts (visitors with cookies of their own) and listens to their consoles."""

    def __init__(self, browser: Browser, url: str, first: str = "/") -> None:
        super().__init__(browser)
        self.url = url
        self.first = first

    def __call__(self, first: str = "", **settings: Any) -> Page:
        """Return the page of a new visitor, at the address ``first``."""
        wanted: dict[str, Any] = {"viewport": {"width": 1024, "height": 640}} | settings
        context = self.browser.new_context(base_url=self.url, **wanted)
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(PATIENT)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: self._hear(said.type, said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("response", lambda answer: self._see(answer.url, answer.status))
        page.goto(first or self.first)
        return page

    def _hear(self, kind: str, text: str) -> None:
        # A refusal is an answer with a status that the browser mentions in the console.
        if kind in ("error", "warning") and "responded with a status of 4" not in text:
            self.complaints.append(text)

    def _see(self, url: str, status: int) -> None:
        if "/app/" in url and url.endswith((".css", ".js")) and status >= 400:
            self.complaints.append(f"{url} answered {status}")


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    with Visitors(browser, server.url, PICTURE) as visitors:
        yield visitors
