"""The tables of levels in docs/engine.md are those that the script makes of what is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from scripts.level_ladder import from_json, ladder
from tests.docs.scripts import load_script

from livestone.play.levels import LEVELS

ROOT = Path(__file__).parents[2]
SCRIPT: Any = load_script("levels")


def test_the_tables_show_the_games_kept() -> None:
    text = (ROOT / "docs/engine.md").read_text("utf-8")
    shown = text.partition(SCRIPT.BEGIN)[2].partition(SCRIPT.END)[0].strip()
    assert shown == SCRIPT.tables()


def test_the_levels_of_freedom_rise() -> None:
    """By the games kept, every level that played is above all those below it."""
    kept = json.loads((ROOT / "docs/levels/freedom.json").read_text("utf-8"))
    found = ladder(from_json(kept["meetings"]))
    played = [level.name for level in LEVELS if level.name in found]
    assert len(played) >= len(LEVELS) - 1
    assert list(found)[::-1] == ["random", *played]


def test_tables_are_written_between_their_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{SCRIPT.BEGIN}\nold\n{SCRIPT.END}\nafter\n", "utf-8")
    monkeypatch.setattr(SCRIPT, "PAGE", page)
    monkeypatch.setattr(SCRIPT, "tables", lambda: "new")
    SCRIPT.write_tables()
    SCRIPT.write_tables()
    assert page.read_text("utf-8") == (f"before\n{SCRIPT.BEGIN}\n\nnew\n\n{SCRIPT.END}\nafter\n")
