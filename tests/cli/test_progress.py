"""Progress where standard error is no terminal."""

from __future__ import annotations

import io
import sys
import threading

import pytest
from tests.patience import PATIENCE

from livestone.cli import progress

NEVER = 1e6


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is too quick to be told of, and a step is told of once."""
    monkeypatch.setattr(progress, "QUIET", 0.0)
    monkeypatch.setattr(progress, "AGAIN", NEVER)


def test_each_step_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.bars() as tell:
        tell("bundling", 0, None)
        for done in range(4):
            tell("compiling", done, 3)
        tell("drawing", 0, None)
    assert capsys.readouterr().err.splitlines() == [
        "bundling ...",
        "compiling: 0 of 3",
        "drawing ...",
    ]


def test_a_long_step_says_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "AGAIN", 0.0)
    with progress.bar("playing") as tell:
        for done in (0, 1, 1, 2):
            tell(done, 2)
    assert capsys.readouterr().err.splitlines() == [f"playing: {done} of 2" for done in range(3)]


def test_words_that_change_all_the_time_are_one_step(capsys: pytest.CaptureFixture[str]) -> None:
    """Such as the leaders of a tournament, or what a proof has looked at."""
    with progress.status_line() as show, progress.bars() as tell:
        for done in range(100):
            show(f"{done} positions")
            tell(f"1. Ana {done}", done, 100)
    assert capsys.readouterr().err.splitlines() == ["0 positions", "1. Ana 0: 0 of 100"]


def test_what_is_quick_says_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "QUIET", NEVER)
    with progress.bars() as tell, progress.status_line() as show:
        tell("bundling", 0, None)
        tell("compiling", 0, 3)
        show("thinking")
    assert capsys.readouterr().err == ""


def test_it_is_told_within_a_step_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is being done does nothing but work."""

    class Told(io.StringIO):
        written = threading.Event()

        def flush(self) -> None:
            self.written.set()

    monkeypatch.setattr(progress, "QUIET", 0.2)
    monkeypatch.setattr(sys, "stderr", told := Told())
    with progress.status_line() as show:
        show("compiling freedom ...")
        assert told.written.wait(PATIENCE)
    assert told.getvalue() == "compiling freedom ...\n"


def test_nobody_need_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Gone())
    with progress.bars() as tell:
        tell("bundling", 0, None)
