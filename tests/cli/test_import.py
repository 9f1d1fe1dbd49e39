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


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--game", "radius_y"], "line 9: row 8, 'j2l4 m5': 'j2l4' cannot be played by O"),
        (["--game", "radius_z"], "there is no game 'radius_z'"),
        (["--game", "freedom", "--option", "size=99"], "99"),
        ([], "--game"),
    ],
)
def test_refusals(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(PRINTED / "radius_y.txt"), *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert why in captured.err


def test_bad_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game").write_bytes(b"1. a1\n\xff")
    for file, why in (("game", "line 2: this is no text in UTF-8"), ("none", "No such file")):
        assert run(["import", str(tmp_path / file), "--game", "freedom"]) == 2
        assert why in capsys.readouterr().err


def test_printing_is_one_thing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "x", "--printed", "--text"]) == 2
    assert "prints the whole record" in capsys.readouterr().err
