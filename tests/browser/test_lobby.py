"""People who meet in the lobby, each in a browser of his own, and one who watches them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.steps import answered, ply, site

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
TABLE = re.compile(r"/games/\w+$")


def test_two_meet_and_a_third_watches(visit: Visit) -> None:
    host, guest, onlooker = visit(), visit(**PHONE), visit()
    guest.goto("/lobby")
    host.goto("/challenges/new?game=freedom")
    host.get_by_label("Board size").select_option("4")
    host.get_by_label("Your side").select_option("0")
    host.get_by_role("button", name="Challenge").click()
    expect(host.locator("#waiting")).to_contain_text("Open to anyone")
    # It appears in the other's lobby, and the game begins in both, while nobody reloads anything.
    guest.get_by_role("button", name=re.compile("^Play Freedom against A guest")).click()
    expect(host).to_have_url(TABLE)
    expect(guest).to_have_url(TABLE)
    assert host.url == guest.url
    onlooker.goto("/lobby")
    onlooker.locator(f'.boards a[href$="{host.url.rpartition("/")[2]}"]').click()
    expect(onlooker.locator("#onlooker")).to_have_text("You are watching.")
    before = ply(onlooker)
    site(host, "a1").click()
    answered(onlooker, before)
    expect(onlooker.locator("#said")).to_contain_text("(Black) to move.")
    assert onlooker.locator("#type, #resign, #board[data-playable]").count() == 0
    expect(guest.locator("#said")).to_contain_text("Your turn.")


def test_two_who_wait_are_paired_by_the_keyboard(visit: Visit) -> None:
    one, other = visit(), visit()
    for page in (one, other):
        page.goto("/lobby")
        page.get_by_label("Game", exact=True).first.select_option("twins")
    one.get_by_role("button", name="Medium: 10 minutes + 5 seconds a turn").press("Enter")
    expect(one.locator("#waiting")).to_contain_text("Looking for an opponent")
    other.get_by_role("button", name="Medium: 10 minutes + 5 seconds a turn").press("Enter")
    for page in (one, other):
        expect(page).to_have_url(TABLE)
    assert one.url == other.url


def test_onlookers_never_hold_a_secret(visit: Visit) -> None:
    host, guest, onlooker = visit(), visit(), visit()
    options = {"game": "twins", "control": "none", "public": True}
    options |= {"options": {"side": "2", "secret": True}, "side": 0}
    made = host.request.post("/api/challenges", data=options).json()
    table = guest.request.post(f"/api/challenges/{made['id']}/take").json()["table"]
    onlooker.goto(f"/games/{table}")
    for page in (host, guest):
        page.goto(f"/games/{table}")
        view = page.request.get(f"/api/games/{table}").json()
        secret = view["legal"][-1]
        body = {"move": secret, "ply": view["ply"]}
        before = ply(onlooker)
        assert page.request.post(f"/api/games/{table}/plies", data=body).ok
        answered(onlooker, before)
        shown = onlooker.request.get(f"/api/games/{table}").json()
        assert [turn["plies"][0]["text"] for turn in shown["turns"]] == ["chosen"] * (
            view["ply"] + 1
        )
        record = onlooker.request.get(f"/games/{table}/record/txt").text()
        assert secret not in record.split()
    expect(onlooker.locator("#record").get_by_text("chosen")).to_have_count(2)


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
