"""``livestone record`` and ``import``: records in all forms, there and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import Call
from tests.positions import random_state

from livestone.games import load
from livestone.records.record import Participant, Record

PRINTED = Path(__file__).parents[1] / "data" / "printed"


@pytest.fixture
def record() -> Record:
    state = random_state(load("freedom", size=4), 3)
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


def test_a_record_and_what_there_is_to_say(call: Call) -> None:
    found = call("import", PRINTED / "coy_lips.txt", "--game", "coy_lips")
    assert len(Record.read(found.out).plies) == 58
    assert found.err == (
        "note: line 16: the diagram has 'o' on n6, where the moves leave nothing\n"
    )


def test_printed_there_and_back(tmp_path: Path, call: Call) -> None:
    out = tmp_path / "game.json"
    printed = str(PRINTED / "line_sauce.txt")
    call("import", printed, "--game", "line_sauce", "--out", out)
    assert json.loads(out.read_text())["game"] == "line_sauce"
    (tmp_path / "again.txt").write_text(call("record", out, "--printed").out)
    text = str(tmp_path / "again.record")
    again = str(tmp_path / "again.txt")
    call("import", again, "--game", "line_sauce", "--out", text)
    assert Record.read(Path(text).read_text()) == Record.read(out.read_text())
    assert call("import", again, "--game", "line_sauce", "--json").err == ""
