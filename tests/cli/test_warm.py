"""Compiling ahead, and what is said while a game is compiled."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import Call
from tests.cli.terminal import Terminal

from livestone.cli.progress import compiling_shown
from livestone.compiler.notices import compiling
from livestone.games import load

WARM = [sys.executable, "-m", "livestone", "warm", "freedom", "--option", "size=4", "--level", "1"]
SAID = "compiling Freedom (size 4"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.usefixtures("cache")
def test_a_pipe_is_told_once_and_not_of_what_is_compiled_already() -> None:
    first, second = (subprocess.run(WARM, capture_output=True, text=True) for _ in range(2))
    assert (first.returncode, second.returncode, second.stderr) == (0, 0, "")
    assert first.stderr.startswith(SAID)
    assert first.stderr.endswith("for this machine, once ...\n")
    assert first.stderr.count("\n") == 1
    for done in (first, second):
        assert re.fullmatch(r"Freedom \(size 4.*\): ready after \d+\.\d s\n", done.stdout)


def test_the_forms_of_a_game_are_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    game = load("freedom", size=4)
    with compiling_shown():
        for form in (game, game.for_search, game.for_solving):
            with compiling(form) as begin:
                begin()
    assert capsys.readouterr().err.count(SAID) == 1


@pytest.mark.usefixtures("cache")
def test_a_terminal_shows_it_meanwhile() -> None:
    terminal = Terminal(WARM)
    terminal.until(SAID)
    rest, code = terminal.rest()
    assert code == 0
    assert re.search(r"\r +\r", rest)  # erased
    assert "ready after" in rest.splitlines()[-1]


def test_a_game_that_is_not_named_has_no_options(call: Call) -> None:
    assert "name one" in call("warm --option size=4", code=2).err
    assert "--level 11" in call("warm freedom --level 11", code=2).err
    assert "no game 'chess'" in call("warm chess", code=2).err


def test_a_game_with_everything_that_playing_needs(call: Call) -> None:
    assert call("warm freedom --option size=4").out.startswith("Freedom (size 4")
    assert os.listdir(".") == []
