from __future__ import annotations

import base64
import zlib
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import Call

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Record


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the server was asked, instead of serving."""
    calls: list[Any] = []

    def serve(*arguments: Any, **named: Any) -> int:
        calls.append((arguments, named))
        return 0

    monkeypatch.setattr("livestone.server.main.serve", serve)
    return calls


def test_the_browser(call: Call, served: list[Any], tmp_path: Path) -> None:
    call("play")
    call("play --data", tmp_path, "--port", "9", "--no-browser")
    call("play --host 0.0.0.0")
    rest = {"page": ""}
    assert served == [
        ((None, "127.0.0.1", 8000), {"open_browser": True, **rest}),
        ((tmp_path, "127.0.0.1", 9), {"open_browser": False, **rest}),
        ((None, "0.0.0.0", 8000), {"open_browser": True, **rest}),
    ]


def test_a_record_in_the_browser(call: Call, served: list[Any], tmp_path: Path) -> None:
    state = State(load("freedom", size=4))
    state.play("b2")
    record, file = Record.of(state), tmp_path / "game.txt"
    file.write_text(record.as_text(), "utf-8")
    call("play --replay", file, "--ply", "1")
    page, _, content = served[0][1]["page"].partition("#")
    assert page == "shared?ply=1"
    padded = content + "=" * (-len(content) % 4)
    assert zlib.decompress(base64.urlsafe_b64decode(padded), -15).decode() == record.as_text()


def test_a_game_in_the_browser(call: Call, served: list[Any]) -> None:
    call("play --game freedom --option size=6 --level 3 --side black")
    assert served[0][1]["page"].startswith("play/freedom?level=3&seat=black&size=6")


def test_the_exit_code_of_the_server(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livestone.server.main.serve", lambda *a, **k: 1)
    call("play", code=1)
