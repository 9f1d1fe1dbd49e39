from __future__ import annotations

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
    rest = {"replay": None, "ply": None, "start": None, "site": None}
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
    rest = {"replay": record, "ply": 1, "start": None, "site": None}
    assert served[0][1] == {"open_browser": True, **rest}


def test_the_exit_code_of_the_server(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livestone.server.main.serve", lambda *a, **k: 1)
    call("play", code=1)
