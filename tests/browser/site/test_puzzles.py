"""Puzzles: solved, refuted, counted and kept; the one of a day is the same for everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.steps import TABLE, site
from tests.browser.test_access import check

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
# What a browser does that lets nothing be kept.
FORBIDDEN = (
    "Object.defineProperty(window, 'indexedDB', {get() {"
    "throw new DOMException('no', 'SecurityError')}})"
)
# The clock of somebody who is there on another day.
ON = "{{ const now = Date.parse('{}'); const Real = Date; Date = class extends Real {{ \
constructor(...given) {{ super(...(given.length ? given : [now])); }} \
static now() {{ return now; }} }}; }}"
NUMBER = 5

Puzzle = dict[str, Any]


def address(number: int = NUMBER) -> str:
    """The address of one puzzle."""
    return f"#puzzle?game=freedom&n={number}"


def wrong(page: Page, puzzle: Puzzle) -> str:
    """A legal move that is not the right one."""
    page.locator("[data-legal]").first.wait_for()
    names = page.locator("[data-legal]").evaluate_all("all => all.map(one => one.dataset.site)")
    return next(name for name in names if name not in puzzle["best"])


def said(page: Page) -> Any:
    """What is said of the puzzle."""
    return page.locator(".puzzle .say")


def rating(page: Page) -> int:
    """The rating of whoever solves, as it is shown."""
    found = re.search(r"Your rating: (\d+)\.", page.locator(".puzzle .about").inner_text())
    assert found
    return int(found[1])


def shown(page: Page, puzzles: list[Puzzle]) -> Puzzle:
    """The puzzle that is on the board."""
    title = page.locator(".puzzle h2").inner_text()
    return puzzles[int(title.removeprefix("Puzzle ")) - 1]


def test_a_right_answer_tells_what_is_proved_and_raises_the_rating(
    solve: Visitors, puzzles: list[Puzzle]
) -> None:
    page = solve(address())
    expect(said(page)).to_have_text("White to move. One move is best: find it.")
    expect(page.locator(".puzzle .about")).not_to_contain_text("Theme")
    before = rating(page)
    site(page, puzzles[NUMBER - 1]["best"][0]).click()
    expect(said(page)).to_have_text("Right: c1. White wins by 4 points, for certain.")
    expect(page.locator(".puzzle .about")).to_contain_text("Theme: Last cell.")
    assert rating(page) > before
    expect(page.locator(f"{TABLE} .ply")).to_have_count(len(puzzles[NUMBER - 1]["line"]))


def test_a_wrong_answer_is_refuted_and_counts_once(solve: Visitors, puzzles: list[Puzzle]) -> None:
    puzzle = puzzles[NUMBER - 1]
    page = solve(address())
    before = rating(page)
    move = wrong(page, puzzle)
    site(page, move).click()
    expect(said(page)).to_contain_text(
        f"{move} gives the win away: now a draw is the most that you can get. "
    )
    expect(page.locator(f"{TABLE} .ply").nth(1)).to_be_visible()
    lost = rating(page)
    assert lost < before
    page.get_by_role("button", name="Back one move").click()
    expect(page.locator(f"{TABLE} .ply[aria-current]")).to_have_count(1)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(TABLE)).to_have_attribute("data-state", "your-turn")
    site(page, puzzle["best"][0]).click()
    expect(said(page)).to_contain_text("Right: c1.")
    assert rating(page) == lost
    page.reload()
    expect(page.locator(".puzzle .about")).to_contain_text(f"Your rating: {lost}.")


def test_the_answer_is_shown_to_whoever_gives_up(solve: Visitors, puzzles: list[Puzzle]) -> None:
    page = solve(address())
    before = rating(page)
    page.get_by_role("button", name="Show the answer").click()
    expect(said(page)).to_contain_text("Right: c1.")
    expect(site(page, "c1")).to_have_attribute("data-piece", "white")
    expect(page.locator(".puzzle .about")).to_contain_text("Theme")
    assert rating(page) < before


def test_puzzles_follow_each_other_near_ones_rating(solve: Visitors, puzzles: list[Puzzle]) -> None:
    page = solve("#puzzles?game=freedom")
    seen = []
    for count in range(3):
        puzzle = shown(page, puzzles)
        seen.append(puzzle["text"])
        site(page, puzzle["best"][0]).click()
        if count:
            expect(page.locator(".puzzle .about")).to_contain_text(f"{count + 1} solved in a row.")
        title = page.locator(".puzzle h2").inner_text()
        page.get_by_role("button", name="Next puzzle").click()
        expect(page.locator(".puzzle h2")).not_to_have_text(title)
    assert len(set(seen)) == 3
    assert puzzles.index(shown(page, puzzles)) >= 0
    solve.go(page, "#puzzles?game=freedom&theme=last+cell")
    expect(page.locator(".puzzle h2")).to_have_text(f"Puzzle {NUMBER}")


def test_themes_are_listed_the_weakest_first(solve: Visitors, puzzles: list[Puzzle]) -> None:
    page = solve("#puzzles")
    expect(page.get_by_text("this tells what to practise")).to_be_visible()
    solve.go(page, address())
    site(page, wrong(page, puzzles[NUMBER - 1])).click()
    expect(page.locator(".puzzle .about")).to_contain_text("Theme")
    solve.go(page, address(3))
    site(page, puzzles[2]["best"][0]).click()
    expect(page.locator(".puzzle .about")).to_contain_text("Theme")
    solve.go(page, "#puzzles")
    expect(page.locator(".themes tbody th")).to_have_text(["Last cell", "Win"])
    expect(page.locator(".themes tbody tr").first.locator("td").first).to_have_text("1")
    page.get_by_role("link", name="Last cell").click()
    expect(page.locator(".puzzle h2")).to_have_text(f"Puzzle {NUMBER}")


def test_the_puzzle_of_a_day_is_the_same_for_everybody(solve: Visitors) -> None:
    days = [f"2026-12-{day:02}T12:00:00Z" for day in range(1, 7)]
    texts = []
    for day in (*days, days[0]):
        page = solve("#daily", script=ON.format(day))
        expect(page.locator(".puzzle h2")).to_have_text(f"Puzzle of the day, {day[:10]}")
        texts.append(page.locator("livestone-board [data-piece]").evaluate_all(
            "all => all.map(one => one.dataset.site + one.dataset.piece).join()"
        ))  # fmt: skip
        page.context.close()
    assert texts[0] == texts[-1]
    assert len(set(texts)) > 2


def test_days_in_a_row_are_counted(solve: Visitors, puzzles: list[Puzzle]) -> None:
    page = solve("#daily", script=ON.format("2026-12-01T12:00:00Z"))
    for day in ("2026-12-01", "2026-12-02"):
        page.add_init_script(ON.format(f"{day}T12:00:00Z"))
        solve.go(page, "#daily")
        expect(page.locator(".puzzle h2")).to_contain_text(day)
        link = page.get_by_role("link", name="Link to this puzzle").get_attribute("href") or ""
        site(page, puzzles[int(link.rpartition("n=")[2]) - 1]["best"][0]).click()
        expect(said(page)).to_contain_text("Right:")
    expect(page.locator(".puzzle .about")).to_contain_text("Solved on 2 days in a row.")


def test_two_tabs_keep_both_answers(solve: Visitors, puzzles: list[Puzzle]) -> None:
    first = solve(address(1))
    second = solve.again(first.context)
    solve.go(second, address(2))
    for page, puzzle in ((first, puzzles[0]), (second, puzzles[1])):
        site(page, puzzle["best"][0]).click()
        expect(page.locator(".puzzle .about")).to_contain_text("Theme")
    expect(second.locator(".puzzle .about")).to_contain_text("2 solved in a row.")
    solve.go(first, "#puzzles")
    expect(first.get_by_text("You have tried 2.")).to_be_visible()


def test_a_browser_that_keeps_nothing_says_so_and_counts_all_the_same(
    solve: Visitors, puzzles: list[Puzzle]
) -> None:
    page = solve(address(1), script=FORBIDDEN)
    before = rating(page)
    site(page, puzzles[0]["best"][0]).click()
    expect(page.locator(".notices")).to_contain_text("does not let your progress be kept")
    expect(page.locator(".puzzle .about")).to_contain_text("Theme")
    assert rating(page) > before


def test_a_puzzle_is_solved_by_keys_alone(solve: Visitors, puzzles: list[Puzzle]) -> None:
    page = solve(address())
    page.get_by_label("Move", exact=True).fill(wrong(page, puzzles[NUMBER - 1]))
    page.keyboard.press("Enter")
    again = page.get_by_role("button", name="Try again")
    again.focus()
    page.keyboard.press("Enter")
    expect(page.locator("livestone-board [data-site]:focus")).to_have_count(1)
    page.keyboard.press("Control+Home")
    site(page, puzzles[NUMBER - 1]["best"][0]).focus()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("Right: c1.")
    page.get_by_role("button", name="Next puzzle").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#puzzles\\?game=freedom"))


def test_a_puzzle_is_solved_by_touch_on_a_phone(solve: Visitors, puzzles: list[Puzzle]) -> None:
    page = solve("#puzzles?game=freedom", **PHONE)
    puzzle = shown(page, puzzles)
    site(page, wrong(page, puzzle)).tap()
    expect(said(page)).to_contain_text(re.compile("gives the win away|loses"))
    page.get_by_role("button", name="Try again").tap()
    site(page, puzzle["best"][0]).tap()
    expect(said(page)).to_contain_text("Right:")
    page.get_by_role("button", name="Next puzzle").tap()
    expect(page.locator(TABLE)).to_have_attribute("data-state", "your-turn")


def test_nothing_is_wrong_with_any_state_of_the_pages(
    solve: Visitors, puzzles: list[Puzzle]
) -> None:
    page = solve(address())
    check(page, "open")
    site(page, wrong(page, puzzles[NUMBER - 1])).click()
    expect(said(page)).to_contain_text("gives the win away")
    check(page, "refuted")
    page.get_by_role("button", name="Show the answer").click()
    expect(said(page)).to_contain_text("Right")
    check(page, "shown")
    solve.go(page, "#puzzles")
    check(page, "list")


@pytest.mark.parametrize(
    ("hash", "words"),
    [
        ("#puzzle?game=freedom&n=99", "There is no puzzle 99 of Freedom in this edition."),
        ("#puzzle?game=freedom", "There is no puzzle  of Freedom"),
        ("#puzzles?game=nothing", "There is no game 'nothing' here"),
        ("#puzzles?game=freedom&theme=luck", "Freedom has no puzzle with the theme “luck”."),
        ("#puzzles?game=haalmaa_1", "There are no puzzles of"),
    ],
)
def test_what_is_not_there_is_said(solve: Visitors, hash: str, words: str) -> None:
    page = solve(hash)
    expect(page.locator("main .notice.refused")).to_contain_text(words)


def test_the_menu_leads_to_puzzles(solve: Visitors) -> None:
    page = solve()
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Puzzles").click()
    expect(page.get_by_role("heading", level=1, name="Puzzles")).to_be_focused()
    page.get_by_role("link", name="Solve the puzzle of the day").click()
    expect(page.locator(".puzzle h2")).to_contain_text("Puzzle of the day")
