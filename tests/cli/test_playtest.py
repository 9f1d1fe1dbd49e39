"""``livestone playtest`` on a small board: text, JSON, plots and reports."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone.report import page as pages

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


def test_variants_side_by_side_in_one_page(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "carried", lambda *_: ("", "Nothing is compiled here."))
    page = tmp_path / "report.html"
    command = "playtest freedom --option size=4 --option size=5 --games 4 --playouts 8 --jobs 1"
    found = call(f"{command} --json --html", page, "--keep", tmp_path / "kept").json["playtests"]
    assert [one["options"]["size"] for one in found] == [4, 5]
    assert found[0]["report"]["balance"]["first"]["of"] == 4
    html = page.read_text("utf-8")
    for name in ("size 4", "size 5", "Swap rule", "Game tree", "Nothing is compiled here."):
        assert name in html
    assert html.count('figure class="replay"') == 4
    assert "http://www.w3.org" in html
    assert not re.search(r"(?:src|href)=\"(?!#|data:)", html)
    # Nothing is played again, and other games are not taken for these.
    again = call(f"{command} --json --html", page, "--keep", tmp_path / "kept")
    assert json.loads(again.out)["playtests"] == found
    assert again.err.count("Going on in ") == 2
    err = call(f"{command} --seed 1 --keep", tmp_path / "kept", code=2).err
    assert "holds the results of another job" in err


@pytest.mark.slow
def test_a_killed_playtest_goes_on_where_it_was(tmp_path: Path, call: Call) -> None:
    command = "playtest freedom --option size=4 --games 40 --playouts 50 --json --jobs 2 --keep"
    kept = tmp_path / "kept"
    words = [sys.executable, "-m", "livestone", *command.split(), str(kept)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        while running.poll() is None and kept_games(kept) < 3:
            time.sleep(0.02)
        running.kill()
    before = kept_games(kept)
    assert 3 <= before < 60
    found = call(command, kept)
    assert found.err == f"Going on in {kept} after {before} games of Freedom.\n"
    assert kept_games(kept) == 60
    assert found.out == call(command.removesuffix(" --keep")).out


def kept_games(folder: Path) -> int:
    """How many whole games the folder keeps of one playtest."""
    lines = [file.read_bytes().count(b"\n") for file in folder.glob("*.jsonl")]
    return max(0, sum(lines) - 1)
