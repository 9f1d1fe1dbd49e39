"""A class in real browsers: somebody watches, the operator starts and stops tournaments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.app.built import bundled_app
from tests.browser.conftest import PHONE
from tests.browser.steps import OVER, SAID, answered, check, ply
from tests.server.classroom import ClassServer, Pupils, key_of, telling_fault

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
# A name as long as names may be, too.
LONG = "Hana Okafor-Lindqvist von Hohenstein IInd"[:40]
NAMES = ("Ada", "Ben", LONG, "Wolfeschlegelsteinhausenbergerdorff")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClassServer]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIVESTONE_APP", str(bundled_app()))
        running = ClassServer(tmp_path_factory.mktemp("class"), NAMES)
    with running:
        with running.operator() as operator:
            ladder = operator.get("/api/freeplay").json()["ladder"]
            terms = {"options": {"size": 4}, "move": 60, "game": 600}
            operator.post(f"/api/tournaments/{ladder}/settings", json=terms)
        yield running


def operate(page: Page, server: ClassServer) -> None:
    """Open the operator's link, and press its button."""
    page.goto(f"/operator/{server.secret}")
    page.get_by_role("button", name="Run tournaments from this browser").click()
    page.get_by_role("link", name="Start a tournament").wait_for()


def goes_on(page: Page) -> None:
    """Wait until the page shows another result."""
    results = page.locator(".results")
    before = results.inner_text()
    expect(results).not_to_have_text(before, use_inner_text=True)


def stay(page: Page) -> None:
    """Mark the page, so that a reload would be noticed."""
    page.evaluate("window.stayed = true")


def stayed(page: Page) -> bool:
    return bool(page.evaluate("window.stayed === true"))


def test_a_class_plays(visit: Visit, server: ClassServer) -> None:
    watcher, teacher = visit(), visit()
    watcher.goto("/freeplay")
    stay(watcher)
    operate(teacher, server)
    with Pupils(NAMES, server.port, 0.05):
        # Players who log in appear, and play; nothing is pressed.
        for name in NAMES:
            expect(watcher.locator(".guests")).to_contain_text(name)
        expect(watcher.locator(".boards li")).to_have_count(2)
        expect(watcher.locator(".results li a").first).to_be_visible()
        check(teacher, "a class on the ladder")
        assert stayed(watcher)

        teacher.get_by_role("link", name="Start a tournament").click()
        teacher.locator("#name").fill("Spring cup")
        teacher.get_by_label("Rounds of a Swiss").fill("50")
        teacher.get_by_label("Board size").select_option("4")
        teacher.get_by_label("Seconds for all moves").fill("30")
        teacher.get_by_role("button", name="Start", exact=True).click()
        refused = "30 seconds for a game are less than the 60 for a move."
        expect(teacher.get_by_role("alert")).to_have_text(refused)
        expect(teacher.locator("#name")).to_have_value("Spring cup")
        check(teacher, "the form refused")
        teacher.get_by_label("Seconds for a move").fill("30")
        teacher.get_by_role("button", name="Start", exact=True).click()
        teacher.get_by_role("heading", name=re.compile("Spring cup")).wait_for()

        # Who watches is led there, and sees one round follow the other.
        watcher.get_by_role("link", name="Spring cup").first.click()
        watcher.get_by_role("heading", name=re.compile("Spring cup")).wait_for()
        stay(watcher)
        expect(watcher.locator("#said")).to_contain_text(re.compile(r"Round (?!1 )\d+ of 50"))
        expect(watcher.locator(".boards svg.board").first).to_be_visible()
        expect(watcher.locator("#operator")).to_be_hidden()

        # What is opened stays open while the page goes on.
        teacher.locator("#stop summary").click()
        goes_on(teacher)
        expect(teacher.locator("#stop")).to_have_attribute("open", "")
        check(teacher, "stopping a tournament")
        teacher.get_by_role("button", name="Pause").click()
        expect(watcher.locator("#said")).to_contain_text("Paused.")
        teacher.get_by_role("link", name="Board, rules and clock").click()
        teacher.get_by_label("Board size").select_option("5")
        teacher.get_by_role("button", name="Set", exact=True).click()
        expect(watcher.locator("h1")).to_contain_text("5 by 5")
        teacher.get_by_role("button", name="Go on").click()
        teacher.locator("#stop summary").click()
        teacher.get_by_role("button", name="Yes, stop it").click()
        expect(teacher.locator("#said")).to_contain_text("It was stopped.")
        expect(watcher.locator("#said")).to_contain_text("It was stopped.")
        assert stayed(watcher)

        # Every game can be replayed, by keyboard as well.
        watcher.locator(".results li a").first.click()
        watcher.locator(OVER).wait_for()
        expect(watcher.locator(SAID)).to_contain_text(re.compile("won|Drawn"))
        watcher.locator(".scroll").focus()
        watcher.keyboard.press("Home")
        expect(watcher.locator(SAID)).to_contain_text("The opening position.")
        watcher.keyboard.press("ArrowRight")
        expect(watcher.locator(SAID)).to_contain_text("Move 1 of ")
        check(watcher, "a replay")


