"""Take the pictures of the documentation from a built site: a game, the gallery, a lesson, a phone.

Plays real games, following the hints, so that the pictures show what people see; ImageMagick, where
there is one, makes the files small. Run it from the checkout after `make site`:
`LIVESTONE_CHROMIUM=/usr/bin/chromium .venv/bin/python scripts/screenshots.py`. Writes PNG files
to docs/images.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from site_bench import READY, served

IMAGES = Path(__file__).parent.parent / "docs" / "images"
DESK = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}
# The drawer is open in a first game only; these are no first games.
PLAYED = "localStorage.setItem('livestone.first-games', '{\"freedom\":\"\"}')"


def main() -> None:
    """Open the site in a browser, and take every picture."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--site", type=Path, default=Path("build/site"))
    site = given.parse_args().site
    IMAGES.mkdir(parents=True, exist_ok=True)
    with served(site) as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("LIVESTONE_CHROMIUM"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        take(browser, address)
        browser.close()


def take(browser: Browser, address: str) -> None:
    """Take the pictures."""
    desk = browser.new_context(**DESK).new_page()
    desk.goto(address)
    save(desk, "gallery.png")
    desk.goto(f"{address}#lessons?game=koerier&step=3")
    desk.wait_for_selector(READY)
    save(desk, "lesson.png")
    desk.evaluate(PLAYED)
    play(desk, f"{address}#play?game=freedom&level=4&seat=white", plies=56)
    save(desk, "game.png")
    phone = browser.new_context(**PHONE).new_page()
    phone.goto(address)
    phone.evaluate(PLAYED)
    play(phone, f"{address}#play?game=freedom&size=8&level=3&seat=white", plies=40)
    save(phone, "phone.png")


def play(page: Page, address: str, plies: int) -> None:
    """Play against a bot as the hints say."""
    page.set_default_timeout(60_000)
    page.goto(address)
    for ply in range(0, plies, 2):
        page.locator(f'livestone-table[data-last="{ply}"][data-state="your-turn"]').wait_for()
        page.get_by_role("button", name="Hint").click()
        page.locator("livestone-board .hint").click()
    page.locator(f'livestone-table[data-last="{plies}"][data-state="your-turn"]').wait_for()


def save(page: Page, name: str) -> None:
    """Write one picture, with nothing in focus."""
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(1000)  # until pictures are there and pieces stand still
    page.screenshot(path=IMAGES / name)
    if shrink := shutil.which("magick") or shutil.which("convert"):
        few = ["-dither", "None", "-colors", "160", "-define", "png:compression-level=9"]
        subprocess.run([shrink, str(IMAGES / name), *few, f"PNG8:{IMAGES / name}"], check=True)
    print(f"{name}: {(IMAGES / name).stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
