"""What a person does at the table, step by step; every wait is for something to appear."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, ViewportSize, expect

from livestone.cli.main import run
from livestone.games import load

MINE = 'livestone-table[data-state="your-turn"]'
OVER = 'livestone-table[data-state="over"]'
SAID = ".status p"
TOLD, REFUSED = ".notice.told", ".notice.refused"
AXE = Axe()
VIOLATIONS = {"resultTypes": ["violations"]}
# The rules about colours, which alone differ from one theme to the other.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
SIZES: tuple[ViewportSize, ...] = ({"width": 740, "height": 360}, {"width": 360, "height": 740})


def check(page: Page, name: str) -> None:
    """Fail if axe complains in either theme, or the page scrolls sideways here or on a phone."""
    page.locator("html[data-ready], html:not([data-server])").wait_for(state="attached")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    for theme, options in (("light", VIOLATIONS), ("dark", VIOLATIONS | {"runOnly": COLOURS})):
        # Colours that still change from one theme to the other would be judged half-way.
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found = AxeResults(page.evaluate("options => axe.run(options)", options))
        assert not found.response["violations"], f"{name}, {theme}: {found.generate_report()}"
    home = page.viewport_size
    assert home is not None
    for size in (*SIZES, home):
        page.set_viewport_size(size)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"], f"{name} is {wide} wide on a screen of {size}"


def command(*arguments: str) -> None:
    """Run a command of Livestone in another thread: an event loop runs in this one."""
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(run, arguments).result() == 0


def ready(page: Page) -> None:
    """Wait until scripts show the table: what the server sent first hears none of them."""
    page.locator("livestone-table[data-state]").wait_for()


def start(page: Page, game: str = "freedom", **form: str) -> str:
    """Start a game (a small one, unless told) with a form's values; return its address."""
    small = {"size": "4", "seat1": "bot:1"} if game == "freedom" else {}
    address = begun(page, game, small | form)
    page.goto(address)
    ready(page)
    return address


def begun(page: Page, game: str, form: dict[str, str]) -> str:
    """Have the server start a game: ``seat0`` and so on, ``control``, ``public``, and options."""
    options = {name: text for name, text in form.items() if not name.startswith("seat")}
    data: dict[str, object] = {"game": game, "options": options}
    for name in ("control", "public"):
        if name in options:
            text = options.pop(name)
            data[name] = text if name == "control" else text == "yes"
    players = load(game, **options).players
    usual = ["me", *["bot:4"] * (players - 1)]
    data["seats"] = [form.get(f"seat{index}", who) for index, who in enumerate(usual)]
    answer = page.request.post("/api/games", data=data)
    assert answer.ok, answer.text()
    url = urlsplit(answer.url)
    return f"{url.scheme}://{url.netloc}/game/{answer.json()['id']}"


def act(page: Page, address: str, what: str, **data: object) -> dict[str, Any]:
    """Do something at the table with this address, as a program would."""
    return asked(page, f"/api/games/{address.rpartition('/')[2]}/{what}", data)


def asked(page: Page, path: str, data: object) -> dict[str, Any]:
    answer = page.request.post(path, data=data)
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def study(page: Page, **data: object) -> str:
    """Have the server make a study, open it, and return its id."""
    id: str = asked(page, "/api/studies", data)["id"]
    page.goto(f"/studies/{id}")
    ready(page)
    return id


def my_turn(page: Page) -> bool:
    """Wait until it is a person's turn or the game is over; whether it is a turn."""
    # One look: the state that ends the waiting may be another one a moment later.
    return page.locator(f"{MINE}, {OVER}").first.get_attribute("data-state") == "your-turn"


def ply(page: Page) -> int:
    """How many plies the page knows of."""
    return int(page.locator("livestone-table").get_attribute("data-last") or "")


def answered(page: Page, before: int) -> None:
    """Wait until the page knows of more plies than before."""
    page.locator(f'livestone-table:not([data-last="{before}"])').wait_for()


def shows(page: Page, last: int) -> None:
    """Wait until scripts show a game of so many plies."""
    page.locator(f'livestone-table[data-state][data-last="{last}"]').wait_for()


def seat(page: Page, number: int) -> Locator:
    """The line of a player."""
    return page.locator(f'[data-seat="{number}"]')


def clock(page: Page, number: int) -> Locator:
    """The clock of a player."""
    return page.locator(f'[data-clock="{number}"]')


def move(page: Page, number: int) -> Locator:
    """A ply in the move list."""
    return page.locator(f'.moves [data-ply="{number}"]')


def site(page: Page, name: str) -> Locator:
    """A site of the board."""
    return page.locator(f'livestone-board [data-site="{name}"]')


def targets(page: Page) -> list[str]:
    """The sites that may be played now."""
    found = page.locator("livestone-board .target").evaluate_all(
        "all => all.map(one => one.dataset.site)"
    )
    return [str(name) for name in found]


def play(page: Page, *names: str) -> None:
    """Click sites, one ply after the other, at a table where one person plays every side."""
    for name in names:
        before = ply(page)
        site(page, name).click()
        answered(page, before)


def finished(page: Page) -> str:
    """Wait for the end, and return the result."""
    page.locator(OVER).first.wait_for()
    said = page.locator(SAID)
    expect(said).to_contain_text(re.compile(r"wins|won|lost|resigned|Draw"))
    return said.inner_text()


def invite(host: Page, game: str, **form: str) -> list[str]:
    """Start a game with open seats; return the links to them."""
    host.goto(begun(host, game, form))
    ready(host)
    host.locator(".invite input").first.wait_for()
    return [field.input_value() for field in host.locator(".invite input").all()]


def sit(guest: Page, link: str) -> None:
    """Follow a link and take the seat."""
    guest.goto(link)
    guest.get_by_role("button", name="Take this seat").click()
    guest.wait_for_url("**/game/*")
    ready(guest)


def packed(text: str) -> str:
    """A text as links carry it."""
    squeezer = zlib.compressobj(wbits=-15)
    squeezed = squeezer.compress(text.encode()) + squeezer.flush()
    return urlsafe_b64encode(squeezed).decode().rstrip("=")