def test_a_game_is_watched_live(visit: Visit, server: ClassServer) -> None:
    phone = visit(**PHONE)
    with server.operator() as operator:
        ladder = operator.get("/api/freeplay").json()["ladder"]
        terms = {"options": {"size": 8}, "move": 60, "game": 3600}
        operator.post(f"/api/tournaments/{ladder}/settings", json=terms)
    with Pupils(NAMES[:2], server.port, 2.0) as pupils:
        phone.goto("/freeplay")
        phone.locator(".boards li a").first.click()
        phone.locator("livestone-board svg").wait_for()
        stay(phone)
        answered(phone, ply(phone))
        for pupil in pupils.all:
            pupil.seconds = 0.0
        expect(phone.locator(SAID)).to_contain_text(re.compile(r"won \d+ to \d+\.|Drawn"))
        assert stayed(phone)
        check(phone, "a game on a phone")
    teacher = visit(f"/operator/{server.secret}")
    check(teacher, "the operator's link")
    operate(teacher, server)
    with telling_fault(server.port, NAMES[0], key_of(NAMES[0]), "it failed:\n<b>line 4</b>"):
        teacher.goto("/freeplay")
        teacher.locator(".fault summary").click()
        expect(teacher.locator(".fault pre")).to_have_text("<b>line 4</b>")
        check(teacher, "a fault")
        phone.goto("/freeplay")
        expect(phone.locator(".guests")).to_contain_text(NAMES[0])
        expect(phone.locator(".fault")).to_have_count(0)


def tab_to(page: Page, words: str) -> None:
    """Press Tab until what is called so has the focus, as somebody without a mouse does."""
    called = (
        "() => { const at = document.activeElement;"
        " return at.labels?.[0]?.innerText ?? at.getAttribute('aria-label') ?? at.innerText; }"
    )
    passed = []
    for _ in range(60):
        page.keyboard.press("Tab")
        passed.append(str(page.evaluate(called)).strip())
        if passed[-1].startswith(words):
            return
    raise AssertionError(f"Tab never came to {words!r}, but to {passed}")


def test_a_tournament_by_keyboard(visit: Visit, server: ClassServer) -> None:
    """Begun, paused, stopped and looked through without a mouse, while games go on."""
    page = visit(f"/operator/{server.secret}")
    tab_to(page, "Run tournaments from this browser")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Start a tournament").wait_for()
    with Pupils(NAMES[:3], server.port, 0.05):
        expect(page.locator(".guests li")).to_have_count(3)
        tab_to(page, "Start a tournament")
        page.keyboard.press("Enter")
        page.locator("#name").wait_for()
        tab_to(page, "Name")
        page.keyboard.press("Control+a")
        page.keyboard.type("By keyboard")
        tab_to(page, "Swiss")
        page.keyboard.press("ArrowDown")
        tab_to(page, "Games at each meeting")
        page.keyboard.type("50")
        tab_to(page, "Board size")
        page.keyboard.type("4")
        tab_to(page, "Start")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name=re.compile("By keyboard.*4 by 4")).wait_for()
        expect(page.locator("#said")).to_contain_text("Round ")
        page.locator(".results li a").first.wait_for()

        # The page changes with every move, and takes the focus from nobody.
        tab_to(page, "Stop")
        goes_on(page)
        page.keyboard.press("Enter")
        tab_to(page, "Yes, stop it")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_contain_text("It was stopped.")
        tab_to(page, "Table of the standings")
        result = page.locator(".results li a").first.inner_text()
        tab_to(page, result.strip())
        page.keyboard.press("Enter")
        page.locator(OVER).wait_for()
        expect(page.locator(SAID)).to_contain_text(re.compile("won|Drawn"))
