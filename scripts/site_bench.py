"""Measure the static site: how much is loaded, and how soon things happen.

``make site-bench`` measures ``build/site`` and ``build/livestone.html`` in Chromium, over HTTP on
this machine with a cold cache; ``--runs`` says how often. Times are medians in milliseconds, sizes
are compressed as a server sends them.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

LIGHT = "#play?game=freedom&level=4&seat=white"
FULL = "#play?game=freedom&level=10&seat=white"
RULES_OF = ("freedom", "koerier")
PUZZLES_OF = ("freedom", "koerier", "haalmaa_6")
READY = 'livestone-table[data-state="your-turn"]'
FRONT = ".front-board [data-legal]"
# What a browser does between a click and the stone: the time until it is in the page, and until
# the frame after that.
CLICK = """async (name) => {
  const site = document.querySelector(`[data-site="${name}"]`);
  const drawn = new Promise((resolve) => {
    new MutationObserver(() => site.dataset.piece && resolve()).observe(site, { attributes: true });
  });
  const began = performance.now();
  site.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await drawn;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - began;
}"""
ANSWERED = """() => new Promise((resolve) => {
  const table = document.querySelector("livestone-table");
  const began = performance.now();
  const look = () => {
    if (table.dataset.state === "your-turn") resolve(performance.now() - began);
  };
  look();
  new MutationObserver(look).observe(table, { attributes: true });
})"""
# From the click on a link to a game's rules until they and their pictures are on the screen.
RULES = """async (name) => {
  const began = performance.now();
  location.hash = `#rules?game=${name}`;
  while (!document.querySelector(".rules figure svg")) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - began;
}"""
# Legal clicks at random until a puzzle is answered; how long its refutation takes then, or null
# where the answer was right.
REFUTED = """async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const say = document.querySelector(".puzzle .say");
  const board = document.querySelector("livestone-board");
  const told = (words) => new RegExp(words).test(say.textContent);
  const asked = say.textContent;
  while (!board.querySelector("[data-legal]")) await frame();
  let began = 0;
  while (say.textContent === asked) {
    began = performance.now();
    const next = board.querySelectorAll(".next");
    const sites = next.length ? next : board.querySelectorAll("[data-legal]");
    const site = sites[Math.floor(Math.random() * sites.length)];
    site?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    while (say.textContent === asked && performance.now() < began + 300) await frame();
  }
  while (!told("^Right|After |It could go on|ends the game")) await frame();
  return told("^Right") ? null : performance.now() - began;
}"""
LONG_TASKS = """() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
  }).observe({ type: "longtask", buffered: true });
}"""


class _Handler(SimpleHTTPRequestHandler):
    """Serves files compressed, and keeps how many bytes went out for which."""

    sent: dict[str, int]

    def __init__(self, *given: Any, sent: dict[str, int], **more: Any) -> None:
        self.sent = sent
        super().__init__(*given, **more)

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = gzip.compress(path.read_bytes(), 6)
        self.sent[unquote(urlsplit(self.path).path)] = len(content)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, dict[str, int]]]:
    """The address of a folder, and what has been sent from it."""
    sent: dict[str, int] = {}
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(_Handler, directory=str(folder), sent=sent)
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/index.html", sent
    finally:
        server.shutdown()


@contextmanager
def fresh_page(browser: Browser) -> Iterator[Page]:
    """A page that has never seen the site; no service worker, which would fetch everything."""
    context = browser.new_context(service_workers="block")
    try:
        yield context.new_page()
    finally:
        context.close()


def opened(page: Page, address: str, ready_when: str = READY) -> tuple[float, float]:
    """Open a board; milliseconds until the first paint, and until it is ready to play."""
    page.goto(address)
    page.wait_for_selector(ready_when)
    ready = float(page.evaluate("performance.now()"))
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    return float(paint or 0), ready


def front(browser: Browser, site: Path) -> dict[str, float]:
    """What the front page takes until the first stone can be put on its board."""
    with served(site) as (address, sent), fresh_page(browser) as page:
        paint, ready = opened(page, address, FRONT)
        loaded = sum(sent.values())
    return {
        "loaded until the first stone, KB": loaded / 1000,
        "first paint, ms": paint,
        "ready to play, ms": ready,
    }


def run(browser: Browser, site: Path, hash_: str) -> dict[str, float]:
    """One visit: a table of Freedom, two moves, and the bot's answers."""
    with served(site) as (address, sent), fresh_page(browser) as page:
        paint, ready = opened(page, address + hash_)
        loaded = sum(sent.values())
        page.evaluate(LONG_TASKS)
        clicks, answers = [], []
        for _ in range(3):
            name = page.locator("[data-legal]").first.get_attribute("data-site")
            clicks.append(float(page.evaluate(CLICK, name)))
            answers.append(clicks[-1] + float(page.evaluate(ANSWERED)))
        return {
            "loaded until the first click, KB": loaded / 1000,
            "first paint, ms": paint,
            "ready to play, ms": ready,
            "click to own stone drawn, ms": statistics.median(clicks),
            "bot's answer, ms": statistics.median(answers),
            "longest task of the page, ms": float(page.evaluate("window.longest")),
        }


def show_rules(browser: Browser, site: Path, game: str) -> dict[str, float]:
    """What a game's rules page takes, from another page of the site."""
    with served(site) as (address, sent), fresh_page(browser) as page:
        page.goto(f"{address}#help")
        page.wait_for_selector("main h1")
        time = float(page.evaluate(RULES, game))
        return {
            "rules page and lessons, KB": sent[f"/lessons/{game}.json"] / 1000,
            "click to rules drawn, ms": time,
        }


def answer_wrongly(browser: Browser, site: Path, game: str, number: int) -> dict[str, float]:
    """What the refutation of a wrong answer takes; nothing where the answer was right by chance."""
    with served(site) as (address, _), fresh_page(browser) as page:
        page.goto(f"{address}#puzzle?game={game}&n={number}")
        page.wait_for_selector(".puzzle .say")
        time = page.evaluate(REFUTED)
        return {} if time is None else {"wrong answer to its refutation, ms": float(time)}


def tell(what: str, visits: Sequence[Mapping[str, float]]) -> None:
    """Print the medians of some visits."""
    print(f"{what}, {len(visits)} visits")
    for name in visits[0]:
        print(f"  {name:<36} {statistics.median(visit[name] for visit in visits):8.1f}")


def main() -> None:
    """Print the medians of all visits."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--site", type=Path, default=Path("build/site"))
    given.add_argument("--single-file", type=Path, default=Path("build/livestone.html"))
    given.add_argument("--runs", type=int, default=5)
    asked = given.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("LIVESTONE_CHROMIUM"))
        tell("The front page", [front(browser, asked.site) for _ in range(asked.runs)])
        for level, hash_ in (("4", LIGHT), ("10", FULL)):
            visits = [run(browser, asked.site, hash_) for _ in range(asked.runs)]
            tell(f"Freedom against level {level}", visits)
        for game in RULES_OF:
            tell(
                f"Rules of {game}",
                [show_rules(browser, asked.site, game) for _ in range(asked.runs)],
            )
        for game in PUZZLES_OF:
            found = [
                answer_wrongly(browser, asked.site, game, 1 + at) for at in range(2 * asked.runs)
            ]
            tell(f"Puzzles of {game}", [visit for visit in found if visit])
        browser.close()
    if asked.single_file.is_file():
        print(f"{asked.single_file}: {asked.single_file.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
