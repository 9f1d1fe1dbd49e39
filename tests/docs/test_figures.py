"""The tables in docs/engine.md and docs/playtest.md are those that scripts make of what is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scripts.level_ladder import from_json, ladder
from tests.docs.scripts import load_script

from livestone.games import load
from livestone.play.levels import LEVELS
from livestone.play.playtest import playtest
from livestone.play.playtest_metrics import playtest_metrics

DOCS = Path(__file__).parents[2] / "docs"
PLAYTEST: Any = load_script("playtest")


def test_the_tables_of_levels_show_the_games_kept() -> None:
    script: Any = load_script("levels")
    text = (DOCS / "engine.md").read_text("utf-8")
    shown = text.partition(script.BEGIN)[2].partition(script.END)[0].strip()
    assert shown == script.tables()


def test_the_levels_of_freedom_rise() -> None:
    """By the games kept, every level that played is above all those below it."""
    kept = json.loads((DOCS / "levels/freedom.json").read_text("utf-8"))
    found = ladder(from_json(kept["meetings"]))
    played = [level.name for level in LEVELS if level.name in found]
    assert len(played) >= len(LEVELS) - 1
    assert list(found)[::-1] == ["random", *played]


def test_the_tables_of_playtests_show_the_figures_kept() -> None:
    kept = sorted((DOCS / "playtest").glob("*.json"))
    rows = {path.stem: json.loads(path.read_text("utf-8")) for path in kept}
    page = (DOCS / "playtest.md").read_text("utf-8")
    assert PLAYTEST.with_tables(page, rows) == page


def test_a_row_says_what_was_found() -> None:
    game = load("freedom", size=4)
    found = playtest_metrics(playtest(game, 4, 8)).as_json()
    cells = PLAYTEST.row("freedom,size=4", found).strip("| ").split(" | ")
    assert len(cells) == PLAYTEST.HEAD.splitlines()[0].count("|") - 1
    assert cells[:2] == ["Freedom<br>size=4", "4"]
    assert cells[2].count("<br>") == 1
    assert cells[4] == "16 (16)"
    assert PLAYTEST.gap({"value": None, "low": -3.2, "high": None}) == "over -3"
    assert PLAYTEST.gap({"value": 10.4, "low": -3.2, "high": None}) == "+10 (-3 to …)"
