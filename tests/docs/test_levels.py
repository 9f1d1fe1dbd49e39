"""The tables of levels in docs/engine.md are those that the script makes of what is kept."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from livestone.play.bot import LEVELS
from livestone.play.ladder import from_json, ladder

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("levels_script", ROOT / "scripts/levels.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_show_the_games_kept(script: ModuleType) -> None:
    text = (ROOT / "docs/engine.md").read_text("utf-8")
    shown = text.partition(script.BEGIN)[2].partition(script.END)[0].strip()
    assert shown == script.tables()


def test_the_levels_of_freedom_rise() -> None:
    """By the games kept, every level that played is above all those below it."""
    kept = json.loads((ROOT / "docs/levels/freedom.json").read_text("utf-8"))
    found = ladder(from_json(kept["meetings"]))
    played = [level.name for level in LEVELS if level.name in found]
    assert len(played) >= len(LEVELS) - 1
    assert list(found)[::-1] == ["random", *played]


def test_tables_are_written_between_their_marks(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{script.BEGIN}\nold\n{script.END}\nafter\n", "utf-8")
    monkeypatch.setattr(script, "PAGE", page)
    monkeypatch.setattr(script, "tables", lambda: "new")
    script.write_tables()
    script.write_tables()
    assert page.read_text("utf-8") == (f"before\n{script.BEGIN}\n\nnew\n\n{script.END}\nafter\n")
