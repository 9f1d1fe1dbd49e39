"""People who meet in the lobby, each in their own browser, and one who watches them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.steps import MINE, SAID, answered, ply, site

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
TABLE = re.compile(r"/game/\w+$")


def test_two_meet_and_a_third_watches(visit: Visit) -> None:
    host, guest, onlooker = visit(), visit(**PHONE), visit()
    guest.goto("/lobby")
    host.goto("/challenges/new?game=freedom")
    host.get_by_label("Board size").select_option("4")
    host.get_by_label("Your side").select_option("0")
    host.get_by_role("button", name="Challenge").click()
    expect(host.locator("#waiting")).to_contain_text("Open to anyone")
    # It appears in the other's lobby, and the game begins in both, while nobody reloads anything.
    # Others may be open: the server is shared.
    mine = host.locator("#waiting .notice").get_attribute("id") or ""
    guest.locator(f"#{mine.replace('mine', 'offer')} button").click()
    expect(host).to_have_url(TABLE)
    expect(guest).to_have_url(TABLE)
    assert host.url == guest.url
    onlooker.goto("/lobby")
    onlooker.locator(f'.boards a[href$="{host.url.rpartition("/")[2]}"]').click()
    expect(onlooker.locator("#onlooker")).to_have_text("You are watching.")
    before = ply(onlooker)
    site(host, "a1").click()
    answered(onlooker, before)
    expect(onlooker.locator(SAID)).to_contain_text("(Black) to move.")
    assert onlooker.locator(f"form.type:visible, .sure, {MINE}").count() == 0
    expect(guest.locator(SAID)).to_contain_text("Your turn.")


def test_who_waits_appears_to_others_and_is_paired_by_the_keyboard(visit: Visit) -> None:
    one, other, late = visit(), visit(**PHONE), visit()
    other.goto("/lobby")
    late.goto("/lobby")
    one.goto("/lobby")
    one.locator("#quick-game").select_option("twins")
    one.get_by_role("button", name="Quick: 5 minutes + 3 seconds a turn").click()
    # Nobody reloads anything: it appears, and goes again.
    for page in (other, late):
        seek = page.get_by_role("region", name="Waiting for an opponent").get_by_role("listitem")
        expect(seek).to_contain_text("5 minutes + 3 seconds a turn, casual")
    other.get_by_role("button", name="Play Twins against A guest").press("Enter")
    for page in (one, other):
        expect(page).to_have_url(TABLE)
    assert one.url == other.url
    expect(late.get_by_role("region", name="Waiting for an opponent")).to_have_count(0)
    # Two who press the same are paired as well.
    for page in (late, other):
        page.goto("/lobby")
        page.locator("#quick-game").select_option("twins")
        page.get_by_role("button", name="Medium: 10 minutes + 5 seconds a turn").press("Enter")
        if page is late:
            expect(page.locator("#waiting")).to_contain_text("Looking for an opponent")
    for page in (late, other):
        expect(page).to_have_url(TABLE)
    assert late.url == other.url


def test_the_game_chosen_for_pairing_stays_chosen(visit: Visit) -> None:
    page, other = visit(), visit()
    page.goto("/lobby")
    game = page.locator("#quick-game")
    game.select_option("twins")
    page.get_by_role("button", name="Medium: 10 minutes + 5 seconds a turn").click()
    expect(page.locator("#waiting")).to_contain_text("Looking for an opponent")
    expect(game).to_have_value("twins")
    page.get_by_role("button", name="Cancel Twins").click()
    expect(page.locator("#waiting")).not_to_contain_text("Looking for an opponent")
    expect(game).to_have_value("twins")
    game.evaluate("field => field.classList.add('before')")
    page.get_by_role("link", name="Lobby").first.click()
    expect(page.locator("#quick-game.before")).to_have_count(0)
    expect(game).to_have_value("twins")
    # What is chosen and not yet sent stays when others change the lobby.
    game.select_option("any")
    made = other.request.post("/api/lobby/quick", data={"game": "twins", "control": "1d"})
    expect(page.locator(f"#offer-{made.json()['id']}")).to_be_visible()
    expect(game).to_have_value("any")
    # So it does where it is refused, and the reason stays to be read.
    challenge = {"game": "freedom", "control": "2d"}
    for _ in range(3):
        assert page.request.post("/api/challenges", data=challenge).ok
    page.get_by_role("button", name="Long: 30 minutes + 20 seconds a turn").click()
    expect(page.get_by_role("alert")).to_contain_text("Nobody has more than 3 challenges")
    page.evaluate("document.body.dataset.same = 'yes'")
    assert other.request.post(f"/api/challenges/{made.json()['id']}/cancel").ok
    expect(page.locator(f"#offer-{made.json()['id']}")).to_have_count(0)
    assert page.evaluate("document.body.dataset.same") == "yes", "it was not loaded again"
    expect(page.get_by_role("alert")).to_contain_text("Nobody has more than 3 challenges")
    expect(game).to_have_value("any")
    # The other ways to meet go on with the game that is chosen.
    game.select_option("twins")
    page.get_by_role("link", name="Play a friend").click()
    expect(page.get_by_role("heading", name="Challenge a friend")).to_be_visible()
    expect(page.get_by_label("Game", exact=True)).to_have_value("twins")


def test_a_friend_takes_a_challenge_by_its_link(visit: Visit) -> None:
    host, friend = visit(), visit(**PHONE)
    host.goto("/challenges/new?game=freedom&audience=link&size=4")
    host.get_by_role("radio", name="A player by name").check()
    host.get_by_label("Name", exact=True).fill("Nobody-of-that-name")
    host.get_by_label("Or your own").fill("7+7")
    host.get_by_role("button", name="Challenge", exact=True).click()
    # What is refused is said at the button, and nothing that was entered is lost.
    expect(host.get_by_role("alert")).to_contain_text("Nobody here is called")
    host.get_by_role("radio", name="A friend, by link").check()
    host.get_by_role("button", name="Get the link").click()
    link = host.get_by_label("Send this link").input_value()
    friend.goto(link)
    expect(friend.get_by_text("A guest wants to play.")).to_be_visible()
    expect(friend.locator("header p")).to_contain_text("7 minutes + 7 seconds a turn, casual")
    friend.get_by_role("button", name="Accept").click()
    for page in (host, friend):
        expect(page).to_have_url(TABLE)
    assert host.url == friend.url
    # Who has seen that it began is not led there again.
    host.goto("/lobby")
    expect(host.get_by_role("heading", name="Play now")).to_be_visible()
    third = visit()
    third.goto(link)
    expect(third.get_by_text("This challenge is taken")).to_be_visible()
    expect(host).to_have_url(re.compile("/lobby$"))


def test_who_is_challenged_sees_it_on_every_page_and_declines(visit: Visit) -> None:
    host, invited = visit(), visit(**PHONE)
    account = {"name": "Invited", "password": "four words will do"}
    assert invited.request.post("/api/register", data=account).ok
    spec = {"game": "freedom", "audience": "person", "to": "Invited"}
    invited.goto("/settings")
    expect(invited.get_by_role("link", name="Invited")).to_be_visible()
    made = host.request.post("/api/challenges", data=spec).json()
    invited.get_by_role("button", name="Menu: 1 challenge for you").click()
    invited.get_by_role("link", name="Lobby 1 challenge for you").click()
    host.goto(f"/challenges/{made['id']}")
    expect(host.get_by_text("Waiting for Invited to answer")).to_be_visible()
    invited.locator("#waiting").get_by_role("button", name="Decline Freedom").click()
    expect(invited.get_by_role("button", name="Menu", exact=True)).to_be_visible()
    expect(host.get_by_text("This challenge was declined.")).to_be_visible()
    host.get_by_role("link", name="To the lobby").click()
    expect(host.locator("#waiting")).to_contain_text("Invited has declined your challenge")


HIDDEN = """
window.Notification = class {
  static permission = "granted";
  constructor(words) { sessionStorage.setItem("told", words); }
  addEventListener() {}
};
Object.defineProperty(document, "hidden", { get: () => true });
"""


def test_a_hidden_page_that_waits_tells_that_the_game_begins(visit: Visit) -> None:
    host, guest = visit(), visit()
    made = host.request.post("/api/challenges", data={"game": "twins"}).json()
    host.add_init_script(HIDDEN)
    host.goto("/lobby")
    assert guest.request.post(f"/api/challenges/{made['id']}/take").ok
    expect(host).to_have_url(TABLE)
    assert host.evaluate("sessionStorage.getItem('told')") == "Your game begins"
