"""The JavaScript package in browsers: games are seen as in Python, and levels play the same."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.browser.app.browsers import Visit, in_chromium, in_firefox
from tests.browser.app.conftest import served
from tests.browser.conftest import chromium
from tests.portable.cases import FREEDOM, KINDS
from tests.portable.test_javascript import questions
from tests.portable.test_javascript_bots import opening
from tests.positions import state_after

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.play.bot import Bot
from livestone.play.levels import PATIENCE as THINKING
from livestone.portable.compile import Compiled

# A game, and how its bots are asked: a level, the plies before it plays and how many it plays.
CASES = [pytest.param(FREEDOM, [(4, 0, 8)], id="freedom,size=6")] + [
    pytest.param(load(id), [(1, 9, 6), (6, 9, 1)], id=id, marks=pytest.mark.slow) for id in KINDS
]


@contextmanager
def chromium_page() -> Iterator[Visit]:
    with chromium() as browser, in_chromium(browser) as page:
        yield page


@contextmanager
def firefox_page() -> Iterator[Visit]:
    with in_firefox(None) as page:
        yield page


# Node runs what Chromium runs, so that the quick tests make do with Firefox.
BROWSERS = pytest.mark.parametrize(
    "in_browser",
    [pytest.param(chromium_page, marks=pytest.mark.slow), firefox_page],
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
    in_browser: Callable[[], Any],
    installed: Path,
    compiled: Callable[[Game], Compiled],
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
    shutil.copytree(manifest.parent, installed / "games", dirs_exist_ok=True)
    (installed / "questions.json").write_text(json.dumps(asked), "utf-8")
    with served(installed) as address, in_browser() as page:
        page.open(address.replace("index.html", "browser.html"))
        found = json.loads(page.until("window.answers && JSON.stringify(answers)"))
    assert found == answers
