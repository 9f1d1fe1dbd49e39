"""Measure the playground of a site that is served: how soon it is ready, and how quickly it plays.

python scripts/playground_bench.py http://127.0.0.1:8000/#write

Chromium is LIVESTONE_CHROMIUM. Every figure is in seconds, or in moves a second.
"""

from __future__ import annotations

import os
import re
import sys
import time

from playwright.sync_api import Page, sync_playwright

HEAD = "from livestone import Player\n\n\nclass Mine(Player):\n    def move(self):\n"
FAULT = HEAD + "        return self.board.legl[0]\n"
LOOP = HEAD + "        while True:\n            pass\n"
SPEED = (
    "import time\n"
    + HEAD
    + """\
        if self.board.moves:
            return self.board.legal[0]
        for name, choose in (("first-free", self.first), ("one-ply", self.best)):
            moves, began = 0, time.perf_counter()
            while time.perf_counter() - began < 2:
                board = self.board.copy()
                while not board.over:
                    board.play(*choose(board))
                    moves += 1
            print(name, round(moves / (time.perf_counter() - began)))
        return self.board.legal[0]

    def first(self, board):
        return board.legal[0]

    def best(self, board):
        return max(board.legal, key=lambda cell: board.after(*cell).lead)
"""
)


def main() -> None:
    """Print each figure on a line."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["LIVESTONE_CHROMIUM"])
        context = browser.new_context()
        for visit in ("first visit", "second visit"):
            page = context.new_page()
            began = time.perf_counter()
            page.goto(sys.argv[1])
            page.locator(".cm-content").wait_for()
            tell(f"{visit}, ready to type", began)
            page.locator(".outcome", has_text="Ready").wait_for()
            tell(f"{visit}, Python ready", began)
        tell("first game after Run", run(page))
        tell("a fault told", run(page, FAULT, "did you mean"))
        tell("an endless loop told", run(page, LOOP, "still in line"))
        run(page, SPEED, "(Won|Lost|Drawn), [0-9]")
        for found in re.findall(r"(first-free|one-ply) (\d+)", page.locator(".log").inner_text()):
            print(*found, "moves a second")
        browser.close()


def run(page: Page, text: str = "", end: str = "Won|Lost|Drawn") -> float:
    """Have a file play; return when it was begun, once its end is told."""
    if text:
        file = {"name": "mine.py", "mimeType": "text/x-python", "buffer": text.encode()}
        page.locator(".write input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    began = time.perf_counter()
    page.get_by_role("button", name="Run", exact=True).click()
    page.locator(".outcome", has_text=re.compile(end)).wait_for()
    return began


def tell(what: str, began: float) -> None:
    """Print how long something has taken."""
    print(f"{what}: {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
