"""Take the README's screenshots: a game in play, a dark phone, the gallery.

Plays real games on a server of its own, following the hints, so the pictures show what people
see; ImageMagick, where there is one, makes the files small. Run it from the checkout:
`LIVESTONE_CHROMIUM=/usr/bin/chromium .venv/bin/python scripts/screenshots.py`. Writes PNG files
to docs/images.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).parent.parent / "docs" / "images"
SERVE = (
    "import sys; from pathlib import Path; from livestone.server.main import serve; "
    "serve(Path(sys.argv[1]), port=0, open_browser=False)"
)
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


def main() -> None:
    """Start a server and a browser, and take every picture."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data:
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE, data], stdout=subprocess.PIPE, text=True
        )
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=os.environ.get("LIVESTONE_CHROMIUM"),
                    args=["--no-sandbox"] if os.geteuid() == 0 else [],
                )
                take(browser, url)
                browser.close()
        finally:
            server.terminate()
            server.wait()


def take(browser: Browser, url: str) -> None:
    """Take the three pictures."""
    desk = browser.new_context(
        base_url=url, viewport={"width": 1280, "height": 800}, color_scheme="light"
    ).new_page()
    play(desk, {"seat1": "bot:4"}, plies=56)
    save(desk, "game.png")
    desk.goto("/")
    save(desk, "gallery.png")
    phone = browser.new_context(base_url=url, color_scheme="dark", **PHONE).new_page()
    play(phone, {"seat1": "bot:3", "size": "8"}, plies=40)
    save(phone, "phone.png")


def play(page: Page, form: dict[str, str], plies: int) -> None:
    """Play against a bot as the hints say."""
    page.set_default_timeout(120_000)
    page.goto("/")
    page.goto(page.request.post("/new/freedom", form=form).url)
    for ply in range(0, plies, 2):
        page.locator(f'#main[data-last="{ply}"] #board[data-playable]').wait_for()
        page.get_by_role("button", name="Hint").click()
        page.locator("#board .hint").click()
    page.locator(f'#main[data-last="{plies}"] #board[data-playable]').wait_for()


def save(page: Page, name: str) -> None:
    """Write one picture, with nothing in focus."""
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.screenshot(path=IMAGES / name)
    if shrink := shutil.which("magick") or shutil.which("convert"):
        few = ["-dither", "None", "-colors", "160", "-define", "png:compression-level=9"]
        subprocess.run([shrink, str(IMAGES / name), *few, f"PNG8:{IMAGES / name}"], check=True)
    print(f"{name}: {(IMAGES / name).stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
