from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tests.cli.command import Call

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Participant, Record


@pytest.fixture
def record() -> Record:
    state, dice = State(load("freedom", size=4)), Random(3)
    while not state.over:
        state.play(dice.choice(state.unsorted))
    return Record.of(state, [Participant("Ana"), Participant("Livestone", "bot", 3)])


@pytest.fixture
def file(record: Record, tmp_path: Path) -> Path:
    (tmp_path / "game.txt").write_text(record.as_text())
    return tmp_path / "game.txt"


def test_a_summary(file: Path, call: Call) -> None:
    out = call("record", file).out
    assert "White: Ana (human)" in out
    assert "Black: Livestone (bot, level 3)" in out
    assert "16 plies" in out


def test_there_and_back(record: Record, file: Path, tmp_path: Path, call: Call) -> None:
    data = call("record", file, "--json").out
    assert json.loads(data) == record.as_json()
    (tmp_path / "game.json").write_text(data, "utf-8")
    assert call("record", tmp_path / "game.json", "--text").out == record.as_text()


def test_a_position(record: Record, file: Path, call: Call) -> None:
    found = call("record", file, "--ply", "3", "--json").json
    assert (found["ply"], len(found["cells"])) == (3, 3)
    assert "White to move" in call("record", file, "--ply", "0").out
