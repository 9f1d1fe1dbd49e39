"""Every page of the app, from a server and from a folder, in Chromium and in Firefox, on a phone.

Nothing sticks out of the screen at any width, nothing moves while the page comes up, the console
stays silent, and axe finds nothing in the light or in the dark: in Chromium among the quick tests,
since both browsers are given the same elements and styles, and in Firefox among the slow ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from axe_playwright_python.base import AxeResults
from playwright.sync_api import Browser
from tests.browser.app.browsers import CHROMIUM_OR_BOTH, Visit
from tests.browser.steps import AXE, COLOURS, VIOLATIONS, packed
from tests.browser.widths import STICKING_OUT, WIDTHS
from tests.portable.javascript import JS
from tests.server.classes import conftest as classes
from tests.server.roles import Cast, cast
from tests.server.site import new_game, play_move

from livestone.freeplay import box
from livestone.server.classes.hosts import Hosts

pytestmark = [pytest.mark.browser, CHROMIUM_OR_BOTH]
ROUTES = (JS / "app" / "routes.js").read_text().partition("PATHS = {")[2].partition("};")[0]
PATHS = dict(re.findall(r'^  (?:""|(\w+)): "(/.*)",$', ROUTES, re.MULTILINE))
Fields = dict[str, str]
PHONE = (390, 844)
STILL = 0.1  # what Core Web Vitals call a good layout shift
# What pages complain of, and how far their parts have moved, from the first moment on.
LISTENING = """
  const told = (window.told = { said: [], shift: 0 });
  for (const kind of ["error", "warn"]) {
    const usual = console[kind];
    console[kind] = (...all) => { told.said.push(all.join(" ")); usual(...all); };
  }
  addEventListener("error", (event) => told.said.push(event.message ?? "a file is missing"), true);
  addEventListener("unhandledrejection", (event) => told.said.push(String(event.reason)));
  addEventListener("securitypolicyviolation", (event) => told.said.push(event.violatedDirective));
  if (PerformanceObserver.supportedEntryTypes.includes("layout-shift")) {
    new PerformanceObserver((all) => {
      for (const one of all.getEntries()) if (!one.hadRecentInput) told.shift += one.value;
    }).observe({ type: "layout-shift", buffered: true });
  }
"""
READY = """async () => {
  const root = document.documentElement;
  while (!("ready" in root.dataset)) await new Promise((done) => setTimeout(done, 20));
  await document.fonts.ready;
  return null;
}"""
# Has the page been drawn as wide as the screen is by now.
SEEN = "() => new Promise((done) => requestAnimationFrame(() => done(null)))"
OPTIONS = '{"size":10,"scoring":"stones","last_cell":"choice"}'


FIELDS: dict[str, Fields] = {
    name: {"game": "freedom"} for name in ("setup", "rules", "sample", "lessons")
}
FIELDS |= {
    "play": {"game": "freedom", "size": "6"},
    "analysis": {"game": "freedom", "size": "6", "moves": "a1 a2 ( b1 ) a3"},
    "puzzles": {"game": "freedom"},
    "puzzle": {"game": "freedom", "n": "1"},
}
# What stands in addresses after `#`.
CARRIED = {
    "link": packed(f'["abcdefghijkl",[0],"freedom",{OPTIONS},["Ana",""],"","e5",null,1700000000]'),
    "shared": packed("Livestone record 1\nGame: freedom\n\n1. e5\n\nResult: running\nEnd\n"),
}
ON_DEVICE = (
    *("", "play", "setup", "lessons", "rules", "sample", "analysis", "puzzles", "puzzle", "daily"),
    *("games", "settings", "help", "about", "shared", "link", "lobby"),
)
# Those that are not what they are at a server, where axe judges the others.
OTHERWISE = {"", "games", "settings", "link", "lobby"}
ROLES = {"admin": "staff", "audit": "staff", "newtournament": "operator", "invitation": "guest"}
ROLES |= {"tournamentsettings": "operator", "freeplay": "operator"}
ROLES |= {"newclasstournament": "operator", "classsettings": "operator"}


@pytest.fixture(scope="module")
def world(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Cast, dict[str, Fields]]]:
    """A server with everything that pages are about, and what their addresses name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIVESTONE_APP", str(folder))
        patch.setattr(Hosts, "play", classes.fall)  # no file is played
        patch.setattr(Hosts, "check", classes.look)
        patch.setattr(box, "missing", lambda: None)
        everybody = cast(tmp_path_factory.mktemp("world"))
        with ThreadPoolExecutor(1) as threads:  # an event loop runs in this one
            made = threads.submit(everybody.__enter__).result()
            with httpx.Client(base_url=made.url, headers=made.headers["player"]) as player:
                over = new_game(player, "me", "person")["id"]
                play_move(player, over, "a1", 0)
                assert player.post(f"/api/games/{over}/resign").is_success
                spec = {"game": "freedom", "options": {"size": 4}, "audience": "link"}
                challenge = player.post("/api/challenges", json=spec).json()["id"]
                versions = f"/api/classes/{made.school}/versions"
                assert player.post(versions, json={"text": "class MyPlayer: pass"}).is_success
                school = player.get(f"/api/classes/{made.school}").json()
            ids = {"game": made.game, "review": over, "challenge": challenge, "study": made.study}
            ids |= {
                "invitation": made.invitation,
                "tournament": made.ladder,
                "freeplaygame": "none",
            }
            ids["tournamentsettings"] = made.ladder
            named = {name: {"id": id} for name, id in ids.items()} | {"person": {"name": "Playere"}}
            room = {
                "id": made.school,
                "tournament": school["ladder"],
                "number": str(school["number"]),
            }
            for name in ("class", "screen", "newclasstournament"):
                named[name] = {"id": made.school}
            named["classsettings"] = {name: room[name] for name in ("id", "tournament")}
            named["classplayer"] = {name: room[name] for name in ("id", "number")}
            yield made, FIELDS | named
            threads.submit(everybody.__exit__, None, None, None).result()


