"""The same steps in Chromium and in Firefox: pages that are opened, looked at and pressed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol, Self

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import PHONE
from tests.browser.firefox import firefox
from tests.patience import PATIENCE
from tests.portable.javascript import program


class Visit(Protocol):
    """A page in some browser."""

    def open(self, address: str) -> None: ...
    def until(self, condition: str) -> Any: ...
    def press(self, selector: str, pointer: str = "mouse") -> None: ...
    def before(self, script: str) -> None: ...
    def tab(self) -> Self: ...
    def close(self) -> None: ...
    def run(self, function: str) -> Any: ...
    def resize(self, width: int, height: int) -> None: ...
    def cookie(self, url: str, name: str, value: str) -> None: ...


class Chromium:
    """A page of Chromium."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, address: str) -> None:
        """Go to an address and wait for the page."""
        self._page.goto("about:blank")
        self._page.goto(address)

    def until(self, condition: str) -> Any:
        """Wait until a JavaScript expression is true, and return what it is then."""
        return self._page.wait_for_function(condition).json_value()

    def press(self, selector: str, pointer: str = "mouse") -> None:
        """Press the first element that a selector finds, with a mouse or a finger."""
        found = self._page.locator(selector).first
        if pointer == "touch":
            found.tap()
        else:
            found.click()

    def before(self, script: str) -> None:
        """Have a script run in every page that is opened from now on, before its own."""
        self._page.context.add_init_script(script)

    def tab(self) -> Chromium:
        """Another page of the same visitor."""
        return Chromium(self._page.context.new_page())

    def close(self) -> None:
        self._page.close()

    def run(self, function: str) -> Any:
        """What a function of JavaScript returns in the page."""
        return self._page.evaluate(function)

    def resize(self, width: int, height: int) -> None:
        """Give the page a size, in CSS pixels."""
        self._page.set_viewport_size({"width": width, "height": height})

    def cookie(self, url: str, name: str, value: str) -> None:
        """Have a cookie of a server in place of its own."""
        self._page.context.add_cookies([{"name": name, "value": value, "url": url}])


@contextmanager
def in_chromium(browser: Browser, phone: bool = False) -> Iterator[Visit]:
    settings: dict[str, Any] = PHONE if phone else {}
    context = browser.new_context(reduced_motion="reduce", **settings)
    context.set_default_timeout(1000 * PATIENCE)
    yield Chromium(context.new_page())
    context.close()


@contextmanager
def in_firefox(_browser: Browser | None, phone: bool = False) -> Iterator[Visit]:
    with firefox(program("firefox-esr")) as tab:
        if phone:
            tab.resize(360, 740)
        yield tab


BROWSERS = pytest.mark.parametrize(
    "in_browser", [in_chromium, in_firefox], ids=["chromium", "firefox"]
)
# The same, where the quick tests make do with Chromium.
CHROMIUM_OR_BOTH = pytest.mark.parametrize(
    "in_browser",
    [
        pytest.param(in_chromium, id="chromium"),
        pytest.param(in_firefox, id="firefox", marks=pytest.mark.slow),
    ],
)


def says(page: Visit, words: str) -> None:
    """Wait until the page shows these words."""
    page.until(f"document.body?.innerText.includes({json.dumps(words)})")


def resolves(page: Visit, promise: str) -> None:
    """Ask again until a promise is fulfilled with something true."""
    page.until("(window.found = false) === false")
    page.until(f"""(() => {{
        const ask = async () => {{
            window.found = Boolean(await ({promise}).catch(() => false));
            window.asking = null;
        }};
        window.asking ??= ask();
        return window.found;
    }})()""")


def stands(page: Visit, name: str, piece: str) -> None:
    """Wait until a piece stands on a site, "" for none."""
    page.until(f"document.querySelector('[data-site={name}]')?.dataset.piece === '{piece}'")


def state(page: Visit, name: str) -> None:
    """Wait until the table is in a state, such as "your-turn"."""
    page.until(f"document.querySelector('livestone-table')?.dataset.state === '{name}'")


def press_button(page: Visit, label: str) -> None:
    """Press the button with a label, once it is there."""
    page.until(f"""(() => {{
        const all = [...document.querySelectorAll("button")];
        const found = all.find((one) => one.textContent === {json.dumps(label)});
        for (const old of document.querySelectorAll("[data-wanted]")) delete old.dataset.wanted;
        if (found) found.dataset.wanted = "";
        return Boolean(found);
    }})()""")
    page.press("[data-wanted]")


def keep_everything(page: Visit, address: str) -> None:
    """Have the browser keep all of the site at an address."""
    page.open(f"{address}#settings")
    page.until("Boolean(document.querySelector('main .offline button'))")
    page.press("main .offline button")
    says(page, "Everything is kept on this device")
