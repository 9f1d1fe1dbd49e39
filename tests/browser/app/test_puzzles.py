"""Puzzles: solved, refuted, counted and kept; the one of a day is the same for everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.app.conftest import FORBIDDEN, Visitors
from tests.browser.app.steps import TABLE, refused, site
from tests.browser.conftest import PHONE
from tests.browser.steps import check

pytestmark = pytest.mark.browser
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


def about(page: Page) -> Any:
    """What is said once a puzzle is answered, and the rating of whoever solves it."""
    return page.locator(".puzzle .about")


def rating(page: Page) -> int:
    """The rating of whoever solves, as it is shown."""
    rated = re.compile(r"Your rating: (\d+)\.")
    expect(about(page)).to_contain_text(rated)
    return int(rated.findall(about(page).inner_text())[0])


def shown(page: Page, puzzles: list[Puzzle]) -> Puzzle:
    """The puzzle that is on the board."""
    title = page.locator(".puzzle h2").inner_text()
    return puzzles[int(title.removeprefix("Puzzle ")) - 1]


def test_answers_are_judged_and_themes_are_listed_the_weakest_first(
    solve: Visitors, puzzles: list[Puzzle]
) -> None:
    page = solve()
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Puzzles").click()
    expect(page.get_by_role("heading", level=1, name="Puzzles")).to_be_focused()
    expect(page.get_by_text("this tells what to practise")).to_be_visible()

    # A wrong answer is refuted, and counts once.
    puzzle = puzzles[NUMBER - 1]
    solve.go(page, address())
    expect(said(page)).to_have_text("White to move. One move is best: find it.")
    expect(about(page)).not_to_contain_text("Theme")
    before = rating(page)
    move = wrong(page, puzzle)
    site(page, move).click()
    expect(said(page)).to_contain_text(re.compile(f"^{move} gives the win away(: now |, and )"))
    expect(page.locator(f"{TABLE} .ply").nth(1)).to_be_visible()
    check(page, "refuted")
    lost = rating(page)
    assert lost < before
    page.get_by_role("button", name="Back one move").click()
    expect(page.locator(f"{TABLE} .ply[aria-current]")).to_have_count(1)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(TABLE)).to_have_attribute("data-state", "your-turn")
    site(page, puzzle["best"][0]).click()
    expect(said(page)).to_have_text("Right: c1. White wins by 4 points, for certain.")
    expect(about(page)).to_contain_text("Theme: Last cell.")
    expect(page.locator(f"{TABLE} .ply")).to_have_count(len(puzzle["line"]))
    assert rating(page) == lost
    page.reload()
    expect(about(page)).to_contain_text(f"Your rating: {lost}.")

    # A right one raises the rating, and one that is shown to whoever gives up lowers it.
    solve.go(page, address(3))
    site(page, puzzles[2]["best"][0]).click()
    expect(about(page)).to_contain_text("Theme: Win.")
    risen = rating(page)
    assert risen > lost
    solve.go(page, address(4))
    page.get_by_role("button", name="Show the answer").click()
    expect(said(page)).to_contain_text("Right: d6.")
    expect(site(page, "d6")).to_have_attribute("data-piece", "white")
    expect(about(page)).to_contain_text("Theme")
    assert rating(page) < risen

    solve.go(page, "#puzzles")
    expect(page.locator(".themes tbody th")).to_have_text(["Last cell", "Win"])
    expect(page.locator(".themes tbody tr").first.locator("td").first).to_have_text("1")
    check(page, "list")
    page.get_by_role("link", name="Last cell").click()
    expect(page.locator(".puzzle h2")).to_have_text(f"Puzzle {NUMBER}")


def test_puzzles_follow_each_other_near_ones_rating(solve: Visitors, puzzles: list[Puzzle]) -> None:
    page = solve("#puzzles?game=freedom")
    seen = []
    for count in range(3):
        puzzle = shown(page, puzzles)
        seen.append(puzzle["text"])
        site(page, puzzle["best"][0]).click()
        if count:
            expect(about(page)).to_contain_text(f"{count + 1} solved in a row.")
        title = page.locator(".puzzle h2").inner_text()
        page.get_by_role("button", name="Next puzzle").click()
        expect(page.locator(".puzzle h2")).not_to_have_text(title)
    assert len(set(seen)) == 3
    assert puzzles.index(shown(page, puzzles)) >= 0


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_days_in_a_row_are_counted(
    solve: Visitors, puzzles: list[Puzzle]
) -> None:
    def on_the_board(page: Page, day: str) -> str:
        expect(page.locator(".puzzle h2")).to_have_text(f"Puzzle of the day, {day[:10]}")
        page.locator("[data-legal]").first.wait_for()
        pieces = page.locator("livestone-board [data-piece]")
        return pieces.evaluate_all("all => all.map(({ dataset }) => dataset.site + dataset.piece)")

    days = [f"2026-12-0{day}T12:00:00Z" for day in (3, 4, 5)]
    page = solve()
    found = []
    for day in days:
        page.add_init_script(ON.format(day))
        solve.go(page, "#daily")
        found.append(on_the_board(page, day))
        if day == days[2]:
            break
        link = page.get_by_role("link", name="Link to this puzzle").get_attribute("href") or ""
        site(page, puzzles[int(link.rpartition("n=")[2]) - 1]["best"][0]).click()
        expect(said(page)).to_contain_text("Right:")
        expect(about(page)).to_contain_text("Theme")  # it is kept
        if day == days[1]:
            expect(about(page)).to_contain_text("Solved on 2 days in a row.")
    assert found[0] != found[1] != found[2] != found[0]
    other = solve("#puzzles", script=ON.format(days[0]))
    other.get_by_role("link", name="Solve the puzzle of the day").click()
    assert on_the_board(other, days[0]) == found[0]


def test_two_tabs_keep_both_answers(solve: Visitors, puzzles: list[Puzzle]) -> None:
    first = solve(address(1))
    second = solve.again(first.context)
    solve.go(second, address(2))
    for page, puzzle in ((first, puzzles[0]), (second, puzzles[1])):
        site(page, puzzle["best"][0]).click()
        expect(about(page)).to_contain_text("Theme")
    expect(about(second)).to_contain_text("2 solved in a row.")
    solve.go(first, "#puzzles")
    expect(first.get_by_text("You have tried 2.")).to_be_visible()


def test_a_browser_that_keeps_nothing_says_so_and_counts_all_the_same(
    solve: Visitors, puzzles: list[Puzzle]
) -> None:
    page = solve(address(1), script=FORBIDDEN)
    before = rating(page)
    site(page, puzzles[0]["best"][0]).click()
    expect(page.locator(".notices")).to_contain_text("does not let your progress be kept")
    expect(about(page)).to_contain_text("Theme")
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


def test_what_is_not_there_is_said(solve: Visitors) -> None:
    page = solve()
    for hash, words in (
        ("#puzzle?game=freedom&n=99", "There is no puzzle 99 of Freedom in this edition."),
        ("#puzzle?game=freedom", "There is no puzzle  of Freedom"),
        ("#puzzles?game=nothing", "There is no game 'nothing' here"),
        ("#puzzles?game=freedom&theme=luck", "Freedom has no puzzle with the theme “luck”."),
        ("#puzzles?game=haalmaa_1", "There are no puzzles of"),
    ):
        page.evaluate("hash => (location.hash = hash)", hash)
        expect(refused(page)).to_contain_text(words)