def path_of(name: str, fields: Fields) -> str:
    """The path of a page at a server; a field that is needed must be there."""
    rest = dict(fields)

    def filled(found: re.Match[str]) -> str:
        return "/" + quote(rest.pop(found[1], "") if found[2] else rest.pop(found[1]))

    path = re.sub(r"/:(\w+)(\??)", filled, PATHS[name]).partition("#")[0].rstrip("/")
    return path + (f"?{urlencode(rest)}" if rest else f"#{CARRIED.get(name, '')}").rstrip("#")


def look(page: Visit, name: str, address: str, axe: bool) -> list[str]:
    """Open a page, and return what is wrong with it; ``axe`` judges it where it is asked to."""
    page.open(address)
    page.run(READY)
    told = json.loads(page.run("() => JSON.stringify(window.told)"))
    found = [f"{name} said {text}" for text in told["said"]]
    if told["shift"] >= STILL:
        found.append(f"{name} moves by {told['shift']:.3f}")
    if axe:
        found += judged(page, name)
    for width in WIDTHS:
        page.resize(width, 844)
        page.run(SEEN)
        if wide := json.loads(page.run(f"() => JSON.stringify(({STICKING_OUT})())")):
            found.append(f"{name} on a screen of {width}: {wide}")
    page.resize(*PHONE)
    return found


def judged(page: Visit, name: str) -> list[str]:
    """What axe says of a page, in the light and in the dark."""
    found = []
    page.run(f"() => {{ {AXE.axe_script}; return null; }}")
    for theme, options in (("light", VIOLATIONS), ("dark", VIOLATIONS | {"runOnly": COLOURS})):
        page.run(f"() => {{ document.documentElement.dataset.theme = '{theme}'; return null; }}")
        text = page.run(f"async () => JSON.stringify(await axe.run({json.dumps(options)}))")
        results = AxeResults(json.loads(text))
        if results.response["violations"]:
            found.append(f"{name}, {theme}: {results.generate_report()}")
    return found


def test_from_a_server(
    in_browser: Any, browser: Browser, world: tuple[Cast, dict[str, Fields]]
) -> None:
    made, fields = world
    wrong = []
    with in_browser(browser) as page:
        page.before(LISTENING)
        page.resize(*PHONE)
        for name in sorted(PATHS, key=lambda name: (ROLES.get(name, ""), name)):
            cookie = made.headers[ROLES.get(name, "player")]["Cookie"]
            page.cookie(made.url, *cookie.split("=", 1))
            wrong += look(page, name, made.url + path_of(name, fields.get(name, {})), axe=True)
    assert not wrong, "\n".join(wrong)


def test_from_a_folder(in_browser: Any, browser: Browser, address: str) -> None:
    wrong = []
    with in_browser(browser) as page:
        page.before(LISTENING)
        page.resize(*PHONE)
        for name in ON_DEVICE:
            query, rest = urlencode(FIELDS.get(name, {})), CARRIED.get(name, "")
            end = f"?{query}" if query else f"={rest}" if rest else ""
            wrong += look(page, name, f"{address}#{name}{end}", name in OTHERWISE)
    assert not wrong, "\n".join(wrong)
