"""The site without a network: after a visit, in one file, and in another page; its sheets."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.app.browsers import Chromium, resolves
from tests.browser.app.conftest import Visitors, served
from tests.browser.app.steps import LATE, my_turn, play_out, play_turn

pytestmark = pytest.mark.browser
RULES = "#rules?game=freedom"
FETCHED = """async (address) => {
  const answer = await fetch(address);
  return [answer.headers.get("content-type"), (await answer.text()).slice(0, 5)];
}"""

# The names of the files that the browser keeps, with the hashes of their contents.
CACHED = """async () => (await (await caches.open("livestone")).keys())
  .map(({ url }) => new URL(url).pathname.slice(1))"""


def kept_games(page: Page) -> set[str]:
    """The compiled games that the browser keeps."""
    found: list[str] = page.evaluate(CACHED)
    return {unquote(name) for name in found if name.endswith(".wasm")}


def test_a_visit_keeps_the_game_that_was_open_and_no_other(browser: Browser, copy: Path) -> None:
    with served(copy) as address, Visitors(browser, address) as visitors:
        page = visitors(LATE)
        resolves(Chromium(page), f"({CACHED})().then((all) => all.some((one) => /wasm/.test(one)))")
        visitors.go(page, "#settings")
        button = page.get_by_role("button", name="Keep everything for offline use (")
        expect(button).to_contain_text(re.compile(r"\(\d+(\.\d)? MB\)"))
        assert {name.partition(".")[0] for name in kept_games(page)} == {"games/freedom,size=6"}
        page.context.set_offline(True)
        visitors.go(page, LATE)
        play_turn(page)


def test_everything_is_kept_on_demand_and_works_without_a_network(
    browser: Browser, copy: Path
) -> None:
    with served(copy) as address:
        visitors = Visitors(browser, address)
        page = visitors()
        button = page.get_by_role("button", name="Keep everything for offline use")
        less = page.get_by_role("button", name="Keep only what I use")
        button.wait_for()
        page.evaluate("dispatchEvent(new Event('appinstalled'))")
        expect(button).to_have_count(0)
        visitors.go(page, "#settings")
        less.click()
        expect(button).to_be_visible()
        assert kept_games(page) == set()
        button.click()
        expect(page.get_by_text("Everything is kept on this device")).to_be_visible()
    with visitors:
        page.context.set_offline(True)  # and the server has gone
        visitors.go(page, "#play?game=haalmaa_1&level=1&seat=red")
        assert my_turn(page)
        visitors.go(page, RULES)
        expect(page.get_by_role("heading", name="Sources and rulings")).to_be_visible()
        visitors.go(page, LATE)
        play_turn(page)


def test_who_saves_data_is_offered_nothing(visit: Visitors) -> None:
    saving = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
    page = visit("#settings", script=saving)
    expect(page.get_by_text("This browser saves data")).to_be_visible()
    expect(page.get_by_role("button", name="Keep everything")).to_have_count(0)


@pytest.mark.parametrize("damaged", ["sw.js", "app.css"])
def test_pages_that_cannot_be_kept_say_so_in_the_settings(
    browser: Browser, copy: Path, damaged: str
) -> None:
    with (copy / damaged).open("a") as file:
        file.write("\n} // of another edition")
    with served(copy) as address, Visitors(browser, address) as visitors:
        page = visitors("#settings")
        expect(page.get_by_text("The pages cannot be kept on this device")).to_be_visible()


def test_a_single_file_needs_no_network(browser: Browser, folder: Path) -> None:
    with Visitors(browser, (folder.parent / "livestone.html").as_uri()) as visitors:
        asked: list[str] = []
        page = visitors(LATE, script="window.print = () => { window.printed = true; }")
        page.on("request", lambda request: asked.append(request.url))
        play_out(page)
        visitors.go(page, "#")
        page.get_by_role("heading", name="All games").wait_for()
        expect(page.locator(".gallery img").first).to_have_js_property("complete", True)
        visitors.go(page, "#analysis?game=haalmaa_1")
        page.locator("livestone-board [data-site]").first.wait_for()
        visitors.go(page, RULES)  # which are printed as they are shown
        page.get_by_role("button", name="Print these rules").click()
        assert page.evaluate("window.printed")
        own = ("file:", "blob:", "data:", "about:")
        assert [url for url in asked if not url.startswith(own)] == []


HOSTILE = """<!doctype html><html dir="rtl"><style>
.content, .board, .site, .place, .panel, .piece { display: none !important }
* { box-sizing: content-box !important; direction: rtl; letter-spacing: 9px; fill: red !important }
button { visibility: hidden }
</style><script type="module" src="table.js"></script><main></main><aside></aside>"""


def test_a_table_in_another_page_is_made_late_moved_and_unharmed_by_its_styles(
    browser: Browser, copy: Path
) -> None:
    (copy / "plain.html").write_text(
        '<!doctype html><script type="module" src="table.js"></script>'
        '<livestone-table game="freedom" level="1" option-size="6"></livestone-table>'
    )
    (copy / "hostile.html").write_text(HOSTILE)
    with served(copy) as address, Visitors(browser, address) as visitors:
        page = visitors()
        page.goto(address.replace("index.html", "plain.html"))
        assert my_turn(page)
        page.goto(address.replace("index.html", "hostile.html"))
        page.wait_for_function("() => Boolean(customElements.get('livestone-table'))")
        page.evaluate(
            """() => {
              const table = document.createElement("livestone-table");
              document.querySelector("main").append(table);
              table.setAttribute("option-size", "6");
              table.setAttribute("level", "1");
              table.setAttribute("game", "freedom");
            }"""
        )
        table = page.locator("livestone-table")
        for turn, change in enumerate(
            (
                "table => document.querySelector('aside').append(table)",
                "table => { table.remove(); document.body.append(table); }",
            ),
            1,
        ):
            assert my_turn(page)
            page.locator("[data-legal]").first.click()
            expect(page.locator("[data-piece=white]")).to_have_count(turn)
            table.evaluate(change)
            expect(table).to_have_attribute("data-last", str(2 * turn))
            expect(page.locator("[data-piece=black]")).to_have_count(turn)
        frame = page.locator("livestone-board .frame").first
        styles = "part => [getComputedStyle(part).fill, getComputedStyle(part).direction]"
        fill, direction = frame.evaluate(styles)
        assert fill not in ("rgb(0, 0, 0)", "rgb(255, 0, 0)")
        assert direction == "ltr"
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
        box = page.locator(".place").bounding_box()
        assert box is not None
        assert box["width"] > 300


def test_diagrams_stand_beside_the_rules_where_there_is_room_and_a_sheet_can_be_printed(
    visit: Visitors,
) -> None:
    page = visit(RULES)
    for width, beside in ((1280, True), (360, False)):
        page.set_viewport_size({"width": width, "height": 800})
        words = page.locator(".rules section p").nth(1).bounding_box()
        drawn = page.locator(".rules section .diagrams").nth(1).bounding_box()
        assert words is not None
        assert drawn is not None
        assert (drawn["x"] >= words["x"] + words["width"]) == beside
        assert (drawn["y"] >= words["y"] + words["height"]) == (not beside)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    link = page.get_by_role("link", name="Print these rules and the board")
    expect(link).to_have_attribute("target", "_blank")
    sheet = link.get_attribute("href") or ""
    assert sheet.endswith("/sheets/freedom.pdf")
    assert page.evaluate(FETCHED, sheet) == ["application/pdf", "%PDF-"]
