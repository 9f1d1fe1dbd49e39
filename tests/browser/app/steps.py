"""What a person does on the static site, step by step; every wait is for something to appear."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

TABLE = "livestone-table"
WAITS = """() => {
  const { state = "" } = document.querySelector("livestone-table")?.dataset ?? {};
  return ["your-turn", "over"].includes(state) && state;
}"""
# Eight cells are empty, and White is to move.
POSITION = "2wbwb/2bwww/2wbwb/bbwbbw/1wbbb1/bwwwbw w last=a3 turn=28"
# The last moves of a game against a bot.
LATE = f"#play?game=freedom&size=6&level=1&seat=white&position={quote(POSITION)}"
# Such a game to its end: a6 costs White 7 points and a4 costs 3, where b4 was better each time.
LOST = f"""Livestone record 1
Game: freedom
Options: size=6 scoring=stones last_cell=choice
White: White (human)
Black: Livestone (bot level 1)
Opening: {POSITION}

29. a4
30. a5
31. a6
32. b5
33. b6
34. f2
35. b4
36. a2

Result: Black wins
Scores: 4 7
Reason: finished
End
"""


def site(page: Page, name: str) -> Locator:
    """A site of the board."""
    return page.locator(f'livestone-board [data-site="{name}"]')


def walk_to(page: Page, name: str) -> None:
    """Walk with the arrow keys to a site of a square board."""
    page.locator('livestone-board [tabindex="0"]').focus()
    for _ in range(20):
        here = page.evaluate("document.activeElement.dataset.site")
        if here == name:
            return
        if here[0] != name[0]:
            page.keyboard.press("ArrowRight" if here[0] < name[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if int(here[1:]) < int(name[1:]) else "ArrowDown")
    raise AssertionError(f"{name} cannot be reached")


def my_turn(page: Page) -> bool:
    """Wait until it is a person's turn or the game is over; whether it is a turn."""
    # One look: the state that ends the waiting may be another one a moment later.
    return page.wait_for_function(WAITS).json_value() == "your-turn"


def moves(page: Page) -> int:
    """How many moves the list shows."""
    return page.locator(f"{TABLE} .ply").count()


def play_turn(page: Page) -> None:
    """Play what is offered first, and wait for the bot's answer."""
    assert my_turn(page)
    before = moves(page)
    page.locator("[data-legal]").first.click()
    expect(page.locator(f"{TABLE} .ply").nth(before + 1)).to_be_attached()


def play_out(page: Page, *, keys: bool = False) -> str:
    """Play whatever is offered first until the end, by mouse or by keys; returns the result."""
    while my_turn(page):
        before = moves(page)
        choice = page.locator(f"{TABLE} .choices button").first
        target = choice if choice.is_visible() else page.locator("[data-legal]").first
        if not keys:
            target.click()
        else:
            if target is choice:
                choice.focus()
            else:
                walk_to(page, target.get_attribute("data-site") or "")
            page.keyboard.press("Enter")
        expect(page.locator(f"{TABLE} .ply")).not_to_have_count(before)
    return page.locator(f"{TABLE} .said").inner_text()


def read(page: Page, text: str) -> None:
    """Paste a record on the page of kept games, and read it."""
    page.get_by_label("Or paste records").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()


def refused(page: Page) -> Locator:
    """The sentence that a page shows instead of what was asked for."""
    return page.locator("main .notice.refused")
