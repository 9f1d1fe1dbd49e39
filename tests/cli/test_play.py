from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from livestone.cli.main import run
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


def test_the_browser(served: list[Any], tmp_path: Path) -> None:
    assert run(["play"]) == 0
    assert run(["play", "--data", str(tmp_path), "--port", "9", "--no-browser"]) == 0
    assert run(["play", "--host", "0.0.0.0"]) == 0
    rest = {"replay": None, "ply": None, "start": None, "site": None}
    assert served == [
        ((None, "127.0.0.1", 8000), {"open_browser": True, **rest}),
        ((tmp_path, "127.0.0.1", 9), {"open_browser": False, **rest}),
        ((None, "0.0.0.0", 8000), {"open_browser": True, **rest}),
    ]


def test_a_record_in_the_browser(served: list[Any], tmp_path: Path) -> None:
    state = State(load("freedom", size=4))
    state.play("b2")
    record, file = Record.of(state), tmp_path / "game.txt"
    file.write_text(record.as_text(), "utf-8")
    assert run(["play", "--replay", str(file), "--ply", "1"]) == 0
    rest = {"replay": record, "ply": 1, "start": None, "site": None}
    assert served[0][1] == {"open_browser": True, **rest}


def test_the_exit_code_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livestone.server.main.serve", lambda *a, **k: 1)
    assert run(["play"]) == 1
