"""The JavaScript package in browsers: games are seen as in Python, and levels play the same."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import sync_playwright
from tests.portable.cases import FREEDOM, KINDS
from tests.portable.javascript import missing, program
from tests.portable.test_javascript import questions
from tests.portable.test_javascript_bots import opening
from tests.positions import state_after

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.play.bot import Bot
from livestone.play.levels import PATIENCE as THINKING
from livestone.portable.compile import Compiled

PAGE = "browser.html"
# A browser that says nothing for so many seconds has failed.
PATIENCE = 300
# A game, and how its bots are asked: a level, the plies before it plays and how many it plays.
CASES = [pytest.param(FREEDOM, [(4, 0, 8)], id="freedom,size=6")] + [
    pytest.param(load(id), [(1, 9, 6), (6, 9, 1)], id=id, marks=pytest.mark.slow) for id in KINDS
]


class Site(SimpleHTTPRequestHandler):
    """The installed package, the compiled games below ``/games/``, questions and their answers."""

    def __init__(
        self, *given: Any, games: Path, asked: list[Any], answers: Queue[Any], **more: Any
    ) -> None:
        self.games, self.asked, self.answers = games, asked, answers
        super().__init__(*given, **more)

    def do_GET(self) -> None:
        if self.path != "/questions.json":
            super().do_GET()
            return
        self._send(json.dumps(self.asked).encode())

    def do_POST(self) -> None:
        self.answers.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self._send(b"{}")

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        if path.startswith("/games/"):
            return str(self.games / Path(found).name)
        return found

    def log_message(self, *said: object) -> None:
        """Say nothing."""

    def _send(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def site(folder: Path, games: Path, asked: list[Any]) -> Iterator[tuple[str, Queue[Any]]]:
    """The address of the page, and where its answers arrive."""
    answers: Queue[Any] = Queue()
    handler = partial(Site, directory=str(folder), games=games, asked=asked, answers=answers)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    running = Thread(target=server.serve_forever)
    running.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/{PAGE}", answers
    finally:
        server.shutdown()
        running.join()
        server.server_close()


@contextmanager
def chromium(address: str, _folder: Path) -> Iterator[None]:
    """Chromium, looking at a page."""
    path = os.environ.get("LIVESTONE_CHROMIUM", "")
    if not (path and Path(path).exists()):
        missing("LIVESTONE_CHROMIUM names no browser")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        page = browser.new_page()
        page.goto(address)
        page.wait_for_function("document.title === 'done'", timeout=PATIENCE * 1000)
        yield
        browser.close()


@contextmanager
def firefox(address: str, folder: Path) -> Iterator[None]:
    """Firefox, looking at a page."""
    path = program("firefox-esr")
    silent = subprocess.DEVNULL
    command = [path, "--headless", "--no-remote", "--profile", str(folder), address]
    home = os.environ | {"HOME": str(folder), "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
    running = subprocess.Popen(command, stdout=silent, stderr=silent, env=home)
    try:
        yield
    finally:
        running.terminate()
        running.wait()


# Node runs what Chromium runs, so that the quick tests make do with Firefox.
BROWSERS = pytest.mark.parametrize(
    "browser",
    [pytest.param(chromium, marks=pytest.mark.slow), firefox],
    ids=["chromium", "firefox"],
)


def played(state: State, bot: Bot, plies: int) -> list[str]:
    """The moves with which Python's bot plays on."""
    before = state.ply
    while not state.over and state.ply < before + plies:
        *_, report = bot.think(state)
        state.play(report.move)
    return state.move_texts[before:]


@pytest.mark.browser
@BROWSERS
@pytest.mark.parametrize(("game", "levels"), CASES)
def test_a_browser_sees_and_plays_what_python_does(
    game: Game,
    levels: list[tuple[int, int, int]],
    browser: Callable[..., Any],
    installed: Path,
    compiled: Callable[[Game], Compiled],
    tmp_path: Path,
) -> None:
    """Bots think in a worker of the page, and in slices of the page's own time."""
    manifest = compiled(game).manifest
    asked, answers = questions(game, f"/games/{manifest.name}", 1)
    for level, before, plies in levels:
        moves = opening(game, before)
        bot = {"level": level, "seed": 5, "seconds": THINKING}
        question = {"manifest": f"/games/{manifest.name}", "moves": moves, "plies": plies}
        asked += [{**question, "bot": {**bot, "worker": worker}} for worker in (True, False)]
        python = Bot(game, level, 5, seconds=THINKING)
        answers += [played(state_after(game, *moves), python, plies)] * 2
    with (
        site(installed, manifest.parent, asked) as (address, found),
        browser(address, tmp_path),
    ):
        assert found.get(timeout=PATIENCE) == answers
