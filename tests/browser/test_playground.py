"""A player is written in the browser, plays there, and reaches nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.app.built import built_site
from tests.browser.conftest import PICTURE, Server, Visitors, serving
from tests.browser.firefox import firefox
from tests.browser.steps import check, packed
from tests.freeplay.players import game_player, player
from tests.portable.javascript import program

from livestone.games import load
from livestone.lessons.player_lessons import lessons

pytestmark = pytest.mark.browser
SAID = ".write .outcome"
# What a stranger's file might try; each says what came of it.
TRYING = """
import js
def attempt(name, act):
    try: print(name, "reached", act())
    except BaseException as error: print(name, "refused")
def ask():
    request = js.XMLHttpRequest.new()
    request.open("GET", {url!r}, False)
    request.send()
    return request.status
attempt("network", ask)
attempt("script", lambda: js.importScripts({url!r}))
attempt("storage", lambda: js.indexedDB.open("livestone"))
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    site = built_site([load("freedom", preset="freeplay"), load("straat")])
    with serving(tmp_path_factory.mktemp("games"), app=site) as running:
        yield running


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    with Visitors(browser, server.url, PICTURE) as visitors:

        def opened(address: str = "/write") -> Page:
            page = visitors()
            page.goto(address)
            expect(page.locator(SAID)).to_have_text("Ready: press Run.")
            return page

        yield opened


def open_file(page: Page, text: str) -> None:
    """Have the editor open a file of one's own."""
    file = {"name": "mine.py", "mimeType": "text/x-python", "buffer": text.encode()}
    page.locator(".write input[type=file]").set_input_files(file)  # type: ignore[arg-type]


def run(page: Page, text: str = "") -> Locator:
    """Have a file play; return where it is told how that went."""
    if text:
        open_file(page, text)
    page.get_by_role("button", name="Run", exact=True).click()
    return page.locator(SAID)


def test_a_player_is_handed_in(browser: Browser, server: Server) -> None:
    """To the class that the server says one is in; a file of somebody else is not."""
    line = {"id": "c1", "name": "5a", "number": 3, "teacher": False}
    sent = []

    def taken(route: Route) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(status=201, json={"version": 2, "bytes": 9, "at": 0.0, "fault": ""})

    with Visitors(browser, server.url, PICTURE) as visitors:
        page = visitors()
        page.route("**/api/classes", lambda route: route.fulfill(json=[line]))
        page.route("**/api/classes/c1/versions", taken)
        page.goto("/write")
        expect(page.locator(SAID)).to_have_text("Ready: press Run.")
        page.get_by_role("button", name="Hand in to 5a").click()
        expect(page.locator(SAID)).to_have_text("Version 2 is handed in, and plays from now on.")
        assert "class " in sent[0]["text"]
        page.goto("about:blank")
        page.goto(f"{server.url}/write#{packed('pass')}")
        page.get_by_role("button", name="Hand in to 5a").click()
        expect(page.locator(SAID)).to_contain_text("keep it as yours first")
        assert len(sent) == 1


def test_a_player_is_written_and_plays(opened: Callable[..., Page]) -> None:
    page = opened()
    page.get_by_label("against").select_option("first-free")
    expect(run(page)).to_have_text("Lost, 12 to 20.")
    expect(page.locator(".write .log")).to_contain_text("INFO I play next to")
    check(page, "the playground")
    # A mistake is explained, and its line marked; then the game goes on from before it.
    wrong = player(
        "if len(self.board.moves) > 4: return self.board.legl[0]\nreturn self.board.legal[0]"
    )
    expect(run(page, wrong)).to_contain_text("line 5); did you mean legal?")
    expect(page.locator(".cm-wrong")).to_contain_text("legl")
    expect(page.locator("livestone-table")).to_have_attribute("data-state", "over")
    open_file(page, wrong.replace("legl", "legal"))
    page.get_by_role("button", name="From here again").click()
    expect(page.locator(SAID)).to_contain_text("to 20.")
    # It is kept, and a link holds it: whoever opens that is asked first.
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("self.board.legal[0]")


