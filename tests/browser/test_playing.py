"""People play whole games in a real browser: by mouse, by keyboard, on a phone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.steps import (
    MINE,
    REFUSED,
    SAID,
    TOLD,
    act,
    answered,
    begun,
    check,
    finished,
    move,
    my_turn,
    play,
    ply,
    ready,
    seat,
    shows,
    site,
    start,
    targets,
)

from livestone.core.state import State
from livestone.games import load

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def test_a_first_game_and_the_next_by_mouse(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="Play Freedom").first.click()
    page.wait_for_url("**/game/*")
    expect(page.locator(SAID)).to_contain_text("Your turn")
    expect(seat(page, 1).locator(".name")).to_contain_text("Bot, level 1")
    # How to play is open in a first game, and keeps quiet afterwards.
    how = page.locator(".how")
    expect(how.locator("figure")).to_have_count(3)
    check(page, "how to play")
    page.keyboard.press("Escape")
    expect(how).not_to_have_attribute("open", "")
    page.goto("/")
    page.get_by_role("link", name="Go on", exact=True).click()
    page.wait_for_url("**/game/*")

    page.goto("/")
    page.get_by_role("link", name="Set up Freedom").first.click()
    page.get_by_label("Board size").select_option("4")
    page.get_by_label("Black").select_option("bot:2")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    address = page.url
    assert my_turn(page)
    expect(how).not_to_have_attribute("open", "")
    how.locator("summary").click()
    expect(how.locator("figure")).to_have_count(3)
    assert page.url == address  # the game was never left
    # A board that was changed is as one that is fetched, whatever has the focus: after the bot's
    # reply only the reply is marked as the last move.
    pictures = """all => all.map(one => [one.getAttribute("aria-label"), one.innerHTML])"""
    for last in (2, 4):
        page.locator("livestone-board .target").first.click()
        shows(page, last)
        shown = page.locator("livestone-board [data-site]").evaluate_all(pictures)
        assert page.locator("livestone-board .last").count() == 1
        page.reload()
        page.locator(MINE).wait_for()
        assert page.locator("livestone-board [data-site]").evaluate_all(pictures) == shown
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(TOLD)).to_contain_text("Hint: ")
    expect(page.locator("livestone-board .hint")).to_have_count(1)
    page.locator("livestone-board .hint").click()
    for last in (6, 4, 2, 0):
        shows(page, last)
        if last:
            assert my_turn(page)
            page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.locator(".sure[data-what=resign] summary").click()
    page.get_by_role("button", name="Yes, resign").click()
    assert "You resigned." in finished(page)
    page.get_by_role("link", name="Play a weaker opponent (level 1)").click()
    page.wait_for_url(lambda url: url != address)
    expect(seat(page, 1).locator(".name")).to_contain_text("Bot, level 1")
    expect(page.locator("livestone-board [data-site]")).to_have_count(16)
    page.goto(address)
    page.get_by_role("button", name="Rematch").click()
    expect(seat(page, 1).locator(".name")).to_contain_text("You")


def walk(page: Page, to: str) -> None:
    """Walk the board with the arrow keys, as far as the focus has to go."""
    focus = page.locator("livestone-board [data-site]:focus")
    here = focus.get_attribute("data-site") or ""
    for at, (less, more) in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp"))):
        for _ in range(abs(ord(to[at]) - ord(here[at]))):
            page.keyboard.press(more if to[at] > here[at] else less)
    expect(focus).to_have_attribute("data-site", to)


def test_the_front_page_begins_a_game_with_one_press_and_goes_on_with_it(visit: Visit) -> None:
    """Where no game is compiled, the server plays."""
    page = visit("/")
    site(page, "c3").click()
    page.wait_for_url("**/game/*")
    address = page.url
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")
    assert my_turn(page)
    page.goto("/")
    expect(page.get_by_role("heading", level=1, name="Go on with Freedom")).to_be_visible()
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")
    page.locator("livestone-board [data-legal]").first.click()
    page.wait_for_url(address)
    answered(page, 2)
    assert ply(page) >= 3


def test_a_whole_game_by_keyboard(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="Set up Freedom").first.press("Enter")
    page.get_by_label("Black").press("Home")  # the first choice: me, so Black is the other one
    page.get_by_label("Black").select_option("bot:1")
    page.get_by_label("Board size").press("Home")
    page.get_by_role("button", name="Start").press("Enter")
    page.wait_for_url("**/game/*")
    ready(page)
    focus = page.locator("livestone-board [data-site]:focus")
    for _ in range(40):
        if focus.count():
            break
        page.keyboard.press("Tab")
    walk(page, "c3")
    for key, name in (("Home", "a3"), ("PageUp", "a4"), ("End", "d4"), ("PageDown", "d1")):
        page.keyboard.press(key)
        expect(focus).to_have_attribute("data-site", name)
    while my_turn(page):
        before = ply(page)
        # The focus must have survived the bot's move.
        walk(page, targets(page)[-1])
        page.keyboard.press("Space" if before % 4 else "Enter")
        answered(page, before)
    assert finished(page)
    assert ply(page) in (15, 16)


def test_a_whole_game_on_a_phone(visit: Visit) -> None:
    page = visit(**PHONE)
    start(page)
    while my_turn(page):
        before = ply(page)
        page.locator("livestone-board .target").first.tap()
        answered(page, before)
    assert finished(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    # Small cells want two taps.
    start(page, size="16")
    site(page, "c3").tap()
    expect(page.locator(TOLD)).to_contain_text("Tap c3 again")
    site(page, "d4").tap()
    expect(page.locator(TOLD)).to_contain_text("Tap d4 again")
    assert ply(page) == 0
    site(page, "d4").tap()
    answered(page, 0)
    expect(move(page, 1)).to_have_text("d4")


def test_what_a_move_captures_or_turns_is_marked(visit: Visit) -> None:
    page = visit()
    start(page, "sjekkers", seat1="person")
    for at, path in enumerate(("3b 4c", "8b 6d", "4c 5d", "6d 4c")):
        expect(page.locator("livestone-board [data-last]")).to_have_count(2 * bool(at))
        for name in path.split():
            site(page, name).click()
        answered(page, at)
    expect(page.locator("livestone-board [data-last]")).to_have_count(3)
    expect(site(page, "5d")).to_have_attribute("data-last", "")
    expect(site(page, "5d")).to_have_attribute("data-piece", "")
    page.get_by_role("button", name="Undo").click()
    shows(page, 3)
    expect(page.locator("livestone-board [data-last]")).to_have_count(2)


def test_two_people_at_one_screen(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    address = start(page, seat1="person")
    typed = page.get_by_label("Move", exact=True)
    expect(page.locator(SAID)).to_contain_text("White to move")
    site(page, "b2").dblclick()  # which plays once
    answered(page, 0)
    expect(move(page, 1)).to_have_text("b2")
    expect(page.locator(".offers")).to_be_hidden()
    assert ply(page) == 1
    site(page, "d4").click()
    expect(page.locator(REFUSED)).to_contain_text("d4 is not next to b2")
    expect(site(page, "d4")).to_have_attribute("data-piece", "")
    typed.fill("nonsense")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(REFUSED)).to_contain_text("'nonsense' is not a move of this game")
    assert ply(page) == 1
    play(page, "b3")
    expect(page.locator(REFUSED)).to_be_hidden()
    expect(page.locator(SAID)).to_contain_text("White to move. 7 places are open.")
    expect(page.locator(SAID)).to_contain_text("Black played b3.")
    typed.fill("c3")
    typed.press("Enter")
    answered(page, 2)
    expect(move(page, 3)).to_have_text("c3")
    expect(typed).to_have_value("")
    expect(typed).to_be_focused()
    play(page, "d4")

    # Replay by buttons, links and keys.
    stones = page.locator("livestone-board .piece")
    page.get_by_role("button", name="First position").click()
    expect(stones).to_have_count(0)
    expect(page.locator(SAID)).to_contain_text("The opening position")
    page.get_by_role("button", name="Forward one move").click()
    expect(stones).to_have_count(1)
    move(page, 3).click()
    expect(stones).to_have_count(3)
    expect(page.locator(SAID)).to_contain_text("Move 3 of 4")
    assert page.url.endswith("?ply=3")
    page.locator(".scroll").focus()
    for key, count in (("ArrowLeft", 2), ("Home", 0), ("ArrowRight", 1), ("End", 4)):
        page.keyboard.press(key)
        expect(stones).to_have_count(count)
    page.goto(f"{address}?ply=2")
    expect(stones).to_have_count(2)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(MINE)).to_have_count(1)

    for name, words in (("Save as text", "b2"), ("Save as JSON", '"b2"')):
        with page.expect_download() as saved:
            page.get_by_role("link", name=name).click()
        file = tmp_path / saved.value.suggested_filename
        saved.value.save_as(file)
        assert words in file.read_text(encoding="utf-8")


def test_a_curtain_between_two_people(visit: Visit) -> None:
    page = visit()
    start(page, "twins", side="2", secret="true", seat1="person")
    check(page, "curtain")
    for player, heart in (("Red", "c2"), ("Blue", "a2")):
        show = page.get_by_role("button", name=f"Show {player}")
        expect(show).to_be_visible()
        assert targets(page) == []
        show.focus()
        page.keyboard.press("Enter")
        expect(show).to_have_count(0)
        before = ply(page)
        site(page, heart).click()
        answered(page, before)
        assert f"heart={heart}" not in page.content()
    expect(page.locator(SAID)).to_contain_text("Red's turn: hand the screen over")


def to_the_choice() -> list[str]:
    """A game on 5x5 up to the moment when the last cell may be left empty."""
    for seed in range(100):
        chance, state = random.Random(seed), State(load("freedom", size=5))
        while not state.over:
            if "pass" in state.legal_texts:
                return state.move_texts
            state.play(chance.choice(state.unsorted))
    raise AssertionError("no random game came to the choice")


def test_the_last_cell_is_a_clear_choice(visit: Visit) -> None:
    page = visit()
    address = begun(page, "freedom", {"size": "5", "seat1": "person"})
    for at, text in enumerate(to_the_choice()):
        act(page, address, "plies", move=text, ply=at)
    page.goto(address)
    expect(page.locator(".panel > .choices > p")).to_contain_text("last cell")
    expect(page.locator(".panel > .choices button")).to_have_count(2)
    check(page, "choice")
    page.get_by_role("button", name="Leave it empty").click()
    assert finished(page)
    expect(move(page, 25)).to_have_text("pass")
    expect(page.locator("livestone-board .piece")).to_have_count(24)


def test_moves_of_several_tokens(visit: Visit) -> None:
    page = visit()
    start(page, "shuttle", seat1="person")
    site(page, "b1").click()
    expect(site(page, "b1")).to_have_class(re.compile("chosen"))
    expect(page.locator("livestone-board .next")).to_have_attribute("data-site", "c1")
    page.keyboard.press("Escape")
    expect(page.locator("livestone-board .chosen")).to_have_count(0)
    site(page, "g1").click()
    expect(page.locator(REFUSED)).to_contain_text("g1")
    for at, (origin, target) in enumerate((("a1", "c1"), ("f1", "e1"), ("b1", "d1"))):
        site(page, origin).click()
        site(page, target).click()
        answered(page, at)
    expect(page.get_by_role("button", name="Play f1")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    answered(page, 3)
    expect(page.locator(SAID)).to_contain_text("Black to move.")
    expect(page.locator(".moves td").nth(2)).to_have_text("b1-d1stop")


def test_a_hexagonal_board_for_three(visit: Visit) -> None:
    page = visit()
    form = {"side": "2", "players": "3", "seat1": "person", "seat2": "person"}
    start(page, "twins", **form)
    assert my_turn(page)
    site(page, targets(page)[0]).focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        before = page.locator("livestone-board [data-site]:focus").get_attribute("data-site")
        page.keyboard.press(key)
        after = page.locator("livestone-board [data-site]:focus").get_attribute("data-site")
        assert before != after, key
    while my_turn(page):
        before_ply = ply(page)
        page.locator("livestone-board .target").first.click()
        answered(page, before_ply)
    assert finished(page)


def test_two_tabs_show_the_same_game_and_a_stale_one_is_brought_up_to_date(visit: Visit) -> None:
    page = visit()
    address = start(page, seat1="person")
    other = page.context.new_page()
    other.goto(address)
    ready(other)
    other.get_by_label("Move", exact=True).fill("b")  # half a move typed must survive
    play(page, "b2")
    expect(move(other, 1)).to_have_text("b2")
    expect(other.get_by_label("Move", exact=True)).to_have_value("b")
    play(other, "b3")
    expect(move(page, 2)).to_have_text("b3")
    # Without news from the server.
    page.add_init_script("delete globalThis.SharedWorker;")
    page.route("**/events?*", lambda route: route.fulfill(content_type="text/event-stream"))
    page.reload()
    ready(page)
    play(other, "c3")
    site(page, "b4").click()
    expect(page.locator(REFUSED)).to_contain_text("the game is at ply 3")
    expect(move(page, 3)).to_have_text("c3")
    assert ply(page) == 3


def test_the_theme_is_remembered(visit: Visit) -> None:
    """Also on the forms that the server sends."""
    page = visit("/settings", color_scheme="dark")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(background)
    page.get_by_role("button", name="Use light colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    light = page.evaluate(background)
    assert light != dark
    for path in ("/games", "/login"):
        page.goto(path)
        assert page.evaluate(background) == light
