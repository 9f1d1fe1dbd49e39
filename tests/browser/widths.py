"""Whether pages fit their windows."""

from __future__ import annotations

from playwright.sync_api import Page

WIDTHS = (320, 390, 768, 1280)
# Another page of the app, without loading the app again.
GO = """(address) => {
  document.querySelector("main").dataset.left = "";
  if (address.startsWith("#")) return void (location.hash = address);
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
# What sticks out of the window, widest first.
STICKING_OUT = """() => {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  return [...document.querySelectorAll("body *")]
    .map((one) => [Math.round(one.getBoundingClientRect().right), one.localName, one.className])
    .filter(([right]) => right > innerWidth).sort(([one], [other]) => other - one).slice(0, 3);
}"""


def check_widths(page: Page, addresses: list[str], widths: tuple[int, ...] = WIDTHS) -> None:
    """Go to pages of the app that is open; fail if one scrolls sideways at any of the widths."""
    found = {}
    for address in addresses:
        page.evaluate(GO, address)
        page.locator("main:not([data-left])").wait_for()
        for width in widths:
            page.set_viewport_size({"width": width, "height": 800})
            if wide := page.evaluate(STICKING_OUT):
                found[f"{address or 'the front page'} at {width}"] = wide
    assert found == {}
