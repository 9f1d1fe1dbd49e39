"""The tables in docs/playtest.md are those that the script makes of the figures kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.docs.scripts import load_script

from livestone.games import load
from livestone.play.playtest import playtest
from livestone.play.playtest_metrics import playtest_metrics

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "playtest.md"
SCRIPT: Any = load_script("playtest")


def test_the_tables_show_the_figures_kept() -> None:
    kept = sorted((ROOT / "docs" / "playtest").glob("*.json"))
    rows = {path.stem: json.loads(path.read_text("utf-8")) for path in kept}
    page = PAGE.read_text("utf-8")
    assert SCRIPT.with_tables(page, rows) == page


def test_a_row_says_what_was_found() -> None:
    game = load("freedom", size=4)
    found = playtest_metrics(playtest(game, 4, 8)).as_json()
    cells = SCRIPT.row("freedom,size=4", found).strip("| ").split(" | ")
    assert len(cells) == SCRIPT.HEAD.splitlines()[0].count("|") - 1
    assert cells[:2] == ["Freedom<br>size=4", "4"]
    assert cells[2].count("<br>") == 1
    assert cells[4] == "16 (16)"
    assert SCRIPT.gap({"value": None, "low": -3.2, "high": None}) == "over -3"
    assert SCRIPT.gap({"value": 10.4, "low": -3.2, "high": None}) == "+10 (-3 to …)"
