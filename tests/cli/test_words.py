from __future__ import annotations

from livestone.cli import words
from livestone.core.state import State
from livestone.games import load


def test_how_everybody_stands() -> None:
    state = State(load("freedom", size=4))
    assert words.score(state.view()) == "White 0, Black 0 live stones"
    state = State(load("line_sauce"))
    for move in ("e5", "d4", "d5"):
        state.play(move)
    assert words.score(state.view()) == "X: no lines; O: 2"
    assert words.score(State(load("kasteel_1")).view()) == ""
