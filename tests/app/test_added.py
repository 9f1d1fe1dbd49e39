"""The app with games of files: their entries, files and lessons, beside what it has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from livestone import games
from livestone.app import modules
from livestone.app.added import ADDED, Added
from livestone.app.serving import PAGE, File, file_of
from livestone.conformance.starting import write_start
from livestone.games import add_file


class Page:
    """An app of one page and a catalogue."""

    def find(self, name: str) -> File | None:
        known = {PAGE: b'<html lang="en"><body><p>', "catalogue.json": b"{}"}
        return file_of(known[name]) if name in known else None


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of a game."""
    monkeypatch.setenv("LIVESTONE_GAMES", "")
    monkeypatch.setattr(games, "_registered", dict(games._registered))
    write_start("Mine", tmp_path / "mine")
    add_file(str(tmp_path / "mine"))
    return str(tmp_path / "mine" / "rules.py")


def read(app: Added, name: str) -> bytes:
    found = app.find(name)
    assert found
    return found.content


def test_a_compiled_game_is_played_and_taught(mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"mine.wasm": b"\0asm", "mine.json": b'{ "id": "mine" }'}
    monkeypatch.setattr(
        modules, "kept_files", lambda game: files if game.option["size"] == 3 else None
    )
    app = Added(Page(), [mine])
    (entry,) = json.loads(read(app, ADDED))
    assert (entry["id"], entry["title"]) == ("mine", "Mine")
    assert entry["compiled"] == [{"name": "mine", "options": {"size": 3}}]
    assert read(app, "games/mine.wasm") == b"\0asm"
    assert read(app, "games/mine.json") == b'{"id":"mine"}'
    assert "three of your stones" in json.loads(read(app, "lessons/mine.json"))["rules"]
    assert read(app, PAGE) == b'<html lang="en"><body data-added><p>'
    assert read(app, "catalogue.json") == b"{}"
    assert app.find("games/other.wasm") is None


def test_a_game_that_is_not_compiled_is_left_to_the_server(
    mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modules, "kept_files", lambda game: None)
    app = Added(Page(), [mine, "/nowhere/rules.py"])
    (entry,) = json.loads(read(app, ADDED))
    assert entry["compiled"] == []
    assert b"<svg" in read(app, "pictures/mine.svg")
