"""What tests of several commands need."""

from __future__ import annotations

import os
import signal

import pytest

from livestone.cli import thinking


@pytest.fixture
def ctrl_c_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is pressed as soon as a command is ready to be stopped by it."""
    asks = thinking.Stop.__call__

    def press(self: thinking.Stop) -> bool:
        if self.ready and not self.pressed:
            os.kill(os.getpid(), signal.SIGINT)
        return asks(self)

    monkeypatch.setattr(thinking.Stop, "__call__", press)
