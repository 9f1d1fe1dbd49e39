from __future__ import annotations

import json
from pathlib import Path

import pytest

from livestone.cli.main import run
from livestone.records.record import Record

PRINTED = Path(__file__).parents[1] / "data" / "printed"


def test_a_record_and_what_there_is_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(PRINTED / "coy_lips.txt"), "--game", "coy_lips"]) == 0
    captured = capsys.readouterr()
    assert len(Record.read(captured.out).plies) == 58
    assert captured.err == (
        "note: line 16: the diagram has 'o' on n6, where the moves leave nothing\n"
    )


def test_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.json"
    printed = str(PRINTED / "line_sauce.txt")
    assert run(["import", printed, "--game", "line_sauce", "--out", str(out)]) == 0
    assert json.loads(out.read_text())["game"] == "line_sauce"
    assert run(["record", str(out), "--printed"]) == 0
    (tmp_path / "again.txt").write_text(capsys.readouterr().out)
    text = str(tmp_path / "again.record")
    again = str(tmp_path / "again.txt")
    assert run(["import", again, "--game", "line_sauce", "--out", text]) == 0
    assert Record.read(Path(text).read_text()) == Record.read(out.read_text())
    assert run(["import", again, "--game", "line_sauce", "--json"]) == 0
    assert capsys.readouterr().err == ""
