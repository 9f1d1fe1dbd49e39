"""``livestone play --game GAME``: the real command, and the browser that it opens.

Where a site was built, the page itself plays, without a server's bot.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import conftest
from tests.browser.app.steps import TABLE, my_turn

pytestmark = pytest.mark.browser
GAME = "The game is at "


@contextmanager
def playing(data: Path, *arguments: str, **environment: str) -> Iterator[str]:
    """The command with these arguments, and the link it tells; Ctrl-C ends it."""
    command = [sys.executable, "-m", "livestone", "play", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=conftest.ROOT,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    try:
        yield next(line for line in process.stdout if line.startswith(GAME))[len(GAME) :].strip()
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def test_the_game_that_was_asked_for_starts_at_once(browser: Browser, tmp_path: Path) -> None:
    asked = ("--game", "haalmaa_1", "--side", "green", "--level", "2", "--no-browser")
    # The pages go before the server does, which they would miss.
    with playing(tmp_path, *asked) as link, conftest.Visitors(browser, "") as visitors:
        visitors.expected.append("503")  # the server starts, and asks the app to wait
        page = visitors(link)
        expect(page).to_have_url(re.compile("/game/"))
        expect(page).to_have_title(re.compile("Haalmaa"))
        expect(page.locator(".seats li", has_text="Green")).to_contain_text("You")
        expect(page.locator(".seats li", has_text="Bot, level 2")).to_have_count(2)


def test_the_game_that_was_asked_for_is_played_in_the_page(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    asked = ("--game", "freedom", "--option", "size=6", "--level", "1", "--side", "black")
    with (
        playing(tmp_path, *asked, "--no-browser", LIVESTONE_APP=str(folder)) as link,
        conftest.Visitors(browser, "") as visitors,
    ):
        visitors.expected.append("503")  # the server starts, and asks the app to wait
        page = visitors(link)
        assert my_turn(page)
        expect(page.locator(f"{TABLE} .ply")).to_have_count(1)
        page.locator("[data-legal]").first.click()
        assert my_turn(page)
        expect(page.locator(f"{TABLE} .ply")).to_have_count(3)


def test_the_browser_opens_the_game_at_the_server_where_the_site_has_no_such_options(
    folder: Path, tmp_path: Path
) -> None:
    opened = tmp_path / "opened"
    os.mkfifo(opened)
    script = f"import sys; open({str(opened)!r}, 'w').write(sys.argv[1])"
    places = {"BROWSER": f'{sys.executable} -c "{script}" %s', "DISPLAY": ":none"}
    asked = ("--game", "freedom", "--option", "size=7")
    with playing(tmp_path, *asked, LIVESTONE_APP=str(folder), **places) as link:
        assert opened.read_text() == link
        assert "/play/freedom?" in link
        assert "size=7" in link
