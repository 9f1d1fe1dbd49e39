"""A study in the browser: variations, signs, marks, who may read it, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.steps import REFUSED, SAID, asked, check, play, ready, site, start, study

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Record

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
SMALL = {"game": "freedom", "options": {"size": 4}}
MOVES = ".tree .move"


def shown(page: Page, move: str) -> None:
    """Wait until the list shows where the board is."""
    expect(page.locator(".tree [aria-current]")).to_have_text(move)


def tool(page: Page, title: str) -> Locator:
    """Open a tool beside the board."""
    box = page.locator(".tool").filter(has=page.locator("summary", has_text=title))
    box.locator("summary").first.click()
    return box


def test_marks_and_variations_by_mouse_and_by_keyboard(visit: Visit) -> None:
    page = visit()
    study(page, **SMALL)
    boxes = [site(page, name).bounding_box() for name in ("a1", "c3")]
    (begin, end) = [(box["x"] + 20, box["y"] + 20) for box in boxes if box]
    page.mouse.move(*begin)
    page.mouse.down(button="right")
    page.mouse.move(*end)
    page.mouse.up(button="right")
    expect(page.locator(".remark")).to_contain_text("green arrow from a1 to c3")
    draw = page.get_by_role("button", name="Draw on the board")
    draw.click()
    site(page, "b2").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".remark")).to_contain_text("green circle on b2")
    expect(page.locator(MOVES)).to_have_text(["Start"])
    draw.click()

    for move in ("a1", "b1", "c1"):
        site(page, move).click()
        shown(page, move)
    page.locator(MOVES).nth(1).click()
    shown(page, "a1")
    site(page, "b2").click()
    shown(page, "b2")
    expect(page.locator(".tree .level-1")).to_have_text(re.compile("b2"))
    expect(page).to_have_url(re.compile(r"node=4$"))
    # Back to the first move by the keyboard, then to another reply of the second.
    page.locator(".tree").focus()
    for step in ("Up b1", "Right c1", "Home Start", "End c1", "Left b1"):
        key, move = step.split()
        page.keyboard.press(key if key in ("Home", "End") else f"Arrow{key}")
        shown(page, move)
    page.get_by_role("button", name="Next variation").click()
    shown(page, "b2")
    page.get_by_role("button", name="Move up").click()
    expect(page.locator(MOVES)).to_have_text(["Start", "a1", "b2", "b1", "c1"])
    page.reload()
    shown(page, "b2")


def test_a_comment_with_a_sign_survives_a_change_in_another_window(visit: Visit) -> None:
    page = visit()
    id = study(page, **SMALL)
    play(page, "a1")
    box = tool(page, "Comment and sign")
    box.get_by_label("Comment on a1").fill("<b>Sharp</b>")
    box.get_by_title("interesting move").click()
    note = {"node": 0, "version": 2, "comment": "From elsewhere"}
    assert page.request.post(f"/api/studies/{id}/notes", data=note).ok
    box.get_by_role("button", name="Save").click()
    expect(box.get_by_role("alert")).to_contain_text("perhaps in another window")
    expect(box.get_by_label("Comment on a1")).to_have_value("<b>Sharp</b>")
    box.get_by_role("button", name="Save").click()
    expect(page.locator(".remark .comment")).to_have_text("<b>Sharp</b>")
    expect(page.locator(SAID)).to_contain_text("White played a1, interesting move.")
    shown(page, "a1!?")
    expect(page.locator(".tree .said").first).to_have_text("From elsewhere")
    page.get_by_label("Move", exact=True).fill("d4")
    page.keyboard.press("Enter")
    expect(page.locator(REFUSED)).to_contain_text("not next to a1")
    page.get_by_role("button", name="Delete this move").click()
    expect(page.locator(MOVES)).to_have_text(["Start"])


def test_who_reads_a_study_copies_it_and_its_owner_hides_and_deletes_it(visit: Visit) -> None:
    page, other = visit(), visit(**PHONE)
    id = study(page, **SMALL)
    play(page, "a1")
    other.goto(page.url)
    ready(other)
    expect(other.get_by_text("Only its author can change this study")).to_be_attached()
    expect(other.locator("livestone-board .target")).to_have_count(0)
    expect(other.locator(SAID)).to_contain_text("White played a1. Black to move.")
    expect(other.locator(".remark")).to_be_hidden()
    check(other, "another's study")
    other.get_by_role("button", name="Copy to my studies").click()
    expect(other.locator(".tool", has_text="Share and settings")).to_be_visible()
    expect(other).to_have_url(re.compile(f"/studies/(?!{id}).*node=1$"))
    play(other, "b1")
    box = tool(page, "Share and settings")
    box.get_by_label("Title").fill("Corners")
    box.get_by_label("Who may read it").select_option("private")
    box.get_by_role("button", name="Save").click()
    expect(page).to_have_title("Corners - Livestone")
    check(page, "one's own study")
    other.goto(f"/studies/{id}")
    expect(other.get_by_role("heading", level=1)).to_have_text("This cannot be shown")
    expect(other.locator("main")).to_contain_text("There is no such study")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save this line as text").click()
    assert Record.read(saved.value.path().read_text()).replay().move_texts == ["a1"]
    box.get_by_text("Delete this study").click()
    box.get_by_role("button", name="Yes, delete it").click()
    expect(page.locator("main")).to_contain_text("You have no study yet.")


def test_studies_are_made_from_nothing_a_record_and_a_game(visit: Visit) -> None:
    page = visit()
    page.goto("/studies")
    state = State(load("freedom", size=4))
    state.play("b2")
    page.get_by_label("The record, as text or JSON").fill("This is <none>")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("alert")).to_contain_text("This is <none>")
    page.get_by_label("The record, as text or JSON").fill(Record.of(state).as_text())
    page.get_by_role("button", name="Import").click()
    expect(page.locator(MOVES)).to_have_text(["Start", "b2"])
    page.goto("/studies")
    page.get_by_role("button", name="Choose this game").click()
    page.get_by_label("Position").fill("x")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("is no position")
    check(page, "a new study")
    page.get_by_label("Position").fill("")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(MOVES)).to_have_text(["Start"])
    id = start(page, seat1="person").rpartition("/")[2]
    play(page, "a1", "b1")
    asked(page, f"/api/games/{id}/resign", {})
    page.get_by_role("button", name="Analyse").click()
    shown(page, "b1")
    page.goto("/studies")
    expect(page.locator(".list > li")).to_have_count(3)
    # The same game once more: nothing new.
    page.goto(f"/game/{id}?ply=1")
    page.get_by_role("button", name="Analyse").click()
    shown(page, "a1")


def test_every_kind_of_game_is_studied(visit: Visit) -> None:
    page = visit()
    for game in ("haalmaa_4", "coy_lips", "trangalla", "straat"):
        id = study(page, game=game)
        legal = page.request.get(f"/api/studies/{id}/position").json()["legal"]
        page.get_by_label("Move", exact=True).fill(legal[0])
        page.keyboard.press("Enter")
        shown(page, legal[0])
