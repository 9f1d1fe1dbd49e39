"""What a built site holds, and that it all fits together."""

from __future__ import annotations

import hashlib
import json
import re
import struct
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.app.built import SMALL, silent

from livestone.app.build import build
from livestone.app.catalogue import start_here
from livestone.app.files import Files
from livestone.core.phrases import KINDS
from livestone.games import catalogue as all_games
from livestone.records.record import Record


@pytest.fixture
def told(files: Files) -> dict[str, Any]:
    """The catalogue."""
    found: dict[str, Any] = json.loads(files["catalogue.json"])
    return found


def test_the_catalogue_names_games_whose_files_are_there(
    files: Files, told: dict[str, Any]
) -> None:
    assert told["format"] == "livestone-site-1"
    assert [game["id"] for game in told["games"]] == ["freedom", "haalmaa_1"]
    assert {*told["start_here"]} <= {"freedom", "haalmaa_1"}
    for game in told["games"]:
        assert {f"lessons/{game['id']}.json", f"samples/{game['id']}.txt"} <= files.keys()
        assert 0 < game["minutes"][0] < game["minutes"][1]
        assert game["difficulty"] in (1, 2, 3)
        assert game["kind"] in KINDS
        assert [level["number"] for level in game["levels"]] == [*range(1, 11)]
        for compiled in game["compiled"]:
            manifest = json.loads(files[f"games/{compiled['name']}.json"])
            assert (manifest["id"], manifest["options"]) == (game["id"], compiled["options"])
            assert manifest["declared"] == game["options"]
            module = files[f"games/{manifest['module']}"]
            assert hashlib.sha256(module).hexdigest() == manifest["sha256"]
            light = f"games/{compiled['name']}.light.json"
            assert compiled.get("light", False) == (light in files)


def test_newcomers_are_sent_to_games_that_are_easy_and_short() -> None:
    games = [kind() for kind in all_games().values() if kind().words.difficulty]
    chosen = start_here(games)
    assert chosen[0] == "freedom"
    assert len(chosen) == 3
    assert all(all_games()[id]().words.difficulty == 1 for id in chosen)


def test_every_other_file_can_be_read(files: Files) -> None:
    for game in SMALL:
        lessons = json.loads(files[f"lessons/{game.id}.json"])
        assert "Sources and rulings</h2>" in lessons["rules"]
        assert "<figure" in lessons["drawer"]
        assert files[f"sheets/{game.id}.pdf"].startswith(b"%PDF-")
        assert Record.read(files[f"samples/{game.id}.txt"].decode()).game == game.id
        picture = ElementTree.fromstring(files[f"pictures/{game.id}.svg"].decode())
        assert picture.find(".//*[@class='frame']") is not None
        assert "piece" in files[f"pictures/{game.id}.svg"].decode()
    for tag in ("sr-Latn", "sr-Cyrl"):
        assert json.loads(files[f"languages/{tag}.json"])["texts"]


def test_it_can_be_installed(files: Files) -> None:
    manifest = json.loads(files["manifest.webmanifest"])
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        size = struct.unpack(">II", files[icon["src"]][16:24])
        assert icon["sizes"] == f"{size[0]}x{size[1]}"
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}


class References(HTMLParser):
    """The files that a page names."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        named = [given.get(name) for name in ("src", "href")]
        if given.get("property") == "og:image":
            named.append(given.get("content"))
        self.found += [name for name in named if name and name[0] != "#"]


def test_the_page_names_files_that_are_there(files: Files) -> None:
    page = References()
    page.feed(files["index.html"].decode())
    assert {"app.js", "app.css", "manifest.webmanifest", "picture.png"} <= {*page.found}
    assert {*page.found} - {"./"} <= files.keys()


def test_the_service_worker_keeps_every_file_by_its_content(
    files: Files, told: dict[str, Any]
) -> None:
    text = files["sw.js"].decode()
    listed = re.search(r"const FILES = (\{.*\});", text)
    assert listed is not None
    kept = json.loads(listed[1])
    for name, (digest, octets) in kept.items():
        assert digest == hashlib.sha256(files[name]).hexdigest()[:32]
        assert 0 < octets <= len(files[name]) + 50
    assert files.keys() - kept.keys() == {
        "sw.js",
        "single.js",
        "report.js",
        "table.js",
        "table.css",
        "picture.png",
    }
    app = re.search(r"const APP = (\d+);", text)
    assert app is not None
    first = [*kept][: int(app[1])]
    assert {"catalogue.json", "index.html", "worker.js"} <= {*first}
    assert not [name for name in first if name.startswith(("games/", "lessons/", "pictures/"))]
    assert f'const VERSION = "{told["version"]}";' in text


def test_the_same_source_makes_the_same_files(files: Files) -> None:
    assert build(SMALL, 1, silent) == files


def test_another_content_is_another_version(files: Files, told: dict[str, Any]) -> None:
    fewer = json.loads(build(SMALL[2:], 1, silent)["catalogue.json"])
    assert len(told["version"]) == 16
    assert fewer["version"] != told["version"]
