"""The tables in docs/playtest.md are those that the script makes of the figures kept."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from livestone.games import load
from livestone.play.playtest import playtest
from livestone.play.playtest_metrics import playtest_metrics

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "playtest.md"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("playtest_script", ROOT / "scripts/playtest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_show_the_figures_kept(script: ModuleType) -> None:
    kept = sorted((ROOT / "docs" / "playtest").glob("*.json"))
    rows = {path.stem: json.loads(path.read_text("utf-8")) for path in kept}
    page = PAGE.read_text("utf-8")
    assert script.with_tables(page, rows) == page


def test_a_row_says_what_was_found(script: ModuleType) -> None:
    game = load("freedom", size=4)
    found = playtest_metrics(playtest(game, 4, 8)).as_json()
    cells = script.row("freedom,size=4", found).strip("| ").split(" | ")
    assert len(cells) == script.HEAD.splitlines()[0].count("|") - 1
    assert cells[:2] == ["Freedom<br>size=4", "4"]
    assert cells[2].count("<br>") == 1
    assert cells[4] == "16 (16)"
    assert script.gap({"value": None, "low": -3.2, "high": None}) == "over -3"
    assert script.gap({"value": 10.4, "low": -3.2, "high": None}) == "+10 (-3 to …)"
