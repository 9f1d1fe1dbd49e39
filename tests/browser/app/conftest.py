"""The static site with a few small games, served as files, and browsers that visit it."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from tests.app.built import built_site, small_site
from tests.browser.conftest import Contexts
from tests.patience import PATIENCE

from livestone.games import load

# Waits until the browser keeps all of the site.
KEPT = "navigator.serviceWorker.controller !== null && document.querySelector('html[data-ready]')"
# Waits until the browser has written what the table of a game shows, if it can.
WRITTEN = """() => new Promise((resolve) => {
  const id = /^#game\\?id=([^&]+)/.exec(location.hash)?.[1];
  const shown = document.querySelectorAll("livestone-table .ply").length;
  const request = id ? indexedDB.open("livestone") : {};
  request.onsuccess = ({ target: { result: database } }) => {
    const kept = database.transaction("games").objectStore("games").get(id);
    kept.onsuccess = () => resolve(!kept.result || kept.result.moves.length >= shown);
    database.close();
  };
  request.onerror = () => resolve(true);
  if (!id) resolve(true);
})"""
# What a browser does that lets nothing be kept.
FORBIDDEN = """Object.defineProperty(window, "indexedDB", {
  get() { throw new DOMException("no", "SecurityError"); },
});"""


class Files(SimpleHTTPRequestHandler):
    """Serves the site's folder."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_: Any) -> None:
        """Nothing: a test's output is its own."""


@pytest.fixture(scope="session")
def folder() -> Path:
    return small_site()


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """A copy of the site that a test may change; its files are old, so browsers keep them."""
    copied = Path(shutil.copytree(folder, tmp_path / "copy"))
    for path in copied.rglob("*"):
        os.utime(path, (0, 0))
    return copied


class Server(ThreadingHTTPServer):
    """Serves; whoever closes a page in the middle of an answer is no news."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the page in a folder, as long as the block lasts."""
    handler = partial(Files, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """The address of the site's page."""
    with served(folder) as found:
        yield found


class Visitors(Contexts):
    """Opens pages of the site, in contexts that share nothing, and hears what goes wrong."""

    def __init__(self, browser: Browser, address: str) -> None:
        super().__init__(browser)
        self.address = address

    def __call__(self, hash: str = "", *, script: str = "", **settings: Any) -> Page:
        """A new visitor at ``#...``; ``script`` runs before the site's own."""
        wanted = {"viewport": {"width": 1024, "height": 640}, "reduced_motion": "reduce"}
        context = self.browser.new_context(**wanted | settings)
        context.set_default_timeout(1000 * PATIENCE)
        self.contexts.append(context)
        if script:
            context.add_init_script(script)
        page = self.again(context)
        self.go(page, hash)
        return page

    def again(self, context: BrowserContext) -> Page:
        """Another page of the same visitor."""
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def go(self, page: Page, hash: str) -> None:
        """Open a page of the site anew, when what was done on the last one is kept."""
        if "#game?id=" in page.url:
            page.wait_for_function(WRITTEN)
        page.goto("about:blank")
        page.goto(self.address + hash)
        page.locator("html[data-ready]").wait_for()
        if hash.startswith("#play"):  # the game is this tab's a moment after it is shown
            page.locator(
                'livestone-table:not([data-state="waiting"]), .notice.refused'
            ).first.wait_for()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visitors]:
    with Visitors(browser, address) as visitors:
        yield visitors


@pytest.fixture(scope="session")
def courier() -> Iterator[str]:
    """The address of a site with moves of several tokens, and with a player at the top."""
    games = [load("koerier"), load("fort_chitral")]
    with served(built_site(games)) as address:
        yield address


@pytest.fixture
def visit_courier(browser: Browser, courier: str) -> Iterator[Visitors]:
    with Visitors(browser, courier) as visitors:
        yield visitors


PUZZLES = Path(__file__).parent / "puzzles.json"


@pytest.fixture(scope="session")
def puzzles() -> list[dict[str, Any]]:
    """Eight puzzles of Freedom, as a site lists them."""
    return json.loads(PUZZLES.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def puzzled(folder: Path, puzzles: list[dict[str, Any]], tmp_path_factory: Any) -> Iterator[str]:
    """The address of the same site with these puzzles and no others."""
    site = shutil.copytree(folder, tmp_path_factory.mktemp("puzzles") / "site")
    (site / "puzzles").mkdir(exist_ok=True)
    (site / "puzzles" / "freedom.json").write_text(json.dumps(puzzles), encoding="utf-8")
    catalogue = json.loads((site / "catalogue.json").read_text(encoding="utf-8"))
    for game in catalogue["games"]:
        game["puzzles"] = len(puzzles) if game["id"] == "freedom" else 0
    (site / "catalogue.json").write_text(json.dumps(catalogue), encoding="utf-8")
    with served(site) as found:
        yield found


@pytest.fixture
def solve(browser: Browser, puzzled: str) -> Iterator[Visitors]:
    """Visitors of the site with puzzles."""
    with Visitors(browser, puzzled) as visitors:
        yield visitors
