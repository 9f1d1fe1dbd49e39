"""People who play each other in browsers of their own, and what each of them may know."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, Route, expect
from tests.browser.conftest import HASTY, PHONE, Visitors
from tests.browser.steps import (
    MINE,
    OVER,
    REFUSED,
    SAID,
    act,
    answered,
    check,
    clock,
    finished,
    invite,
    my_turn,
    ply,
    ready,
    seat,
    shows,
    sit,
    site,
    start,
)
from tests.server.site import until

from livestone.core.state import State
from livestone.games import load

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


# The page as it stands, without the drawer that tells how the game is played and names its pieces.
CONTENT = """() => {
    const copy = document.documentElement.cloneNode(true);
    copy.querySelector("details.how")?.remove();
    return copy.outerHTML;
}"""


class Wiretap:
    """Everything of a game that reaches a page from now on: all answers, all events."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        self.events = 0
        self._waiting: list[str] = []
        self._asked: dict[str, tuple[str, str]] = {}
        self._wire = page.context.new_cdp_session(page)
        self._wire.on("Network.requestWillBeSent", self._ask)
        self._wire.on("Network.loadingFinished", self._note)
        self._wire.on("Network.eventSourceMessageReceived", self._event)
        self._wire.send("Network.enable", {"maxTotalBufferSize": 100_000_000})

    def _ask(self, told: dict[str, Any]) -> None:
        if told["request"]["url"].endswith("/drawer"):
            return  # how the game is played, which names its pieces
        self._asked[told["requestId"]] = told["request"]["method"], told["request"]["url"]

    def _note(self, told: dict[str, object]) -> None:
        if told["requestId"] in self._asked:  # what was on its way before cannot be read
            self._waiting.append(str(told["requestId"]))

    def _event(self, told: dict[str, object]) -> None:
        self.events += 1
        self.heard.append(str(told))

    def _body(self, request: str) -> str:
        try:
            found = self._wire.send("Network.getResponseBody", {"requestId": request})
        except Error:
            # The page has broken off reading, for newer news; what it would have read is there.
            method, url = self._asked[request]
            assert method == "GET"
            return self.page.context.request.get(url).text()
        return str(found["body"])

    def collect(self) -> str:
        """All that was heard so far, the page as it stands, and what its address answers now."""
        while self._waiting:
            self.heard.append(self._body(self._waiting.pop()))
        self.heard.append(str(self.page.evaluate(CONTENT)))
        return "\n".join(self.heard)


def swift(page: Page) -> Page:
    """Have every tap play at once, as somebody chooses who never slips."""
    page.evaluate("localStorage.setItem('livestone.preferences', '{\"confirm\": \"no\"}')")
    return page


def hide(page: Page) -> None:
    """Have the page be one in the background."""
    page.evaluate(
        """Object.defineProperty(document, "hidden", { value: true });
        document.dispatchEvent(new Event("visibilitychange"));"""
    )


def quiet_game(seed: int = 1) -> State:
    """A short game of hidden Kings, to its end, in which nobody jumps over anybody."""
    game = load("trangalla", ply_cap=20)
    chance = random.Random(seed)
    while True:
        state = State(game)
        for move in ("K=3b", "K=7b"):
            state.play(move)
        while not state.over and (steps := [move for move in state.legal if is_step(state, move)]):
            state.play(chance.choice(steps))
        if state.over and state.turn == 20:
            return state


def is_step(state: State, move: int) -> bool:
    """Whether a move goes to the next place, so that the turn ends and nobody is caught."""
    path = [state.game.board.site[token] for token in state.game.wording.path(state.position, move)]
    return len(path) == 2 and path[1] in state.game.board.neighbours[path[0]]


def look_on(third: Page, link: str, address: str) -> None:
    """Somebody else gets nothing of a game in which White has chosen, wherever they look."""
    third.goto(link)
    expect(third.get_by_role("alert")).to_contain_text("Another person has taken this seat")
    heard = third.content()
    assert address[-24:] not in heard
    third.goto(address)
    heading = third.get_by_role("heading", level=1)
    expect(heading).to_have_text("This game belongs to another player")
    heard += third.content()
    for secret in ("K=3b", "white King", "livestone-table"):
        assert secret not in heard


