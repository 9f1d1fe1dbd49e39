"""What may go wrong, in Chromium and in Firefox: all is said in a sentence, nothing is lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.app.browsers import (
    CHROMIUM_OR_BOTH,
    Visit,
    press_button,
    resolves,
    says,
    stands,
    state,
)
from tests.browser.app.conftest import FORBIDDEN, KEPT, served
from tests.browser.app.test_whole_games import PRESSING

from livestone.app.files import read_folder, write_folder
from livestone.app.web_app import service_worker
from livestone.records.record import Record

pytestmark = [pytest.mark.browser, CHROMIUM_OR_BOTH]
ALONE = "#play?game=freedom&size=6&seat=all"
AGAINST_A_BOT = "#play?game=freedom&size=6&level=1&seat=white"
FULL = """window.full = true;
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  if (window.full) throw new DOMException("full", "QuotaExceededError");
  return put.apply(this, given);
};"""
# Has `kept` be the database that the page opened last.
OPENED = """const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...given) {
  const request = open.apply(this, given);
  request.addEventListener("success", () => (window.kept = request.result));
  return request;
};"""
# What may become of a database while a game is played.
FAULTS = {
    "closed": "kept.close(), kept.dispatchEvent(new Event('close'))",
    "closed-untold": "kept.close(), true",
    "aborted": """((put) => (IDBObjectStore.prototype.put = function (...given) {
      IDBObjectStore.prototype.put = put;
      const request = put.apply(this, given);
      this.transaction.abort();
      return request;
    }))(IDBObjectStore.prototype.put), true""",
    "deleted": """new Promise((resolve) => {
      indexedDB.deleteDatabase("livestone").onsuccess = () => resolve(true);
    })""",
    "renewed": """new Promise((resolve) => {
      indexedDB.open("livestone", 99).onsuccess = ({ target }) => resolve(!target.result.close());
    })""",
}
# A page of another edition, which knows nothing of others that want the database.
OLD = """new Promise((resolve) => {
  const request = indexedDB.open("livestone", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
  request.onsuccess = () => resolve(true);
})"""
DYING = """const Real = window.Worker;
let asked = 0;
window.Worker = class extends Real {
  postMessage(message, ...rest) {
    if (!message.request || asked++) return super.postMessage(message, ...rest);
    this.onerror(Object.assign(new Event("error"), { message: "killed" }));
    this.terminate();
  }
};"""
NOTICE = "a site of another edition"
LOGO = "fetch('logo.svg').then((file) => file.text())"


def plies(page: Visit, count: int) -> None:
    """Wait until the list has so many moves."""
    page.until(f"document.querySelectorAll('livestone-table .ply').length === {count}")


def press_site(page: Visit, name: str) -> None:
    """Press a site of the board."""
    page.press(f'livestone-board [data-site="{name}"]')


def test_a_link_that_is_cut_or_changed(browser: Browser, address: str, in_browser: Any) -> None:
    with in_browser(browser) as page:
        page.open(f"{address}#sample?game=freedom")
        press_button(page, "Share or save")
        link = page.until("[...document.querySelectorAll('dialog input')].at(0)?.value")
        link = link[link.index("#") :]
        for wrong in (link[:-9], link[: len(link) // 2], f"{link[:40]}A{link[41:]}", "#shared=%"):
            page.open(address + wrong)
            says(page, "cut or changed")
        page.open(f"{address}#shared=")
        says(page, "carries no game")


def test_a_page_that_only_servers_have(browser: Browser, address: str, in_browser: Any) -> None:
    with in_browser(browser) as page:
        for name in ("account", "person?name=Ada", "admin"):
            page.open(f"{address}#{name}")
            says(page, "only there on a Livestone server")


def test_a_game_that_cannot_be_kept_goes_on_and_says_so(
    browser: Browser, address: str, in_browser: Any
) -> None:
    with in_browser(browser) as page:
        page.before(FORBIDDEN)
        plays_unkept(page, address, "does not let games be kept")


def plays_unkept(page: Visit, address: str, words: str) -> None:
    """Play a ply of a game of which the page says that it is not kept; leave it and come back."""
    page.open(address + ALONE)
    says(page, words)
    state(page, "your-turn")
    press_site(page, "c3")
    stands(page, "c3", "white")
    page.until("(location.hash = '#games')")
    page.until("Boolean(document.querySelector('main .list a'))")
    page.press("main .list a")
    stands(page, "c3", "white")


def kept_plies(page: Visit, count: int) -> None:
    """Wait until the browser keeps a game of so many plies."""
    resolves(
        page,
        f"""new Promise((resolve) => {{
      indexedDB.open("livestone").onsuccess = ({{ target: {{ result: database }} }}) => {{
        const request = database.transaction("games").objectStore("games").getAll();
        request.onsuccess = () => {{
          database.close();
          resolve(request.result[0]?.moves.length === {count});
        }};
      }};
    }})""",
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_is_lost_when_the_database_fails_in_the_middle_of_a_game(
    browser: Browser, address: str, in_browser: Any, fault: str
) -> None:
    with in_browser(browser) as page:
        page.before(OPENED)
        page.open(address + ALONE)
        state(page, "your-turn")
        press_site(page, "c3")
        plies(page, 1)
        page.until(FAULTS[fault])
        press_site(page, "c4")
        press_site(page, "c5")
        plies(page, 3)
        kept_plies(page, 3)
        if fault == "renewed":
            says(page, "renewed in another tab")
        page.open(page.until("location.href"))
        plies(page, 3)


def test_what_found_no_room_is_kept_when_there_is_some(
    browser: Browser, address: str, in_browser: Any
) -> None:
    with in_browser(browser) as page:
        page.before(FULL)
        plays_unkept(page, address, "no room left")
        page.until("(window.full = false) === false")
        kept_plies(page, 1)
        page.until("!document.body.innerText.includes('no room left')")


def test_a_tab_of_an_older_edition_holds_nothing_up(
    browser: Browser, address: str, in_browser: Any
) -> None:
    with in_browser(browser) as old:
        old.open(address.replace("index.html", "logo.svg"))
        old.until(OLD)
        page = old.tab()
        page.open(address + ALONE)
        idle = old.tab()
        idle.open(address + "#help")
        for one in (page, idle):
            says(one, "older edition of Livestone open")
        state(page, "your-turn")
        press_site(page, "c3")
        stands(page, "c3", "white")
        old.close()
        kept_plies(page, 1)
        for one in (page, idle):
            one.until("!document.body.innerText.includes('older edition')")


def test_a_clock_that_jumps_makes_no_foolish_times(
    browser: Browser, address: str, in_browser: Any
) -> None:
    with in_browser(browser) as page:
        page.open(address + ALONE)
        state(page, "your-turn")
        for jump, name in ((-1e9, "c3"), (2e9, "c4")):
            page.until(f"((now) => (Date.now = () => now() + {jump}))(Date.now)")
            press_site(page, name)
            stands(page, name, "white" if name == "c3" else "black")
        page.open(f"{address}#games")
        page.until(PRESSING)
        page.until("(pressing.catchSaved(), true)")
        press_button(page, "Save all as text")
        plies = Record.read(page.until("pressing.saved")).plies
        assert len(plies) == 2
        assert all(0 <= (ply.note.seconds or 0) < 600 for ply in plies)


def test_a_second_tab_follows_and_may_take_the_game_over(
    browser: Browser, address: str, in_browser: Any
) -> None:
    elsewhere = "This game goes on in another tab"
    with in_browser(browser) as first:
        first.open(address + ALONE)
        state(first, "your-turn")
        second = first.tab()
        second.open(first.until("location.href"))
        says(second, elsewhere)
        press_site(first, "c3")
        stands(second, "c3", "white")
        press_site(second, "c4")
        stands(second, "c4", "")
        press_button(second, "Play it here")
        state(second, "your-turn")
        says(first, elsewhere)
        press_site(second, "c4")
        stands(first, "c4", "black")
        second.close()
        state(first, "your-turn")


def test_a_worker_that_dies_is_told_and_replaced(
    browser: Browser, address: str, in_browser: Any
) -> None:
    with in_browser(browser) as page:
        page.before(DYING)
        page.open(address + AGAINST_A_BOT)
        state(page, "your-turn")
        press_site(page, "c3")
        says(page, "killed")
        press_button(page, "Try again")
        plies(page, 2)


def test_an_old_browser_is_told_so_before_anything_else(
    browser: Browser, address: str, in_browser: Any
) -> None:
    with in_browser(browser) as page:
        page.before("delete window.WebAssembly;")
        page.open(address)
        says(page, "This browser is too old for these pages")
        assert page.until("String(document.querySelectorAll('h1').length)") == "0"


@pytest.mark.parametrize("ends", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_new_edition_waits_until_one_wants_it(
    browser: Browser, copy: Path, in_browser: Any, ends: bool
) -> None:
    with served(copy) as address, in_browser(browser) as page:
        if not ends:  # the old service worker, as one that is still answering something
            page.before("ServiceWorker.prototype.postMessage = () => {};")
        page.open(address)
        page.until(KEPT)
        page.open(address + AGAINST_A_BOT)
        state(page, "your-turn")
        press_site(page, "c3")
        plies(page, 2)
        game = page.until("location.href")
        renew(copy)
        # The browser may know the edition already: it comes at once where no page is left.
        page.until("(window.before = true)")
        page.until("!window.before || setTimeout(() => location.reload()) > 0")
        page.until("!window.before && document.querySelector('html[data-ready]') !== null")
        says(page, "A new edition of Livestone is here")
        plies(page, 2)
        assert page.until(LOGO) != NOTICE
        load_now(page)
        resolves(page, f"{LOGO}.then((text) => text === '{NOTICE}')")
        plies(page, 2)
        assert page.until("location.href") == game
        state(page, "your-turn")


@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "not-kept"])
def test_a_page_that_is_open_hears_of_a_new_edition(
    browser: Browser, copy: Path, in_browser: Any, keeps: bool
) -> None:
    with served(copy) as address, in_browser(browser) as page:
        if not keeps:
            page.before("delete Navigator.prototype.serviceWorker;")
        page.open(address + ALONE)
        state(page, "your-turn")
        if keeps:
            page.until(KEPT)
        press_site(page, "c3")
        plies(page, 1)
        renew(copy)
        page.until("dispatchEvent(new Event('online'))")
        says(page, "A new edition of Livestone is here")
        press_site(page, "c4")
        plies(page, 2)
        load_now(page)
        resolves(page, f"{LOGO}.then((text) => text === '{NOTICE}')")
        state(page, "your-turn")
        plies(page, 2)


def load_now(page: Visit) -> None:
    """Load the new edition, and wait for its page."""
    # Nothing is fetched meanwhile: an old service worker that is asked all the time does not end.
    page.until("(window.before = true)")
    press_button(page, "Load it now")
    page.until("!window.before && document.querySelector('html[data-ready]') !== null")


def renew(folder: Path) -> None:
    """Put another edition into the folder, of which one file is another."""
    files: dict[str, bytes] = {**read_folder(folder), "logo.svg": NOTICE.encode()}
    files["catalogue.json"] = re.sub(
        rb'"version":"\w+"', b'"version":"another"', files["catalogue.json"]
    )
    others = {name: content for name, content in files.items() if name != "sw.js"}
    write_folder({**others, "sw.js": service_worker(others, "another")}, folder)
