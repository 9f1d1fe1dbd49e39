"""Measure ``livestone play``: how soon a bot answers after a cold start, and a click is seen.

``make play-bench`` starts the real command again and again, each time with a browser that has seen
nothing, clicks a cell as soon as it may be played, and waits for the bot's stone. Then it plays at
a table of the server, whose pages ask it about every move. ``--site`` is the built site, ``--runs``
says how often. All is on this machine; times are medians in milliseconds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from site_bench import ANSWERED, CLICK, READY, fresh_page, tell

GAME = "The game is at "
READY_AT = "Livestone is ready at "
COMMAND = (sys.executable, "-m", "livestone", "play", "--port", "0", "--no-browser")
ASKED = ("--game", "freedom", "--level", "4")
CLICKS = 5  # at a table of the server


@contextmanager
def playing(site: Path | None) -> Iterator[tuple[str, float]]:
    """Start the command; its link, and when it was started. Without a site the server plays."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        environment = {**os.environ, "LIVESTONE_APP": str(site or "")}
        began = time.perf_counter()
        process = subprocess.Popen(
            [*COMMAND, "--data", data, *ASKED],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert process.stdout is not None
        try:
            line = next(line for line in process.stdout if line.startswith(GAME))
            yield line.removeprefix(GAME).strip(), began
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def click(page: Page) -> tuple[float, float]:
    """Click a cell that may be played: milliseconds until one's stone and the bot's are there."""
    name = page.locator("[data-legal]").first.get_attribute("data-site")
    own = float(page.evaluate(CLICK, name))
    return own, own + float(page.evaluate(ANSWERED))


def since(began: float) -> float:
    """Milliseconds since some moment."""
    return 1000 * (time.perf_counter() - began)


def start(browser: Browser, site: Path) -> dict[str, float]:
    """One start of the command, up to the first stone of the bot."""
    with fresh_page(browser) as page, playing(site) as (link, began):
        told = since(began)
        page.goto(link)
        page.wait_for_selector(READY)
        ready = since(began)
        own, _ = click(page)
        answered = since(began)
        return {
            "command to link, ms": told,
            "command to ready to play, ms": ready,
            "click to own stone drawn, ms": own,
            "command to bot's stone, ms": answered,
        }


def at_a_table(page: Page) -> dict[str, float]:
    """Some moves at a table of the server."""
    clicks = []
    for _ in range(CLICKS):
        page.wait_for_selector(READY)
        clicks.append(click(page)[0])
    return {"click to own stone drawn, ms": statistics.median(clicks)}


def processor_seconds(pid: int) -> float:
    """The processor time of a process and of all that it has started (on Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        tasks = [task.read_text() for task in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return 0.0  # it has ended meanwhile
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_seconds(int(child)) for task in tasks for child in task.split())


def first_page(browser: Browser, folder: str) -> dict[str, float]:
    """Start the command with everything it keeps in a folder, and open the first page."""
    environment = {**os.environ, "LIVESTONE_APP": "", "XDG_CACHE_HOME": f"{folder}/cache"}
    process = subprocess.Popen(
        [*COMMAND, "--data", f"{folder}/data"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    try:
        line = next(line for line in process.stdout if line.startswith(READY_AT))
        before = processor_seconds(process.pid)
        with fresh_page(browser) as page:
            page.goto(line.removeprefix(READY_AT).strip())
            page.wait_for_selector("html[data-ready]", state="attached")
            used = processor_seconds(process.pid) - before
        return {"start, processor ms": 1000 * before, "first page, processor ms": 1000 * used}
    finally:
        process.terminate()
        said = process.stdout.read()
        process.wait()
        process.stdout.close()
        assert "locked" not in said, said


def first_pages(browser: Browser, runs: int) -> None:
    """Print what the first page costs at first, and at a second start."""
    first, second = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            first.append(first_page(browser, folder))
            second.append(first_page(browser, folder))
    tell("The first page on a machine that never ran Livestone", first)
    tell("The first page after a second start", second)


def main() -> None:
    """Print the medians of all starts."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--site", type=Path, default=Path("build/site"))
    given.add_argument("--runs", type=int, default=5)
    given.add_argument("--first-page", action="store_true")
    asked = given.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("LIVESTONE_CHROMIUM"))
        if asked.first_page:
            first_pages(browser, asked.runs)
            return browser.close()
        starts = [start(browser, asked.site.resolve()) for _ in range(asked.runs)]
        tell("Freedom against level 4, from a cold start of the command", starts)
        with playing(None) as (link, _), fresh_page(browser) as page:
            page.goto(link)
            tables = [at_a_table(page)]
        tell("Freedom at a table of the server", tables)
        browser.close()


if __name__ == "__main__":
    main()