def test_a_secret_stays_with_its_owner_until_the_end(visit: Visit) -> None:
    game = quiet_game()
    white, black = visit(), swift(visit(**PHONE))
    for page in (white, black):
        page.add_init_script("delete globalThis.SharedWorker")  # of which a wiretap hears nothing
    (link,) = invite(white, "trangalla", ply_cap="20", seat1="friend")
    expect(white.locator(SAID)).to_contain_text("Waiting for a friend to take Black's seat.")
    sit(black, link)
    expect(white.locator(SAID)).to_contain_text("Choose which of your pieces is your King.")
    pages, replayed = (white, black), State(game.game)
    taps = Wiretap(white), Wiretap(black)
    for page in pages:  # so that the wire hears the events from their beginning
        page.evaluate(
            """dispatchEvent(new Event("pagehide"));
            dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))"""
        )
    # What would tell a secret: the move, the piece's name, the position's field.
    secrets = (("K=3b", "white King", "kings=3b"), ("K=7b", "black King", "kings=7b"))
    for move in game.moves:
        mover = pages[replayed.mover or 0]
        expect(mover.locator(MINE)).to_have_count(1)
        before = ply(mover)
        for token in replayed.game.wording.path(replayed.position, move):
            site(mover, token).click()
        answered(mover, before)
        replayed.play(move)
        for page in pages:
            shows(page, replayed.ply)
        if replayed.over:
            break
        if replayed.ply == 1:
            look_on(visit(), link, white.url)
        for tap, (theirs, *_) in zip(taps, (secrets[1:], secrets[:1]), strict=True):
            heard = tap.collect()
            for secret in theirs:
                assert secret not in heard, (replayed.ply, secret)
    assert all(tap.events > 10 for tap in taps)
    for page in pages:
        page.locator(OVER).first.wait_for()
        for move in ("K=3b", "K=7b"):
            expect(page.locator(".moves")).to_contain_text(move)
        for name in ("white King", "black King"):
            expect(page.locator(f'livestone-board [aria-label*="{name}"]')).to_have_count(1)


def test_a_turn_of_several_plies_in_two_browsers(visit: Visit) -> None:
    white, black = visit(), swift(visit(**PHONE))
    (link,) = invite(white, "shuttle", seat1="friend")
    sit(black, link)
    for page, origin, target in ((white, "a1", "c1"), (black, "f1", "e1"), (white, "b1", "d1")):
        before = ply(page)
        site(page, origin).click()
        site(page, target).click()
        answered(page, before)
        for other in (white, black):
            shows(other, before + 1)
    expect(white.locator(SAID)).to_contain_text("Your turn. So far: b1-d1.")
    expect(black.locator(SAID)).to_contain_text("Waiting for Player 1 (White). So far: b1-d1.")
    white.get_by_role("button", name="Undo").click()
    expect(black.locator("livestone-table")).to_have_attribute("data-last", "2")
    expect(white.get_by_role("button", name="Ask to take back")).to_be_enabled()
    site(white, "b1").click()
    site(white, "d1").click()
    white.get_by_role("button", name="Stop").click()
    expect(black.locator(SAID)).to_contain_text("White played b1-d1 stop.")
    expect(black.locator(SAID)).to_contain_text("Your turn.")


def test_taking_back_by_agreement(visit: Visit) -> None:
    white, black = visit(), visit()
    (link,) = invite(white, "freedom", size="4", seat1="friend")
    sit(black, link)
    for page, name in ((white, "b2"), (black, "b3")):
        before = ply(page)
        my_turn(page)
        site(page, name).click()
        answered(page, before)
    shows(white, 2)
    expect(white.get_by_role("button", name="Hint")).to_have_count(0)
    ask = white.get_by_role("button", name="Ask to take back")
    ask.click()
    expect(ask).to_be_disabled()
    expect(black.locator(".offers")).to_contain_text("White asks to take back b2 b3.")
    expect(black.locator(SAID)).to_contain_text("White asks to take back b2 b3.")
    black.get_by_role("button", name="Refuse").click()
    expect(white.locator(".offers")).to_be_hidden()
    assert ply(white) == 2
    ask.click()
    black.get_by_role("button", name="Allow it").focus()
    black.keyboard.press("Enter")
    expect(white.locator("livestone-table")).to_have_attribute("data-last", "0")
    assert my_turn(white)
    expect(black.locator(SAID)).to_contain_text("Waiting for Player 1 (White).")
    black.locator(".sure[data-what=resign] summary").click()
    black.get_by_role("button", name="Yes, resign").click()
    assert finished(white).endswith("You won. Black resigned.")
    black.get_by_role("button", name="Ask for a rematch").click()
    expect(white.locator(SAID)).to_contain_text("Black asks for a rematch.")
    white.get_by_role("button", name="Decline").click()
    expect(black.locator(".offers")).to_contain_text("A rematch was declined.")
    white.get_by_role("button", name="Ask for a rematch").click()
    before = black.url
    black.get_by_role("button", name="Accept").click()
    black.wait_for_url(re.compile(f"^(?!{re.escape(before)})"))
    white.wait_for_url(black.url)
    expect(seat(white, 1).locator(".name")).to_contain_text("You")
    black.locator(MINE).wait_for()


