"""What tests of several commands need."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone.cli import progress, thinking


@pytest.fixture
def ctrl_c_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is pressed as soon as a command is ready to be stopped by it."""
    asks = thinking.Stop.__call__

    def press(self: thinking.Stop) -> bool:
        if self.ready and not self.pressed:
            os.kill(os.getpid(), signal.SIGINT)
        return asks(self)

    monkeypatch.setattr(thinking.Stop, "__call__", press)


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]) -> Call:
    """Call a command, and see what it prints."""
    return Call(capfd.readouterr)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder in which a command is called."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, nothing takes so long that its progress is told."""
    monkeypatch.setattr(progress, "QUIET", 1e6)
