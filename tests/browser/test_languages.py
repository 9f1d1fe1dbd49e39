"""A visitor chooses a language, and every page is in it: with scripts, and without."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.steps import REFUSED, SAID, answered, my_turn, site

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]

BEHIND = "the game is no longer at ply 1 but at ply 2"
LATIN = {
    "name": "Srpski",
    "tag": "sr-Latn",
    "lobby": "Predvorje",
    "now": "Igrajte odmah",
    "size": "Veličina table",
    "black": "Crni",
    "turn": "Vi ste na potezu.",
    "play": "Igraj",
    "move": "Potez",
    "bot": "Bot, nivo 1",
    "account": "Otvorite nalog",
    "behind": "Partija više nije kod poteza 1, nego kod poteza 2.",
}
CYRILLIC = {
    "name": "Српски",
    "tag": "sr-Cyrl",
    "lobby": "Предворје",
    "now": "Играјте одмах",
    "size": "Величина табле",
    "black": "Црни",
    "turn": "Ви сте на потезу.",
    "play": "Играј",
    "move": "Потез",
    "bot": "Бот, ниво 1",
    "account": "Отворите налог",
    "behind": "Партија више није код потеза 1, него код потеза 2.",
}


@pytest.mark.parametrize(
    "words", [pytest.param(LATIN, id="latin"), pytest.param(CYRILLIC, id="cyrillic")]
)
def test_pages_are_in_the_language_that_was_chosen(visit: Visit, words: dict[str, str]) -> None:
    page = visit("/login", **PHONE)
    page.get_by_role("button", name=words["name"], exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", words["tag"])
    page.goto("/lobby")
    expect(page.get_by_role("heading", level=1)).to_have_text(words["lobby"])
    expect(page.get_by_role("heading", name=words["now"])).to_be_visible()
    page.goto("/setup/freedom")
    page.get_by_label(words["size"]).select_option("4")
    page.get_by_label(words["black"]).select_option("bot:1")
    page.locator("form.setup button.main.big").click()
    expect(page.locator(SAID)).to_contain_text(words["turn"])
    expect(page.locator(".seats")).to_contain_text(words["bot"])
    assert my_turn(page)
    site(page, "a1").click()
    answered(page, 0)
    assert my_turn(page)
    # The API speaks English with programs: a page translates it, with the values in it.
    behind = {"status": 409, "json": {"error": "conflict", "message": BEHIND}}
    page.route("**/plies*", lambda route: route.fulfill(**behind))
    page.locator("livestone-board .target").first.tap()
    expect(page.locator(REFUSED)).to_have_text(words["behind"])
    expect(page.locator(SAID)).to_contain_text(words["turn"])
    page.goto("/register")
    expect(page.get_by_role("heading", level=1)).to_have_text(words["account"])


def test_a_browser_in_serbian_needs_no_choice(visit: Visit) -> None:
    page = visit("/lobby", locale="sr-RS")
    expect(page.locator("html")).to_have_attribute("lang", "sr-Cyrl")
    expect(page.get_by_role("heading", level=1)).to_have_text("Предворје")
    page.goto("/login")
    page.get_by_role("button", name="English").click()
    page.goto("/lobby")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")
