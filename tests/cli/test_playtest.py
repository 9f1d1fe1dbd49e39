"""``livestone playtest`` on a small board: text, JSON, plots, and what is refused."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

from tests.cli.command import Call

SMALL = "playtest freedom --option size=4 --games 4 --playouts 8"


def test_for_people(call: Call) -> None:
    out, err = call(f"{SMALL} --jobs 1")
    assert out.startswith("Freedom (size 4, ")
    assert "4 games, 8 playouts a move, seed 0" in out
    for words in ("White won", "Black won", "draws", "plies", "lead changes", "Depth: 8 playouts"):
        assert words in out
    assert err == ""


def test_json_and_plots(tmp_path: Path, call: Call) -> None:
    out = tmp_path / "plots.svg"
    first = call(f"{SMALL} --seed 7 --json --out", out, "--jobs", "1").out
    found = json.loads(first)
    assert (found["game"], found["options"]["size"], found["playouts"]) == ("freedom", 4, 8)
    assert "interrupted" not in found
    assert (found["seed"], found["games"], found["endings"]) == (7, 4, {"rules": 4})
    total = sum(part["count"] for part in (*found["wins"], found["shared"], found["draws"]))
    assert total == 4
    page = ET.fromstring(out.read_text("utf-8"))
    assert page.tag.endswith("svg")
    assert call(f"{SMALL} --seed 7 --json --jobs 2").out == first
