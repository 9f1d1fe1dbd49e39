from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import Call

from livestone.records.record import Record

PRINTED = Path(__file__).parents[1] / "data" / "printed"


def test_a_record_and_what_there_is_to_say(call: Call) -> None:
    captured = call("import", PRINTED / "coy_lips.txt", "--game", "coy_lips")
    assert len(Record.read(captured.out).plies) == 58
    assert captured.err == (
        "note: line 16: the diagram has 'o' on n6, where the moves leave nothing\n"
    )


def test_there_and_back(tmp_path: Path, call: Call) -> None:
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