def test_a_player_of_another_game_plays(opened: Callable[..., Page]) -> None:
    """By the compiled game; its file is kept beside that of Freedom."""
    page = opened("/write?game=straat")
    expect(page.locator(".cm-content")).to_contain_text("livestone try my_straat.py --game straat")
    expect(run(page)).to_have_text(re.compile("^(Won|Lost|Drawn)"))
    expect(page.locator(".write .log")).to_contain_text("your move")
    check(page, "the playground of another game")
    wrong = game_player("return state.legl[0]")
    expect(run(page, wrong)).to_contain_text("line 5); did you mean legal?")
    expect(run(page, game_player("return 'a9'"))).to_contain_text("Lost, because")
    page.get_by_label("Game", exact=True).select_option("freedom")
    expect(page.locator(".cm-content")).to_contain_text("class MyPlayer(Player)")
    page.go_back()
    expect(page.locator(".cm-content")).to_contain_text("'a9'")


@pytest.mark.slow
def test_a_lesson_is_learnt_and_a_boss_is_beaten(opened: Callable[..., Page]) -> None:
    page = opened()
    page.goto("/write?step=1")
    expect(page.locator(SAID)).to_have_text("Ready: press Run.")
    expect(page.locator(".cm-content")).to_contain_text("return 0, 0")
    answer = page.locator(".lesson .answer")
    page.get_by_role("button", name="Check").click()
    expect(answer).to_contain_text("Game 1 against random was lost: it played (0, 0)")
    expect(page.locator(".cm-wrong, .write .log .wrong").first).to_be_visible()
    open_file(page, lessons()[0].solution)
    page.get_by_role("button", name="Check").click()
    expect(answer).to_contain_text("That is right.")
    page.get_by_role("button", name="Next lesson").click()
    expect(page.get_by_role("heading", name="Lesson 2 of 6: Points at once")).to_be_visible()
    assert page.url.endswith("/write?step=2")
    # What has been done is kept, and lessons go on from there.
    page.reload()
    expect(page.locator(".lesson summary").first).to_have_text("Lessons: 1 of 6 done")
    expect(page.locator(SAID)).to_have_text("Ready: press Run.")
    open_file(page, lessons()[2].solution)
    page.get_by_role("button", name="Play against random").click()
    expect(page.locator(".league [role=status]")).to_contain_text("You have beaten random")
    expect(page.locator(".ladder [aria-current]")).to_have_text("level 1 next")
    check(page, "a lesson")


@pytest.mark.slow
def test_a_player_plays_in_firefox(server: Server) -> None:
    said = f"document.querySelector('{SAID}')?.textContent"
    with firefox(program("firefox-esr")) as tab:
        tab.open(f"{server.url}/write")
        tab.until(f"{said} === 'Ready: press Run.'")
        tab.press(".write .tools button.main")
        assert "40" in tab.until(f"/^(Won|Lost|Drawn), /.test({said}) && {said}")
        wrong = player("return self.board.legl[0]")
        tab.open(f"{server.url}/write#{packed(wrong)}")
        tab.until(f"{said} === 'Ready: press Run.'")
        tab.press(".write .tools button.main")
        tab.press("dialog button.main")
        assert "line 5" in tab.until(f"{said}.startsWith('Lost, because') && {said}")


@pytest.mark.slow
def test_an_endless_loop_is_ended_and_its_line_named(opened: Callable[..., Page]) -> None:
    said = run(opened(), player("while not self.board.moves:\n    pass\nreturn 0, 0"))
    expect(said).to_contain_text("it gave no answer within 5 seconds: still in line")


def test_a_stranger_s_file_is_asked_about_and_reaches_nothing(
    opened: Callable[..., Page], server: Server
) -> None:
    page = opened()
    heard: list[str] = []
    page.context.on("response", lambda response: heard.append(response.url))
    text = TRYING.format(url=f"{server.url}/api/account?stolen") + player(
        "return self.board.legal[0]"
    )
    page.goto("about:blank")
    page.goto(f"{server.url}/write#{packed(text)}")
    expect(page.locator(SAID)).to_have_text("Ready: press Run.")
    expect(page.locator(".cm-content")).to_contain_text("attempt")
    before = len(heard)
    run(page)
    page.get_by_role("button", name="Do not run it").click()
    expect(page.locator(SAID)).to_have_text("Ready: press Run.")
    run(page)
    page.get_by_role("button", name="Run it", exact=True).click()
    expect(page.locator(SAID)).to_contain_text("to ")
    told = page.locator(".write .log li").all_text_contents()
    found = [line for line in told if line.startswith(("network", "script", "storage"))]
    assert found == ["network refused", "script refused", "storage refused"]
    assert not [url for url in heard[before:] if url.endswith("stolen")]
