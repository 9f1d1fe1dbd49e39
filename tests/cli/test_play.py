from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from livestone.cli.main import run


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the server was asked, instead of serving."""
    calls: list[Any] = []

    def serve(*arguments: Any, **named: Any) -> int:
        calls.append((arguments, named))
        return 0

    monkeypatch.setattr("livestone.server.run.serve", serve)
    return calls


def test_the_browser(served: list[Any], tmp_path: Path) -> None:
    assert run(["play"]) == 0
    assert run(["play", "--data", str(tmp_path), "--port", "9", "--no-browser"]) == 0
    assert run(["play", "--host", "0.0.0.0"]) == 0
    assert served == [
        ((None, "127.0.0.1", 8000), {"open_browser": True}),
        ((tmp_path, "127.0.0.1", 9), {"open_browser": False}),
        ((None, "0.0.0.0", 8000), {"open_browser": True}),
    ]


def test_the_exit_code_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livestone.server.run.serve", lambda *a, **k: 1)
    assert run(["play"]) == 1


def test_a_screen_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--terminal"]) == 2
    assert "--plain" in capsys.readouterr().err