def test_three_browsers(visit: Visit) -> None:
    red, blue, green = visit(), swift(visit(**PHONE)), visit()
    links = invite(red, "twins", side="2", players="3", seat1="friend", seat2="friend")
    assert len(links) == 2
    expect(red.locator(SAID)).to_contain_text("the seats of Blue and Green")
    sit(blue, links[0])
    expect(red.locator(SAID)).to_contain_text("Waiting for a friend to take Green's seat.")
    expect(blue.locator(".invite")).to_be_hidden()
    sit(green, links[1])
    expect(red.locator(SAID)).to_contain_text("Your turn.")
    for at, page in enumerate((red, blue, blue, green, green, red, red)):
        page.locator(f'{MINE}[data-last="{at}"]').wait_for()
        page.locator("livestone-board .target").first.click()
        answered(page, at)
    for page in (red, blue, green):
        assert finished(page)


def test_calling_off_and_keyboard(visit: Visit) -> None:
    page = visit()
    page.goto("/setup/shuttle")
    page.get_by_label("Black", exact=True).select_option("friend")
    page.get_by_role("button", name="Start").press("Enter")
    page.wait_for_url("**/game/*")
    page.get_by_label(re.compile("Send this link")).focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Copy")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.locator(".sure[data-what=resign] summary").press("Enter")
    page.get_by_role("button", name="Yes, call it off").press("Enter")
    expect(page.locator(SAID)).to_contain_text("The game was called off.")


def test_both_arrive_in_the_rematch(visit: Visitors) -> None:
    """Also where who asks reads the page anew meanwhile, is cut off, or is away."""
    white, black = visit(), visit(**PHONE)
    (link,) = invite(white, "freedom", size="4", seat1="friend")
    sit(black, link)
    for meanwhile in ("reloads", "is cut off", "is away"):
        old = white.url
        act(white, old, "resign")
        act(white, old, "rematch")
        expect(white.locator(".offers")).to_contain_text("You ask for a rematch.")
        expect(black.locator(".offers")).to_contain_text("asks for a rematch.")
        if meanwhile == "reloads":
            for page in (white, black):
                page.reload()
                ready(page)
        elif meanwhile == "is cut off":
            white.context.set_offline(True)
        elif meanwhile == "is away":
            white.goto("/login")
        black.get_by_role("button", name="Accept").click()
        black.wait_for_url(re.compile(f"^(?!{re.escape(old)})"))
        if meanwhile == "is cut off":
            white.context.set_offline(False)
        elif meanwhile == "is away":
            white.goto(old)
        white.wait_for_url(black.url)
        for page in (white, black):
            shows(page, 0)
    # Whoever opens the old game again looks at it in peace.
    for _ in range(2):
        white.goto(old)
        expect(white.get_by_role("link", name="To the rematch")).to_be_visible()
    assert white.url == old
    visit.expected.append("ERR_INTERNET")


def test_a_hidden_page_says_whose_turn_it_is_and_goes_to_the_rematch(visit: Visit) -> None:
    white, black = visit(), visit()
    white.clock.install()
    (link,) = invite(white, "freedom", size="4", seat1="friend")
    expect(white).to_have_title(re.compile("^Waiting for a friend"))
    hide(white)
    sit(black, link)
    white.clock.run_for(11_000)
    expect(white).to_have_title(re.compile("^Your turn"))
    white.locator(".sure[data-what=resign] summary").click()
    white.get_by_role("button", name="Yes, resign").click()
    white.get_by_role("button", name="Ask for a rematch").click()
    expect(white.locator(".offers")).to_contain_text("You ask for a rematch.")
    black.get_by_role("button", name="Accept").click()
    black.wait_for_url(re.compile(f"^(?!{re.escape(white.url)})"))
    white.clock.run_for(11_000)
    white.wait_for_url(black.url)


