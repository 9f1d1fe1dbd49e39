"""The worked example in CONTRIBUTING.md is a real game."""

import re
import sys
from pathlib import Path

import pytest

from livestone.core.kernels import Kernels
from livestone.core.state import State

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"


@pytest.fixture
def noughts(tmp_path, monkeypatch):
    code = re.search(r"```python\n(.*?)```", CONTRIBUTING.read_text(encoding="utf-8"), re.S)
    (tmp_path / "noughts_example.py").write_text(code[1], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("noughts_example").Noughts
    del sys.modules["noughts_example"]


def test_the_example_plays_to_a_win(noughts):
    state = State(noughts())
    for move in ["b2", "a1", "c1", "a3", "a2", "c2"]:
        state.play(move)
    assert not state.over
    assert len(state.legal) == 3
    state = State(noughts())
    for move in ["b2", "a1", "b1", "a3", "b3"]:
        state.play(move)
    assert state.over
    assert state.winners == (0,)
    assert State.read(state.game, state.text).winners == (0,)


def test_the_example_compiles_and_ends(noughts):
    game = noughts(size=4)
    kernels = Kernels(game, check_bounds=True)
    positions = game.layout.array(1)
    kernels.rule("start")(positions[0])
    kernels.rule("play")(positions[0], 5)
    assert positions[0].cells[5] == 1
    assert positions[0].mover == 1
