"""The JavaScript host in a browser: bots think in workers of the page, and in slices without."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.play.bot import PATIENCE, Bot
from livestone.portable.compile import Compiled

SOURCE = Path(__file__).parents[2] / "js" / "src"
PLIES = 8
PLAY = """
async ([manifest, worker, plies, seconds]) => {
  const { Bot, Game } = await import("/js/index.js");
  const state = (await Game.load(manifest)).start();
  const bot = new Bot(state.game, { level: 4, seed: 2, seconds, worker });
  for (let ply = 0; ply < plies; ply++) state.play(await bot.move(state));
  await bot.close();
  return state.history;
}
"""


class Files(SimpleHTTPRequestHandler):
    """Serves the host's source, and a game's files beside it."""

    extensions_map = {
        ".js": "text/javascript",
        ".json": "application/json",
        ".wasm": "application/wasm",
        "": "text/html",
    }

    def __init__(self, *given: Any, games: Path) -> None:
        self.games = games
        super().__init__(*given)

    def translate_path(self, path: str) -> str:
        folder = SOURCE if path.startswith("/js/") else self.games
        self.directory = str(folder)
        return super().translate_path(path.removeprefix("/js"))

    def log_message(self, *_: Any) -> None:
        """Nothing: a test's output is its own."""


@pytest.fixture
def address(compiled: Callable[[Game], Compiled]) -> Iterator[str]:
    games = compiled(load("freedom", size=6)).manifest.parent
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, games=games)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_bots_in_a_page_play_what_they_play_in_python(address: str) -> None:
    path = os.environ.get("LIVESTONE_CHROMIUM", "")
    if not Path(path).is_file():
        if os.environ.get("CI") == "true":
            pytest.fail("LIVESTONE_CHROMIUM names no browser")
        pytest.skip("LIVESTONE_CHROMIUM names no browser")
    state = State(load("freedom", size=6))
    bot = Bot(state.game, 4, 2, seconds=PATIENCE)
    while state.ply < PLIES:
        *_, report = bot.think(state)
        state.play(report.move)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{address}/")
        for worker in (True, False):
            asked = ["/freedom,size=6.json", worker, PLIES, PATIENCE]
            assert page.evaluate(PLAY, asked) == state.move_texts
        browser.close()
    assert complaints == []
