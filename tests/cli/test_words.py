from __future__ import annotations

import os
import subprocess
import sys

import pytest

from livestone.cli import words
from livestone.core.state import State
from livestone.games import load


def test_standing_in_words() -> None:
    state = State(load("freedom", size=4))
    assert words.score(state.view()) == "White 0, Black 0 live stones"
    state = State(load("line_sauce"))
    for move in ("e5", "d4", "d5"):
        state.play(move)
    assert words.score(state.view()) == "X: no lines; O: 2"
    assert words.score(State(load("brainline")).view()) == ""
    state = State(load("haalmaa_5"))
    assert words.score(state.view()) == "Blue: 0 of 8 home; Green: 0 of 8 home"


def test_without_unicode_pieces_are_letters() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "livestone", "position", "freedom", "--moves", "e5 d4"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert "w white stone" in done.stdout
    assert "b black stone" in done.stdout
    assert "?" not in done.stdout


@pytest.mark.parametrize(
    ("locale", "ascii"),
    [
        ({}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # as Python changes it
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, True),
    ],
)
def test_which_terminals_have_ascii_only(locale: dict[str, str], ascii: bool) -> None:
    assert words.is_ascii(locale) == ascii