def test_a_notice_about_the_network_goes(visit: Visitors) -> None:
    """Also where nothing has happened in the game since, and its events have gone on."""
    page = visit()
    page.add_init_script(HASTY)
    start(page, seat1="person")
    page.route("**/api/games/**", lambda route: route.abort("internetdisconnected"))
    site(page, "a1").click()
    expect(page.locator(REFUSED)).to_contain_text("so this was not done")
    page.unroute("**/api/games/**")
    expect(page.locator(REFUSED)).to_be_hidden()
    assert ply(page) == 0
    # The whole network, for long enough to try again in vain.
    page.context.set_offline(True)
    site(page, "a1").click()
    expect(page.locator(REFUSED)).to_contain_text("cannot be reached")
    with page.expect_event("requestfailed", lambda one: one.method == "GET"):
        pass
    page.context.set_offline(False)
    expect(page.locator(REFUSED)).to_be_hidden()
    site(page, "a1").click()
    answered(page, 0)
    visit.expected.append("ERR_INTERNET")


def is_above(upper: Locator, lower: Locator) -> bool:
    """Whether one part of a page ends where another begins, or before."""
    first, second = upper.bounding_box(), lower.bounding_box()
    return bool(first and second and first["y"] + first["height"] <= second["y"])


def test_what_arrives_is_seen_on_a_phone(visit: Visit) -> None:
    white = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    black = visit()
    (link,) = invite(white, "freedom", size="4", control="5+3", seat1="friend")
    sit(black, link)
    for number, name in enumerate(("a1", "b1", "c1")):
        act((white, black)[number % 2], white.url, "plies", move=name, ply=number)
    shows(white, 3)
    expect(seat(white, 1)).not_to_contain_text("has left")
    expect(white.locator(".notices")).to_have_text("")  # such as of a slow connection
    clocks = [clock(white, number).bounding_box() for number in (0, 1)]
    tab = white.get_by_role("button", name="Chat")
    expect(tab).to_be_in_viewport(ratio=1)
    # A message has a badge, and the chat lies over nothing that counts.
    act(black, black.url, "talk", text="Hello there")
    expect(tab).to_contain_text("1 new message")
    expect(white.get_by_role("status").filter(has_text="Hello there")).to_be_attached()
    tab.tap()
    expect(white.locator("#talk-log")).to_contain_text("Hello there")
    expect(white.locator("#talk-log")).to_be_in_viewport(ratio=1)
    expect(white.get_by_role("textbox", name="Message")).to_be_in_viewport(ratio=1)
    check(white, "a game with an open chat")
    for number in (0, 1):
        expect(clock(white, number)).to_be_in_viewport(ratio=1)
    until(lambda: all(is_above(clock(white, seat), white.locator(".talk")) for seat in (0, 1)))
    white.locator("#talk-log").focus()
    # So are offers, and who has left.
    act(black, black.url, "offer", kind="draw", ply=3)
    offer = white.locator(".offers").get_by_role("button", name="Agree")
    expect(offer).to_be_in_viewport(ratio=1)
    expect(white.locator(SAID)).to_contain_text("Black offers a draw.")
    expect(tab).to_have_attribute("aria-expanded", "false")
    until(lambda: [clock(white, number).bounding_box() for number in (0, 1)] == clocks)
    black.goto("/about")
    expect(seat(white, 1)).to_contain_text("has left")
    left = white.locator(".offers").get_by_text("has left. If they stay away")
    expect(left).to_be_in_viewport(ratio=1)

    def late(route: Route) -> None:  # as in a minute
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"claim": 0})

    pattern = re.compile(r"/api/games/[a-z0-9]+(\?|$)")
    white.route(pattern, late)
    white.reload()
    claim = white.get_by_role("button", name="Claim the win")
    expect(claim).to_be_in_viewport(ratio=1)
    claim.click()
    expect(white.locator(REFUSED)).to_contain_text("The game can be claimed in")
    white.unroute(pattern)
    black.go_back()
    expect(seat(white, 1)).not_to_contain_text("has left")
    expect(claim).to_be_hidden()
